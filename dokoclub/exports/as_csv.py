"""A document as CSV: its first table, with semicolons, for spreadsheets; nothing in it is taken for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from dokoclub.exports.documents import Cell, Document
from dokoclub.look.csv_file import guarded

TYPE: Final = "text/csv; charset=utf-8"
_AT_ONCE: Final = 32 * 1024  # characters


def write(document: Document) -> Iterator[bytes]:
    table = document.tables[0]
    text = StringIO()
    text.write("\ufeff")  # spreadsheets take it for what Windows writes otherwise
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(_guarded([column.head for column in table.columns]))
    for row in table.rows:
        writer.writerow(_guarded(row))
        if text.tell() > _AT_ONCE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _guarded(row: Sequence[Cell]) -> list[Cell]:
    return [guarded(cell) if isinstance(cell, str) else cell for cell in row]
