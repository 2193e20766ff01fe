"""/e/…/: a secret link opens one evening without an account, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.evenings.models import Evening, SecretLink, Sheet
from dokoclub.evenings.services import evenings
from scoring.rules.presets import HAUSRUNDE
from tests.cast import Cast
from tests.evenings.pages import Answer, seen
from tests.evenings.papers import anna_ben, evening, game, solo, table, write
from tests.evenings.rows import strike_entry

GUESTS = ("Emil", "Frida", "Gerd", "Hans")


@pytest.fixture
def one(cast: Cast) -> Evening:
    """Return one table: a game with a note, a penalty with a reason, and a struck game."""
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Anna Musterfrau")
    one = evening(cast, table(cast, rules="ddv"), place="Hinterzimmer", stake=5)
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast, 131), note="Ganz knapp.")
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Dora")[0]: -5}, "reason": "Falsch bedient"})
    struck = write(cast, sheet, anna_ben(cast, 99))
    strike_entry(struck, by=cast.ben)
    return one


def url_of(one: Evening) -> str:
    assert one.opened_by is not None
    return f"/e/{evenings.make_secret_link(one, by=one.opened_by).token}/"


def opened(one: Evening) -> Answer:
    return Client().get(url_of(one))


def test_it_says_who_leads_and_shows_the_sheet(one: Evening) -> None:
    """Everybody's points are shown once: above the columns of the only sheet."""
    page = seen(opened(one))
    assert "Linde" in page
    assert "läuft Spiel 2 · Anna und Ben führen mit +1" in page
    assert "Platz Name Spiele" not in page
    assert "Strafe +1 ±0 +1 ±0 −1 ±0 −6 −5 1 Wert 1" in page


def test_it_marks_bock_solos_dealer_and_who_sits_out(cast: Cast) -> None:
    cast.guest("Emil")
    one = evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", rules="hausrunde", dealer="Emil"))
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast, 120))
    others = ("Cleo", "Dora", "Emil")
    write(cast, sheet, game(cast, ("Ben",), others, 130, kind="solo", solo="damen"))
    page = opened(one).content.decode()
    _head, solo_row, _first = page.split('<tr class="row')
    assert "<em>×2</em><small>Damen</small>" in solo_row
    assert 'class="dealt"' in solo_row
    assert "setzt aus" in solo_row
    assert 'class="party moved">Solo ' in solo_row


def test_it_marks_no_bock_where_a_solo_counts_as_ever(cast: Cast) -> None:
    assert HAUSRUNDE.bock is not None
    plain = replace(HAUSRUNDE, bock=replace(HAUSRUNDE.bock, in_solo=False))
    one = evening(cast, table(cast, rules=plain))
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, solo(cast, "Ben", 130))
    write(cast, sheet, anna_ben(cast, 130))
    _head, last, solo_row, _first = opened(one).content.decode().split('<tr class="row')
    assert "<em>×2</em>" in last
    assert "×2" not in solo_row


def test_it_shows_no_notes_money_or_changes(one: Evening) -> None:
    page = opened(one).content.decode()
    for private in ("Ganz knapp", "Falsch bedient", "Hinterzimmer", "Cent", "gestrichen", "geändert", "Musterfrau"):
        assert private not in page, private


def test_it_leads_nowhere_else(one: Evening) -> None:
    links = re.findall(r'<a [^>]*href="([^"]*)"', opened(one).content.decode())
    assert links == ["#main"]
    assert "<form" not in opened(one).content.decode()


def test_full_names_where_the_club_wants_them(one: Evening) -> None:
    evenings.change_style(one.club, ranked_by="scores", large="total", full_names=True)
    assert "Anna Musterfrau" in seen(opened(one))


def test_nobody_finds_keeps_or_passes_on_its_address(one: Evening) -> None:
    for response in (opened(one), Client().get("/e/1-abc/")):
        assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response.headers["Cache-Control"]
        assert '<meta name="robots" content="noindex, nofollow">' in response.content.decode()


def test_several_tables_are_opened_one_by_one(cast: Cast) -> None:
    for name in GUESTS:
        cast.guest(name)
    one = evening(cast, table(cast, name="1"), table(cast, *GUESTS, name="Garten"))
    garden = one.sheets.get(table="Garten")
    url = url_of(one)
    page = seen(Client().get(url))
    assert "Tisch 1 Spiel 1 Anna, Ben, Cleo und Dora Tisch Garten Spiel 1 Emil, Frida, Gerd und Hans" in page
    assert "Noch kein Spiel" not in page
    assert "Noch kein Spiel" in seen(Client().get(url, {"sheet": str(garden.pk)}))


