"""The ladder: the winner stays, the second moves up one table, the third two, the fourth three, the fifth four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.terms import Problem, say
from scoring.tournament.sizes import Tables, Who


def next_table(table: int, place: int, tables: int) -> int:
    """Return the next table for this place at this table; all three counted from 1."""
    return (table - 1 + place - 1) % tables + 1


def order_by_points(table: Sequence[Who], points: Mapping[Who, int]) -> list[Who]:
    """Sort a table by its points; ties by seat number."""
    return sorted(table, key=lambda who: (-points[who], table.index(who)))


def climb_ladder(tables: Tables, points: Mapping[Who, int]) -> tuple[tuple[Who, ...], ...]:
    """Return the next round of the people at `tables` (table 1 first), fill-ins too: nobody meets anybody of this one.
    The sizes of the tables stay: one of five does not move. Seats are in order of the previous tables.
    """
    seats: list[list[Who]] = [[] for _ in tables]
    for number, table in enumerate(tables, start=1):
        for place, who in enumerate(order_by_points(table, points), start=1):
            seats[next_table(number, place, len(tables)) - 1].append(who)
    return tuple(tuple(table) for table in seats)


def ladder_problems(tables: Tables) -> list[Problem]:
    """Check the number of tables: with fewer tables than people at one, a ladder would lead back to the same table."""
    largest = max((len(table) for table in tables), default=0)
    if len(tables) < largest:
        return [Problem("seating", say("A ladder needs {tables} tables or more."), {"tables": largest})]
    return []
