"""/clubs/…/players/: current and former players of the club."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast, make_club, make_player, signed_in
from tests.pages import seen


def test_members_come_first_then_guests_by_name(dora: Client, cast: Cast) -> None:
    make_player(cast.club, "Ärmel", short_name="Ä")
    make_player(cast.club, "Aaron", guest=True)
    make_player(cast.club, "emil", active=False)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/players/"))
    assert "Spieler 6 Mitglieder · 1 Gast Anna" in page
    assert "emil nicht aktiv" in page
    assert "Aaron Gast" in page
    assert "Ärmel am Tisch: Ä" in page
    assert page.index("Aaron") < page.index("emil")  # pausing players are folded away


def test_a_young_club_shows_its_free_seats(anna: Client, cast: Cast) -> None:
    club = make_club("Ahorn", cast.anna)
    url = f"/clubs/{club.pk}/players/"
    make_player(club, "Anna")
    assert seen(anna.get(url)).count("freier Platz") == 3
    for name in ("Gerd", "Hans", "Ida"):
        make_player(club, name)
    assert "freier Platz" not in seen(anna.get(url))


def test_those_who_left_stand_below(dora: Client, cast: Cast) -> None:
    make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/players/"))
    assert page.index("Dora") < page.index("Nicht mehr dabei") < page.index("Gerd")


def test_only_owners_can_change_something(anna: Client, dora: Client, cast: Cast) -> None:
    make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    url = f"/clubs/{cast.club.pk}/players/"
    assert "<form" in anna.get(url).content.decode().partition("<main")[2].partition("</main>")[0]
    assert "<form" not in dora.get(url).content.decode().partition("<main")[2].partition("</main>")[0]
    assert f'href="{url}new/"' not in dora.get(url).content.decode()


def test_notes_are_not_for_everybody(anna: Client, dora: Client, cast: Cast) -> None:
    player = make_player(cast.club, "Gerd", notes="mag keine Armut")
    assert "mag keine Armut" not in dora.get(f"/clubs/{cast.club.pk}/players/").content.decode()
    assert "mag keine Armut" in anna.get(f"/clubs/{cast.club.pk}/players/{player.pk}/").content.decode()


def test_an_empty_club_says_what_to_do(cast: Cast) -> None:
    cast.other_club.players.all().delete()
    page = seen(signed_in(cast.stranger).get(f"/clubs/{cast.other_club.pk}/players/"))
    assert "Noch keine Spieler" in page
    assert "Spieler eintragen" in page


@pytest.mark.parametrize("number", [1, 3])
def test_many_players_cost_no_more_queries(
    anna: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club("Ahorn", cast.anna)
    for name in ("Emil", "Fritz", "Gerd")[:number]:
        make_player(club, name)
        make_player(club, f"Weg {name}", left_at=timezone.now(), active=False)
    anna.get(f"/clubs/{club.pk}/players/")
    with django_assert_num_queries(7):
        anna.get(f"/clubs/{club.pk}/players/")
