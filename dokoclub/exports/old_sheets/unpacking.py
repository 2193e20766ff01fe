"""Is it safe to read this workbook? A few bytes can ask for gigabytes, in more ways than one."""

from __future__ import annotations

import re
import zipfile
import zlib
from array import array
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from dokoclub.exports.old_sheets.budget import LONGEST_CELL, Budget
from dokoclub.exports.old_sheets.notes import Unreadable
from scoring.terms import say

_WORKBOOK: Final = "xl/workbook.xml"
_OF_OTHER_FORMATS: Final = frozenset({"content.xml", "xl/workbook.bin"})  # ODS and XLSB, with traps of their own
_TAG: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?(c|row)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_TEXT: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?si(?=[\s/>])""")  # one of the texts that cells share
_SHARES: Final = re.compile(rb"""(?:^|\s)t\s*=\s*["']s["']""")
_WHICH: Final = re.compile(rb"""\s*<(?:[^\s<>:/"']+:)?v\s*>\s*([0-9]{1,9})\s*</""")
_MOST_BYTES_OF_A_SIGN: Final = 4
_PLACE: Final = re.compile(rb"""(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELL: Final = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")
_ROW: Final = re.compile(rb"[0-9]{1,7}")


def refuse_bombs(content: bytes, budget: Budget) -> None:
    """Raises Unreadable for what is no XLSX workbook, and Exhausted for what would take too much memory or time.

    The library that reads it makes room for every cell between the first and the last one, and copies a shared text
    for each cell that shows it: one cell in the last corner takes the whole process down, and no exception says so.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            budget.take_unpacked(sum(part.file_size for part in parts))
            names = {part.filename.replace("\\", "/").lower() for part in parts}
            if _WORKBOOK not in names or names & _OF_OTHER_FORMATS:
                raise refuse_damaged()
            texts: array[int] = array("L")
            for part in parts:
                texts.extend(_shared(packed.read(part), budget))
            # Each of them may be a sheet; reading it checks its size and sum, too.
            for part in parts:
                rows, columns = _extent(packed.read(part), texts, budget)
                budget.take_cells(rows * columns)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as wrong:
        raise refuse_damaged() from wrong


def refuse_damaged() -> Unreadable:
    return Unreadable(say("This workbook is damaged, or not an XLSX workbook."))


def _shared(part: bytes, budget: Budget) -> Iterator[int]:
    """How long the shared texts are that stand in a part of the workbook, in bytes with all their marks."""
    before = None
    for text in _TEXT.finditer(part) if b"<si" in part or b":si" in part else ():
        budget.take_tags()
        if before is not None:
            yield _refuse_long(text.start() - before)
        before = text.start()
    if before is not None:
        yield _refuse_long(len(part) - before)


def _refuse_long(text: int) -> int:
    if text > LONGEST_CELL * _MOST_BYTES_OF_A_SIGN:
        raise Unreadable(say("A cell in it has more than {most} characters."), most=LONGEST_CELL)
    return text


def _extent(part: bytes, texts: Sequence[int], budget: Budget) -> tuple[int, int]:
    """The last row and the last column in which something may stand."""
    row = column = rows = columns = 0
    longest = max(texts, default=0)
    for tag in _TAG.finditer(part):
        budget.take_tags()
        attributes = tag[2]
        if tag[1] == b"row":
            row, column = max(_rows(attributes), default=row + 1), 0
            continue
        places = list(_cells(attributes))
        row, column = (max(numbers) for numbers in zip(*places, strict=True)) if places else (row, column + 1)
        if not attributes.endswith(b"/"):  # LibreOffice writes empty ones down to the last row
            rows, columns = max(rows, row), max(columns, column)
            if texts and _SHARES.search(attributes):
                which = _WHICH.match(part, tag.end())
                known = which is not None and int(which[1]) < len(texts)
                budget.take_text(texts[int(which[1])] if which and known else longest)
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
