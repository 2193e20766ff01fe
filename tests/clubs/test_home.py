"""/: the user's clubs, or how to begin."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.clubs.services.clubs import delete_club
from dokoclub.demo.club import demo_club
from tests.accounts.people import make_account
from tests.cast import Cast, make_club, make_player, signed_in
from tests.evenings import papers
from tests.pages import seen


@pytest.mark.django_db
def test_an_empty_install_offers_a_club(client: Client) -> None:
    page = client.get("/")
    assert "Deinen Club gründen" in seen(page)
    assert 'href="/account/register/?next=/clubs/new/"' in page.content.decode()
    assert "Demo-Club" not in seen(page)


@pytest.mark.django_db
def test_the_demo_club_does_not_count_as_somebody(client: Client, settings: Settings) -> None:
    settings.DEMO = True
    demo_club()
    page = client.get("/")
    assert "Deinen Club gründen" in seen(page)
    assert "Demo-Club ansehen" in seen(page)


@pytest.mark.django_db
def test_the_button_leads_into_the_demo_club(client: Client, settings: Settings) -> None:
    settings.DEMO = True
    demo_club()
    page = client.post("/account/demo/", follow=True)
    assert "Kein Abend offen" in seen(page)


def test_signed_out_one_can_sign_in(cast: Cast, client: Client, settings: Settings) -> None:
    settings.REGISTRATION = "invited"
    page = seen(client.get("/"))
    assert "Zettel öffnen 60 Sekunden, ohne Konto, kostenlos. Ich habe eine Einladung" in page
    assert "Registrieren" not in page


def test_where_all_may_register_it_says_so(cast: Cast, client: Client, settings: Settings) -> None:
    settings.REGISTRATION = "open"
    assert "Registrieren" in seen(client.get("/"))


def test_the_sheet_of_a_stranger_is_reckoned_by_our_own_engine(cast: Cast, client: Client) -> None:
    """The engine scores four games, newest first."""
    page = seen(client.get("/"))
    assert "4 Wert 3 −6 Re −3 −8 Re −3 ±0 +3 +14 +3" in page
    assert "3 Solo −3 −4 −5 −4 −3 −4 +11 Re +12" in page


def test_three_proofs_of_one_evening(cast: Cast, client: Client) -> None:
    """Six taps, the evening's picture, and the payments that follow from its points."""
    page = client.get("/")
    assert "Sechs Tipps pro Spiel Cem Dora 1 3 1 Speichern" in seen(page)
    assert 'src="/try/picture.svg"' in page.content.decode()
    assert "Wer wem was zahlt Anna zahlt Ben 0,65 € Cem zahlt Dora 0,55 €" in seen(page)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_link_to_it_has_a_preview(cast: Cast, client: Client, settings: Settings, language: str) -> None:
    """The preview has the site's name for every reader; the picture has the size that is declared."""
    settings.PUBLIC_URL = "https://doko.example.org"
    page = client.get("/", headers={"accept-language": language}).content.decode()
    told = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page))
    assert told["og:url"] == "https://doko.example.org/"
    assert told["og:description"] == told["description"]
    assert told["og:title"].isprintable()  # no soft hyphen, which belongs in headings only
    place = told["og:image"].removeprefix("https://doko.example.org/static/")
    png = Path(str(finders.find(place))).read_bytes()
    assert (struct.unpack(">II", png[16:24]), len(png) < 150_000) == ((1200, 630), True)


def test_one_club_is_gone_to_at_once(dora: Client, cast: Cast) -> None:
    response = dora.get("/")
    assert (response.status_code, response["Location"]) == (302, f"/clubs/{cast.club.pk}/")


def test_without_a_club_it_says_what_to_do(db: None) -> None:
    page = seen(signed_in(make_account("neu", "Neu")).get("/"))
    assert "Noch kein Club" in page
    assert "Club gründen" in page


def test_several_clubs_are_a_list(anna: Client, cast: Cast) -> None:
    make_club("Ahorn", cast.anna)
    page = seen(anna.get("/"))
    assert page.index("Ahorn") < page.index("Linde")


def test_a_deleted_club_can_be_taken_back_from_here(anna: Client, cast: Cast) -> None:
    make_club("Ahorn", cast.anna)
    delete_club(cast.club, typed="Linde", by=cast.anna)
    page = anna.get("/")
    assert "Gelöschte Clubs Linde bis" in seen(page)
    assert f'action="/clubs/{cast.club.pk}/take-back/"' in page.content.decode()


def test_a_member_does_not_see_what_was_deleted(dora: Client, cast: Cast) -> None:
    delete_club(cast.club, typed="Linde", by=cast.anna)
    assert "Linde" not in seen(dora.get("/"))


@pytest.mark.parametrize("number", [1, 3])
def test_many_clubs_cost_no_more_queries(
    anna: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for index in range(number):
        make_player(make_club(f"Ahorn {index}", cast.anna), "Anna")
    anna.get("/")
    with django_assert_num_queries(6):  # one of them selects the open evenings
        anna.get("/")


def test_a_running_evening_stands_on_top(cast: Cast) -> None:
    """A scorer continues with one tap; others read along. Two evenings have one filled button."""
    make_club("Ahorn", cast.anna)
    make_club("Ahorn", cast.dora)
    cast.guest("Fritz")
    papers.sheet(cast, "Anna", "Ben", "Cleo", "Fritz")
    page = signed_in(cast.anna).get("/")
    said = seen(page)
    assert "Heute" in said
    assert said.index("Weiterschreiben") < said.index("Meine Clubs")
    assert "läuft" in said
    assert "Spiel 1 Anna, Ben, Cleo und Fritz Weiterschreiben" in said
    assert "Mitlesen" in seen(signed_in(cast.dora).get("/"))
    cast.guest("Gerd")
    papers.sheet(cast, "Dora", "Ben", "Cleo", "Gerd")
    page = signed_in(cast.anna).get("/")  # her own table first, though another was opened later
    assert page.content.decode().count("button primary") == 1
    assert "Anna, Ben, Cleo und Fritz Weiterschreiben Läuft noch" in seen(page)


def test_evenings_of_other_clubs_are_nobodys_business(cast: Cast) -> None:
    stranger = make_account("fremd", "Fremd")
    make_club("Ahorn", stranger)
    make_club("Birke", stranger)
    papers.sheet(cast)
    assert "Meine Clubs Ahorn" in seen(signed_in(stranger).get("/"))
