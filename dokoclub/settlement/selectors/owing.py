"""Open debts over all evenings of a club: frozen transfers, and the live ones of closed evenings."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.settlement.models import Transfer
from dokoclub.settlement.selectors.live import live_lines, worked_out
from dokoclub.settlement.selectors.open_transfers import OpenLine, digest_lines
from scoring.money.corrections import net_payment
from scoring.money.transfers import Party
from scoring.money.transfers import Transfer as Owed


class Debt(NamedTuple):
    """The parts of a pair: everything computed from its lines, which are worked out once for many readers."""

    payer: Party
    receiver: Party
    cents: int
    currency: str
    lines: tuple[OpenLine, ...]
    days: tuple[date, ...]
    has_clearing: bool
    stamp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two parties who owe each other: the net payment and its lines, the earliest first.

    None is the kitty. 0 cents: it cancels out.
    """

    payer: Player | None
    receiver: Player | None
    cents: int
    currency: str
    lines: tuple[OpenLine, ...]
    days: tuple[date, ...]  # of its lines, each once
    has_clearing: bool  # among its lines
    stamp: str

    @property
    def key(self) -> str:
        """Return a key that is the same for either payer."""
        return "-".join(sorted(str(party.pk) if party else "box" for party in (self.payer, self.receiver)))

    @property
    def is_netting(self) -> bool:
        """Return whether one payment replaces more than one transfer."""
        return len(self.lines) > 1

    @property
    def player(self) -> Player:
        """Return the player of a pair with the kitty."""
        player = self.payer or self.receiver
        assert player is not None  # noqa: S101  # The kitty never owes itself.
        return player

    @property
    def owed_to_box(self) -> int:
        """Return the cents a pair owes the kitty; negative if the kitty pays."""
        return self.cents if self.receiver is None else -self.cents

    @property
    def is_with_kitty(self) -> bool:
        return self.payer is None or self.receiver is None

    def pays(self, party: Party) -> bool:
        return party == _number(self.payer)

    def gain(self, players: Collection[int]) -> int:
        """Return the cents for these players, who are one of the two: negative if they pay."""
        return -self.cents if self.payer and self.payer.pk in players else self.cents

    def signed(self, line: OpenLine) -> int:
        """Return the cents of a line as they count in the payment: negative if they go the other way."""
        return line.owed.cents if self.pays(line.owed.payer) else -line.owed.cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The payments and receipts of one player, or the kitty (None), in a currency, netted with each other."""

    player: Player | None
    currency: str
    pays: tuple[Pair, ...]
    gets: tuple[Pair, ...]

    @property
    def cents(self) -> int:
        """Return the net cents; plus: gets in all."""
        return sum(pair.cents for pair in self.gets) - sum(pair.cents for pair in self.pays)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All pairs of a club with something open, by payer and receiver, the kitty last."""

    pairs: tuple[Pair, ...]

    @property
    def with_kitty(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair.is_with_kitty]

    @property
    def sums(self) -> dict[str, int]:
        """Return the sum of all payments by currency."""
        return sum_by_currency((pair.currency, pair.cents) for pair in self.pairs)

    @property
    def by_person(self) -> list[Balance]:
        """List the balances, the highest first, the kitty last.

        A pair that cancels out counts for its nominal payer.
        """
        pays, gets = defaultdict(list), defaultdict(list)
        people: dict[Party, Player | None] = {}
        for pair in self.pairs:
            pays[_number(pair.payer), pair.currency].append(pair)
            gets[_number(pair.receiver), pair.currency].append(pair)
            people |= {_number(party): party for party in (pair.payer, pair.receiver)}
        found = [
            Balance(player=people[key[0]], currency=key[1], pays=tuple(pays[key]), gets=tuple(gets[key]))
            for key in dict.fromkeys([*pays, *gets])
        ]
        return sorted(found, key=lambda one: (one.player is None, -one.cents, str(one.player), one.currency))

    def of(self, players: Iterable[int]) -> list[Pair]:
        """List the pairs that include one of these players."""
        wanted = set(players)
        return [pair for pair in self.pairs if wanted & {_number(pair.payer), _number(pair.receiver)}]

    def of_sum_first(self, players: Collection[int]) -> list[Pair]:
        """List the same, first those with the sign of the total, like the headline above them."""
        found = self.of(players)
        all_told = sum(pair.gain(players) for pair in found)
        return sorted(found, key=lambda pair: pair.gain(players) * all_told <= 0)

    def between(self, one: Party, other: Party) -> Pair | None:
        return next(self._all_between(one, other), None)

    def seen_as(self, one: Party, other: Party, stamp: str) -> Pair | None:
        """Return the pair with this version token: there is one for each currency."""
        return next((pair for pair in self._all_between(one, other) if pair.stamp == stamp), None)

    def _all_between(self, one: Party, other: Party) -> Iterator[Pair]:
        wanted = {one, other}
        return (pair for pair in self.pairs if {_number(pair.payer), _number(pair.receiver)} == wanted)


