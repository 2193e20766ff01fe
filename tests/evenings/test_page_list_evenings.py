"""/clubs/…/evenings/: all evenings, a year at a time."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from dokoclub.core.formatting import short_day
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write
from tests.evenings.rows import write_entry


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/evenings/"


def test_an_empty_club_is_told_what_to_do(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").get(url)
    assert "Noch kein Abend Starte den ersten, wenn alle sitzen. Abend starten" in seen(page)
    assert "Abend starten" not in seen(phone(cast, "Dora").get(url))


def test_each_stands_in_a_line_with_its_winners(cast: Cast, url: str) -> None:
    before, friday = date(2026, 11, 6), date(2026, 11, 13)
    one = evening(cast, table(cast), table(cast, name="2"), day=before, place="Linde")
    write(cast, one.sheets.get(table="1"), anna_ben(cast, 131))
    evenings.close_evening(one, by=None)
    evening(cast, day=friday)
    page = seen(phone(cast, "Dora").get(url))
    assert f"{short_day(friday)} offen, 0 Spiele" in page
    assert f"{short_day(before)} Anna und Ben gewinnen, 2 Tische, 1 Spiel +1" in page
    assert page.index("Fr 13. Nov") < page.index("Fr 6. Nov")


def test_each_month_has_its_heading(cast: Cast, url: str) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 20, tzinfo=UTC)):
        for day in (date(2026, 10, 30), date(2026, 11, 6), date(2026, 11, 13)):
            evening(cast, day=day)
        page = seen(phone(cast, "Dora").get(url))
        assert page.count("November Fr 13. Nov") == page.count("Oktober Fr 30. Okt") == 1
        assert "2026" not in page
        evening(cast, day=date(2025, 12, 31))
        assert "Dezember 2025 Mi 31. Dez" in seen(phone(cast, "Dora").get(url, {"year": "2025"}))


def test_only_an_evening_of_today_is_running(cast: Cast, url: str) -> None:
    evening(cast, day=date_of_play())
    assert f"{short_day(date_of_play())} läuft, Spiel 1" in seen(phone(cast, "Dora").get(url))


def test_a_winner_is_who_played(cast: Cast, url: str) -> None:
    """Emil has 0 points and no game; Cleo and Dora have less, Anna and Ben more."""
    cast.guest("Emil")
    one = evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dora", "Emil"), day=date(2026, 11, 13))
    write_entry(
        one.sheets.get(),
        {"kind": "penalty", "points": {cast.ids("Anna")[0]: -20}, "reason": "Falsch bedient"},
        by=None,
    )
    write(cast, one.sheets.get(), anna_ben(cast, 100))
    evenings.close_evening(one, by=None)
    assert "Cleo und Dora gewinnen" in seen(phone(cast, "Dora").get(url))


def test_a_year_at_a_time(cast: Cast, url: str) -> None:
    for day in (date(2025, 12, 31), date(2026, 1, 1)):
        evening(cast, day=day)
    dora = phone(cast, "Dora")
    assert "Do 1. Jan" in seen(dora.get(url))
    assert "Mi 31. Dez" not in seen(dora.get(url))
    page = dora.get(url, {"year": "2025"})
    assert "Mi 31. Dez" in seen(page)
    assert '<a href="?year=2025" aria-current="page">2025</a>' in page.content.decode()


@pytest.mark.parametrize("year", ["1999", "zwanzig", "", "99999"])
def test_a_year_without_evenings_shows_the_last_one(cast: Cast, url: str, year: str) -> None:
    evening(cast, day=date(2026, 11, 13))
    assert "Fr 13. Nov" in seen(phone(cast, "Dora").get(url, {"year": year}))


def test_other_clubs_and_deleted_evenings_do_not_stand_here(cast: Cast, url: str) -> None:
    evenings.delete_evening(evening(cast, day=date(2026, 11, 13)), typed=date(2026, 11, 13), by=cast.anna)
    assert "Noch kein Abend" in seen(phone(cast, "Dora").get(url))


@pytest.mark.parametrize("number", [1, 3])
def test_many_evenings_cost_no_more_queries(
    cast: Cast, url: str, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """One query fetches the names of tournaments."""
    for day in range(1, number + 1):
        write(cast, evening(cast, day=date(2026, 11, day)).sheets.get(), anna_ben(cast))
    client = phone(cast, "Anna")
    client.get(url)
    with django_assert_num_queries(10):
        client.get(url)
