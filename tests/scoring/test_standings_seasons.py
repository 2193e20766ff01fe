"""The dates of a season: never reversed, never two seasons on one day."""

from datetime import date

import pytest

from scoring.league.seasons import Season, season_problems

SPRING = Season("Frühjahr", date(2026, 1, 1), date(2026, 6, 30))
AUTUMN = Season("Herbst", date(2026, 9, 1), date(2026, 12, 31))


def season(first: str, last: str) -> Season:
    return Season("neu", date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2026-07-01", "2026-08-31", []),
        ("2026-07-15", "2026-07-15", []),
        ("2027-01-01", "2025-01-01", ["last: Choose an end after the start."]),
        ("2026-06-30", "2026-08-31", ["first: “Frühjahr” runs from 2026-01-01 to 2026-06-30: {no}"]),
        ("2026-07-01", "2026-09-01", ["last: “Herbst” runs from 2026-09-01 to 2026-12-31: {no}"]),
        ("2026-03-01", "2026-04-01", ["first: “Frühjahr” runs from 2026-01-01 to 2026-06-30: {no}"]),
        ("2026-01-01", "2026-06-30", ["first: “Frühjahr” runs from 2026-01-01 to 2026-06-30: {no}"]),
        ("2026-07-01", "2026-12-31", ["last: “Herbst” runs from 2026-09-01 to 2026-12-31: {no}"]),
        ("2026-07-01", "2027-01-01", ["first: “Herbst” runs from 2026-09-01 to 2026-12-31: {no}"]),
        (
            "2026-06-01",
            "2026-10-01",
            [
                "first: “Frühjahr” runs from 2026-01-01 to 2026-06-30: {no}",
                "last: “Herbst” runs from 2026-09-01 to 2026-12-31: {no}",
            ],
        ),
    ],
)
def test_the_dates_of_a_season(first: str, last: str, expected: list[str]) -> None:
    found = season_problems(season(first, last), [AUTUMN, SPRING])
    assert [f"{problem.field}: {problem}" for problem in found] == [
        line.format(no="choose other days.") for line in expected
    ]
