"""Export of a document as JSON: each table is a list of objects with English keys and players by name in "points"."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from dokoclub.exports.exporters.documents import Cell, Document, DocumentColumn

TYPE: Final = "application/json"
_AT_ONCE: Final = 32 * 1024  # characters


def write_json(document: Document) -> Iterator[bytes]:
    piece, size = [], 0
    for text in _texts(document):
        piece.append(text)
        size += len(text)
        if size > _AT_ONCE:
            yield "".join(piece).encode()
            piece, size = [], 0
    yield "".join(piece).encode()


def _texts(document: Document) -> Iterator[str]:
    yield "{\n" + f'"name": {json.dumps(document.name, ensure_ascii=False)}'
    for table in document.tables:
        yield f",\n{json.dumps(table.key)}: ["
        before = "\n"
        for row in table.rows:
            yield before + json.dumps(_nested(table.columns, row), ensure_ascii=False)
            before = ",\n"
        yield "]"
    yield "\n}\n"


def _nested(columns: Sequence[DocumentColumn], row: Sequence[Cell]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column, cell in zip(columns, row, strict=True):
        into = found.setdefault(column.under, {}) if column.under else found
        into[column.key] = _plain(cell)
    return found


def _plain(cell: Cell) -> str | int | float | None:
    if isinstance(cell, Decimal):
        return float(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="minutes")
    return cell.isoformat() if isinstance(cell, date) else cell
