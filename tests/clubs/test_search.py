"""/clubs/…/search/: what each reader's search finds."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from tests.cast import Cast, make_player
from tests.pages import seen


def found(client: Client, club: Club, typed: str) -> str:
    page = client.get(f"/clubs/{club.pk}/search/", {"q": typed}).content.decode()
    return page.partition('id="found"')[2].partition("</main>")[0]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("name des", "/edit/"),
        ("abrechnung", "/money/method/"),
        ("FUCHS", "/rules/edit/extras/"),
        ("regeln ändern", "/rules/edit/"),
        ("ehrentafel", "/hall-of-fame/"),
    ],
)
def test_owners_find_settings_rules_and_pages(anna: Client, cast: Cast, typed: str, address: str) -> None:
    assert address in found(anna, cast.club, typed)


def test_players_are_found_by_name_and_short_name(dora: Client, cast: Cast) -> None:
    make_player(cast.club, "Annemarie Leutheusser", short_name="Annerl")
    for typed in ("leuth", "annerl", "spieler annemarie"):
        assert "Annemarie Leutheusser" in found(dora, cast.club, typed)


@pytest.mark.parametrize("typed", ["13. november 2020", "13.11.2020", "november 2020 abend", "fr 13.", "linde"])
def test_evenings_are_found_by_day_and_place(dora: Client, cast: Cast, typed: str) -> None:
    evening = Evening.objects.create(club=cast.club, date=date(2020, 11, 13), place="Gasthaus Linde")
    Evening.objects.create(club=cast.club, date=date(2020, 10, 2))
    page = found(dora, cast.club, typed)
    assert f"/evenings/{evening.pk}/" in page
    assert page.count("/evenings/") == 1


def test_help_is_found_by_its_words(dora: Client, cast: Cast) -> None:
    assert "/help/offline/" in found(dora, cast.club, "funkloch") or "/help/offline/" in found(dora, cast.club, "netz")


def test_those_without_the_right_find_no_settings(dora: Client, cast: Cast) -> None:
    cast.club.memberships.update(scorer=False, treasurer=False)
    for typed in ("verwalten", "zugänge", "name des clubs", "club löschen", "regeln ändern"):
        assert f"/clubs/{cast.club.pk}/" not in found(dora, cast.club, typed)


@pytest.mark.parametrize("typed", ["kasse", "beiträge", "turnier", "saison", "spielstärke"])
def test_features_that_are_off_are_not_found(anna: Client, cast: Cast, typed: str) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    page = found(anna, cast.club, typed)
    for part in ("/kitty/", "/accounts/", "/dues/", "/tournaments/", "/seasons/", "/rating/", "/cash-box/"):
        assert part not in page


def test_nothing_typed_and_nothing_found(dora: Client, cast: Cast) -> None:
    assert "<li>" not in found(dora, cast.club, "  ")
    assert "Nichts gefunden." in found(dora, cast.club, "xyzzy")


def test_other_clubs_stay_out_of_it(dora: Client, cast: Cast) -> None:
    other = Club.objects.create(name="Fremde Runde")
    make_player(other, "Zacharias")
    assert "Zacharias" not in found(dora, cast.club, "zacharias")


def test_the_settings_search_without_scripts(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/settings/").content.decode()
    assert f'action="/clubs/{cast.club.pk}/search/"' in page
    assert "Verwalten Suche Das benutzen wir" in seen(anna.get(f"/clubs/{cast.club.pk}/settings/"))


@pytest.mark.parametrize("more", [0, 5])
def test_many_evenings_and_players_cost_no_more_queries(
    anna: Client, cast: Cast, more: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(more):
        make_player(cast.club, f"Gast {number}")
        Evening.objects.create(club=cast.club, date=date(2020, 1, 1 + number))
    with django_assert_num_queries(13):
        anna.get(f"/clubs/{cast.club.pk}/search/", {"q": "a"})
