"""Every player has a card: dealt on joining, never lost, and changed only with permission."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.clubs import found_club
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import add_player, change_player, enter_guests, let_leave
from dokoclub.ui.cards import Card
from scoring.rules.presets import NEW_CLUB
from tests.cast import Cast, make_player

TYPED = {"guest": "False", "active": "on"}


def added(cast: Cast, name: str) -> Player:
    return add_player(cast.club, name=name, short_name="", guest=False, active=True, notes="", by=cast.anna)


def cards_of(names: list[Player]) -> list[tuple[int, str]]:
    return [(player.card.tint, player.card.monogram) for player in names]


def test_a_new_round_gets_its_cards_in_the_order_it_was_typed(cast: Cast) -> None:
    key = cast.club.key
    club = found_club(
        name="Neu", preset=NEW_CLUB, player_name="Anna", key=type(key)(int=7), by=cast.anna, others=["Cem", "Cleo"]
    )
    assert cards_of(list(club.players.order_by("pk"))) == [(1, "A"), (2, "C"), (3, "Cl")]


def test_who_comes_gets_what_nobody_has(cast: Cast) -> None:
    cast.club.players.update(tint=2)
    assert added(cast, "Emil").card == Card(1, "E")
    assert added(cast, "Eva").card == Card(3, "Ev")


def test_who_left_needs_no_card(cast: Cast) -> None:
    emil = added(cast, "Emil")
    let_leave(emil, by=cast.anna)
    assert added(cast, "Eva").card == Card(emil.tint, "E")


def test_a_hall_full_of_guests_costs_one_query_for_all_cards(cast: Cast) -> None:
    with CaptureQueriesContext(
        connection,
    ) as few:
        enter_guests(cast.club, ["Udo"], by=cast.anna)
    with CaptureQueriesContext(connection) as many:
        guests = enter_guests(cast.club, [f"Gast {number}" for number in range(20)], by=cast.anna)
    assert len(many) == len(few)
    assert len({guest.tint for guest in guests}) == 12


def test_owners_change_it_on_the_players_page(anna: Client, cast: Cast) -> None:
    ben = cast.player(cast.ben)
    url = f"/clubs/{cast.club.pk}/players/{ben.pk}/"
    assert anna.post(url, {**TYPED, "name": "Ben", "tint": "8", "monogram": "Bö"}).status_code == 302
    ben.refresh_from_db()
    assert ben.card == Card(8, "Bö")
    assert ben.history.first().tint == 8


@pytest.mark.parametrize("wrong", [{"tint": "13"}, {"tint": ""}, {"monogram": "Ben"}, {"monogram": "–"}])
def test_what_no_card_has_is_refused_and_kept_in_the_form(anna: Client, cast: Cast, wrong: dict[str, str]) -> None:
    ben = cast.player(cast.ben)
    response = anna.post(f"/clubs/{cast.club.pk}/players/{ben.pk}/", {**TYPED, "name": "Ben", "tint": "8"} | wrong)
    assert response.status_code == 422
    ben.refresh_from_db()
    assert ben.tint != 8


def test_letters_follow_a_new_name(cast: Cast) -> None:
    added(cast, "Emil")
    eva = added(cast, "Eva")
    change_player(eva, name="Klara", short_name="", guest=False, active=True, notes="", by=cast.anna)
    assert eva.card.monogram == "K"


def test_letters_that_were_typed_stay(cast: Cast) -> None:
    emil = added(cast, "Emil")
    change_player(
        emil, name="Klaus", short_name="", guest=False, active=True, notes="", tint=5, monogram="Zz", by=cast.anna
    )
    assert emil.card == Card(5, "Zz")


def test_nothing_of_the_name_stays_on_the_card_of_who_was_erased(cast: Cast) -> None:
    added(cast, "Xaver")
    xenia = added(cast, "Xenia")
    erase_player(xenia, by=cast.anna)
    assert xenia.monogram == ""
    assert set(xenia.history.values_list("monogram", flat=True)) == {""}


def test_those_who_are_there_get_theirs_in_the_order_they_were_entered(cast: Cast) -> None:
    gone = make_player(cast.club, "Bert", left_at=timezone.now(), active=False)
    late = make_player(cast.club, "Bea")
    Player.objects.update(tint=1, monogram="")
    import_module("dokoclub.clubs.migrations.0003_deal_cards").deal_cards(apps, None)
    here = list(cast.club.players.active().order_by("pk"))
    assert [player.tint for player in here] == list(range(1, len(here) + 1))
    late.refresh_from_db()
    gone.refresh_from_db()
    assert late.monogram == "Be"  # there is already a Ben
    assert gone.tint == len(here) + 1
    assert set(late.history.values_list("tint", flat=True)) == {late.tint}
