"""Everybody's last evenings as five signs: won, plus, even, minus, not there."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias

from django.utils.translation import pgettext_lazy

from dokoclub.standings.selectors.tables import LeagueTable

SIGNS: Final = 5
FEWEST: Final = 2  # One evening alone is the table itself.


class EveningOutcome(Enum):
    """A player's result of an evening."""

    WON = "won"
    PLUS = "up"
    EVEN = "even"
    MINUS = "down"
    ABSENT = "away"


WORDS: Final[Mapping[EveningOutcome, object]] = {
    EveningOutcome.WON: pgettext_lazy("an evening", "won"),
    EveningOutcome.PLUS: pgettext_lazy("an evening", "plus"),
    EveningOutcome.EVEN: pgettext_lazy("an evening", "even"),
    EveningOutcome.MINUS: pgettext_lazy("an evening", "minus"),
    EveningOutcome.ABSENT: pgettext_lazy("an evening", "missed"),
}
LEGEND: Final = (EveningOutcome.PLUS, EveningOutcome.MINUS, EveningOutcome.WON, EveningOutcome.ABSENT)

Lately: TypeAlias = tuple[EveningOutcome, ...]  # a player's last evenings, the oldest first; empty if not shown


def format_lately(league: LeagueTable) -> Mapping[int, Lately]:
    """Return the last evenings by player; empty if fewer than two evenings are over."""
    days = {
        (one.day, one.evening)
        for row in league.rows
        for one in row.evenings
        if one.attended and one.evening not in league.running
    }
    if len(days) < FEWEST:
        return {}
    last = [evening for _day, evening in sorted(days)[-SIGNS:]]
    points = {
        row.player: {one.evening: row.rules.points(one.counts) for one in row.evenings if one.attended}
        for row in league.rows
    }
    best = {evening: max(mine[evening] for mine in points.values() if evening in mine) for evening in last}
    return {player: tuple(_outcome(mine.get(one), best[one]) for one in last) for player, mine in points.items()}


def _outcome(points: int | None, best: int) -> EveningOutcome:
    if points is None:
        return EveningOutcome.ABSENT
    if points == best:
        return EveningOutcome.WON
    return EveningOutcome.EVEN if not points else EveningOutcome.PLUS if points > 0 else EveningOutcome.MINUS


def format_form(form: Sequence[EveningOutcome]) -> str:
    return ", ".join(str(WORDS[one]) for one in form)
