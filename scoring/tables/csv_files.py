"""Reading of CSV files in any dialect."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from scoring.csv_cells import unguard_cell
from scoring.tables.cells import is_number
from scoring.tables.grid import MOST_COLUMNS, MOST_ROWS, Grid, check_grid
from scoring.tables.notes import Unreadable
from scoring.terms import say
from scoring.text import clean_line

LONGEST_CELL: Final = 32_767  # characters: the limit of spreadsheets
SEPARATORS: Final = (";", "\t", ",", "|")
_LOOKED_AT: Final = 60  # lines read to detect the separator
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def read_csv(
    title: str, content: bytes, take_cells: Callable[[int], None], *, separator: str = "", encoding: str = ""
) -> Grid:
    """Return the rows of a CSV file. Raises Unreadable, and what `take_cells` raises for too many cells.

    `separator`, `encoding`: empty to detect.
    """
    rows = list(islice(_csv_rows(_text(content, encoding), separator, take_cells), MOST_ROWS + 1))
    return check_grid(Grid(title, rows))


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


def _csv_rows(text: str, separator: str, take_cells: Callable[[int], None]) -> Iterator[tuple[int, list[str]]]:
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.lower().startswith("sep=") and len(first.strip()) == len("sep=;"):  # Excel's own first line
        separator, text, skipped = separator or first[4], rest, 1
    separator = separator or _separator(text)
    reader = csv.reader((line[0] for line in _LINE.finditer(text)), delimiter=separator, skipinitialspace=True)
    number = 1
    try:
        for cells in reader:
            take_cells(len(cells))
            yield number + skipped, [unguard_cell(cell) for cell in as_texts(number + skipped, map(clean_line, cells))]
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


def as_texts(row: int, cells: Iterable[str]) -> list[str]:
    """Return the cells of a row. Raises Unreadable if one is too long."""
    shown = list(islice(cells, MOST_COLUMNS))
    if any(len(cell) > LONGEST_CELL for cell in shown):
        raise Unreadable(say("A cell in row {row} has more than {most} characters."), row=row, most=LONGEST_CELL)
    return shown
