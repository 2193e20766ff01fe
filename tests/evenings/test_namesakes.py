"""Namesakes: two phones brought a guest of the same name, either another person or a player now in the club's list."""

from __future__ import annotations

from uuid import uuid4

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings, people
from tests import clock
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.sending import batch, game, is_sound, now, op, send
from tests.evenings.test_begun import Json, begun, blank, open_it

EMIL = "11111111-1111-4111-8111-111111111111"
FINN = "22222222-2222-4222-8222-222222222222"


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


def a_guest(uuid: str = EMIL, name: str = "Emil", **more: str) -> Json:
    return {"uuid": uuid, "name": name, **more}


# --- An evening that began with the guest -----------------------------------------------------------------------------


def test_a_guest_whose_name_is_taken_is_told_with_who_is_called_so(cast: Cast) -> None:
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    answer = open_it(ben, cast, begun(blank(ben, cast), guests=[a_guest(FINN, "Finn"), a_guest()]))
    problem = answer.json()["problems"][0]
    assert (problem["field"], problem["same"]) == ("guests[1].name", [str(emil.pk), "Emil"])


def test_who_is_called_so_by_an_alias_is_who_he_is(cast: Cast) -> None:
    people.merge_players(cast.players["Dora"], cast.guest("Emil"), by=cast.anna)
    ben = phone(cast, "Ben")
    problem = open_it(ben, cast, begun(blank(ben, cast), guests=[a_guest()])).json()["problems"][0]
    assert problem["same"] == [cast.ids("Dora")[0], "Dora"]


def test_it_is_the_same_person(cast: Cast) -> None:
    """The player has the guest's seat and deals, and nobody new is entered; sent again, it gets the same answer."""
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    there = {"players": [*cast.ids("Anna", "Ben", "Cleo"), f"guest:{EMIL}"], "first_dealer": f"guest:{EMIL}"}
    what = begun(blank(ben, cast), guests=[a_guest(player=str(emil.pk))], **there)
    told = [open_it(ben, cast, what).json() for _ in range(2)]
    assert [one["guests"] for one in told] == [{EMIL: str(emil.pk)}] * 2
    assert told[0]["kit"]["players"] == [*cast.ids("Anna", "Ben", "Cleo"), str(emil.pk)]
    assert told[0]["kit"]["first_dealer"] == str(emil.pk)
    assert Player.objects.filter(name="Emil").count() == Evening.objects.count() == 1


def test_he_cannot_sit_there_twice(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    there = {"players": [*cast.ids("Anna", "Ben", "Cleo"), f"guest:{EMIL}"]}
    what = begun(blank(ben, cast), guests=[a_guest(name="Anna", player=cast.ids("Anna")[0])], **there)
    answer = open_it(ben, cast, what)
    assert (answer.status_code, answer.json()["problems"][0]["field"]) == (422, "players")


def test_he_may_have_left_the_club_again(cast: Cast) -> None:
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    there = {"players": [*cast.ids("Anna", "Ben", "Cleo"), f"guest:{EMIL}"]}
    what = begun(blank(ben, cast), guests=[a_guest(player=str(emil.pk))], **there)
    Player.objects.filter(pk=emil.pk).update(left_at=clock.NOW, active=False)
    assert [one["text"] for one in open_it(ben, cast, what).json()["problems"]] == ["Emil gehört nicht mehr zum Club."]


def test_nobody_of_another_club_comes_so(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    stranger = Player.objects.create(club=cast.other_club, name="Xaver")
    there = {"players": [*cast.ids("Anna", "Ben", "Cleo"), f"guest:{EMIL}"]}
    what = begun(blank(ben, cast), guests=[a_guest(player=str(stranger.pk))], **there)
    answer = open_it(ben, cast, what)
    assert (answer.status_code, "Xaver" in answer.content.decode()) == (422, False)


@pytest.mark.parametrize("player", ["x", "", "-1", "9" * 30, 7], ids=["word", "nothing", "less", "huge", "number"])
def test_a_player_is_a_number_in_a_text(cast: Cast, player: object) -> None:
    ben = phone(cast, "Ben")
    answer = open_it(ben, cast, begun(blank(ben, cast), guests=[{**a_guest(), "player": player}]))
    assert (answer.status_code, answer.json()["part"]) == (400, "player")


# --- A sheet that the guest joined ------------------------------------------------------------------------------------


def joins(cast: Cast, guest: Json) -> Json:
    return op("seats", players=[*cast.ids("Anna", "Ben", "Cleo"), f"guest:{EMIL}"], guests=[guest])


def test_on_a_sheet_it_is_told_as_well(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    answer = send(phone(cast, "Ben"), sheet, batch(sheet, joins(cast, a_guest())))
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["same"] == [str(emil.pk), "Emil"]


def test_on_a_sheet_the_games_behind_are_his(cast: Cast, sheet: Sheet) -> None:
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    behind = game(cast, "Anna", "Ben", number=1)
    fields = {name: value.replace(cast.ids("Dora")[0], f"guest:{EMIL}") for name, value in behind["fields"].items()}
    what = batch(sheet, joins(cast, a_guest(player=str(emil.pk))), behind | {"fields": fields | {"re_augen": "131"}})
    answers = [send(ben, sheet, what) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["guests"] for answer in answers] == [{EMIL: str(emil.pk)}] * 2
    assert Player.objects.filter(name="Emil").count() == 1
    assert str(emil.pk) in now(sheet).entries.get(number=1).facts["kontra"]
    assert is_sound(sheet)


def test_the_pen_hears_of_nobody(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    address = f"/pen/{evenings.create_scoring_link(sheet)}/ops/"
    what = batch(sheet, joins(cast, a_guest(player="1"))) | {"batch": str(uuid4())}
    answer = phone(cast, "Ben").post(address, what, content_type="application/json")
    assert (answer.status_code, "same" in answer.json()["problems"][0]) == (422, False)
