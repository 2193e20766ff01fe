"""An evening under other money rules, to show their effect."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from dokoclub.clubs.models import Club, Player
from dokoclub.dates.selectors.answers import Excuses, get_excuses
from dokoclub.evenings.models import Evening
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.live import Live, settle_by_rules, settle_live
from scoring.money.methods import MoneyRules, Total
from scoring.money.settlement import Settlement

# Used until the club has played: typical points after some twenty games.
SAMPLE_NAMES: Final = ("Anna", "Ben", "Cleo", "Dora")
SAMPLE_POINTS: Final = (31, 8, -12, -27)
SAMPLE_GAMES: Final = 24
SAMPLE_LOST: Final = (8, 11, 13, 16)
SAMPLE_SOLOS_LOST: Final = (0, 1, 0, 2)
SAMPLE_MINUS: Final = (19, 27, 36, 48)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Numbers to settle: those of `evening`, or invented ones."""

    evening: Evening | None
    tables: tuple[tuple[Total, ...], ...]
    absent: tuple[int, ...]
    names: Mapping[int, Player]
    excuses: Excuses  # answers of the absent players, if a date asked them

    @property
    def totals(self) -> list[Total]:
        """List the totals by player, the best first."""
        found: dict[int, Total] = {}
        for table in self.tables:
            for total in table:
                before = found.get(total.player, Total(total.player, 0, 0))
                found[total.player] = before._replace(points=before.points + total.points)
        return sorted(found.values(), key=lambda total: -total.points)


def get_example(evening: Evening) -> Example:
    """Return the example of an evening. Ten queries: answers are shown before they cost anything."""
    return _example(settle_live(evening))


def example_for(club: Club) -> Example:
    """Return the example of the last evening played to its end. Eleven queries."""
    evenings = Evening.objects.not_deleted().filter(club=club, sheets__games__gt=0).exclude(closed_at=None)
    last = evenings.select_related("club").order_by("-date", "-pk").first()
    return _example(settle_live(last)) if last else _sample(club)


def _example(found: Live) -> Example:
    if not found.tables:
        return _sample(found.evening.club)
    absent = tuple(player for player in found.absent if player not in found.excused)
    names = Player.objects.in_bulk([*found.seats, *absent])
    excuses = found.excuses or get_excuses(found.evening.club, [found.evening])[found.evening.pk]
    return Example(evening=found.evening, tables=found.tables, absent=absent, names=names, excuses=excuses)


def _sample(club: Club) -> Example:
    """Return an invented example, with names as in all our examples and no player of the club."""
    names = {-place: Player(pk=-place, club=club, name=name) for place, name in enumerate(SAMPLE_NAMES, start=1)}
    numbers = zip(names, SAMPLE_POINTS, SAMPLE_LOST, SAMPLE_SOLOS_LOST, SAMPLE_MINUS, strict=True)
    table = tuple(
        Total(pk, points, SAMPLE_GAMES, lost=lost, solos_lost=solos, minus=minus)
        for pk, points, lost, solos, minus in numbers
    )
    return Example(evening=None, tables=(table,), absent=(), names=names, excuses={})


def settle_example(example: Example, rules: MoneyRules, *, stake: Decimal | int) -> Settlement:
    """Return the settlement of the example. No query."""
    in_force = money_rules.in_force(rules, stake)
    return settle_by_rules(example.tables, in_force, example.absent, frozenset(), example.excuses)
