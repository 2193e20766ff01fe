"""The operations of a batch: correct, strike, restore, change the seats, bring a guest."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sending, Sheet
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import strike_entry
from tests.evenings.sending import batch, game, is_sound, now, numbers, op, seats, send
from tests.evenings.views import phone

# ---- Corrections ----


def test_a_row_is_corrected_struck_and_taken_back(cast: Cast, sheet: Sheet) -> None:
    first, second = write(cast, sheet, anna_ben(cast)), write(cast, sheet, anna_ben(cast))
    said, new = game(cast, re_augen=155)["fields"], game(cast, number=2)
    ops = [
        op("strike", row=str(first.uuid)),
        op("amend", row=str(second.uuid), fields=said),
        new,
        op("amend", row=new["uuid"], fields=said),
        op("strike", row=new["uuid"]),
        op("restore", row=str(first.uuid)),
    ]

    answer = send(phone(cast), sheet, batch(sheet, *ops))

    assert answer.status_code == 200, answer.content
    rows = [(entry.number, entry.is_struck, entry.facts["re_points"]) for entry in sheet.entries.all()]
    assert rows == [(1, False, 131), (2, False, 155), (2, True, 155)]
    assert [row.history.count() for row in sheet.entries.all()] == [2, 2, 2]
    assert is_sound(sheet)


def test_numbers_change_hands_inside_a_batch(cast: Cast, sheet: Sheet) -> None:
    """Each number is given away before another player gets it."""
    rows = [write(cast, sheet, anna_ben(cast, augen)) for augen in (121, 131, 151, 181)]
    strike_entry(rows[1], by=None)
    ops = [
        op("strike", row=str(rows[0].uuid)),
        op("restore", row=str(rows[1].uuid)),
        game(cast),
        op("strike", row=str(rows[3].uuid)),
        {**game(cast), "fields": {"kind": "more", "more": "redeal"}},
        game(cast),
    ]

    answer = send(phone(cast), sheet, batch(sheet, *ops))

    assert answer.status_code == 200, answer.content
    assert numbers(sheet) == [1, 2, 3, None, 4]
    assert is_sound(sheet)


def test_what_is_there_already_is_done(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    before = now(sheet).version
    same = op("amend", row=str(entry.uuid), fields=game(cast)["fields"])

    answer = send(phone(cast), sheet, batch(sheet, same, op("restore", row=str(entry.uuid))))

    assert (answer.status_code, now(sheet).version, entry.history.count()) == (200, before, 1)
    assert Sending.objects.get().ops == 2


def test_later_games_that_change_need_no_question(cast: Cast) -> None:
    """The phone has asked it, from the same rows."""
    sheet = papers.sheet(cast, rules="hausrunde")
    first = write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast))
    assert now(sheet).bock_left

    answer = send(phone(cast), sheet, batch(sheet, op("strike", row=str(first.uuid))))

    assert (answer.status_code, numbers(sheet), now(sheet).bock_left) == (200, [1], [])
    assert is_sound(sheet)


# ---- Seats and guests ----


def test_somebody_comes_and_plays_on(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    change = seats(cast, "Anna", "Ben", "Cleo", "Emil", dealer="Emil", resting=["Dora"])
    playing = " ".join(cast.ids("Anna", "Ben", "Cleo", "Emil"))
    ops = [game(cast), change, game(cast, "Anna", "Emil", playing=playing)]

    answer = send(phone(cast), sheet, batch(sheet, *ops))

    assert answer.status_code == 200, answer.content
    table = sheet.entries.get(kind="table")
    assert (str(table.uuid), table.attribution) == (change["uuid"], {"resting": cast.ids("Dora")})
    assert numbers(sheet) == [1, None, 2]
    assert is_sound(sheet)


def test_a_change_of_the_table_is_corrected(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    change = seats(cast, "Anna", "Ben", "Cleo", "Emil")
    better = seats(cast, "Emil", "Anna", "Ben", "Cleo", row=change["uuid"])

    answer = send(phone(cast), sheet, batch(sheet, change, better))

    assert answer.status_code == 200, answer.content
    assert sheet.entries.get().facts["players"] == cast.ids("Emil", "Anna", "Ben", "Cleo")


def test_a_new_guest_is_entered_once(cast: Cast, sheet: Sheet) -> None:
    """The guest has a name and a key; later games name the guest as the phone knows them."""
    key = uuid4()
    emil = f"guest:{key}"
    guest = {"uuid": str(key), "name": "  Emil "}
    change = op("seats", players=[*cast.ids("Anna", "Ben", "Cleo"), emil], guests=[guest], resting=cast.ids("Dora"))
    playing = " ".join([*cast.ids("Anna", "Ben", "Cleo"), emil])
    one = game(cast, playing=playing, re_party=f"{cast.ids('Anna')[0]} {emil}", re_fuchs="1")
    one["fields"]["attribution"] = json.dumps({"extras": {"re": {"fuchs": [{"by": emil}]}}})
    punished = op(fields={"kind": "more", "more": "penalty", f"points_{emil}": "-3"})
    sent = batch(sheet, change, one)

    answers = [send(phone(cast), sheet, sent), send(phone(cast), sheet, sent)]
    later = send(phone(cast), sheet, batch(sheet, punished))

    player = Player.objects.get(club=cast.club, name="Emil")
    assert [answer.status_code for answer in (*answers, later)] == [200, 200, 200]
    assert [answer.json()["guests"] for answer in answers] == [{str(key): str(player.pk)}] * 2
    assert player.guest
    rows = {entry.kind: entry for entry in sheet.entries.all()}
    assert str(player.pk) in rows["normal"].facts["re"]
    assert rows["normal"].attribution["extras"]["re"]["fuchs"] == [{"by": str(player.pk)}]
    assert rows["penalty"].facts["points"] == {str(player.pk): -3}
    assert is_sound(sheet)


def test_nobody_is_entered_where_the_batch_is_not_written(cast: Cast, sheet: Sheet) -> None:
    change = op("seats", players=["guest:" + (key := str(uuid4()))], guests=[{"uuid": key, "name": "Emil"}])
    for kept, status in ((batch(sheet, change, base=99), 409), (batch(sheet, change), 422)):
        assert send(phone(cast), sheet, kept).status_code == status
    assert not Player.objects.filter(name="Emil").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ben", "So heißt schon Ben."),
        ("b\N{ZERO WIDTH SPACE}en ", "So heißt schon Ben."),
        ("", "Buchstaben oder eine Ziffer"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}", "Buchstaben oder eine Ziffer"),
        ("👨‍🍳", "Buchstaben oder eine Ziffer"),
        ("x" * 41, "höchstens 40 Zeichen"),
    ],
)
def test_a_guest_whom_nobody_can_be_called(cast: Cast, sheet: Sheet, name: str, text: str) -> None:
    change = op("seats", players=cast.ids("Anna"), guests=[{"uuid": str(uuid4()), "name": name}])

    answer = send(phone(cast), sheet, batch(sheet, game(cast), change))

    told = answer.json()
    assert (answer.status_code, told["op"], told["problems"][0]["field"]) == (422, 1, "guests[0].name")
    assert text in told["problems"][0]["text"]
