"""Tables of four and five for everybody who is there: by lot, or by the standing. TSR 10.1."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from scoring.tournament.sizes import table_sizes

Who = TypeVar("Who")


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
