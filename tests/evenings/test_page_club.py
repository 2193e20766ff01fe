"""/clubs/…/: the parts that evenings add to the page of the club."""

from __future__ import annotations

import re
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.core import formatting
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write
from tests.markup import markup


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/"


def start_button(cast: Cast) -> str:
    return f'action="/clubs/{cast.club.pk}/evenings/new/"><button'


def test_who_may_write_starts_the_first_evening(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").get(url)
    assert "Neuer Abend Starte den ersten, wenn alle sitzen. Abend starten" in seen(page)
    assert start_button(cast) in markup(page)


def test_who_may_not_waits_for_it(cast: Cast, url: str) -> None:
    page = seen(phone(cast, "Dora").get(url))
    assert "Noch kein Abend" in page
    assert "Abend starten" not in page


def test_after_the_first_the_last_round_is_proposed(cast: Cast, url: str) -> None:
    evenings.close_evening(evening(cast), by=None)
    assert "Vorgeschlagen ist die Runde vom letzten Abend." in seen(phone(cast, "Ben").get(url))
    assert "Noch kein Abend" not in seen(phone(cast, "Dora").get(url))


def test_the_open_evening_is_one_tap_away(cast: Cast, url: str) -> None:
    today = date_of_play()
    one = evening(cast, day=today)
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast, 131))
    page = phone(cast, "Ben").get(url)
    leads = "Spiel 2 · Anna und Ben führen mit +1"
    assert f"{formatting.day(today)} läuft {leads} Anna +1 Ben +1 Cleo −1 Dora −1" in seen(page)
    assert f'<a class="button primary" href="/sheets/{sheet.pk}/">Weiterschreiben</a>' in markup(page)
    assert "Weiteren Tisch öffnen" in seen(page)


def test_who_leads_is_called_as_beside_his_card(cast: Cast, url: str) -> None:
    """Regression: the page said `Karl-Heinz leads`, and below it Kalle had the most."""
    cast.players["Anna"].short_name = "Änne"
    cast.players["Anna"].save()
    write(cast, evening(cast).sheets.get(), anna_ben(cast, 131))
    page = seen(phone(cast, "Ben").get(url))
    assert "Änne und Ben führen mit +1 Änne +1 Ben +1" in page


def test_while_one_runs_another_is_offered_in_quiet_letters_alone(cast: Cast, url: str) -> None:
    """A forgotten evening must not prevent the next one; a second card would compete with the first."""
    evening(cast)
    page = phone(cast, "Ben").get(url)
    assert "Neuer Abend" not in seen(page)
    assert start_button(cast) not in markup(page)
    assert "Abende Alle Abende Weiteren Abend starten" in seen(page)  # with the evenings, not the settings
    assert "Weiteren Abend starten" not in seen(phone(cast, "Dora").get(url))


def test_of_several_tables_each_says_who_leads(cast: Cast, url: str) -> None:
    """The points are on the page of the evening."""
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    one = evening(cast, table(cast), table(cast, "Emil", "Frida", "Gerd", "Hans", name="2"))
    write(cast, one.sheets.get(table="1"), anna_ben(cast, 131))
    page = seen(phone(cast, "Ben").get(url))
    assert "Tisch 1 · Spiel 2 · Anna und Ben führen mit +1 Anna, Ben, Cleo und Dora" in page
    assert "Anna +1 Ben +1" not in page


def test_who_sits_there_writes_on_and_who_does_not_reads_along(cast: Cast, url: str) -> None:
    evening(cast)
    assert "Weiterschreiben" in seen(phone(cast, "Dora").get(url))
    evenings.close_evening(cast.club.evenings.get(), by=None)
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    evening(cast, table(cast, "Emil", "Frida", "Gerd", "Hans"))
    page = seen(phone(cast, "Dora").get(url))
    assert "Mitlesen" in page
    assert "Weiteren Tisch öffnen" not in page


def test_of_several_tables_mine_is_opened(cast: Cast, url: str) -> None:
    guests = ("Emil", "Frida", "Gerd")
    for name in guests:
        cast.guest(name)
    one = evening(cast, table(cast, "Ben", *guests), table(cast, "Dora", *guests, name="2"))
    page = markup(phone(cast, "Dora").get(url))
    assert f'href="/sheets/{one.sheets.get(table="2").pk}/">Weiterschreiben' in page
    assert f'href="/evenings/{one.pk}/">Zum Abend' in markup(phone(cast, "Cleo").get(url))


def test_the_last_evenings_stand_below(cast: Cast, url: str) -> None:
    for day in range(1, 8):
        evenings.close_evening(evening(cast, day=date(2026, 11, day)), by=None)
    page = seen(phone(cast, "Dora").get(url))
    assert "Letzte Abende Alle Abende" in page
    assert "Sa 7. Nov" in page
    assert "So 1. Nov" not in page


def test_the_list_is_a_row_of_the_page_about_the_club(cast: Cast, url: str) -> None:
    page = phone(cast, "Dora").get(f"{url}about/").content.decode()
    ways = re.findall(rf'<a\s[^>]*href="{url}evenings/"[^>]*>(.*?)</a>', page.partition("<main")[2], re.DOTALL)
    assert [re.sub("<[^>]*>", "", way).strip() for way in ways] == ["Abende"]


@pytest.mark.parametrize("number", [1, 3])
def test_many_evenings_and_tables_cost_no_more_queries(
    cast: Cast, url: str, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, number + 1):
        evenings.close_evening(evening(cast, day=date(2026, 11, day)), by=None)
        some = evening(cast, *(table(cast, name=str(index)) for index in range(number)), day=date_of_play())
        write(cast, some.sheets.earliest("pk"), anna_ben(cast))
    client = phone(cast, "Ben")
    client.get(url)
    with django_assert_num_queries(19):
        client.get(url)


def test_open_evenings_that_were_forgotten_are_counted(cast: Cast, url: str) -> None:
    """Regression: a club with 120 open evenings had each of them scored and rendered."""
    for day in range(1, 8):
        evening(cast, day=date(2026, 11, day))
    page = seen(phone(cast, "Ben").get(url))
    assert "7. November" in page
    assert "3. November" in page
    assert "2. November" not in page
    assert "Noch 2 Abende sind offen" in page
