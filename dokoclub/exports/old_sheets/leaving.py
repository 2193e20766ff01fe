"""What somebody leaves out of the files: whole sheets and rows, by where they stand.

`0.2` is the third sheet of the first file, `0.2:17` its row 17, `0.2:17-40` those up to row 40.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from dokoclub.exports.old_sheets.files import Grid

PLACE: Final = re.compile(r"([0-9]{1,3}\.[0-9]{1,3})(?::([0-9]{1,6})(?:-([0-9]{1,6}))?)?")
MOST_LEFT_OUT: Final = 500


def place_of(file: int, sheet: int) -> str:
    return f"{file}.{sheet}"


def rows_of(place: str, first: int, last: int | None = None) -> str:
    """The place of these rows in the sheet where `place` is."""
    sheet = place.partition(":")[0]
    return f"{sheet}:{first}" if last in (None, first) else f"{sheet}:{first}-{last}"


def read_places(text: str) -> list[str]:
    """The places that a button names; what is none is not among them."""
    return [word for word in text.split() if PLACE.fullmatch(word)]


def without_left_out(grid: Grid, place: str, left_out: Iterable[str]) -> Grid | None:
    """`grid` without the rows that are left out; None where all of it is."""
    gone: set[int] = set()
    for word in left_out:
        found = PLACE.fullmatch(word)
        if found is None or found[1] != place:
            continue
        if found[2] is None:
            return None
        gone.update(range(int(found[2]), min(int(found[3] or found[2]), 99_999) + 1))
    return replace(grid, rows=[row for row in grid.rows if row[0] not in gone]) if gone else grid
