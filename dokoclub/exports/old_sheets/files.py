"""From the bytes of a file to rows of cells: CSV in whatever dialect, or a workbook."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO
from itertools import islice
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

from dokoclub.exports.old_sheets.budget import LONGEST_CELL, Budget
from dokoclub.exports.old_sheets.notes import Unreadable
from dokoclub.exports.old_sheets.numbers import is_number
from dokoclub.exports.old_sheets.unpacking import refuse_bombs, refuse_damaged
from scoring.terms import say
from scoring.text import clean_line

MOST_BYTES: Final = 5 * 1024 * 1024  # of a file
MOST_ROWS: Final = 30_000  # of a sheet
MOST_COLUMNS: Final = 200

SEPARATORS: Final = (";", "\t", ",", "|")
ENCODINGS: Final = ("utf-8", "cp1252", "utf-16")
_LOOKED_AT: Final = 60  # lines, to find out the separator
BEFORE_JSON: Final = b"\xef\xbb\xbf \t\r\n"
_A_ZIP: Final = b"PK\x03\x04"
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True)
class Grid:
    """A sheet of a file: rows with their number in it (from 1), cells as texts."""

    title: str
    rows: list[tuple[int, list[str]]]
    tab: str = ""  # of a workbook


def refuse_large(content: bytes) -> None:
    """Raises Unreadable."""
    if len(content) > MOST_BYTES:
        raise Unreadable(say("This file is larger than {most} MB."), most=MOST_BYTES // 1024 // 1024)


def is_json(content: bytes) -> bool:
    """No table begins like that."""
    return content[:200].lstrip(BEFORE_JSON).startswith(b"{")


def read_grids(title: str, content: bytes, budget: Budget, *, separator: str = "", encoding: str = "") -> list[Grid]:
    """The sheets of a file; a CSV has one. Raises Unreadable, and Exhausted where `budget` does not suffice.

    `separator`, `encoding`: empty for finding out.
    """
    if content.startswith(_OLD_EXCEL):
        raise Unreadable(say("This is an old Excel file. Please save it as XLSX or CSV."))
    if content.startswith(_A_ZIP):
        return _workbook(title, content, budget)
    text = _text(content, encoding)
    rows = list(islice(_csv_rows(text, separator, budget), MOST_ROWS + 1))
    return [_checked(Grid(title, rows))]


def _checked(grid: Grid) -> Grid:
    if len(grid.rows) > MOST_ROWS:
        raise Unreadable(say("There are more than {most} rows in it: please split it."), most=MOST_ROWS)
    if not any(cell for _, cells in grid.rows for cell in cells):
        raise Unreadable(say("There is nothing in it."))
    return grid


# --- CSV --------------------------------------------------------------------------------------------------------------


def _text(content: bytes, encoding: str) -> str:
    """UTF-8 or UTF-16 where it says so, UTF-8 where it can be, else what Windows writes."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = encoding or "utf-16"
    elif b"\0" in content and encoding != "utf-16":
        raise Unreadable(say("This is neither a CSV file nor an XLSX workbook."))
    for candidate in [encoding] if encoding else ["utf-8", "cp1252"]:
        try:
            return content.decode("utf-8-sig" if candidate == "utf-8" else candidate).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    raise Unreadable(say("Its letters cannot be read: please choose another encoding."))


def _csv_rows(text: str, separator: str, budget: Budget) -> Iterator[tuple[int, list[str]]]:
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.lower().startswith("sep=") and len(first.strip()) == len("sep=;"):  # Excel's own first line
        separator, text, skipped = separator or first[4], rest, 1
    separator = separator or _separator(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    number = 1
    try:
        for cells in reader:
            budget.take_cells(len(cells))
            yield number + skipped, _kept(number + skipped, cells)
            number = reader.line_num + 1  # a cell may hold several lines
    except csv.Error as wrong:
        raise Unreadable(say("It cannot be read as CSV from row {row} on."), row=number + skipped) from wrong


def _separator(text: str) -> str:
    """The one that makes the most rows of numbers; in doubt, that of the widest rows."""
    lines = text.splitlines()[:_LOOKED_AT]

    def worth(separator: str) -> tuple[int, int]:
        try:
            rows = list(csv.reader(lines, delimiter=separator, skipinitialspace=True))
        except csv.Error:
            return 0, 0
        return sum(_numbers(cells) >= 4 for cells in rows), max(map(len, rows), default=0)

    return max(SEPARATORS, key=worth)


def _numbers(cells: Iterable[str]) -> int:
    return sum(is_number(cell) for cell in cells)


def _kept(row: int, cells: Sequence[object]) -> list[str]:
    """The cells of a row as somebody would have typed them."""
    shown = [_shown(cell) for cell in cells[:MOST_COLUMNS]]
    if any(len(cell) > LONGEST_CELL for cell in shown):
        raise Unreadable(say("A cell in row {row} has more than {most} characters."), row=row, most=LONGEST_CELL)
    return shown


def _clean(cell: str) -> str:
    return clean_line(cell)


# --- Workbooks --------------------------------------------------------------------------------------------------------


def _workbook(title: str, content: bytes, budget: Budget) -> list[Grid]:
    """Its visible sheets that have anything in them."""
    refuse_bombs(content, budget)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        visible = [about.name for about in book.sheets_metadata if about.visible == SheetVisibleEnum.Visible]
        several = len(visible) > 1
        sheets = [Grid(f"{title} · {name}" if several else title, _rows(book, name), name) for name in visible]
    except CalamineError as wrong:
        raise refuse_damaged() from wrong
    except BaseException as wrong:  # what the library did not expect is no Exception; it has no name to import
        if type(wrong).__name__ != "PanicException":
            raise
        raise refuse_damaged() from wrong
    found = [grid for grid in sheets if any(cell for _, cells in grid.rows for cell in cells)]
    if not found:
        raise Unreadable(say("There is nothing in it."))
    return [_checked(grid) for grid in found]


def _rows(book: CalamineWorkbook, name: str) -> list[tuple[int, list[str]]]:
    sheet = book.get_sheet_by_name(name)
    first = sheet.start[0] + 1 if sheet.start else 1  # rows above are empty
    indent = [""] * (sheet.start[1] if sheet.start else 0)
    rows = islice(sheet.iter_rows(), MOST_ROWS + 1)
    return [(number, [*indent, *_kept(number, cells)]) for number, cells in enumerate(rows, start=1) if number >= first]


def _shown(value: object) -> str:
    """A cell as somebody would have typed it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return _clean("" if value is None else str(value))
