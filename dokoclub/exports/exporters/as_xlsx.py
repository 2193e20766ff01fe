"""Export of a document as an XLSX workbook with one tab per table; rows are streamed, not held in memory.

Days are written as days and amounts as numbers, so that the reader's spreadsheet formats them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from tempfile import NamedTemporaryFile
from typing import Any, Final

import xlsxwriter

from dokoclub.exports.exporters.documents import Cell, Document, DocumentColumn, DocumentTable, Form

TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PIECE: Final = 64 * 1024  # bytes
_LONGEST_TITLE: Final = 31  # characters of a tab title as Excel counts: an emoji is two
_NOT_IN_TITLES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'"))
_NO_TITLE: Final = "history"  # reserved by Excel
_NARROWEST: Final = 8  # width of a column, in characters
_WIDEST: Final = 24
_FORMATS: Final[Mapping[str, str | int]] = {
    "day": 14,  # built-in formats for days and moments: each spreadsheet uses its country's style
    "moment": 22,
    "number": "#,##0.00",
    "percent": "0 %",
}


def write_xlsx(document: Document) -> Iterator[bytes]:
    """Write the workbook to disk first: it cannot be sent before its end is known."""
    with NamedTemporaryFile(suffix=".xlsx") as file:
        with xlsxwriter.Workbook(file.name, {"constant_memory": True, "strings_to_formulas": False}) as book:
            bold = book.add_format({"bold": True})
            formats = {name: book.add_format({"num_format": form}) for name, form in _FORMATS.items()}
            for table in document.tables:
                _write(book, table, bold, formats)
        while piece := file.read(_PIECE):
            yield piece


def _write(book: Any, table: DocumentTable, bold: Any, formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet(tab_title(table.title) or None)
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(table.columns):
        wide = min(max(len(column.head) + 2, _NARROWEST), _WIDEST)
        sheet.set_column(place, place, max(wide, column.width))
        sheet.write_string(0, place, column.head, bold)
    number = 0
    for number, row in enumerate(table.rows, start=1):
        for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            _write_cell(sheet, (number, place), column, cell, formats)
    sheet.autofilter(0, 0, number, len(table.columns) - 1)


def _write_cell(
    sheet: Any, at: tuple[int, int], column: DocumentColumn, cell: Cell, formats: Mapping[str, Any]
) -> None:
    if isinstance(cell, str) and column.form is Form.NUMBER and cell.isascii() and cell.isdecimal():
        sheet.write_number(*at, int(cell))
    elif isinstance(cell, str):
        sheet.write_string(*at, cell)  # always a text, never a formula
    elif isinstance(cell, datetime):
        sheet.write_datetime(*at, cell.replace(tzinfo=None), formats["moment"])
    elif isinstance(cell, date):
        sheet.write_datetime(*at, cell, formats["day"])
    elif isinstance(cell, (Decimal, float)):
        is_percent = column.form is Form.PERCENT  # a workbook shows percentages of a fraction of 1
        sheet.write_number(
            *at, float(cell / 100 if is_percent else cell), formats["percent" if is_percent else "number"]
        )
    elif cell is not None:
        sheet.write_number(*at, cell)


def tab_title(title: str) -> str:
    """Return a title that Excel accepts for a tab; empty if nothing is left."""
    clean = "".join(sign for sign in title.translate(_NOT_IN_TITLES) if sign.isprintable())
    units = clean.encode("utf-16-le", "ignore")[: 2 * _LONGEST_TITLE]
    short = units.decode("utf-16-le", "ignore").strip()  # drops half an emoji
    return "" if short.casefold() == _NO_TITLE else short
