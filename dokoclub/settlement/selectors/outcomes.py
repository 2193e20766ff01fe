"""What would each method make of an evening? The explanation of the methods, with the evening's own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.live import Live, settle_by_rules, settle_live
from scoring.money.settlement import METHODS, MoneyRules, Settlement, Total

# Where a club has not played yet: points as they are common after some twenty games.
SAMPLE_NAMES: Final = ("Anna", "Ben", "Cleo", "Dora")
SAMPLE_POINTS: Final = (31, 8, -12, -27)
SAMPLE_GAMES: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Numbers on which the methods are shown: those of `evening`, or invented ones."""

    evening: Evening | None
    tables: tuple[tuple[Total, ...], ...]
    absent: tuple[int, ...]
    names: Mapping[int, Player]

    @property
    def totals(self) -> list[Total]:
        """By player, the best first."""
        found: dict[int, Total] = {}
        for table in self.tables:
            for player, points, games in table:
                before = found.get(player, Total(player, 0, 0))
                found[player] = Total(player, before.points + points, before.games + games)
        return sorted(found.values(), key=lambda total: -total.points)


class Outcome(NamedTuple):
    """What a method would come to."""

    method: str
    settlement: Settlement


def example_of(evening: Evening) -> Example:
    """Seven queries."""
    return _example(settle_live(evening))


def example_for(club: Club) -> Example:
    """The last evening that was played to its end. Eight queries."""
    evenings = Evening.objects.alive().filter(club=club, sheets__games__gt=0).exclude(closed_at=None)
    last = evenings.select_related("club").order_by("-date", "-pk").first()
    return _example(settle_live(last)) if last else _sample(club)


def _example(found: Live) -> Example:
    if not found.tables:
        return _sample(found.evening.club)
    absent = tuple(player for player in found.absent if player not in found.excused)
    names = Player.objects.in_bulk([*found.seats, *absent])
    return Example(evening=found.evening, tables=found.tables, absent=absent, names=names)


def _sample(club: Club) -> Example:
    """Nobody of the club: names as in every example of ours."""
    names = {-place: Player(pk=-place, club=club, name=name) for place, name in enumerate(SAMPLE_NAMES, start=1)}
    table = tuple(Total(pk, points, SAMPLE_GAMES) for pk, points in zip(names, SAMPLE_POINTS, strict=True))
    return Example(evening=None, tables=(table,), absent=(), names=names)


def compare_methods(example: Example, rules: MoneyRules, *, stake: int) -> Sequence[Outcome]:
    """For every method, all else being as in `rules`. No query."""
    return [
        Outcome(method, settle_by_rules(example.tables, _by(method, rules, stake), example.absent, frozenset()))
        for method in METHODS
    ]


def _by(method: str, rules: MoneyRules, stake: int) -> MoneyRules:
    return money_rules.in_force(replace(rules, method=method), stake)
