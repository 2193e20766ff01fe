"""A sheet of a file as rows of cells, and the places of rows in it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from scoring.tables.notes import Note, Unreadable
from scoring.terms import say

MOST_ROWS: Final = 30_000  # of a sheet
MOST_COLUMNS: Final = 200
MOST_LEFT_OUT: Final = 500
PLACE: Final = re.compile(r"([0-9]{1,3}\.[0-9]{1,3})(?::([0-9]{1,6})(?:-([0-9]{1,6}))?)?")


@dataclass(frozen=True)
class Grid:
    """A sheet of a file: rows with their number (from 1), cells as texts."""

    title: str
    rows: list[tuple[int, list[str]]]
    tab: str = ""  # tab of a workbook
    unsolved: frozenset[tuple[int, int]] = frozenset()  # row and index of cells with an unevaluated formula
    notes: tuple[Note, ...] = ()  # notes for the user about the file or the tab


def check_grid(grid: Grid) -> Grid:
    """Return the sheet. Raises Unreadable if it is empty or too long."""
    if len(grid.rows) > MOST_ROWS:
        raise Unreadable(say("More than {most} rows: split the file."), most=MOST_ROWS)
    if not any(cell for _, cells in grid.rows for cell in cells):
        raise Unreadable(say("There is nothing in it."))
    return grid


def get_place(file: int, sheet: int) -> str:
    return f"{file}.{sheet}"


def get_rows(place: str, first: int, last: int | None = None) -> str:
    """Return the place of these rows in the sheet of `place`."""
    sheet = place.partition(":")[0]
    return f"{sheet}:{first}" if last in (None, first) else f"{sheet}:{first}-{last}"


def read_places(text: str) -> list[str]:
    """List the places that a button names; ignore invalid ones."""
    return [word for word in text.split() if PLACE.fullmatch(word)]


def without_left_out(grid: Grid, place: str, left_out: Iterable[str]) -> Grid | None:
    """Return `grid` without the rows left out; None if all of it is left out."""
    gone: set[int] = set()
    for word in left_out:
        found = PLACE.fullmatch(word)
        if found is None or found[1] != place:
            continue
        if found[2] is None:
            return None
        gone.update(range(int(found[2]), min(int(found[3] or found[2]), 99_999) + 1))
    return replace(grid, rows=[row for row in grid.rows if row[0] not in gone]) if gone else grid
