"""The period of a table: a month, a quarter, a year, a season, or all time; and its form in an address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from django.urls import register_converter
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Season
from dokoclub.core import formatting
from dokoclub.core.formatting import EARLIEST, LATEST
from scoring.league.attendance import get_quarter


class Span(StrEnum):
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    SEASON = "season"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A period, both days included. A season's days are unknown (all time) until its row is read: see `of_season`."""

    span: Span
    first: date = date.min
    last: date = date.max
    season: int | None = None  # its id
    name: str = ""  # of a season

    @property
    def key(self) -> str:
        """Return the period as in an address."""
        match self.span:
            case Span.MONTH:
                return f"{self.first:%Y-%m}"
            case Span.QUARTER:
                return f"{self.first.year}-q{get_quarter(self.first)}"
            case Span.YEAR:
                return str(self.first.year)
            case Span.SEASON:
                return f"season-{self.season}"
            case Span.ALL:
                return "all"

    def __str__(self) -> str:
        """Return `November 2026`, `Quarter 4, 2026`, `2026`, the name of a season, `All time`."""
        match self.span:
            case Span.MONTH:
                return formatting.month(self.first)
            case Span.QUARTER:
                return _("Quarter %(number)s, %(year)s") % {"number": get_quarter(self.first), "year": self.first.year}
            case Span.YEAR:
                return str(self.first.year)
            case Span.SEASON:
                return self.name
            case Span.ALL:
                return _("All time")

    @property
    def is_short(self) -> bool:
        """Return whether the period is a month or quarter, which have their own, easier rules than a year."""
        return self.span in (Span.MONTH, Span.QUARTER)

    def holds(self, day: date) -> bool:
        return self.first <= day <= self.last

    def is_over(self, today: date) -> bool:
        return self.last < today

    @property
    def before(self) -> Period | None:
        """Return the previous period of the same length; None for seasons, for all time, and at the end of time."""
        return self._around(self.first - timedelta(days=1)) if self._has_neighbours else None

    @property
    def after(self) -> Period | None:
        return self._around(self.last + timedelta(days=1)) if self._has_neighbours else None

    @property
    def _has_neighbours(self) -> bool:
        return self.span not in (Span.SEASON, Span.ALL)

    def _around(self, day: date) -> Period | None:
        return period_around(self.span, day) if EARLIEST <= day.year <= LATEST else None

    def last_month_by(self, today: date) -> Period:
        """Return its running or last month; the first one if it lies in the future."""
        return month_around(max(min(today, self.last), self.first) if self.first > date.min else min(today, self.last))

    def month_compared(self, today: date) -> Period:
        """Return the month to compare ranks with, at its end: the one before it, or before its last month."""
        month = self if self.span is Span.MONTH else self.last_month_by(today)
        return month_around(month.first - timedelta(days=1))


def month_around(day: date) -> Period:
    return _months(Span.MONTH, day.year, day.month, 1)


def quarter_around(day: date) -> Period:
    return _months(Span.QUARTER, day.year, 3 * get_quarter(day) - 2, 3)


def year_around(day: date) -> Period:
    return _months(Span.YEAR, day.year, 1, 12)


def period_around(span: Span, day: date) -> Period:
    """Return the month, quarter or year around a day."""
    return {Span.MONTH: month_around, Span.QUARTER: quarter_around, Span.YEAR: year_around}[span](day)


def list_months_between(first: date, last: date) -> Iterator[Period]:
    """Yield every month between two days, the oldest first."""
    one = month_around(first)
    while one.first <= last:
        yield one
        one = month_around(one.last + timedelta(days=1))


ALL_TIME: Final = Period(span=Span.ALL)


def season_number(number: int) -> Period:
    """Return a season with only its id known."""
    return Period(span=Span.SEASON, season=number)


def get_season_period(season: Season) -> Period:
    return replace(season_number(season.pk), first=season.first, last=season.last, name=season.name)


def _months(span: Span, year_of: int, first: int, number: int) -> Period:
    behind = first - 1 + number
    last = date(year_of + behind // 12, behind % 12 + 1, 1) - timedelta(days=1)
    return Period(span=span, first=date(year_of, first, 1), last=last)


class PeriodConverter:
    """`2026-11`, `2026-q4`, `2026`, `season-3`, `all` in an address."""

    regex = "[0-9]{4}(?:-[0-9]{2}|-q[1-4])?|season-[0-9]{1,18}|all"

    def to_python(self, text: str) -> Period:
        if text == ALL_TIME.key:
            return ALL_TIME
        if text.startswith("season-"):
            return season_number(int(text.removeprefix("season-")))
        return _read(text)

    def to_url(self, period: Period | str) -> str:
        return period if isinstance(period, str) else period.key


def _read(text: str) -> Period:
    """Parse the period. Raises ValueError, which gives a 404."""
    year_of, rest = int(text[:4]), text[5:]
    if not EARLIEST <= year_of <= LATEST:
        raise ValueError(text)
    if not rest:
        return year_around(date(year_of, 1, 1))
    if found := re.fullmatch("q([1-4])", rest):
        return quarter_around(date(year_of, 3 * int(found[1]), 1))
    return month_around(date(year_of, int(rest), 1))


register_converter(PeriodConverter, "period")
