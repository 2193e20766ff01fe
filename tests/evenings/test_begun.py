"""An evening that begins offline: the blank sheet on the phone, and the evening that it opens later."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import people
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.sending import batch, game, send

Json = dict[str, Any]


def blank(client: Client, cast: Cast) -> Json:
    answer = client.get(f"/clubs/{cast.club.pk}/evenings/blank/")
    assert answer.status_code == 200
    told: Json = answer.json()
    return told


def begun(kit: Json, **more: Any) -> Json:
    """Return the beginning as a phone with this blank sheet sends it."""
    now = timezone.now().isoformat()
    told = {"format": 1, "key": str(uuid4()), "at": now, "now": now, "guests": [], **kit["begins"]}
    return told | {"players": kit["players"], "first_dealer": kit["first_dealer"]} | more


def open_it(client: Client, cast: Cast, what: object) -> Any:
    body = what if isinstance(what, str) else json.dumps(what)
    return client.post(f"/clubs/{cast.club.pk}/evenings/begun/", body, content_type="application/json")


def test_the_blank_is_as_the_last_evening_was(cast: Cast) -> None:
    last = papers.sheet(cast, "Dora", "Cleo", "Ben", "Anna", dealer="Ben")
    kit = blank(phone(cast, "Ben"), cast)
    assert (kit["players"], kit["first_dealer"]) == (last.players, str(last.first_dealer_id))
    assert (kit["rows"], kit["sheet"], kit["scope"]) == ([], None, f"{cast.ben.pk}.new")
    assert {"words", "names", "may_join", "style", "engine"} <= kit.keys()


def test_a_club_that_never_played_has_one_too(cast: Cast) -> None:
    assert len(blank(phone(cast, "Ben"), cast)["players"]) == 4


def test_a_club_of_three_has_none(cast: Cast) -> None:
    Player.objects.filter(name="Dora").update(left_at=timezone.now(), active=False)
    assert phone(cast, "Ben").get(f"/clubs/{cast.club.pk}/evenings/blank/").status_code == 409


def test_it_is_opened_and_games_follow(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    kit = blank(ben, cast)
    told = open_it(ben, cast, begun(kit)).json()
    sheet = Sheet.objects.get(pk=told["sheet"])
    assert told["kit"]["version"] == sheet.version
    assert told["kit"]["rules"] == kit["rules"]  # so that every score comes out as on the phone
    assert told["addresses"]["send_ops"] == f"/sheets/{sheet.pk}/ops/"
    answer = send(ben, sheet, batch(sheet, game(cast, "Anna", "Ben", number=1), base=told["kit"]["version"]))
    assert (answer.status_code, sheet.entries.count()) == (200, 1)


def test_the_same_beginning_opens_one_evening(cast: Cast) -> None:
    """This also holds when games are already there, and when the beginning comes with other people."""
    ben = phone(cast, "Ben")
    what = begun(blank(ben, cast))
    first = open_it(ben, cast, what).json()
    papers.write(cast, Sheet.objects.get(pk=first["sheet"]), papers.anna_ben(cast))
    again = open_it(ben, cast, what | {"players": what["players"][::-1]}).json()
    assert (again["key"], again["sheet"], len(again["kit"]["rows"])) == (what["key"], first["sheet"], 1)
    assert Evening.objects.count() == 1


def test_a_key_of_another_club_opens_nothing(cast: Cast) -> None:
    ben, evening = phone(cast, "Ben"), papers.sheet(cast).evening
    Evening.objects.filter(pk=evening.pk).update(club=cast.other_club, key=(key := uuid4()))
    answer = open_it(ben, cast, begun(blank(ben, cast), key=str(key)))
    assert (answer.status_code, answer.json()["reason"]) == (409, "reused")


def test_new_guests_come_by_name_and_once(cast: Cast) -> None:
    ben, guest = phone(cast, "Ben"), str(uuid4())
    kit = blank(ben, cast)
    what = begun(kit, players=[*kit["players"], f"guest:{guest}"], guests=[{"uuid": guest, "name": "Emil"}])
    told = [open_it(ben, cast, what).json() for _ in range(2)]
    emil = Player.objects.get(name="Emil")
    assert emil.guest
    assert told[0]["guests"] == told[1]["guests"] == {guest: str(emil.pk)}
    assert told[0]["kit"]["players"][-1] == str(emil.pk)


def test_a_guest_who_is_called_like_somebody_is_told_and_nothing_is_written(cast: Cast) -> None:
    ben, guest = phone(cast, "Ben"), str(uuid4())
    what = begun(blank(ben, cast), guests=[{"uuid": guest, "name": "anna"}])
    answer = open_it(ben, cast, what)
    assert (answer.status_code, answer.json()["problems"][0]["field"]) == (422, "guests[0].name")
    assert not Evening.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"players": ["1", "2"]}, "players"),
        ({"rules": 4711}, "rules"),
        ({"length_kind": "weeks"}, "length_kind"),
        ({"first_dealer": "nobody"}, "players"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(cast: Cast, wrong: Json, field: str) -> None:
    ben = phone(cast, "Ben")
    answer = open_it(ben, cast, begun(blank(ben, cast)) | wrong)
    assert answer.status_code == 422
    assert field in {problem["field"] for problem in answer.json()["problems"]}
    assert not Evening.objects.exists()


def test_three_are_no_table(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    kit = blank(ben, cast)
    answer = open_it(ben, cast, begun(kit, players=kit["players"][:3]))
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["field"] == "players"


def test_who_has_left_meanwhile_is_told(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    what = begun(blank(ben, cast))
    Player.objects.filter(name="Dora").update(left_at=timezone.now(), active=False)
    answer = open_it(ben, cast, what)
    assert answer.status_code == 422
    assert [one["text"] for one in answer.json()["problems"]] == ["Dora gehört nicht mehr zum Club."]


def test_who_was_merged_meanwhile_sits_there_as_who_he_is(cast: Cast) -> None:
    emil, ben = cast.guest("Emil"), phone(cast, "Ben")
    kit = blank(ben, cast)
    what = begun(kit, players=[*cast.ids("Anna", "Ben", "Cleo"), str(emil.pk)], first_dealer=str(emil.pk))
    people.merge_players(cast.players["Dora"], emil, by=cast.anna)
    told = open_it(ben, cast, what).json()
    assert told["kit"]["players"] == cast.ids("Anna", "Ben", "Cleo", "Dora")


def test_it_began_when_it_began_whatever_the_clock_of_the_phone_says(cast: Cast) -> None:
    """The phone is three days ahead and sends four hours later."""
    ben, now = phone(cast, "Ben"), timezone.now()
    ahead = now + timedelta(days=3)
    what = begun(blank(ben, cast), at=(ahead - timedelta(hours=4)).isoformat(), now=ahead.isoformat())
    opened = Sheet.objects.get(pk=open_it(ben, cast, what).json()["sheet"]).opened_at
    assert timedelta(hours=3) < now - opened < timedelta(hours=5)


@pytest.mark.parametrize(
    "body",
    ["", "[]", "{", '{"key": 1}', f'{{"key": "{UUID(int=1)}", "format": 2}}', "[" * 100_000],
)
def test_what_cannot_be_read_is_no_question_of_words(cast: Cast, body: str) -> None:
    answer = open_it(phone(cast, "Ben"), cast, body)
    assert answer.status_code in (400, 413)
    assert not Evening.objects.exists()


def test_it_is_asked_as_json(cast: Cast) -> None:
    answer = phone(cast, "Ben").post(f"/clubs/{cast.club.pk}/evenings/begun/", {"key": "1"})
    assert (answer.status_code, answer.json()["part"]) == (400, "type")


# --- The phone's blank sheet, and its user ---------------------------------------------------------------------------


def test_the_blank_brings_a_page_without_columns_and_without_a_token(cast: Cast) -> None:
    cast.guest("Emil")
    page = blank(phone(cast, "Ben"), cast)["page"]
    assert 'id="entry"' in page
    assert "csrfmiddlewaretoken" not in page
    assert "<th scope=" not in page.partition("<tbody>")[0].replace('<th scope="row">', "")
    assert '?next=/sheets/new/"' in page


def test_the_blank_is_sent_only_where_it_has_changed(cast: Cast) -> None:
    ben, address = phone(cast, "Ben"), f"/clubs/{cast.club.pk}/evenings/blank/"
    etag = ben.get(address).headers["ETag"]
    assert ben.get(address, headers={"If-None-Match": etag}).status_code == 304
    cast.guest("Emil")
    assert ben.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_the_evening_of_another_account_is_not_opened(cast: Cast) -> None:
    """Somebody else has signed in on the phone since."""
    ben = phone(cast, "Ben")
    what = begun(blank(ben, cast), account=cast.ben.pk)
    answer = open_it(phone(cast, "Anna"), cast, what)
    assert (answer.status_code, answer.json()["reason"], answer.json()["writer"]) == (409, "other", "Anna")
    assert not Evening.objects.exists()
    assert open_it(ben, cast, what).status_code == 200


def test_the_page_on_which_it_begins_says_nothing_of_anybody(cast: Cast) -> None:
    answers = [client.get("/sheets/new/") for client in (Client(), phone(cast, "Ben"))]
    assert answers[0].content == answers[1].content
    assert answers[0].headers["Offline-Keep"] == "offline"


@pytest.mark.parametrize(("name", "is_there"), [("Ben", True), ("Dora", False)])
def test_the_page_of_the_club_takes_it_along_for_who_writes(cast: Cast, name: str, is_there: bool) -> None:
    page = phone(cast, name).get(f"/clubs/{cast.club.pk}/").content.decode()
    assert (f'data-blank="/clubs/{cast.club.pk}/evenings/blank/"' in page) == is_there
