"""Export of a document as CSV: its first table, separated by semicolons, with formulas guarded."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO
from typing import Final

from dokoclub.core.csv_file import guard_cell
from dokoclub.core.formatting import decimal_sign
from dokoclub.exports.exporters.documents import Cell, Document

TYPE: Final = "text/csv; charset=utf-8"
_AT_ONCE: Final = 32 * 1024  # characters


def write_csv(document: Document) -> Iterator[bytes]:
    """Write CSV with the decimal sign of the reader's language: German spreadsheets read 2.96 as a day in 1996."""
    return _written(document, decimal_sign())  # the language is known now, but maybe not while the file is sent


def _written(document: Document, decimal: str) -> Iterator[bytes]:
    table = document.tables[0]
    text = StringIO()
    text.write("\ufeff")  # spreadsheets would otherwise assume a Windows encoding
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(_cells([column.head for column in table.columns], decimal))
    for row in table.rows:
        writer.writerow(_cells(row, decimal))
        if text.tell() > _AT_ONCE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _cells(row: Sequence[Cell], decimal: str) -> list[str | int | None]:
    return [_cell(cell, decimal) for cell in row]


def _cell(cell: Cell, decimal: str) -> str | int | None:
    if isinstance(cell, (float, Decimal)):
        return str(cell).replace(".", decimal)
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, date):
        return cell.isoformat()
    return guard_cell(cell) if isinstance(cell, str) else cell
