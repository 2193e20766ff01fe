"""Several lists under each other in one sheet: where does each begin, and what day stands above it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from dokoclub.exports.old_sheets.columns import find_heading
from dokoclub.exports.old_sheets.days import day_in
from dokoclub.exports.old_sheets.files import Grid
from dokoclub.exports.old_sheets.numbers import is_number
from scoring.terms import PLAYING
from scoring.text import fold_name

_SHARED: Final = 2  # names that two lists of a club have in common, if they have four


def split_grid(grid: Grid) -> list[Grid]:
    """A part for every list with names of its own; one whose names are merely repeated stays whole."""
    heading = find_heading(grid)
    if heading is None:
        return [grid]
    begins = [0]
    names = _texts(grid.rows[heading][1])
    for index in range(heading + 1, len(grid.rows)):
        cells = grid.rows[index][1]
        texts = _texts(cells)
        if len(texts) < PLAYING or texts == names or any(map(is_number, cells)) or not _has_games(grid, index):
            continue
        above = _above(grid, index)
        is_dated = any(heading_day(row) for _, row in grid.rows[above:index])
        if is_dated or len(texts & names) >= _SHARED:
            begins.append(above)
            names = texts
    return [replace(grid, rows=grid.rows[begin:end]) for begin, end in zip(begins, [*begins[1:], None], strict=True)]


def _texts(cells: Sequence[str]) -> frozenset[str]:
    return frozenset(fold_name(cell) for cell in cells if cell and not is_number(cell))


def _has_games(grid: Grid, index: int) -> bool:
    """Is the next row with anything but a word or two one of numbers?"""
    for _, cells in grid.rows[index + 1 :]:
        if sum(map(is_number, cells)) >= PLAYING:
            return True
        if len(_texts(cells)) >= PLAYING:
            return False
    return False


def _above(grid: Grid, index: int) -> int:
    """Where what is written above a heading begins: behind the last row with numbers, or with a whole row of words."""
    begin = index
    while begin and not any(map(is_number, cells := grid.rows[begin - 1][1])) and len(_texts(cells)) < PLAYING:
        begin -= 1
    return begin


def heading_day(cells: Sequence[str], elsewhere: str = "") -> date | None:
    """`Abend vom 12.1.2024`: the day of a row that holds no points; `elsewhere`: where a year may stand."""
    written = [cell for cell in cells if cell]  # a sheet may have millions that are empty
    if sum(map(is_number, written)) > 1:
        return None
    return next(filter(None, (day_in(cell, elsewhere=elsewhere) for cell in written)), None)
