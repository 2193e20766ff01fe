"""Plans without reunions that need no search: lines of a plane over a field with one element per table.
People are in columns, as many in each as there are tables, with a fifth column of up to three next to them. In round m
the person at (x, y) sits at table y − m·x: two of different columns share a table in one round at most, two of one
column in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.terms import PLAYING
from scoring.tournament.sizes import Rounds, Who, table_sizes

PRIMES: Final = (5, 7, 11, 13)  # the search solves more tables at once
EIGHT: Final = 8
_POLYNOMIAL: Final = 0b1011  # x³ + x + 1, over which the field of eight is built


def plan_by_lines(people: Sequence[Who], rounds: int, chance: Random) -> Rounds | None:
    """Return a plan without reunions, in an order by lot; None if there is no such plan, or it has fewer rounds."""
    tables = len(people) // PLAYING
    if (tables not in PRIMES and tables != EIGHT) or rounds > tables:
        return None
    seated = chance.sample(people, len(people))
    slopes = chance.sample(range(tables), rounds)
    plan = []
    for slope in slopes:
        lines: list[list[Who]] = [[] for _ in range(tables)]
        for number, who in enumerate(seated):
            column, row = divmod(number, tables)
            lines[_get_line(row, column, slope, tables)].append(who)
        plan.append(tuple(sorted(map(tuple, lines), key=len, reverse=True)))
    return tuple(plan) if [len(table) for table in plan[0]] == table_sizes(len(people)) else None


def _get_line(row: int, column: int, slope: int, order: int) -> int:
    if order == EIGHT:
        return row ^ _times_in_eight(slope, column)
    return (row - slope * column) % order


def _times_in_eight(one: int, other: int) -> int:
    product = 0
    for bit in range(3):
        if other >> bit & 1:
            product ^= one << bit
    for bit in (4, 3):
        if product >> bit & 1:
            product ^= _POLYNOMIAL << (bit - 3)
    return product
