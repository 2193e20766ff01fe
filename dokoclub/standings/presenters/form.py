"""Everybody's last evenings, each as a bar: filled and up for plus, open and down for minus, as long as the result."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from dokoclub.standings.selectors.tables import LeagueTable

SHOWN: Final = 5
FEWEST: Final = 2  # One evening alone is the table itself.
SHORTEST, LONGEST = 4, 11  # px
STEP, BASE = 10, 15  # px from bar to bar, and from the top to the line they stand on


class LastEvening(NamedTuple):
    """A player's result of an evening; `points`: None for those who were not there."""

    points: int | None
    is_won: bool = False


Lately: TypeAlias = tuple[LastEvening, ...]  # a player's last evenings, the oldest first; empty if not shown
LEGEND: Final = (
    (LastEvening(1), pgettext_lazy("an evening", "plus")),
    (LastEvening(-1), pgettext_lazy("an evening", "minus")),
    (LastEvening(1, is_won=True), pgettext_lazy("an evening", "won")),
    (LastEvening(None), pgettext_lazy("an evening", "missed")),
)


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
    last = [evening for _day, evening in sorted(days)[-SHOWN:]]
    points = {
        row.player: {one.evening: row.rules.points(one.counts) for one in row.evenings if one.attended}
        for row in league.rows
    }
    best = {evening: max(mine[evening] for mine in points.values() if evening in mine) for evening in last}
    return {
        player: tuple(LastEvening(mine.get(one), mine.get(one) == best[one]) for one in last)
        for player, mine in points.items()
    }


def find_most(all_lately: Iterable[Lately]) -> int:
    """Return the largest result, plus or minus: the longest bar."""
    return max((abs(one.points or 0) for lately in all_lately for one in lately), default=0)


def draw_lately(lately: Lately, most: int) -> SafeString:
    """Return the drawing, 30 px high. Not read out: the person's page has these evenings in words."""
    filled, outlined = "", ""
    for at, one in enumerate(lately):
        left, length = STEP * at + 1, _length(one.points or 0, most)
        if one.points is None:
            outlined += f"M{left + 1} {BASE}h5"
        elif one.points > 0:
            filled += f"M{left} {BASE}v-{length}h7v{length}z"
        else:
            top = BASE + 0.75 if one.points else BASE - 2
            outlined += f"M{left + 0.75} {top}v{length}h5.5v-{length}z"
        if one.is_won:
            over = BASE - 2.6 - (length if one.points and one.points > 0 else 2)
            outlined += f"M{left} {over:g}h7"
    width = STEP * len(lately)
    return SafeString(
        f'<svg class="form5" viewBox="0 0 {width} 30" width="{width}" aria-hidden="true">'
        f'<path class="zero" d="M0 {BASE}h{width}"/><path d="{filled}"/><path class="open" d="{outlined}"/></svg>'
    )


def draw_legend() -> list[tuple[SafeString, object]]:
    """Return each sign with its word."""
    return [(draw_lately((one,), 2), word) for one, word in LEGEND]


def _length(points: int, most: int) -> int:
    return SHORTEST + round((LONGEST - SHORTEST) * abs(points) / most) if most else SHORTEST
