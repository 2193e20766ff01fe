"""The time of a round is up: the game in progress is finished, open Pflichtsoli are played, nothing else begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scoring.game.sheet import Line
from scoring.terms import say

TIME_IS_UP: Final = say("Time is up: only the game in progress and open Pflichtsoli can still be written.")
FREE: Final = ("pflicht", "forced")  # duties that are played whatever the clock says


def count_late(lines: Iterable[Line]) -> int:
    """How many of these rows, all recorded after the time, had to be begun before it."""
    return sum(line.number is not None and line.duty not in FREE for line in lines)


def is_too_late(before: Iterable[Line], after: Iterable[Line]) -> bool:
    """The rows recorded after the time, before and after a change. One of them was in progress; more begin too late."""
    return count_late(after) > max(1, count_late(before))
