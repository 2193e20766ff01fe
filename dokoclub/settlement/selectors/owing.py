"""Who still owes whom, over all evenings of a club: what was kept as rows and what closed evenings come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import ClubMoney, Transfer
from dokoclub.settlement.selectors import rules
from dokoclub.settlement.selectors.live import settle_all_live
from scoring.money.corrections import OpenTransfer, net_between
from scoring.money.transfers import Party
from scoring.money.transfers import Transfer as Owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One open transfer of one evening. `row`: its number once the evening is frozen, else None."""

    day: date
    evening: int | None  # None: it was deleted, and this was left to pay
    kind: str
    correction: int  # 0: as it was frozen
    place: int
    owed: Owed
    row: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two who owe each other: what it comes to in one payment, and the lines that make it up, the earliest first.

    None is the cash box. 0 cents: it cancels out.
    """

    payer: Player | None
    receiver: Player | None
    cents: int
    lines: tuple[Line, ...]

    @property
    def key(self) -> str:
        """The same whoever of the two pays."""
        return "-".join(sorted(str(party.pk) if party else "box" for party in (self.payer, self.receiver)))

    @property
    def stamp(self) -> str:
        """Changes with every line: who saw another one, saw something else."""
        return sha256(repr([(line.day.isoformat(), *_facts(line)) for line in self.lines]).encode()).hexdigest()[:16]

    @property
    def is_netting(self) -> bool:
        """More than one transfer becomes one payment."""
        return len(self.lines) > 1

    @property
    def player(self) -> Player:
        """Of a pair with the cash box: the other."""
        player = self.payer or self.receiver
        assert player is not None  # noqa: S101  # the cash box owes itself nothing
        return player

    @property
    def owed_to_box(self) -> int:
        """Of a pair with the cash box, in cents; minus: the cash box pays."""
        return self.cents if self.receiver is None else -self.cents

    @property
    def is_with_cash_box(self) -> bool:
        return self.payer is None or self.receiver is None

    def pays(self, party: Party) -> bool:
        return party == _number(self.payer)

    def signed(self, line: Line) -> int:
        """Cents of a line as they count in the payment: minus where they go the other way."""
        return line.owed.cents if self.pays(line.owed.payer) else -line.owed.cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All pairs of a club between whom something is open, by payer and receiver, the cash box last."""

    pairs: tuple[Pair, ...]

    @property
    def with_cash_box(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair.is_with_cash_box]

    @property
    def cents(self) -> int:
        """What all payments come to."""
        return sum(pair.cents for pair in self.pairs)

    def of(self, players: Iterable[int]) -> list[Pair]:
        """Those that name one of these players."""
        wanted = set(players)
        return [pair for pair in self.pairs if wanted & {_number(pair.payer), _number(pair.receiver)}]

    def between(self, one: Party, other: Party) -> Pair | None:
        wanted = {one, other}
        return next((pair for pair in self.pairs if {_number(pair.payer), _number(pair.receiver)} == wanted), None)


def overview_of(club: Club) -> Overview:
    """Ten queries at most, whatever the number of evenings."""
    lines = open_lines(club)
    parties = {party for line in lines for party in line.owed[:2] if party is not None}
    people = Player.objects.filter(pk__in=parties).select_related("account") if parties else ()
    return _paired(lines, {player.pk: player for player in people})


def open_lines(club: Club) -> list[Line]:
    """Everything open in the club, the earliest evening first. Nine queries at most."""
    return sorted([*_kept(club), *_live(club)], key=lambda line: (line.day, _facts(line)))


def own_players(club: Club, account: Account) -> list[int]:
    """As whom the account plays in the club, or played: usually one. One query."""
    return list(Player.objects.filter(club=club, account=account).values_list("pk", flat=True))


def _kept(club: Club) -> Iterator[Line]:
    """Of evenings that are frozen, not of those that were opened again. One query.

    Plain values: a year of forty players in which nobody pays are thousands of rows.
    """
    rows = Transfer.objects.open().of_evenings_that_are_over().filter(club=club).order_by("pk")
    for day, evening, deleted_at, kind, correction, place, payer, receiver, cents, row in rows.values_list(
        "list__money__day",
        "list__money__evening",
        "list__money__evening__deleted_at",
        "list__kind",
        "list__correction",
        "list__place",
        "payer",
        "receiver",
        "cents",
        "pk",
    ):
        yield Line(
            day=day,
            evening=evening if deleted_at is None else None,
            kind=kind,
            correction=correction,
            place=place,
            owed=Owed(payer, receiver, cents),
            row=row,
        )


def _live(club: Club) -> Iterator[Line]:
    """Of closed evenings that are not frozen. Eight queries at most."""
    closed = Evening.objects.alive().filter(club=club, closed_at__isnull=False)
    waiting = closed.filter(Q(money=None) | Q(money__frozen_at=None)).select_related("money").order_by("date", "pk")
    evenings = list(waiting)
    if not evenings:
        return
    evenings = _played_for_money(club, evenings)
    for found in settle_all_live(club, evenings):
        for kind, place, _, listing in found.lists:
            for transfer in listing.transfers:
                yield Line(
                    day=found.evening.date,
                    evening=found.evening.pk,
                    kind=kind.value,
                    correction=0,
                    place=place,
                    owed=transfer,
                    row=None,
                )


def _played_for_money(club: Club, evenings: Iterable[Evening]) -> list[Evening]:
    """A club that plays for honour alone may have closed hundreds: nothing is worked out for them. One query."""
    of_club = rules.of_club(ClubMoney.objects.filter(club=club).first())
    return [
        evening
        for evening in evenings
        if rules.in_force(rules.rules_of(getattr(evening, "money", None), of_club), evening.stake).method != "none"
    ]


def _paired(lines: Sequence[Line], people: Mapping[int, Player]) -> Overview:
    """Every two in one payment."""
    between: dict[frozenset[Party], list[Line]] = defaultdict(list)
    for line in lines:
        between[frozenset((line.owed.payer, line.owed.receiver))].append(line)
    return Overview(pairs=tuple(sorted((_pair(some, people) for some in between.values()), key=_in_order)))


def _pair(lines: Sequence[Line], people: Mapping[int, Player]) -> Pair:
    first = lines[0].owed
    found = net_between(first.payer, first.receiver, (OpenTransfer(n, line.owed) for n, line in enumerate(lines)))
    payer, receiver, cents = found.payment or (first.payer, first.receiver, 0)
    return Pair(
        payer=None if payer is None else people[payer],
        receiver=None if receiver is None else people[receiver],
        cents=cents,
        lines=tuple(lines[number] for number in found.settles),
    )


def _in_order(pair: Pair) -> tuple[tuple[bool, str, int], ...]:
    """By name, the cash box after everybody."""
    return tuple(
        (party is None, party.folded_name if party else "", party.pk if party else 0)
        for party in (pair.payer, pair.receiver)
    )


def _facts(line: Line) -> tuple[int, str, int, int, int, int, int]:
    """What tells one line from another, to sort by and to recognise; whether it is a row by now, does not matter."""
    payer, receiver, cents = line.owed
    return (line.evening or 0, line.kind, line.correction, line.place, payer or 0, receiver or 0, cents)


def _number(party: Player | None) -> Party:
    return party.pk if party else None
