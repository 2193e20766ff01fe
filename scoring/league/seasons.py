"""Seasons of a club, and checks of their dates: reversed, or overlapping another season."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from scoring.terms import Problem, say


class Season(NamedTuple):
    """A season; both days belong to it."""

    name: str
    first: date
    last: date


def season_problems(season: Season, others: Iterable[Season]) -> list[Problem]:
    """List everything wrong with the dates of a season, alone and against the club's `others`."""
    if season.last < season.first:
        return [Problem("last", say("Choose an end after the start."))]
    return [_overlap(season, other) for other in sorted(others, key=_by_date) if _overlapping(season, other)]


def _by_date(season: Season) -> date:
    return season.first


def _overlapping(one: Season, other: Season) -> bool:
    return one.first <= other.last and other.first <= one.last


def _overlap(season: Season, other: Season) -> Problem:
    """Return the problem at the date inside the other season; at `first` if both or neither are."""
    field = "last" if season.first < other.first and season.last <= other.last else "first"
    return Problem(
        field,
        say("“{name}” runs from {first} to {last}: choose other days."),
        {"name": other.name, "first": other.first, "last": other.last},
    )
