"""Rhythms expanded into dates: over the ends of months and years, and over the nights when the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from dokoclub.dates.models.date import (
    LAST,
    begin_at,
    days_before,
    end_at,
    every_weeks,
    get_last_day,
    in_a_year,
    in_each_month,
)

FRIDAY = date(2026, 12, 18)


def test_every_friday_over_new_year() -> None:
    days = list(every_weeks(FRIDAY, date(2027, 1, 15), 1))
    assert days == [FRIDAY, date(2026, 12, 25), date(2027, 1, 1), date(2027, 1, 8), date(2027, 1, 15)]


def test_every_second_week() -> None:
    assert list(every_weeks(FRIDAY, date(2027, 1, 14), 2)) == [FRIDAY, date(2027, 1, 1)]


def test_every_second_and_fourth_thursday() -> None:
    found = list(in_each_month(date(2026, 12, 10), date(2027, 2, 28), [4, 2]))
    assert found == [
        date(2026, 12, 10),
        date(2026, 12, 24),
        date(2027, 1, 14),
        date(2027, 1, 28),
        date(2027, 2, 11),
        date(2027, 2, 25),
    ]


def test_the_last_friday_is_the_fourth_or_the_fifth() -> None:
    found = list(in_each_month(date(2027, 1, 1), date(2027, 3, 31), [LAST]))
    assert found == [date(2027, 1, 29), date(2027, 2, 26), date(2027, 3, 26)]


def test_the_fourth_and_the_last_are_one_day_where_there_are_four() -> None:
    assert list(in_each_month(date(2027, 2, 5), date(2027, 2, 28), [4, LAST])) == [date(2027, 2, 26)]


def test_a_first_day_outside_of_the_rhythm_is_no_date() -> None:
    """From Thursday the third on, the second Thursday is the first of them."""
    assert next(in_each_month(date(2026, 12, 3), date(2027, 2, 1), [2, 4])) == date(2026, 12, 10)


def test_on_every_day_a_rhythm_of_a_year_has_its_dates() -> None:
    for day in (date(2027, 1, 1) + timedelta(days=number) for number in range(731)):
        weekly = list(every_weeks(day, get_last_day(day), 1))
        assert len(weekly) in (52, 53)
        assert {one.weekday() for one in weekly} == {day.weekday()}
        assert list(in_each_month(day, get_last_day(day), [1, 2, 3, 4, LAST])) == weekly
        starts = [timezone.localtime(begin_at(one, time(19, 30))) for one in weekly]
        assert {(start.hour, start.minute) for start in starts} == {(19, 30)}


def test_a_leap_day_has_its_year() -> None:
    assert in_a_year(date(2028, 2, 29)) == date(2029, 3, 1)
    assert get_last_day(date(2026, 11, 20)) == date(2027, 11, 19)


@pytest.mark.parametrize(
    ("day", "clock", "moment"),
    [
        (date(2026, 10, 25), time(3), datetime(2026, 10, 25, 2, tzinfo=UTC)),
        (date(2027, 3, 28), time(3), datetime(2027, 3, 28, 1, tzinfo=UTC)),
        (
            date(2027, 3, 28),
            time(2, 30),
            datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
        ),  # that time does not exist: half past three
        (
            date(2026, 10, 25),
            time(2, 30),
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        ),  # that time exists twice: the first
        (date(2026, 12, 31), time(19, 30), datetime(2026, 12, 31, 18, 30, tzinfo=UTC)),
    ],
)
def test_the_clock_of_the_table_becomes_utc(day: date, clock: time, moment: datetime) -> None:
    assert begin_at(day, clock) == moment


def test_an_end_before_the_beginning_is_after_midnight() -> None:
    assert timezone.localtime(end_at(date(2026, 12, 31), time(20), time(1))).date() == date(2027, 1, 1)
    assert timezone.localtime(end_at(date(2026, 12, 31), time(20), time(23))).date() == date(2026, 12, 31)


def test_two_days_before_is_at_the_same_time_of_the_clock() -> None:
    """This also holds when the clocks change in between."""
    start = begin_at(date(2027, 3, 29), time(19, 30))
    before = timezone.localtime(days_before(start, 2))
    assert (before.date(), before.time()) == (date(2027, 3, 27), time(19, 30))
    assert days_before(start, 0) == start
