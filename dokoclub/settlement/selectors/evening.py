"""The settlement of one evening: what each gets or pays, and who pays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.kept import EveningList, Line, kept_lists
from dokoclub.settlement.selectors.live import Live, settle_live
from dokoclub.settlement.selectors.seen import Seen
from scoring.money.methods import METHODS, MoneyRules
from scoring.money.shares import Share
from scoring.money.transfers import CASH_BOX


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What the evening comes to for a player: zero-sum points and cents, flat amounts not among them."""

    player: Player
    points: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSettlement:
    """`lists`: of points, then flat amounts, then corrections; those that are kept, if any are."""

    live: Live
    lists: tuple[EveningList, ...]
    persons: tuple[Person, ...]  # the best first
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
    def lines(self) -> list[Line]:
        return [line for one in self.lists for line in one.lines]

    @property
    def open_lines(self) -> list[Line]:
        return [line for line in self.lines if line.is_open]

    @property
    def cents(self) -> int:
        """Of all transfers together."""
        return sum(line.seen.cents for line in self.lines)

    @property
    def open_cents(self) -> int:
        return sum(line.seen.cents for line in self.open_lines)

    @property
    def box_cents(self) -> int:
        """What the points bring the cash box."""
        return sum(share.cents for share in _shares(self.live) if share.party is CASH_BOX)

    @property
    def box_points(self) -> int:
        """What the points of the players fall short of 0."""
        return -sum(person.points for person in self.persons)

    @property
    def sum_points(self) -> int:
        """Of all rows, the cash box among them: 0."""
        return sum(person.points for person in self.persons) + self.box_points

    @property
    def sum_cents(self) -> int:
        """The same in cents: 0, because what nobody gets, the cash box gets."""
        return sum(person.cents for person in self.persons) + self.box_cents

    @property
    def absent(self) -> list[tuple[Player, bool, str]]:
        """Who stayed away and is meant to pay for it, each with: excused? And what he had said, where that matters.

        Nobody where nothing is paid for that.
        """
        rules = self.live.rules
        if not any(rules.absent_amounts.values()) or rules.method == "none":
            return []
        said = self.live.excuses
        found = [(self.names[pk], pk in self.live.excused, said.get(pk, "")) for pk in self.live.absent]
        return sorted(found, key=lambda pair: pair[0].folded_name)


def evening_settlement(evening: Evening) -> EveningSettlement:
    """Ten queries at most, whatever the number of tables and players; three of them for lists that are kept."""
    found = settle_live(evening)
    lists = kept_lists(found.money) if found.money and found.is_frozen else list(lists_now(found))
    return settlement_of(found, lists, _names(found, lists))


def settlement_of(found: Live, lists: Iterable[EveningList], names: Mapping[int, Player]) -> EveningSettlement:
    """The same where everybody named on the page is known. No query."""
    return EveningSettlement(
        live=found,
        lists=tuple(one for one in lists if one.lines),
        persons=tuple(_persons(found, names)),
        names=names,
    )


def lists_now(found: Live) -> Iterator[EveningList]:
    """What an evening comes to that is not kept yet, as the same lists. No query."""
    for kind, place, sheet, listing in found.lists:
        lines = tuple(Line(seen=Seen(kind, 0, place, *transfer)) for transfer in listing.transfers)
        yield EveningList(kind=kind, correction=0, sheet=sheet, listing=listing, lines=lines)


def chosen_rules(club: Club) -> MoneyRules | None:
    """None where it chose nothing. One query."""
    money = getattr(club, "money", None)
    return money_rules.of_club(money) if money else None


def rules_of_club(club: Club) -> MoneyRules:
    """The presets where it chose nothing. One query."""
    return chosen_rules(club) or money_rules.PRESET


def rules_of_evening(evening: Evening) -> MoneyRules:
    """Those it chose, else those of its club; its stake aside. Two queries."""
    money = EveningMoney.objects.filter(evening=evening).first()
    return money_rules.rules_of(money, rules_of_club(evening.club))


def is_for_money(evening: Evening) -> bool:
    """Return whether anything is paid on it: for points, or a flat amount. Two queries."""
    rules = rules_of_evening(evening)
    if rules.method == "none":
        return False
    return rules.has_flat or bool(evening.stake) or "stake" not in METHODS[rules.method].needs


def currency_of(evening: Evening) -> str:
    """In which it is played. One query."""
    money = EveningMoney.objects.filter(evening=evening).only("currency").first()
    return money.currency if money else evening.club.currency


def is_kept(evening: Evening) -> bool:
    """Are its lists settled? One query."""
    return EveningMoney.objects.frozen().filter(evening=evening).exists()


def _shares(found: Live) -> Iterator[Share]:
    return (share for listing in found.settlement.lists for share in listing.shares)


def _persons(found: Live, names: Mapping[int, Player]) -> list[Person]:
    """Equal points stand in seat order."""
    points: Counter[int] = Counter()
    cents: Counter[int | None] = Counter()
    for table in found.tables:
        for total in table:
            points[total.player] += total.points
    for share in _shares(found):
        cents[share.party] += share.cents
    persons = [Person(player=names[pk], points=points[pk], cents=cents[pk]) for pk in found.seats]
    return sorted(persons, key=lambda person: -person.points)


def _names(found: Live, lists: Iterable[EveningList]) -> Mapping[int, Player]:
    named = {share.party for one in lists for share in one.listing.shares} | {*found.seats, *found.absent}
    return Player.objects.in_bulk([pk for pk in named if pk is not None])
