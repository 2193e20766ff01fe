"""A rhythm written out: "every Friday", "every second and fourth Thursday", "every two weeks" become days.

Nothing remembers the rhythm afterwards: each day is a date of its own, which can be moved or cancelled alone.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

LAST: Final = 5  # "the last Thursday of a month"


def last_day_of(first: date) -> date:
    """So far ahead dates are written out: a year, less a day."""
    return in_a_year(first) - timedelta(days=1)


def in_a_year(day: date) -> date:
    """The 29th of February a year later is the 1st of March."""
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return date(day.year + 1, 3, 1)


def every_weeks(first: date, last: date, weeks: int) -> Iterator[date]:
    """`first` and each `weeks`-th week after it, up to and including `last`."""
    day = first
    while day <= last:
        yield day
        day += timedelta(weeks=weeks)


def in_each_month(first: date, last: date, places: Sequence[int]) -> Iterator[date]:
    """The weekday of `first`, the so many-th of each month; `LAST` is its last one, which may be the fourth."""
    year, month = first.year, first.month
    while (year, month) <= (last.year, last.month):
        days = _weekdays(year, month, first.weekday())
        wanted = {days[place - 1] if place < LAST else days[-1] for place in places}
        yield from (day for day in sorted(wanted) if first <= day <= last)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def _weekdays(year: int, month: int, weekday: int) -> list[date]:
    days = calendar.monthrange(year, month)[1]
    return [day for number in range(1, days + 1) if (day := date(year, month, number)).weekday() == weekday]


def begin_at(day: date, clock: time) -> datetime:
    """In UTC. A time that the night of a change does not have is an hour later; one that it has twice, the first."""
    return timezone.make_aware(datetime.combine(day, clock)).astimezone(UTC)


def end_at(day: date, begins: time, ends: time) -> datetime:
    """An end that is no later than the beginning is on the day after."""
    return begin_at(day if ends > begins else day + timedelta(days=1), ends)


def days_before(start: datetime, days: int) -> datetime:
    """So many days earlier at the same time of the clock, but never after `start`."""
    local = timezone.localtime(start)
    return min(begin_at(local.date() - timedelta(days=days), local.time()), start)
