"""/clubs/…/: the club, and the next step."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Membership, Player
from tests.cast import Cast, make_club, make_player, signed_in
from tests.markup import markup
from tests.pages import seen


def test_a_new_club_says_what_to_do_next(anna: Client, cast: Cast) -> None:
    club = make_club("Ahorn", cast.anna)
    make_player(club, "Anna")
    page = seen(anna.get(f"/clubs/{club.pk}/"))
    assert "Für einen Tisch fehlen noch 3 Tragt eure Namen ein." in page
    assert "Die Regeln anpassen" in page
    assert "Die anderen einladen" in page


def test_one_missing_is_one(anna: Client, cast: Cast) -> None:
    Player.objects.filter(club=cast.club, name="Dora").update(active=False)
    assert "Für einen Tisch fehlt noch einer" in seen(anna.get(f"/clubs/{cast.club.pk}/"))


@pytest.mark.parametrize("there", [1, 4])
def test_a_new_club_has_one_primary_button(anna: Client, cast: Cast, there: int) -> None:
    """It is the button for players, and with enough players the one for the first evening."""
    Player.objects.filter(club=cast.club).exclude(name__in=["Anna", "Ben", "Cleo", "Dora"][:there]).update(active=False)
    page = markup(anna.get(f"/clubs/{cast.club.pk}/"))
    (primary,) = re.findall(r'class="button primary"[^>]*>([^<]+)<', page)
    assert primary.strip() == {1: "Spieler eintragen", 4: "Abend starten"}[there]


def test_only_the_next_step_of_a_new_club_is_a_card(anna: Client, cast: Cast) -> None:
    """An evening is not offered before there are enough players."""
    club = make_club("Ahorn", cast.anna)
    make_player(club, "Anna")
    page = markup(anna.get(f"/clubs/{club.pk}/"))
    assert page.count('class="panel"') == 1
    assert "Neuer Abend" not in page
    assert "Abend starten" not in page
    assert page.index('"parts columns"') < page.index('class="panel"')  # a laptop shows it next to the club's facts


def test_what_is_done_is_no_longer_asked_for(anna: Client, cast: Cast) -> None:
    page = seen(anna.get(f"/clubs/{cast.club.pk}/"))
    assert "Für einen Tisch fehl" not in page
    assert "Die anderen einladen" not in page
    assert "Die Regeln anpassen" in page


def test_a_member_has_nothing_to_set_up(dora: Client, cast: Cast) -> None:
    page = seen(dora.get(f"/clubs/{cast.club.pk}/"))
    assert "Die Regeln anpassen" not in page
    assert "Einstellungen" not in page


@pytest.mark.parametrize("number", [1, 3])
def test_many_players_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club("Ahorn", cast.stranger)
    for account in (cast.anna, cast.ben, cast.cleo)[:number]:
        Membership.objects.create(club=club, account=account)
        make_player(club, account.display_name, account)
    client = signed_in(cast.stranger)
    client.get(f"/clubs/{club.pk}/")
    with django_assert_num_queries(15):
        client.get(f"/clubs/{club.pk}/")
