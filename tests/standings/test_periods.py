"""The days, name and address of a period."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import translation

from dokoclub.standings.models.periods import (
    ALL_TIME,
    Period,
    PeriodConverter,
    list_months_between,
    month_around,
    quarter_around,
    year_around,
)

READ = PeriodConverter().to_python


@pytest.mark.parametrize(
    ("text", "first", "last", "german"),
    [
        ("2026-02", date(2026, 2, 1), date(2026, 2, 28), "Februar 2026"),
        ("2028-02", date(2028, 2, 1), date(2028, 2, 29), "Februar 2028"),
        ("2026-12", date(2026, 12, 1), date(2026, 12, 31), "Dezember 2026"),
        ("2026-q4", date(2026, 10, 1), date(2026, 12, 31), "4. Quartal 2026"),
        ("2026", date(2026, 1, 1), date(2026, 12, 31), "2026"),
        ("all", date.min, date.max, "Gesamt"),
    ],
)
def test_it_is_read_and_written(text: str, first: date, last: date, german: str) -> None:
    found = READ(text)
    with translation.override("de"):
        assert (found.first, found.last, found.key, str(found)) == (first, last, text, german)


@pytest.mark.parametrize("text", ["2026-13", "2026-00", "1899", "2200", "0000"])
def test_what_is_none_is_not_found(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        READ(text)


def test_it_has_neighbours_of_its_own_length() -> None:
    november = month_around(date(2026, 11, 21))
    assert (november.before, november.after) == (month_around(date(2026, 10, 1)), month_around(date(2026, 12, 1)))
    assert month_around(date(2026, 12, 3)).after == month_around(date(2027, 1, 1))
    assert quarter_around(date(2026, 1, 1)).before == quarter_around(date(2025, 12, 31))
    assert year_around(date(2026, 1, 1)).after == year_around(date(2027, 1, 1))
    assert (ALL_TIME.before, ALL_TIME.after) == (None, None)


def test_time_has_an_end() -> None:
    assert READ("1900-01").before is None
    assert READ("2199").after is None


def test_months_in_a_row() -> None:
    found = list_months_between(date(2025, 11, 30), date(2026, 2, 1))
    assert [one.key for one in found] == ["2025-11", "2025-12", "2026-01", "2026-02"]


@pytest.mark.parametrize(
    ("period", "today", "expected"),
    [
        (READ("2026"), date(2026, 5, 3), "2026-05"),
        (READ("2025"), date(2026, 5, 3), "2025-12"),
        (READ("2027"), date(2026, 5, 3), "2027-01"),
        (ALL_TIME, date(2026, 5, 3), "2026-05"),
    ],
)
def test_the_last_month_in_it(period: Period, today: date, expected: str) -> None:
    assert period.last_month_by(today).key == expected
