"""Safety checks of workbooks, since a few bytes can demand gigabytes; hidden rows and unevaluated formulas."""

import re
import zipfile
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from typing import Final, NamedTuple

from scoring.tables.csv_files import LONGEST_CELL
from scoring.tables.notes import Unreadable
from scoring.terms import say

MILLION: Final = 1_000_000
MOST_UNPACKED: Final = 60  # MB of workbooks
MOST_CELLS: Final = 2  # millions in all sheets, each counted to its last used row and column, including empty cells
MOST_TAGS: Final = 2  # millions of rows, cells and shared texts: a home machine scans these in seconds
MOST_TEXT: Final = 10  # millions of characters of shared texts, counted for each cell that shows them
_WORKBOOK: Final = "xl/workbook.xml"
_ODS: Final = "content.xml"
_XLSB: Final = "xl/workbook.bin"  # has dangers of its own
_TAG: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?(c|row)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_TABLE: Final = re.compile(rb"<table:table(?=[\s>])")
_ODS_TAG: Final = re.compile(rb"""<table:(?:covered-)?table-(cell|row)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_REPEATED: Final = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,9})["']""")
_TEXT: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?si(?=[\s/>])""")  # a text shared by cells
_SHARES: Final = re.compile(rb"""(?:^|\s)t\s*=\s*["']s["']""")
_WHICH: Final = re.compile(rb"""\s*<(?:[^\s<>:/"']+:)?v\s*>\s*([0-9]{1,9})\s*</""")
_MOST_BYTES_OF_A_SIGN: Final = 4
_PLACE: Final = re.compile(rb"""(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELL: Final = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")
_ROW: Final = re.compile(rb"[0-9]{1,7}")


class Exhausted(Unreadable):
    """This file exceeds the budget together with the previous ones: none of them is read."""


@dataclass
class Budget:
    """The remaining budget of an upload."""

    unpacked: int = MOST_UNPACKED * 1024 * 1024
    cells: int = MOST_CELLS * MILLION
    tags: int = MOST_TAGS * MILLION
    text: int = MOST_TEXT * MILLION

    def take_unpacked(self, number: int) -> None:
        self.unpacked -= number
        if self.unpacked < 0:
            raise Exhausted(
                say("Unpacked, this is more than {most} MB: please save it as CSV, or split it."), most=MOST_UNPACKED
            )

    def take_cells(self, number: int) -> None:
        self.cells -= number
        if self.cells < 0:
            raise Exhausted(
                say("More than {most} million cells, including empty ones: split the file."), most=MOST_CELLS
            )

    def take_tags(self, number: int = 1) -> None:
        self.tags -= number
        if self.tags < 0:
            raise Exhausted(
                say("More than {most} million cells and rows are listed in it: please save it as CSV, or split it."),
                most=MOST_TAGS,
            )

    def take_text(self, number: int) -> None:
        self.text -= number
        if self.text < 0:
            raise Exhausted(
                say("Its cells hold over {most} million characters: split the file."),
                most=MOST_TEXT,
            )


def refuse_bombs(content: bytes, budget: Budget) -> None:
    """Raise Unreadable for anything but an XLSX or ODS workbook, and Exhausted if it needs too much memory or time.

    The library that reads it allocates every cell between the first and the last one, and copies a shared text for
    each cell that shows it: one cell in the last corner kills the whole process without an exception.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            budget.take_unpacked(sum(part.file_size for part in parts))
            names = {part.filename.replace("\\", "/").lower() for part in parts}
            if _XLSB in names or (_WORKBOOK in names) == (_ODS in names):
                raise refuse_damaged()
            if _ODS in names:
                for part in parts:
                    if part.filename.lower() == _ODS:
                        _refuse_large_tables(packed.read(part), budget)
                    else:
                        packed.read(part)
                return
            texts: array[int] = array("L")
            for part in parts:
                texts.extend(_shared(packed.read(part), budget))
            # Each part may be a sheet; reading it also checks its size and checksum.
            for part in parts:
                rows, columns = _extent(packed.read(part), texts, budget)
                budget.take_cells(rows * columns)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as wrong:
        raise refuse_damaged() from wrong


def refuse_damaged() -> Unreadable:
    return Unreadable(say("This workbook is damaged, or neither XLSX nor ODS."))


def _refuse_large_tables(part: bytes, budget: Budget) -> None:
    """Count the cells of an ODS as the library allocates them: cells and rows may be repeated."""
    for table in _TABLE.split(part)[1:]:
        rows = columns = at = column = repeated = 0
        for tag in _ODS_TAG.finditer(table):
            budget.take_tags()
            times = max((int(found) for found in _REPEATED.findall(tag[2])), default=1)
            if tag[1] == b"row":
                at, column, repeated = at + repeated, 0, times
                continue
            column += times
            if not tag[0].endswith(b"/>") or b"value" in tag[2]:
                columns, rows = max(columns, column), max(rows, at + repeated)
                end = table.find(b"</table:", tag.end())
                budget.take_text(max(0, end - tag.end()) * times * repeated)
        budget.take_cells(rows * columns)


def _shared(part: bytes, budget: Budget) -> Iterator[int]:
    """Yield the lengths of the shared texts in a part of the workbook, in bytes including markup."""
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
    """Return the last row and the last column that may be used."""
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
        if not attributes.endswith(b"/"):  # LibreOffice writes empty cells down to the last row
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
    """Yield row and column, from 1."""
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


# --- Facts that the library does not report ---------------------------------------------------------------------------


class Marks(NamedTuple):
    """Hidden rows of a sheet, and row and index of cells with an unevaluated formula."""

    hidden: set[int]
    unsolved: set[tuple[int, int]]


_SHEET: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?sheet\s((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_RELATION: Final = re.compile(rb"""<(?:[^\s<>:/"']+:)?Relationship\s((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_HIDDEN: Final = re.compile(rb"""(?:^|\s)hidden\s*=\s*["'](?:1|true)["']""")
_FORMULA: Final = re.compile(rb"\s*<(?:[^\s<>:/\"']+:)?f[\s/>]")
_RESULT: Final = re.compile(rb"<(?:[^\s<>:/\"']+:)?v(?:\s[^<>]*)?>[^<]")
_CELL_END: Final = re.compile(rb"</(?:[^\s<>:/\"']+:)?c\s*>")
_MOST_MARKS: Final = 10_000


def read_marks(content: bytes) -> dict[str, Marks]:
    """Return the marks by sheet name. `refuse_bombs` must have checked the workbook."""
    with zipfile.ZipFile(BytesIO(content)) as packed:
        parts = {part.filename.replace("\\", "/").lower(): part for part in packed.infolist()}
        if _WORKBOOK not in parts:
            tables = _TABLE.split(packed.read(parts[_ODS]))[1:]
            return {_attribute(table[: table.find(b">")], b"name"): _get_ods_marks(table) for table in tables}
        relations = packed.read(parts[_RELATIONS]) if _RELATIONS in parts else b""
        targets = {_attribute(one, b"Id"): _attribute(one, b"Target") for one in _RELATION.findall(relations)}
        found = {}
        for one in _SHEET.findall(packed.read(parts[_WORKBOOK])):
            target = targets.get(_attribute(one, b"id"), "")
            part = parts.get((target.lstrip("/") if target.startswith("/") else f"xl/{target}").lower())
            if part is not None:
                found[_attribute(one, b"name")] = _get_marks(packed.read(part))
        return found


_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
_ODS_HIDDEN: Final = re.compile(rb"""visibility\s*=\s*["'](?:collapse|filter)["']""")


def _get_ods_marks(table: bytes) -> Marks:
    marks = Marks(set(), set())
    row = column = repeated = 0
    for tag in _ODS_TAG.finditer(table):
        times = max((int(found) for found in _REPEATED.findall(tag[2])), default=1)
        if tag[1] == b"row":
            row, column, repeated = row + repeated, 0, times
            if _ODS_HIDDEN.search(tag[2]):
                marks.hidden.update(range(row + 1, row + 1 + min(times, _MOST_MARKS)))
            continue
        if b":formula" in tag[2] and b"value-type" not in tag[2] and len(marks.unsolved) < _MOST_MARKS:
            marks.unsolved.add((row + 1, column))
        column += times
    return marks


def _attribute(tag: bytes, name: bytes) -> str:
    found = re.search(rb"""(?:^|[\s:])%s\s*=\s*(?:"([^"]*)"|'([^']*)')""" % name, tag)
    return unescape(((found[1] or found[2] or b"") if found else b"").decode(errors="replace"))


def _get_marks(part: bytes) -> Marks:
    marks = Marks(set(), set())
    row = column = 0
    for tag in _TAG.finditer(part):
        if tag[1] == b"row":
            row, column = max(_rows(tag[2]), default=row + 1), 0
            if _HIDDEN.search(tag[2]):
                marks.hidden.add(row)
            continue
        row, column = max(_cells(tag[2]), default=(row, column + 1))
        if not tag[2].endswith(b"/") and _FORMULA.match(part, tag.end()) and len(marks.unsolved) < _MOST_MARKS:
            end = _CELL_END.search(part, tag.end())
            if end and not _RESULT.search(part, tag.end(), end.end()):
                marks.unsolved.add((row, column - 1))
    return marks
