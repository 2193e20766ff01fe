"""Reading files into rows of cells, from CSV or a workbook."""

import json
from dataclasses import replace
from datetime import date, datetime
from io import BytesIO
from itertools import islice
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

from dokoclub.exports.importers.unpacking import Budget, Marks, read_marks, refuse_bombs, refuse_damaged
from scoring.tables.cells import is_number
from scoring.tables.csv_files import as_texts, read_csv
from scoring.tables.grid import MOST_ROWS, Grid, check_grid
from scoring.tables.notes import Note, Unreadable
from scoring.terms import say
from scoring.text import clean_line

MOST_BYTES: Final = 5 * 1024 * 1024  # of a file
# each JSON file that is read has at least one of these keys
_OURS: Final = ("name", "format", "games", "players", "preset")

BEFORE_JSON: Final = b"\xef\xbb\xbf \t\r\n"
_A_ZIP: Final = b"PK\x03\x04"
LONGEST_TAB: Final = 31  # characters
MOST_TABS_NAMED: Final = 8
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"


def refuse_large(content: bytes) -> None:
    """Refuse a file that is too large. Raises Unreadable."""
    if len(content) > MOST_BYTES:
        raise Unreadable(say("Choose a file up to {most} MB."), most=MOST_BYTES // 1024 // 1024)


def is_json(content: bytes) -> bool:
    """Return True if the content is JSON; no table begins like that."""
    return content[:200].lstrip(BEFORE_JSON).startswith(b"{")


def refuse_other_json(content: bytes) -> None:
    """Raise Unreadable for JSON that is neither a file of this site nor a list; it is not a table either."""
    if not content[:200].lstrip(BEFORE_JSON + b"\0\xfe\xff").startswith((b"{", b"[")):
        return
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        return
    if not isinstance(whole, dict) or whole.keys().isdisjoint(_OURS):
        raise Unreadable(say("This JSON is neither a file of this site nor a list of games."))


def read_grids(title: str, content: bytes, budget: Budget, *, separator: str = "", encoding: str = "") -> list[Grid]:
    """List the sheets of a file; a CSV has one. Raises Unreadable, and Exhausted if `budget` runs out.

    `separator`, `encoding`: empty to detect.
    """
    if content.startswith(_OLD_EXCEL):
        raise Unreadable(say("This is an old Excel file. Please save it as XLSX or CSV."))
    if content.startswith(_A_ZIP):
        return _workbook(title, content, budget)
    return [read_csv(title, content, budget.take_cells, separator=separator, encoding=encoding)]


# --- Workbooks --------------------------------------------------------------------------------------------------------


def _workbook(title: str, content: bytes, budget: Budget) -> list[Grid]:
    """Return the visible sheets that are not empty."""
    refuse_bombs(content, budget)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        visible = [about.name for about in book.sheets_metadata if about.visible == SheetVisibleEnum.Visible]
        hidden = [about.name for about in book.sheets_metadata if about.visible != SheetVisibleEnum.Visible]
        several = len(visible) > 1
        sheets = [Grid(f"{title} · {name}" if several else title, _rows(book, name), name) for name in visible]
    except CalamineError as wrong:
        raise refuse_damaged() from wrong
    except BaseException as wrong:  # the library panics with a BaseException that cannot be imported
        if type(wrong).__name__ != "PanicException":
            raise
        raise refuse_damaged() from wrong
    found = [grid for grid in sheets if any(cell for _, cells in grid.rows for cell in cells)]
    marks = read_marks(content)
    found = [_marked(grid, marks.get(grid.tab)) for grid in found]
    if not any(grid.unsolved or any(cell for _, cells in grid.rows for cell in cells) for grid in found):
        raise Unreadable(say("There is nothing in it."))
    if hidden:
        names = ", ".join(name[:LONGEST_TAB] for name in hidden[:MOST_TABS_NAMED])
        note = Note(say("Not read, because they are hidden: {names}."), values={"names": names})
        found[0] = replace(found[0], notes=(note, *found[0].notes))
    return [check_grid(grid) for grid in found]


def _marked(grid: Grid, marks: Marks | None) -> Grid:
    if marks is None:
        return grid
    hidden = [row for row, cells in grid.rows if row in marks.hidden and any(map(is_number, cells))]
    note = Note(say("{number} hidden rows are read like all others."), values={"number": len(hidden)})
    below = {row for row, _ in marks.unsolved} - {row for row, _ in grid.rows}  # the library leaves out empty rows
    rows = sorted([*grid.rows, *((row, []) for row in below)]) if below else grid.rows
    return replace(grid, rows=rows, unsolved=frozenset(marks.unsolved), notes=(note,) if hidden else ())


def _rows(book: CalamineWorkbook, name: str) -> list[tuple[int, list[str]]]:
    sheet = book.get_sheet_by_name(name)
    first = sheet.start[0] + 1 if sheet.start else 1  # the rows above are empty
    indent = [""] * (sheet.start[1] if sheet.start else 0)
    rows = islice(sheet.iter_rows(), MOST_ROWS + 1)
    return [
        (number, [*indent, *as_texts(number, map(_format_cell, cells))])
        for number, cells in enumerate(rows, start=1)
        if number >= first
    ]


def _format_cell(value: object) -> str:
    """Format a cell as a person would type it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return clean_line("" if value is None else str(value))
