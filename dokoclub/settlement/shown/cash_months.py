"""A long year of the cash box, month by month: each says what it came to, and unfolds its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import ngettext

from dokoclub.look.days import format_day
from dokoclub.settlement.selectors.cash_box import Row, Statement

MOST_AT_ONCE: Final = 12  # rows that a phone shows without folding them


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """`cents`: what came in less what went out; `balance`: of the cash box at its end. Both in cents."""

    name: str  # "Oktober"
    about: str  # "20 Buchungen"
    cents: int
    balance: int
    rows: Sequence[Row]


def months_of(statement: Statement) -> list[Month]:
    """In their order, those with rows; none where the rows are few or all of one month: these are listed at once."""
    if len(statement.rows) <= MOST_AT_ONCE:
        return []
    months = [_month(list(rows)) for _first, rows in groupby(statement.rows, key=lambda row: row.day.replace(day=1))]
    return months if len(months) > 1 else []


def _month(rows: list[Row]) -> Month:
    about = ngettext("%(number)s entry", "%(number)s entries", len(rows)) % {"number": len(rows)}
    return Month(
        name=format_day(rows[0].day, "F"),
        about=about,
        cents=sum(row.cents for row in rows),
        balance=rows[-1].balance,
        rows=rows,
    )
