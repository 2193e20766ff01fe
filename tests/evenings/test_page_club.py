"""/clubs/…/: what evenings add to Heute."""

from __future__ import annotations

import re
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.core import formatting
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from dokoclub.evenings.services.sheets import close_sheet
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write
from tests.markup import markup


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/"


def guests(cast: Cast, *names: str) -> None:
    for name in names:
        cast.guest(name)


def test_who_may_write_starts_the_first_evening(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").get(url)
    assert "Wer ist da? Abend starten" in seen(page)
    assert f'action="{url}evenings/new/"' in markup(page)


def test_after_the_first_the_last_round_is_named(cast: Cast, url: str) -> None:
    one = evening(cast)
    write(cast, one.sheets.get(), anna_ben(cast, 131))
    evenings.close_evening(one, by=None)
    page = seen(phone(cast, "Ben").get(url))
    assert "Wer ist da? Zuletzt Anna, Ben, Cleo, Dora Abend starten" in page
    assert f"{formatting.short_day(one.date)}: Anna und Ben gewinnen +1" in page


def test_the_open_evening_is_one_tap_away(cast: Cast, url: str) -> None:
    today = date_of_play()
    sheet = evening(cast, day=today).sheets.get()
    for _ in range(2):
        write(cast, sheet, anna_ben(cast, 131))
    page = phone(cast, "Ben").get(url)
    assert f"{formatting.day(today)} Spiel 3 Anna +2 Ben +2 Cleo −2 Dora −2 Weiterschreiben" in seen(page)
    assert f'<a class="button primary big" href="/sheets/{sheet.pk}/">Weiterschreiben</a>' in markup(page)
    assert markup(page).count("<polyline") == 4
    assert "Abend starten" not in seen(page)
    assert "Tisch-Code" in seen(page)


def test_on_the_strip_everybody_has_the_short_name(cast: Cast, url: str) -> None:
    cast.players["Anna"].short_name = "Änne"
    cast.players["Anna"].save()
    write(cast, evening(cast).sheets.get(), anna_ben(cast, 131))
    assert "Änne Anna +1 Ben +1" in seen(phone(cast, "Ben").get(url))


def test_of_several_tables_each_says_who_leads(cast: Cast, url: str) -> None:
    """Ben sits at none of them; who does gets their own."""
    guests(cast, "Emil", "Frida", "Gerd", "Hans", "Inge")
    one = evening(
        cast, table(cast, "Anna", "Inge", "Cleo", "Dora"), table(cast, "Emil", "Frida", "Gerd", "Hans", name="2")
    )
    page = phone(cast, "Ben").get(url)
    assert "Tisch 1 · Spiel 1 Tisch 2 · Spiel 1 Zum Abend" in seen(page)
    assert f'href="/evenings/{one.pk}/">Zum Abend' in markup(page)
    mine = seen(phone(cast, "Dora").get(url))
    assert "Anna ±0 Inge ±0 Cleo ±0 Dora ±0 Weiterschreiben" in mine
    assert "Emil" not in mine


def test_who_sits_there_writes_on_and_who_does_not_reads_along(cast: Cast, url: str) -> None:
    evening(cast)
    assert "Weiterschreiben" in seen(phone(cast, "Dora").get(url))
    evenings.close_evening(cast.club.evenings.get(), by=None)
    guests(cast, "Emil", "Frida", "Gerd", "Hans")
    evening(cast, table(cast, "Emil", "Frida", "Gerd", "Hans"))
    assert "Mitlesen" in seen(phone(cast, "Dora").get(url))


def test_of_two_evenings_the_leaf_is_ones_own_and_the_other_is_the_first_line(cast: Cast, url: str) -> None:
    guests(cast, "Emil", "Frida", "Gerd", "Hans")
    own = evening(cast, day=date_of_play())
    other = evening(cast, table(cast, "Emil", "Frida", "Gerd", "Hans"), day=date_of_play())
    page = markup(phone(cast, "Dora").get(url))
    assert f'href="/sheets/{own.sheets.get().pk}/">Weiterschreiben' in page
    (first, *_others) = re.findall(r'class="line" href="([^"]+)"', page)
    assert first == f"/evenings/{other.pk}/"
    assert f"{formatting.short_day(other.date)}: läuft auch" in seen(phone(cast, "Dora").get(url))


def test_all_sheets_closed_the_evening_is_left_to_end(cast: Cast, url: str) -> None:
    one = evening(cast)
    close_sheet(one.sheets.get(), by=None)
    page = seen(phone(cast, "Ben").get(url))
    assert "Alle Zettel sind abgeschlossen. Zum Abend" in page


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
    with django_assert_num_queries(15):
        client.get(url)


def test_open_evenings_that_were_forgotten_are_counted(cast: Cast, url: str) -> None:
    """Regression: a club with 120 open evenings had each of them scored and rendered."""
    for day in range(1, 8):
        evening(cast, day=date(2026, 11, day))
    page = seen(phone(cast, "Ben").get(url))
    assert "7. November" in page
    assert "6. November" not in page
    assert "Noch 6 Abende sind offen" in page
