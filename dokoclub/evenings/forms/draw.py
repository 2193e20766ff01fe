"""Tables of four and five for everybody who is there: by lot, or by the standing. TSR 10.1."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from scoring.terms import PLAYING

Who = TypeVar("Who")


def table_sizes(people: int) -> list[int]:
    """How large the tables are: fours, and fives for those left over; only 6, 7 and 11 people need a larger one.

    Raises ValueError for fewer than four.
    """
    tables = people // PLAYING
    if not tables:
        raise ValueError(people)
    smallest, larger = divmod(people, tables)
    return [smallest + 1] * larger + [smallest] * (tables - larger)


def by_lot(people: Sequence[Who], seed: int | str) -> list[list[Who]]:
    """The same people in the same order and the same seed always give the same tables."""
    drawn = list(people)
    random.Random(seed).shuffle(drawn)  # noqa: S311  # nothing secret
    return _cut(drawn)


def by_standing(ranked: Sequence[Who]) -> list[list[Who]]:
    """The best at the first table, and so on down."""
    return _cut(list(ranked))


def _cut(people: list[Who]) -> list[list[Who]]:
    tables, start = [], 0
    for size in table_sizes(len(people)):
        tables.append(people[start : start + size])
        start += size
    return tables
