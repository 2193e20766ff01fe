"""Is it safe to read this workbook? A few bytes can ask for gigabytes, in more ways than one."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from dokoclub.exports.old_sheets.notes import Unreadable
from scoring.terms import say

MOST_UNPACKED: Final = 60 * 1024 * 1024  # bytes of a workbook
MOST_CELLS: Final = 6_000_000  # of all sheets, each down to the last row and column that is written, empty ones too
MOST_TAGS: Final = 2_000_000  # of rows and cells in a sheet: what a machine at home looks through in seconds

_WORKBOOK: Final = "xl/workbook.xml"
_OF_OTHER_FORMATS: Final = frozenset({"content.xml", "xl/workbook.bin"})  # ODS and XLSB, with traps of their own
_TAG: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?(c|row)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_PLACE: Final = re.compile(rb"""(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELL: Final = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")
_ROW: Final = re.compile(rb"[0-9]{1,7}")


def refuse_bombs(content: bytes) -> None:
    """Raises Unreadable for what is no XLSX workbook, or would take too much memory.

    The library that reads it makes room for every cell between the first and the last one: a single cell in the last
    corner takes the whole process down, and no exception says so.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            if sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise too_large()
            names = {part.filename.replace("\\", "/").lower() for part in parts}
            if _WORKBOOK not in names or names & _OF_OTHER_FORMATS:
                raise refuse_damaged()
            # Each of them may be a sheet; reading it checks its size and sum, too.
            if sum(rows * columns for rows, columns in (_extent(packed.read(part)) for part in parts)) > MOST_CELLS:
                raise too_large()
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as wrong:
        raise refuse_damaged() from wrong


def refuse_damaged() -> Unreadable:
    return Unreadable(say("This workbook is damaged, or not an XLSX workbook."))


def too_large() -> Unreadable:
    return Unreadable(say("This workbook is too large: please save it as CSV, or split it."))


def _extent(part: bytes) -> tuple[int, int]:
    """The last row and the last column in which something may stand."""
    row = column = rows = columns = 0
    for number, tag in enumerate(_TAG.finditer(part)):
        if number == MOST_TAGS:
            raise too_large()
        attributes = tag[2]
        if tag[1] == b"row":
            row, column = max(_rows(attributes), default=row + 1), 0
            continue
        places = list(_cells(attributes))
        row, column = (max(numbers) for numbers in zip(*places, strict=True)) if places else (row, column + 1)
        if not attributes.endswith(b"/"):  # LibreOffice writes empty ones down to the last row
            rows, columns = max(rows, row), max(columns, column)
    return rows, columns


def _rows(attributes: bytes) -> Iterator[int]:
    for place in _places(attributes):
        if not _ROW.fullmatch(place):
            raise refuse_damaged()
        yield int(place)


def _cells(attributes: bytes) -> Iterator[tuple[int, int]]:
    """Row and column, from 1."""
    for place in _places(attributes):
        found = _CELL.fullmatch(place)
        if found is None:
            raise refuse_damaged()
        column = 0
        for letter in found[1].upper():
            column = 26 * column + letter - ord("A") + 1
        yield int(found[2]), column


def _places(attributes: bytes) -> Iterator[bytes]:
    return (double or single for double, single in _PLACE.findall(attributes))
