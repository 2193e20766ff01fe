"""A forgotten evening: on the next day every page that leads to it asks first whether to close it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from dokoclub.clubs.models import Membership
from dokoclub.core import formatting
from dokoclub.evenings.models import Evening
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.evenings.papers import evening, table
from tests.markup import markup

ASKS = 'id="other-day"'
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def forgotten(cast: Cast) -> Evening:
    return evening(cast)


def at(one: Evening, days_later: int, clock: str) -> Any:
    """Travel to this time in the table's time zone."""
    moment = datetime.fromisoformat(f"{one.date + timedelta(days=days_later)}T{clock}").replace(tzinfo=BERLIN)
    return time_machine.travel(moment, tick=True)


def pages(cast: Cast, one: Evening, name: str = "Ben") -> tuple[str, str]:
    """Return the pages of the club and of the sheet."""
    client = phone(cast, name)
    return markup(client.get(f"/clubs/{cast.club.pk}/")), markup(client.get(f"/sheets/{one.sheets.get().pk}/"))


@pytest.mark.parametrize(("days_later", "clock"), [(0, "23:59"), (1, "05:59")])
def test_through_the_night_it_goes_on(cast: Cast, forgotten: Evening, days_later: int, clock: str) -> None:
    with at(forgotten, days_later, clock):
        club, sheet = pages(cast, forgotten)
    assert "Spielabend beenden" not in club
    assert "Weiterschreiben" in club
    assert ASKS not in sheet


@pytest.mark.parametrize(("days_later", "clock"), [(1, "06:00"), (7, "20:00"), (400, "12:00")])
def test_from_six_on_it_is_to_be_closed_and_a_new_one_begins(
    cast: Cast, forgotten: Evening, days_later: int, clock: str
) -> None:
    with at(forgotten, days_later, clock):
        club, sheet = pages(cast, forgotten)
        question = f"Abend vom {formatting.day(forgotten.date)} beenden?"
    start, close = f"/clubs/{cast.club.pk}/evenings/new/", f"/evenings/{forgotten.pk}/close/"
    assert club.count("button primary") == 1
    assert f'href="{close}" aria-label="Spielabend beenden">Abend beenden</a>' in club
    assert f'<a class="button" href="/sheets/{forgotten.sheets.get().pk}/">Weiterschreiben</a>' in club
    assert f'<a class="line" href="{start}">' in club
    assert "Noch offen" in club
    asked = sheet[sheet.index(ASKS) :]
    assert f"<h2>{question}</h2>" in asked
    assert f'<a class="button primary" href="{start}">Abend starten</a>' in asked
    assert f'action="{close}"' in asked


def test_who_only_sits_there_is_told_the_day_and_may_write_on(cast: Cast, forgotten: Evening) -> None:
    with at(forgotten, 1, "12:00"):
        club, sheet = pages(cast, forgotten, "Dora")
        assert f"Zettel vom {formatting.day(forgotten.date)}" in sheet[sheet.index(ASKS) :]
    assert "beenden" not in club
    assert "beenden?" not in sheet
    assert "/close/" not in club + sheet


def test_one_of_today_beside_it_is_the_one_that_is_meant(cast: Cast, forgotten: Evening) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    with at(forgotten, 3, "21:00"):
        today = evening(cast, table(cast, "Emil", "Frida", "Gerd", "Hans"))
        club, _ = pages(cast, forgotten)
    assert club.count("button primary") == 1
    assert f'href="/sheets/{today.sheets.get().pk}/">Weiterschreiben</a>' in club
    assert f'<a class="line" href="/evenings/{forgotten.pk}/">' in club
    assert "Abend starten" not in club


def test_the_start_page_asks_too(cast: Cast, forgotten: Evening) -> None:
    """The user is in two clubs."""
    Membership.objects.create(club=cast.other_club, account=cast.ben, scorer=True)
    with at(forgotten, 0, "23:00"):
        before = markup(phone(cast, "Ben").get("/"))
    with at(forgotten, 2, "12:00"):
        after = markup(phone(cast, "Ben").get("/"))
        assert f"Abend vom {formatting.day(forgotten.date)} beenden?" in after
    sheet = f'<a class="button primary" href="/sheets/{forgotten.sheets.get().pk}/">'
    assert sheet in before
    assert sheet not in after
    button = '<button class="button primary">Abend starten</button>'
    assert f'action="/clubs/{cast.club.pk}/evenings/new/">{button}' in after


def test_a_phone_takes_the_question_along(cast: Cast, forgotten: Evening) -> None:
    kit = phone(cast, "Ben").get(f"/sheets/{forgotten.sheets.get().pk}/kit/").json()
    assert kit["day"] == forgotten.date.isoformat()
    assert "beenden?" in kit["other_day"]
    begins = phone(cast, "Ben").get(f"/clubs/{cast.club.pk}/evenings/blank/").json()
    assert "Ein Abend von einem früheren Tag" in begins["other_day"]


def test_the_sheet_shows_its_day(cast: Cast, forgotten: Evening) -> None:
    _, sheet = pages(cast, forgotten)
    day = forgotten.date
    assert f"<small>{day.day}.{day.month}.</small></summary>" in sheet
    assert f'<h1 class="aloud">{formatting.day_and_year(day)}</h1>' in sheet
