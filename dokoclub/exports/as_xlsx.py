"""A document as an XLSX workbook, a table a tab; a row is forgotten as soon as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import NamedTemporaryFile
from typing import Any, Final

import xlsxwriter

from dokoclub.exports.documents import Document, Table

TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PIECE: Final = 64 * 1024  # bytes
_LONGEST_TITLE: Final = 31  # of a tab
_NOT_IN_TITLES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'"))
_WIDEST: Final = 24  # of a column, in characters


def write(document: Document) -> Iterator[bytes]:
    """The workbook is made on the disk first: it cannot be sent before its end is known."""
    with NamedTemporaryFile(suffix=".xlsx") as file:
        with xlsxwriter.Workbook(file.name, {"constant_memory": True, "strings_to_formulas": False}) as book:
            bold = book.add_format({"bold": True})
            for table in document.tables:
                _write(book, table, bold)
        while piece := file.read(_PIECE):
            yield piece


def _write(book: Any, table: Table, bold: Any) -> None:
    title = table.title.translate(_NOT_IN_TITLES)[:_LONGEST_TITLE].strip()
    sheet = book.add_worksheet(title or None)
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
