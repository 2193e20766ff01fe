"""Everybody's last evenings: five signs (won, plus, even, minus, not there), and the points as a line."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from itertools import accumulate
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.standings import Row

SIGNS: Final = 5
OF_COURSE: Final = 12  # evenings that the line goes through
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

COURSE_LEGEND: Final = gettext_lazy("Running points of recent evenings, twelve at most.")


class Lately(NamedTuple):
    """A player's last evenings, the oldest first; empty if they are not shown."""

    form: tuple[EveningOutcome, ...] = ()
    course: tuple[int, ...] = ()  # points in the period: before the first of these evenings, and after each


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
    last = [evening for _day, evening in sorted(days)[-OF_COURSE:]]
    wanted = frozenset(last)
    points = {
        row.player: {
            one.evening: row.rules.points(one.counts) for one in row.evenings if one.evening in wanted and one.attended
        }
        for row in league.rows
    }
    signs = last[-SIGNS:]
    best = {evening: max(mine[evening] for mine in points.values() if evening in mine) for evening in signs}
    return {
        row.player: Lately(
            tuple(_outcome(points[row.player].get(one), best[one]) for one in signs),
            _course(row, [points[row.player].get(one, 0) for one in last], league.running),
        )
        for row in league.rows
    }


def _course(row: Row, won: Sequence[int], running: Collection[int]) -> tuple[int, ...]:
    """Return the totals, counted back from the latest, so that years of evenings cost nothing.

    Empty if the player has not played lately.
    """
    now = sum(row.rules.points(one.counts) for one in row.evenings if one.evening in running)
    before = row.rules.points(row.total) - now - sum(won)
    return tuple(accumulate(won, initial=before)) if any(won) else ()


def _outcome(points: int | None, best: int) -> EveningOutcome:
    if points is None:
        return EveningOutcome.ABSENT
    if points == best:
        return EveningOutcome.WON
    return EveningOutcome.EVEN if not points else EveningOutcome.PLUS if points > 0 else EveningOutcome.MINUS


def format_form(form: Sequence[EveningOutcome]) -> str:
    return ", ".join(str(WORDS[one]) for one in form)
