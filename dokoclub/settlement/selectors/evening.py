"""The settlement of one evening: everybody's result, and the transfers between them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement.models import Clearing, EveningMoney, Payment, SettledList, SettledShare, Transfer
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.live import Live, settle_live
from dokoclub.settlement.selectors.open_transfers import TransferKey
from scoring.money.methods import METHODS, MoneyRules
from scoring.money.shares import Listing, Reason, Share
from scoring.money.transfers import KITTY
from scoring.money.transfers import Transfer as Owed


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A transfer of an evening: `seen` identifies it; `row` is its entry, with its payment, once frozen."""

    seen: TransferKey
    row: Transfer | None = None
    settled_with: int = 0  # number of transfers that its payment settles, this one included

    @property
    def payment(self) -> Payment | None:
        return self.row.payment if self.row else None

    @property
    def cleared_by(self) -> Clearing | None:
        return self.row.cleared_by if self.row else None

    @property
    def is_open(self) -> bool:
        return self.payment is None and self.cleared_by is None

    @property
    def owed(self) -> Owed:
        return Owed(self.seen.payer, self.seen.receiver, self.seen.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningList:
    """One list on the page of an evening, frozen or not."""

    kind: str
    correction: int
    sheet: Sheet | None  # the table, if each table settles on its own
    listing: Listing
    lines: tuple[ListLine, ...]


def list_frozen_lists(money: EveningMoney) -> list[EveningList]:
    """List the frozen lists of an evening. Three queries: lists with sheets, shares, transfers with payments."""
    lists = list(SettledList.objects.filter(money=money).select_related("sheet"))
    shares = _by_list(SettledShare.objects.filter(list__money=money).order_by("list", "pk"))
    transfers = _by_list(
        Transfer.objects.not_deleted()
        .filter(list__money=money)
        .select_related("payment__made_by", "cleared_by")
        .annotate(settled_with=Count("payment__transfers"))
        .order_by("list", "pk")
    )
    return [_frozen_list(row, shares.get(row.pk, []), transfers.get(row.pk, [])) for row in lists]


def seen_as(rows: Iterable[Transfer]) -> list[TransferKey]:
    """Return how a page identifies an evening's transfers that count. No query.

    Pass all rows of a list by number, with their lists loaded: rows that look equal are numbered.
    """
    before: Counter[TransferKey] = Counter()
    found = []
    for row in rows:
        seen = TransferKey(row.list.kind, row.list.correction, row.list.place, row.payer_id, row.receiver_id, row.cents)
        found.append(seen._replace(turn=before[seen]))
        before[seen] += 1
    return found


def _by_list(rows: Any) -> dict[int, list[Any]]:
    return {pk: list(some) for pk, some in groupby(rows, key=lambda row: row.list_id)}


def _frozen_list(settled: SettledList, shares: Sequence[SettledShare], rows: Sequence[Any]) -> EveningList:
    for row in rows:
        row.list = settled
    lines = [
        ListLine(seen=seen, row=row, settled_with=row.settled_with)
        for seen, row in zip(seen_as(rows), rows, strict=True)
    ]
    return EveningList(
        kind=settled.kind,
        correction=settled.correction,
        sheet=settled.sheet,
        listing=Listing(tuple(map(_share, shares)), tuple(line.owed for line in lines)),
        lines=tuple(lines),
    )


def _share(row: SettledShare) -> Share:
    return Share(row.player_id, row.cents, Reason(row.reason, tuple(row.numbers.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPerson:
    """A player's result of the evening: zero-sum points and cents, without flat amounts."""

    player: Player
    points: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSettlement:
    """The settlement of an evening.

    `lists`: points, then flat amounts, then corrections; the frozen ones, if any are.
    """

    live: Live
    lists: tuple[EveningList, ...]
    persons: tuple[SettlementPerson, ...]  # the best first
    names: Mapping[int, Player]  # everybody on the page

    @property
    def evening(self) -> Evening:
        return self.live.evening

    @property
    def money(self) -> EveningMoney | None:
        return self.live.money

    @property
    def currency(self) -> str:
        return self.live.currency

    @property
    def is_frozen(self) -> bool:
        return self.live.is_frozen

    @property
    def lines(self) -> list[ListLine]:
        return [line for one in self.lists for line in one.lines]

    @property
    def open_lines(self) -> list[ListLine]:
        return [line for line in self.lines if line.is_open]

    @property
    def cents(self) -> int:
        """Return the cents of all transfers together."""
        return sum(line.seen.cents for line in self.lines)

    @property
    def open_cents(self) -> int:
        return sum(line.seen.cents for line in self.open_lines)

    @property
    def box_cents(self) -> int:
        """Return the cents that the points bring the kitty."""
        return sum(share.cents for share in _shares(self.live) if share.party is KITTY)

    @property
    def box_points(self) -> int:
        """Return by how much the points of the players fall short of 0."""
        return -sum(person.points for person in self.persons)

    @property
    def sum_points(self) -> int:
        """Return the points of all rows, the kitty included: 0."""
        return sum(person.points for person in self.persons) + self.box_points

    @property
    def sum_cents(self) -> int:
        """Return the cents of all rows: 0, because the rest goes to the kitty."""
        return sum(person.cents for person in self.persons) + self.box_cents

    @property
    def absent(self) -> list[tuple[Player, bool, str]]:
        """List the absent players due to pay, each with whether they are excused and their answer, if it matters.

        Empty if absence costs nothing.
        """
        rules = self.live.rules
        if not any(rules.absent_amounts.values()) or rules.method == "none":
            return []
        said = self.live.excuses
        found = [(self.names[pk], pk in self.live.excused, said.get(pk, "")) for pk in self.live.absent]
        return sorted(found, key=lambda pair: pair[0].folded_name)


def evening_settlement(evening: Evening) -> EveningSettlement:
    """Return the settlement of an evening.

    Ten queries at most for any number of tables and players; three of them for frozen lists.
    """
    found = settle_live(evening)
    lists = list_frozen_lists(found.money) if found.money and found.is_frozen else list(lists_now(found))
    return get_settlement(found, lists, _names(found, lists))


def get_settlement(found: Live, lists: Iterable[EveningList], names: Mapping[int, Player]) -> EveningSettlement:
    """Return the same from players already loaded. No query."""
    return EveningSettlement(
        live=found,
        lists=tuple(one for one in lists if one.lines),
        persons=tuple(_persons(found, names)),
        names=names,
    )


def lists_now(found: Live) -> Iterator[EveningList]:
    """Yield the lists of an evening that is not frozen yet, as the same type. No query."""
    for kind, place, sheet, listing in found.lists:
        lines = tuple(ListLine(seen=TransferKey(kind, 0, place, *transfer)) for transfer in listing.transfers)
        yield EveningList(kind=kind, correction=0, sheet=sheet, listing=listing, lines=lines)


def chosen_rules(club: Club) -> MoneyRules | None:
    """Return the rules the club chose, None if it chose none. One query."""
    money = getattr(club, "money", None)
    return money_rules.get_money_rules(money) if money else None


def rules_of_club(club: Club) -> MoneyRules:
    """Return the club's rules, the preset if it chose none. One query."""
    return chosen_rules(club) or money_rules.PRESET


def rules_of_evening(evening: Evening) -> MoneyRules:
    """Return the evening's own rules, else those of its club; without its stake. Two queries."""
    money = EveningMoney.objects.filter(evening=evening).first()
    return money_rules.get_rules(money, rules_of_club(evening.club))


def is_for_money(evening: Evening) -> bool:
    """Return whether anything is paid on the evening: for points, or a flat amount. Two queries."""
    rules = rules_of_evening(evening)
    if rules.method == "none":
        return False
    return rules.has_flat or bool(evening.stake) or "stake" not in METHODS[rules.method].needs


def get_currency(evening: Evening) -> str:
    """Return the evening's currency. One query."""
    money = EveningMoney.objects.filter(evening=evening).only("currency").first()
    return money.currency if money else evening.club.currency


def is_frozen(evening: Evening) -> bool:
    """Return whether the evening's lists are frozen. One query."""
    return EveningMoney.objects.frozen().filter(evening=evening).exists()


def _shares(found: Live) -> Iterator[Share]:
    return (share for listing in found.settlement.lists for share in listing.shares)


def _persons(found: Live, names: Mapping[int, Player]) -> list[SettlementPerson]:
    """List the players' results; equal points keep seat order."""
    points: Counter[int] = Counter()
    cents: Counter[int | None] = Counter()
    for table in found.tables:
        for total in table:
            points[total.player] += total.points
    for share in _shares(found):
        cents[share.party] += share.cents
    persons = [SettlementPerson(player=names[pk], points=points[pk], cents=cents[pk]) for pk in found.seats]
    return sorted(persons, key=lambda person: -person.points)


def _names(found: Live, lists: Iterable[EveningList]) -> Mapping[int, Player]:
    named = {share.party for one in lists for share in one.listing.shares} | {*found.seats, *found.absent}
    return Player.objects.in_bulk([pk for pk in named if pk is not None])
