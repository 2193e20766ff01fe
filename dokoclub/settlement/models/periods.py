"""The months, quarters and years of the calendar for which dues are charged, each by its first day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from dokoclub.settlement.models.due import MONTHS, Due, Every


def period_around(day: date, months: int) -> date:
    """The first day of the period of so many months (1, 3, 12) in which `day` lies."""
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def next_period(first: date, months: int) -> date:
    ahead = first.month - 1 + months
    return date(first.year + ahead // 12, ahead % 12 + 1, 1)


def periods_to_raise(due: Due, today: date) -> Iterator[date]:
    """Those that have begun by `today` and were not charged yet, the earliest first."""
    months = MONTHS[Every(due.every)]
    period = period_around(due.first, months)
    end = min(today, due.last) if due.last else today
    while period <= end:
        if due.raised_to is None or period > due.raised_to:
            yield period
        period = next_period(period, months)
