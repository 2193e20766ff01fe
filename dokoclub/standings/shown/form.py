"""Everybody's last evenings in five signs: won, plus, even, minus, not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.standings.selectors.tables import LeagueTable

SHOWN: Final = 5
FEWEST: Final = 2  # one evening alone is the table itself


class Outcome(Enum):
    """Of an evening, for a player."""

    WON = "won"
    PLUS = "up"
    EVEN = "even"
    MINUS = "down"
    ABSENT = "away"


WORDS: Final[Mapping[Outcome, object]] = {
    Outcome.WON: pgettext_lazy("an evening", "won"),
    Outcome.PLUS: pgettext_lazy("an evening", "plus"),
    Outcome.EVEN: pgettext_lazy("an evening", "even"),
    Outcome.MINUS: pgettext_lazy("an evening", "minus"),
    Outcome.ABSENT: pgettext_lazy("an evening", "not there"),
}
LEGEND: Final = gettext_lazy(
    "The signs are the last evenings, the newest on the right: suit won, dot plus, ring minus, dash not there."
)

Form = tuple[Outcome, ...]


def tell_forms(league: LeagueTable) -> Mapping[int, Form]:
    """By player, the oldest evening first; nothing where fewer than two evenings are over."""
    days = {
        (one.day, one.evening)
        for row in league.rows
        for one in row.evenings
        if one.attended and one.evening not in league.running
    }
    if len(days) < FEWEST:
        return {}
    last = [evening for _day, evening in sorted(days)[-SHOWN:]]
    wanted = frozenset(last)
    points = {
        row.player: {
            one.evening: row.rules.points(one.counts) for one in row.evenings if one.evening in wanted and one.attended
        }
        for row in league.rows
    }
    best = {evening: max(mine[evening] for mine in points.values() if evening in mine) for evening in last}
    return {player: tuple(_outcome(mine.get(one), best[one]) for one in last) for player, mine in points.items()}


def _outcome(points: int | None, best: int) -> Outcome:
    if points is None:
        return Outcome.ABSENT
    if points == best:
        return Outcome.WON
    return Outcome.EVEN if not points else Outcome.PLUS if points > 0 else Outcome.MINUS


def say_form(form: Sequence[Outcome]) -> str:
    return ", ".join(str(WORDS[one]) for one in form)
