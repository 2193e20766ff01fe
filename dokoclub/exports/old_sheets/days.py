"""When was it played? Days as people write them, and days worked out from a first one and a rhythm."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

_GERMAN: Final = re.compile(r"(?<!\d)(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})(?!\d)")
_ISO: Final = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_CENTURY_FROM: Final = 70  # 70 is 1970, 69 is 2069


def day_in(text: str) -> date | None:
    """The first day that is named in a text: `12.3.2021`, `12.03.21`, `2021-03-12`, `20210312`."""
    if found := _ISO.search(text):
        year, month, day = map(int, found.groups())
    elif found := _GERMAN.search(text):
        day, month, year = map(int, found.groups())
        if year < 100:
            year += 1900 if year >= _CENTURY_FROM else 2000
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _every(days: int) -> Callable[[date, int], date]:
    return lambda first, number: first + timedelta(days=days * number)


def _monthly(first: date, number: int) -> date:
    """The same day of each month, or its last one."""
    months = first.month - 1 + number
    year, month = first.year + months // 12, months % 12 + 1
    return date(year, month, min(first.day, monthrange(year, month)[1]))


def _monthly_weekday(first: date, number: int) -> date:
    """The same weekday of each month: every second Friday; a fifth one is the last."""
    which = (first.day - 1) // 7
    begin = _monthly(first.replace(day=1), number)
    day = 1 + (first.weekday() - begin.weekday()) % 7 + 7 * which
    last = monthrange(begin.year, begin.month)[1]
    return begin.replace(day=day if day <= last else day - 7)


# (first day, how many later, from 0) -> day; OverflowError beyond the calendar
RHYTHMS: Final[Mapping[str, Callable[[date, int], date]]] = {
    "same": _every(0),
    "daily": _every(1),
    "weekly": _every(7),
    "fortnightly": _every(14),
    "three_weekly": _every(21),
    "four_weekly": _every(28),
    "monthly": _monthly,
    "monthly_weekday": _monthly_weekday,
}
