"""A forgotten game is inserted in front of another one, also without a network."""

from __future__ import annotations

import pytest

from dokoclub.ui.texts import format_phrase
from tests.browser.sheet_server import Json, Phone, SheetServer, again, game, key, keys_of, off, on


def insert(phone: Phone, uuid: str, before: str, augen: str = "120", **more: bool) -> Json:
    told: Json = phone.call("write", uuid=uuid, fields=game(augen=augen), number=None, next=before, **more)
    return told


def standing(phone: Phone) -> list[tuple[str, int]]:
    return [(row["uuid"][-2:], row["number"]) for row in phone.state["rows"] if not row["struck"]]


def test_what_it_does_below_is_asked_first(phone: Phone, server: SheetServer) -> None:
    for number in (1, 2):
        server.write(game(augen=str(150 + number)), uuid=key(number))
    phone.call("refresh")
    asked = insert(phone, key(3), key(2))

    assert [format_phrase(line) for line in asked["later"]] == ["Spiel 2: wird Spiel 3, Geber 6, Bock ×2, +2 → +4"]
    assert not phone.state["waits"]
    insert(phone, key(3), key(2), confirmed=True)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1), key(3), key(2)]
    assert [op["kind"] for op in server.posts[0]["ops"]] == ["insert"]
    assert phone.state["sheet"]["totals"] == server.work_out()["totals"]


@pytest.mark.promise("insertion")
def test_without_a_network_it_stands_in_its_place_and_survives(phone: Phone, server: SheetServer) -> None:
    server.write(game(), uuid=key(1))
    phone.call("refresh")
    off(phone, server)
    phone.write(key(2), augen="151")
    insert(phone, key(3), key(1), confirmed=True)
    insert(phone, key(4), key(2), augen="155", confirmed=True)
    phone = again(phone)

    assert standing(phone) == [("03", 1), ("01", 2), ("04", 3), ("02", 4)]
    before = phone.state["sheet"]["totals"]
    on(phone, server)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(3), key(1), key(4), key(2)]
    assert server.work_out()["totals"] == before


def test_it_is_corrected_and_taken_back_in_place(phone: Phone, server: SheetServer) -> None:
    server.write(game(), uuid=key(1))
    phone.call("refresh")
    off(phone, server)
    insert(phone, key(2), key(1), confirmed=True)
    phone.call("amend", row=key(2), fields=game(augen="125"), confirmed=True)
    phone.call("undo", uuid=key(2))
    assert phone.state["rows"][0]["facts"]["re_points"] == 120
    phone.call("undo", uuid=key(2))
    assert (standing(phone), phone.state["waits"]) == ([("01", 1)], 0)
    phone.call("take_back", uuid=key(2))
    assert standing(phone) == [("02", 1), ("01", 2)]


@pytest.mark.promise("insertion")
def test_the_row_behind_it_is_thrown_away_or_struck_by_another(phone: Phone, server: SheetServer) -> None:
    """It takes that row's place."""
    for number in (1, 2):
        server.write(game(augen=str(150 + number)), uuid=key(number))
    phone.call("refresh")
    off(phone, server)
    phone.write(key(3), augen="153")
    insert(phone, key(4), key(3), confirmed=True)
    insert(phone, key(5), key(2), augen="155", confirmed=True)
    phone.call("strike", row=key(3))
    server.struck.append({**server.rows[1], "at": 1})
    server.rows = server.rows[:1]
    server.version += 1
    on(phone, server)
    phone.waits_for("state.asked || state.sent")
    if phone.state["asked"]:
        phone.call("choose", choice="behind")
        phone.waits_for("state.sent")

    assert keys_of(server) == [key(1), key(5), key(4)]
    assert phone.state["refused"] is None


def test_two_phones_insert_the_same_game(phone: Phone, server: SheetServer) -> None:
    server.write(game(), uuid=key(1))
    phone.call("refresh")
    off(phone, server)
    insert(phone, key(2), key(1), confirmed=True)
    server.rows.insert(0, {**server.rows[0], "uuid": key(9), "facts": {**server.rows[0]["facts"], "re_points": 120}})
    server.version += 1
    on(phone, server)
    phone.waits_for("state.same")  # told once: a later state may have come already

    assert keys_of(server) == [key(9), key(1)]
    assert (phone.state["same"], phone.state["waits"]) == ([1], 0)
