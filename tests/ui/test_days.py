"""Days and times as people say them, in the time zone of the table."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.utils import translation

from dokoclub.core import formatting
from dokoclub.core.cache import get_or_compute

FRIDAY = date(2026, 11, 20)
LATE = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # half past midnight in Berlin
NEW_YEAR = datetime(2026, 12, 31, 23, 0, tzinfo=UTC)  # in Berlin
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", ["Freitag, 20. November", "Fr 20. Nov", "20. November", "Freitag, 20. November 2026", "November 2026"]),
        ("en", ["Friday, 20 November", "Fri 20 Nov", "20 November", "Friday, 20 November 2026", "November 2026"]),
    ],
)
@time_machine.travel(LATE, tick=False)
def test_a_day_in_both_languages(language: str, shown: list[str]) -> None:
    forms = (formatting.day, formatting.short_day, formatting.date_only, formatting.day_and_year, formatting.month)
    with translation.override(language):
        assert [form(FRIDAY) for form in forms] == shown


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", ["Freitag, 20. November 2026", "Fr 20. Nov 2026", "20. November 2026"]),
        ("en", ["Friday, 20 November 2026", "Fri 20 Nov 2026", "20 November 2026"]),
    ],
)
@pytest.mark.parametrize("now", [NEW_YEAR, datetime(2025, 12, 31, 22, 59, 59, tzinfo=UTC)])
def test_a_day_of_another_year_says_which(language: str, shown: list[str], now: datetime) -> None:
    with translation.override(language), time_machine.travel(now, tick=False):
        assert [form(FRIDAY) for form in (formatting.day, formatting.short_day, formatting.date_only)] == shown


def test_the_year_is_that_of_the_table() -> None:
    """In Berlin the new year has begun while the server's clock has an hour to go."""
    with translation.override("de"), time_machine.travel(NEW_YEAR, tick=False):
        assert (formatting.short_day(NEW_YEAR), formatting.short_day(NEW_YEAR - SECOND)) == (
            "Fr 1. Jan",
            "Do 31. Dez 2026",
        )


def test_nothing_is_kept_over_new_year() -> None:
    """A cached table of December would call its evenings "Fr 20. Nov" all January."""

    def kept() -> str:
        return get_or_compute("test of a day", "the same", lambda: formatting.short_day(FRIDAY))

    with translation.override("de"):
        with time_machine.travel(NEW_YEAR - SECOND, tick=False):
            assert kept() == "Fr 20. Nov"
        with time_machine.travel(NEW_YEAR, tick=False):
            assert kept() == "Fr 20. Nov 2026"


@pytest.mark.parametrize(("language", "shown"), [("de", "20.11.2026"), ("en", "20/11/2026")])
def test_a_day_to_be_typed(language: str, shown: str) -> None:
    with translation.override(language):
        assert formatting.typed_day(FRIDAY) == shown


@time_machine.travel(LATE, tick=False)
def test_a_moment_counts_for_the_local_day() -> None:
    with translation.override("de"):
        assert formatting.day(LATE) == "Samstag, 21. November"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(LATE, "00:30"), (time(21, 5), "21:05"), (LATE.replace(tzinfo=None), "23:30")],
)
def test_the_clock_is_the_tables(value: datetime | time, shown: str) -> None:
    assert formatting.clock(value) == shown


@time_machine.travel(LATE, tick=False)
@pytest.mark.parametrize(
    ("last", "long", "short"),
    [
        (date(2026, 12, 5), "20. November – 5. Dezember", "Fr 20. Nov – Sa 5. Dez"),
        (date(2027, 8, 31), "20. November 2026 – 31. August 2027", "Fr 20. Nov 2026 – Di 31. Aug 2027"),
    ],
)
def test_a_span_says_both_years_or_none(last: date, long: str, short: str) -> None:
    """Regression: `1. September – 31. August 2027`."""
    with translation.override("de"):
        assert formatting.day_span(FRIDAY, last) == long
        assert formatting.short_span(FRIDAY, last) == short
