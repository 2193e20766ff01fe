"""A club file as it is read, whole."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from dokoclub.exports.club_file.reading import open_file
from dokoclub.exports.club_file.schema import TABLES


def rows_in(content: bytes) -> dict[str, list[dict[str, Any]]]:
    """By table; days, moments and uuids as the models want them."""
    with open_file(BytesIO(content)) as file:
        return {table.name: [row for rows in file.rows_of(table, rows=1000) for row in rows] for table in TABLES} | {
            "totals": list(file.totals)
        }
