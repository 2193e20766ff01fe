"""Reading files into rows of cells, from CSV in any dialect or a workbook; places of sheets and rows in them."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from io import BytesIO, StringIO
from itertools import islice
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

from dokoclub.core.csv_file import unguard_cell
from dokoclub.exports.importers.problems import Note, Unreadable
from dokoclub.exports.importers.unpacking import LONGEST_CELL, Budget, Marks, read_marks, refuse_bombs, refuse_damaged
from scoring.tables.cells import is_number
from scoring.terms import say
from scoring.text import clean_line

MOST_BYTES: Final = 5 * 1024 * 1024  # of a file
MOST_ROWS: Final = 30_000  # of a sheet
MOST_COLUMNS: Final = 200
# each JSON file that is read has at least one of these keys
_OURS: Final = ("name", "format", "games", "players", "preset")

SEPARATORS: Final = (";", "\t", ",", "|")
ENCODINGS: Final = ("utf-8", "cp1252", "utf-16")
_LOOKED_AT: Final = 60  # lines read to detect the separator
BEFORE_JSON: Final = b"\xef\xbb\xbf \t\r\n"
_A_ZIP: Final = b"PK\x03\x04"
LONGEST_TAB: Final = 31  # characters
MOST_TABS_NAMED: Final = 8
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
PLACE: Final = re.compile(r"([0-9]{1,3}\.[0-9]{1,3})(?::([0-9]{1,6})(?:-([0-9]{1,6}))?)?")
MOST_LEFT_OUT: Final = 500


@dataclass(frozen=True)
class Grid:
    """A sheet of a file: rows with their number (from 1), cells as texts."""

    title: str
    rows: list[tuple[int, list[str]]]
    tab: str = ""  # tab of a workbook
    unsolved: frozenset[tuple[int, int]] = frozenset()  # row and index of cells with an unevaluated formula
    notes: tuple[Note, ...] = ()  # notes for the user about the file or the tab


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
    text = _text(content, encoding)
    rows = list(islice(_csv_rows(text, separator, budget), MOST_ROWS + 1))
    return [_checked(Grid(title, rows))]


def _checked(grid: Grid) -> Grid:
    if len(grid.rows) > MOST_ROWS:
        raise Unreadable(say("More than {most} rows: split the file."), most=MOST_ROWS)
    if not any(cell for _, cells in grid.rows for cell in cells):
        raise Unreadable(say("There is nothing in it."))
    return grid


# --- CSV --------------------------------------------------------------------------------------------------------------


def _text(content: bytes, encoding: str) -> str:
    """Decode as UTF-16 by its mark or NUL bytes, else as UTF-8 if valid, else as Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = encoding or "utf-16"
    elif b"\0" in content and encoding in ("", "utf-16"):
        encoding = _utf_16(content)
    for candidate in [encoding] if encoding else ["utf-8", "cp1252"]:
        try:
            return content.decode("utf-8-sig" if candidate == "utf-8" else candidate).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    raise Unreadable(say("Its letters are unreadable: choose another encoding."))


def _utf_16(content: bytes) -> str:
    """Detect the byte order of UTF-16 without a mark. Raises Unreadable if the content is not UTF-16."""
    high, low = content[1::2].count(0), content[::2].count(0)
    found = "utf-16-le" if high > low else "utf-16-be"
    try:
        is_text = "\0" not in content.decode(found)
    except UnicodeDecodeError:
        is_text = False
    if not is_text or 4 * max(high, low) < len(content):
        raise Unreadable(say("This is neither a CSV file nor a workbook."))
    return found


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
            yield number + skipped, [unguard_cell(cell) for cell in _as_texts(number + skipped, cells)]
            number = reader.line_num + 1  # a cell may contain several lines
    except csv.Error as wrong:
        raise Unreadable(say("Not valid CSV from row {row}: save it as CSV again."), row=number + skipped) from wrong


def _separator(text: str) -> str:
    """Return the separator that gives the most rows of numbers; on a tie, the widest rows."""
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


def _as_texts(row: int, cells: Sequence[object]) -> list[str]:
    """Return the cells of a row as texts, as a person would type them."""
    shown = [_format_cell(cell) for cell in cells[:MOST_COLUMNS]]
    if any(len(cell) > LONGEST_CELL for cell in shown):
        raise Unreadable(say("A cell in row {row} has more than {most} characters."), row=row, most=LONGEST_CELL)
    return shown


def _clean(cell: str) -> str:
    return clean_line(cell)


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
    return [_checked(grid) for grid in found]


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
        (number, [*indent, *_as_texts(number, cells)]) for number, cells in enumerate(rows, start=1) if number >= first
    ]


def _format_cell(value: object) -> str:
    """Format a cell as a person would type it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return _clean("" if value is None else str(value))


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
