"""A document as an XLSX workbook, a table a tab; a row is forgotten as soon as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import NamedTemporaryFile
from typing import Any, Final

import xlsxwriter

from dokoclub.exports.files.documents import Document, Table

TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PIECE: Final = 64 * 1024  # bytes
_LONGEST_TITLE: Final = 31  # of a tab, as Excel counts: an emoji is two
_NOT_IN_TITLES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'"))
_NO_TITLE: Final = "history"  # Excel keeps it for itself
_WIDEST: Final = 24  # of a column, in characters


def write_xlsx(document: Document) -> Iterator[bytes]:
    """The workbook is made on the disk first: it cannot be sent before its end is known."""
    with NamedTemporaryFile(suffix=".xlsx") as file:
        with xlsxwriter.Workbook(file.name, {"constant_memory": True, "strings_to_formulas": False}) as book:
            bold = book.add_format({"bold": True})
            for table in document.tables:
                _write(book, table, bold)
        while piece := file.read(_PIECE):
            yield piece


def _write(book: Any, table: Table, bold: Any) -> None:
    sheet = book.add_worksheet(tab_title(table.title) or None)
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(table.columns):
        sheet.set_column(place, place, min(max(len(column.head) + 2, 8), _WIDEST))
        sheet.write_string(0, place, column.head, bold)
    for number, row in enumerate(table.rows, start=1):
        for place, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(number, place, cell)  # whatever it looks like: a text, never a formula
            elif cell is not None:
                sheet.write_number(number, place, cell)


def tab_title(title: str) -> str:
    """What Excel takes for the title of a tab; empty where nothing is left."""
    clean = "".join(sign for sign in title.translate(_NOT_IN_TITLES) if sign.isprintable())
    units = clean.encode("utf-16-le", "ignore")[: 2 * _LONGEST_TITLE]
    short = units.decode("utf-16-le", "ignore").strip()  # half an emoji is none
    return "" if short.casefold() == _NO_TITLE else short
