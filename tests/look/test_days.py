"""Days and times as people say them, in the time of the table."""

from datetime import UTC, date, datetime, time

import pytest
from django.utils import translation

from dokoclub.look import days

FRIDAY = date(2026, 11, 20)
LATE = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # half past midnight in Berlin


@pytest.mark.parametrize(
    ("language", "day", "year", "short", "month"),
    [
        ("de", "Freitag, 20. November", "Freitag, 20. November 2026", "Fr 20. Nov", "November 2026"),
        ("en", "Friday, 20 November", "Friday, 20 November 2026", "Fri 20 Nov", "November 2026"),
    ],
)
def test_a_day_in_both_languages(language: str, day: str, year: str, short: str, month: str) -> None:
    with translation.override(language):
        shown = (days.day(FRIDAY), days.day_and_year(FRIDAY), days.short_day(FRIDAY), days.month(FRIDAY))
    assert shown == (day, year, short, month)


def test_a_moment_counts_for_the_local_day() -> None:
    with translation.override("de"):
        assert days.day(LATE) == "Samstag, 21. November"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(LATE, "00:30"), (time(21, 5), "21:05"), (LATE.replace(tzinfo=None), "23:30")],
)
def test_the_clock_is_the_tables(value: datetime | time, shown: str) -> None:
    assert days.clock(value) == shown