def test_the_table_of_another_evening_is_not_shown(cast: Cast, one: Evening) -> None:
    for name in GUESTS:
        cast.guest(name)
    elsewhere = evening(cast, table(cast, *GUESTS)).sheets.get()
    page = Client().get(url_of(one), {"sheet": str(elsewhere.pk)})
    assert "Emil" not in page.content.decode()


# ---- Nobody learns whether a link ever existed ----------------------------------------------------------------------


def tampered(one: Evening) -> str:
    url = url_of(one)
    return url[:-2] + ("A" if url[-2] != "A" else "B") + "/"


def revoked(one: Evening) -> str:
    url = url_of(one)
    evenings.revoke_secret_link(SecretLink.objects.get())
    return url


def expired(one: Evening) -> str:
    Evening.objects.filter(pk=one.pk).update(date=timezone.localdate() - timedelta(days=31))
    return url_of(Evening.objects.get(pk=one.pk))


def of_deleted_evening(one: Evening) -> str:
    url = url_of(one)
    assert one.opened_by is not None
    evenings.delete_evening(one, typed=one.date, by=one.opened_by)
    return url


def of_deleted_club(one: Evening) -> str:
    url = url_of(one)
    assert one.opened_by is not None
    delete_club(one.club, typed=one.club.name, by=one.opened_by)
    return url


def of_a_pen(one: Evening) -> str:
    return f"/e/{evenings.create_scoring_link(one.sheets.get())}/"


@pytest.mark.parametrize("url", [tampered, revoked, expired, of_deleted_evening, of_deleted_club, of_a_pen])
def test_every_link_that_opens_nothing_says_the_same(one: Evening, url: object) -> None:
    assert callable(url)
    unknown = Client().get("/e/987654-abc/")
    response = Client().get(url(one))
    assert response.status_code == unknown.status_code == 404
    assert seen(response) == seen(unknown)
    assert "Link ungültig" in seen(response)


@pytest.mark.parametrize("token", ["x", "-", "1-", "999999999999999999999-a", "٣-a", "1%00-a", "a" * 500])
def test_nonsense_is_no_error_of_ours(db: None, token: str) -> None:
    assert Client().get(f"/e/{token}/").status_code == 404


def test_on_the_last_day_it_still_opens(one: Evening) -> None:
    Evening.objects.filter(pk=one.pk).update(date=timezone.localdate() - timedelta(days=30))
    assert opened(Evening.objects.get(pk=one.pk)).status_code == 200


def test_who_tries_wrong_ones_too_often_has_to_wait(one: Evening, settings: Settings) -> None:
    settings.UNKNOWN_TOKENS = {"secret_link": 2}
    client, url = Client(), url_of(one)
    assert [client.get("/e/1-invented/").status_code for _ in range(3)] == [404, 404, 429]
    assert [client.get(url).status_code for _ in range(3)] == [200] * 3


# ---- It follows the evening -----------------------------------------------------------------------------------------


def test_it_follows_what_is_written(cast: Cast, one: Evening) -> None:
    client, url = Client(), url_of(one)
    stamp = client.get(url).context["stamp"]
    assert client.get(url, {"stamp": stamp}, headers={"HX-Request": "true"}).status_code == 204
    write(cast, one.sheets.get(), anna_ben(cast, 150))
    news = client.get(url, {"stamp": stamp}, headers={"HX-Request": "true"})
    assert (news.status_code, "<html" in news.content.decode()) == (200, False)
    assert 'class="sheet"' in news.content.decode()


def test_a_closed_evening_shows_its_result(one: Evening) -> None:
    evenings.close_evening(one, by=None)
    assert "Ergebnis Platz Name Spiele Soli Punkte 1 Anna 1 – +1 1 Ben 1 – +1 3 Cleo" in seen(opened(one))


def test_it_speaks_the_language_of_the_phone(one: Evening) -> None:
    assert "Standings" in seen(Client().get(url_of(one), headers={"accept-language": "en"}))


def test_nothing_is_changed_through_it(one: Evening) -> None:
    url = url_of(one)
    for method in ("post", "put", "patch", "delete"):
        assert getattr(Client(), method)(url).status_code == 405
    assert Sheet.objects.get().is_open


@pytest.mark.parametrize("number", [1, 3])
def test_many_tables_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = evening(cast, *(table(cast, name=str(index)) for index in range(number)))
    for sheet in one.sheets.all():
        for _ in range(number):
            write(cast, sheet, anna_ben(cast))
    client, url = Client(), url_of(one)
    shown = {"sheet": str(one.sheets.earliest("pk").pk)}
    client.get(url, shown)
    with django_assert_num_queries(12):
        client.get(url, shown)