def sum_by_currency(some: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the sums by currency, in alphabetical order."""
    found: dict[str, int] = defaultdict(int)
    for currency, cents in sorted(some):
        found[currency] += cents
    return dict(found)


def get_overview(club: Club) -> Overview:
    """Return all open pairs of a club. Ten queries at most for any number of evenings."""
    lines = (*_frozen_lines(club), *live_lines(club))
    debts = worked_out(club, lines, lambda: _debts(lines))
    people = {player.pk: player for player in everybody_in(club)} if debts else {}
    return Overview(pairs=tuple(sorted((_pair(debt, people) for debt in debts), key=_in_order)))


def open_lines(club: Club) -> list[OpenLine]:
    """List all open transfers of the club, the earliest evening first. Nine queries at most."""
    return _in_time((*_frozen_lines(club), *live_lines(club)))


def _in_time(lines: Iterable[OpenLine]) -> list[OpenLine]:
    return sorted(lines, key=lambda line: (line.day, line.facts))


def own_players(club: Club, account: Account) -> list[int]:
    """List the ids of the account's present and past players in the club, usually one. One query."""
    return [player.pk for player in own_player_rows(club, account)]


def own_player_rows(club: Club, account: Account) -> list[Player]:
    """List the same players with their names. One query."""
    return [player for player in everybody_in(club) if player.account_id == account.pk]


def _frozen_lines(club: Club) -> Iterator[OpenLine]:
    """Yield the open transfers of frozen evenings, without reopened evenings. One query.

    Reads plain values: a year of forty players without any payment has thousands of rows.
    """
    rows = Transfer.objects.open().of_evenings_that_are_over().filter(club=club).order_by("pk")
    wanted = rows.values_list(
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
        "list__money__currency",
        "list__money__clearing",
    )
    for day, evening, deleted_at, kind, correction, place, payer, receiver, cents, row, currency, clearing in wanted:
        yield OpenLine(
            day=day,
            evening=evening if deleted_at is None else None,
            kind=kind,
            correction=correction,
            place=place,
            owed=Owed(payer, receiver, cents),
            currency=currency,
            clearing=clearing,
            row=row,
        )


def _debts(lines: Iterable[OpenLine]) -> tuple[Debt, ...]:
    """Every two in one payment of each currency."""
    between: dict[tuple[frozenset[Party], str], list[OpenLine]] = defaultdict(list)
    for line in _in_time(lines):
        between[frozenset((line.owed.payer, line.owed.receiver)), line.currency].append(line)
    return tuple(map(_debt, between.values()))


def _debt(lines: Sequence[OpenLine]) -> Debt:
    first = lines[0].owed
    payment = net_payment(first.payer, first.receiver, (line.owed for line in lines))
    payer, receiver, cents = payment or (first.payer, first.receiver, 0)
    days = tuple(dict.fromkeys(line.day for line in lines))
    return Debt(
        payer=payer,
        receiver=receiver,
        cents=cents,
        currency=lines[0].currency,
        lines=tuple(lines),
        days=days,
        has_clearing=any(line.clearing is not None for line in lines),
        stamp=digest_lines(lines),
    )


def _pair(debt: Debt, people: Mapping[int, Player]) -> Pair:
    payer = None if debt.payer is None else people[debt.payer]
    receiver = None if debt.receiver is None else people[debt.receiver]
    return Pair(**debt._asdict() | {"payer": payer, "receiver": receiver})


def _in_order(pair: Pair) -> tuple[tuple[bool, str, int], ...]:
    """Return the sort key: by name, the kitty last."""
    return tuple(
        (party is None, party.folded_name if party else "", party.pk if party else 0)
        for party in (pair.payer, pair.receiver)
    )


def _number(party: Player | None) -> Party:
    return party.pk if party else None
