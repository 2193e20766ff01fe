"""/clubs/…/players/new/: add a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.clubs import found_club
from dokoclub.clubs.services.invitations import accept_invitation
from dokoclub.clubs.services.players import add_player, change_player
from dokoclub.evenings.services.people import add_guest
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/players/new/"


def typed(**changes: str) -> dict[str, str]:
    return {
        "name": "Karl-Heinz",
        "short_name": "Kalle",
        "guest": "False",
        "active": "on",
        "notes": "",
        "key": str(uuid4()),
        **changes,
    }


def test_it_enters_a_player(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(notes=" Montags\r\n nie "), follow=True)
    player = cast.club.players.get(name="Karl-Heinz")
    assert (player.short_name, player.guest, player.active, player.notes) == ("Kalle", False, True, "Montags\nnie")
    assert player.account is None
    assert response.redirect_chain == [(f"/clubs/{cast.club.pk}/players/", 302)]
    assert "Karl-Heinz ist eingetragen." in seen(response)


def test_save_and_next_offers_an_empty_form(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(another="1"), follow=True)
    assert response.redirect_chain == [(url, 302)]
    assert 'value="Karl-Heinz"' not in response.content.decode()


def test_a_guest_who_does_not_play_now(anna: Client, url: str, cast: Cast) -> None:
    form = typed(guest="True")
    del form["active"]
    anna.post(url, form)
    player = cast.club.players.get(name="Karl-Heinz")
    assert (player.guest, player.active) == (True, False)


def test_the_history_knows_who_entered_whom(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, typed())
    assert cast.club.players.get(name="Karl-Heinz").history.get().history_user == cast.anna


def test_back_and_another_name_loses_nobody(anna: Client, url: str, cast: Cast) -> None:
    form = typed()
    anna.post(url, form)
    again = anna.post(url, form | {"name": "Luise", "short_name": ""})
    assert again.status_code == 422
    assert (
        "Dieses Formular ist schon mit anderem Inhalt gespeichert. Schick es noch einmal ab, um "
        "auch das hier zu speichern."
    ) in seen(again)
    fresh = again.context["form"]["key"].value()
    assert anna.post(url, form | {"name": "Luise", "short_name": "", "key": fresh}).status_code == 302
    assert cast.club.players.filter(name__in=["Karl-Heinz", "Luise"]).count() == 2


@pytest.mark.parametrize("name", ["anna", "ANNA", " Anna ", "Änne", "ÄNNE"])
def test_nobody_present_is_called_the_same(anna: Client, url: str, cast: Cast, name: str) -> None:
    make_player(cast.club, "Änne")
    response = anna.post(url, typed(name=name))
    assert response.status_code == 422
    assert "So heißt schon" in " ".join(response.context["form"].errors["name"])
    assert name.strip() in response.content.decode()


def test_a_name_is_nobody_elses_short_name(anna: Client, url: str, cast: Cast) -> None:
    make_player(cast.club, "Friederike", short_name="Rike")
    for taken in ("name", "short_name"):
        response = anna.post(url, typed(**{taken: "RIKE"}))
        assert response.context["form"].errors == {taken: ["So heißt schon Friederike."]}


def test_a_short_name_is_nobody_elses_name(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(short_name="BEN"))
    assert response.context["form"].errors == {"short_name": ["So heißt schon Ben."]}


def test_who_left_leaves_the_name_free(anna: Client, url: str, cast: Cast) -> None:
    make_player(cast.club, "Karl-Heinz", left_at=timezone.now(), active=False)
    assert anna.post(url, typed()).status_code == 302


def test_another_club_may_have_the_same_names(stranger: Client, cast: Cast) -> None:
    assert stranger.post(f"/clubs/{cast.other_club.pk}/players/new/", typed(name="Anna")).status_code == 302


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", ""),
        ("name", "\u200b"),
        ("name", "x" * 41),
        ("name", "--"),
        ("short_name", "x" * 13),
        ("short_name", "👨‍🍳"),
        ("guest", "vielleicht"),
        ("notes", "x" * 501),
    ],
)
def test_what_is_wrong_stands_at_its_field(anna: Client, url: str, field: str, wrong: str) -> None:
    response = anna.post(url, typed(**{field: wrong}))
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert Player.objects.filter(notes="", short_name="Kalle").count() == 0


def test_names_are_written_as_text(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(name="<b>Karl</b>", short_name=""), follow=True)
    assert "<b>Karl</b>" not in response.content.decode()
    assert "&lt;b&gt;Karl&lt;/b&gt;" in response.content.decode()


# ---- Callers of the services: the same names are refused -------------------------------------------------------------

FACTS: dict[str, Any] = {"short_name": "", "guest": True, "active": True, "notes": ""}
SERVICES: dict[str, Callable[[Cast, str], object]] = {
    "add": lambda cast, name: add_player(cast.club, name=name, by=cast.anna, **FACTS),
    "guest": lambda cast, name: add_guest(cast.club, name=name, key=uuid4(), by=cast.anna),
    "change": lambda cast, name: change_player(make_player(cast.club, "Emil"), name=name, by=cast.anna, **FACTS),
    "invitation": lambda cast, name: accept_invitation(make_invitation(cast)[1], player_name=name, by=cast.stranger),
    "club": lambda cast, name: found_club(name="Eiche", preset="ddv", player_name=name, key=uuid4(), by=cast.anna),
}


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("name", ["W" * 41, "—", "👨‍🍳"])
def test_no_service_takes_a_name_that_no_form_would_take(cast: Cast, service: str, name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        SERVICES[service](cast, name)
    assert [*refusal.value.message_dict] == ["name"]
    assert not Player.objects.filter(name=name).exists()


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_cleans_a_name(cast: Cast, service: str) -> None:
    SERVICES[service](cast, "\ufeffKarl\u00a0 Heinz\u202e ")
    assert Player.objects.filter(name="Karl Heinz").count() == 1


def test_kinds_of_apostrophes_and_dashes_make_no_other_name(cast: Cast) -> None:
    for there, typed_ in (("O'Neil", "O’NEIL"), ("Hans–Peter", "Hans-Peter")):
        first = make_player(cast.club, there)
        with pytest.raises(ValidationError, match=there):
            SERVICES["add"](cast, typed_)
        twin = make_player(cast.club, typed_)  # from before the player was renamed
        change_player(twin, name=typed_, by=cast.anna, **{**FACTS, "guest": twin.guest, "notes": "neu"})
        assert (first.name, twin.notes) == (there, "neu")


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_takes_the_longest_name(cast: Cast, service: str) -> None:
    SERVICES[service](cast, "W" * 40)
    assert Player.objects.filter(name="W" * 40).count() == 1


@pytest.mark.parametrize("short_name", ["W" * 13, "…"])
def test_a_short_name_is_refused_as_well(cast: Cast, short_name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        add_player(cast.club, name="Karl", by=cast.anna, **FACTS | {"short_name": short_name})
    assert [*refusal.value.message_dict] == ["short_name"]
