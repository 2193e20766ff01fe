"""What an older version of the file does not say, as today's would have said it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dokoclub.dates.models.date import make_uid
from dokoclub.look.cards import TINTS

Row = dict[str, Any]

# (table, column) -> the version that had it first, and what it says of a row from before and its number, from 1
ADDED: Final[Mapping[tuple[str, str], tuple[int, Callable[[Row, int], Any]]]] = {
    ("transfers", "cleared_by"): (2, lambda _row, _number: None),
    ("payments", "kept_days"): (2, lambda _row, _number: None),
    ("cash_entries", "player"): (2, lambda _row, _number: None),
    ("cash_entries", "counts_on"): (2, lambda row, _number: row.get("day")),
    ("cash_entries", "number"): (2, lambda _row, number: number),  # in the order in which they were booked
    ("cash_entries", "kind"): (2, lambda _row, _number: "booked"),
    ("players", "tint"): (5, lambda _row, number: (number - 1) % TINTS + 1),  # in the order in which they were entered
    ("players", "monogram"): (5, lambda _row, _number: ""),
    ("cash_entries", "table_first"): (5, lambda _row, _number: None),
    ("cash_entries", "table_last"): (5, lambda _row, _number: None),
    ("tournaments", "series"): (6, lambda _row, _number: None),
    ("dates", "uid"): (8, lambda _row, _number: make_uid()),
    ("leagues", "rated"): (3, lambda _row, _number: False),
    ("leagues", "framed_by"): (3, lambda _row, _number: []),
}
# Tables whose amounts say their currency since version 2: before, all were in that of the club.
IN_CURRENCY: Final = frozenset({"evening_moneys", "payments", "cash_entries"})


def bring_up(table: str, row: Row, number: int, version: int, currency: Any) -> Row:
    """The row of a file of that version with all columns that came since. What is there stays as it is.

    `currency`: that of the club.
    """
    if table in IN_CURRENCY and version < 2 and "currency" not in row:
        row["currency"] = currency
    for (of, column), (since, value) in ADDED.items():
        if of == table and version < since and column not in row:
            row[column] = value(row, number)
    return row
