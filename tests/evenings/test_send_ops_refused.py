"""Refusals of a batch: always the whole batch, with the reason in words or by the name of the wrong part."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from dokoclub.clubs.models import Membership
from dokoclub.evenings.models import Sending, Sheet
from dokoclub.evenings.services import evenings, sheets
from tests.busy import make_busy
from tests.cast import Cast, make_player
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import strike_entry
from tests.evenings.sending import Json, batch, game, op, seats, send
from tests.evenings.views import SCRIPT, phone, url


def nothing_written(sheet: Sheet) -> bool:
    return not sheet.entries.exists() and not Sending.objects.exists()


def raw(cast: Cast, sheet: Sheet, body: bytes | str, content_type: str = "application/json", **more: Any) -> Any:
    return phone(cast).post(url("send_ops", sheet), body, content_type=content_type, **more)


# ---- All or nothing ----


@pytest.mark.promise("batch")
@pytest.mark.parametrize("place", range(4))
def test_one_impossible_row_holds_up_all(cast: Cast, sheet: Sheet, place: int) -> None:
    ops = [game(cast, number=number) for number in range(1, 5)]
    ops[place]["fields"]["re_augen"] = "300"

    answer = send(phone(cast), sheet, sent := batch(sheet, *ops))

    told = answer.json()
    assert (answer.status_code, told["batch"]) == (422, sent["batch"])
    assert (told["op"], told["uuid"]) == (place, ops[place]["uuid"])
    assert told["problems"] == [{"field": "re_points", "text": "Gib 0 bis 240 Augen ein."}]
    assert nothing_written(sheet)


def test_the_row_put_right_goes_through_with_the_others(cast: Cast, sheet: Sheet) -> None:
    ops = [game(cast), game(cast, re_augen="")]
    refused = send(phone(cast), sheet, batch(sheet, *ops))
    ops[1] = {**ops[1], "fields": game(cast)["fields"]}

    answer = send(phone(cast), sheet, batch(sheet, *ops))

    assert (refused.status_code, refused.json()["problems"][0]["text"]) == (422, "Gib die Augen ein.")
    assert (answer.status_code, sheet.entries.count()) == (200, 2)


def struck(cast: Cast, sheet: Sheet) -> Json:
    entry = write(cast, sheet, anna_ben(cast))
    strike_entry(entry, by=None)
    return op("amend", row=str(entry.uuid), fields=game(cast)["fields"])


def of_another_sheet(cast: Cast, sheet: Sheet) -> Json:
    return op("strike", row=str(write(cast, papers.sheet(cast), anna_ben(cast)).uuid))


def table_as_game(cast: Cast, sheet: Sheet) -> Json:
    changed = sheets.change_table(sheet, cast.four[::-1], uuid=uuid4(), by=None)
    return op("amend", row=str(changed.uuid), fields=game(cast)["fields"])


def game_as_table(cast: Cast, sheet: Sheet) -> Json:
    return seats(cast, "Anna", "Ben", "Cleo", "Dora", row=str(write(cast, sheet, anna_ben(cast)).uuid))


def restored_elsewhere(_cast: Cast, _sheet: Sheet) -> Json:
    return op("restore", row=str(uuid4()))


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (struck, "Diese Zeile wurde inzwischen gestrichen."),
        (of_another_sheet, "Diese Zeile steht nicht auf diesem Zettel."),
        (restored_elsewhere, "Diese Zeile steht nicht auf diesem Zettel."),
        (table_as_game, "Berichtige Platzwechsel unter „Plätze und Geber“."),
        (game_as_table, "Diese Zeile ist kein Platzwechsel."),
    ],
)
def test_a_row_that_is_not_there_or_of_another_kind(
    cast: Cast, sheet: Sheet, make: Callable[[Cast, Sheet], Json], text: str
) -> None:
    wrong = make(cast, sheet)
    before = sheet.entries.count()

    answer = send(phone(cast), sheet, batch(sheet, game(cast), wrong))

    assert (answer.status_code, answer.json()["op"]) == (422, 1)
    assert answer.json()["problems"] == [{"field": "row", "text": text}]
    assert sheet.entries.count() == before


def test_a_later_game_that_would_be_spoilt_is_named(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    change = sheets.change_table(sheet, [*cast.four[:3], emil], uuid=uuid4(), by=None)
    write(cast, sheet, papers.game(cast, ("Anna", "Emil"), ("Ben", "Cleo"), 131))

    answer = send(phone(cast), sheet, batch(sheet, op("strike", row=str(change.uuid))))

    assert answer.status_code == 422
    assert answer.json()["problems"][0]["text"].startswith("Spiel 1: ")


def test_nobody_of_another_club_sits_down(cast: Cast, sheet: Sheet) -> None:
    stranger = cast.other_club.players.get()
    change = seats(cast, "Anna", "Ben", "Cleo")
    change["players"].append(str(stranger.pk))

    answer = send(phone(cast), sheet, batch(sheet, change))

    assert answer.status_code == 422
    assert "Stranger" not in answer.content.decode()


# ---- Who may, and how long ----


def test_a_closed_sheet_tells_who_closed_it_and_when(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, game(cast))
    closed = sheets.close_sheet(sheet, by=cast.anna)

    answer = send(phone(cast), sheet, kept)

    assert answer.status_code == 409
    assert closed.closed_at
    assert answer.json() == {
        "batch": kept["batch"],
        "reason": "closed",
        "who": "Anna",
        "at": closed.closed_at.isoformat(),
    }


def test_a_closed_evening_as_well(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, game(cast))
    evenings.close_evening(sheet.evening, by=cast.anna)
    Sheet.objects.filter(pk=sheet.pk).update(closed_at=None)

    told = send(phone(cast), sheet, kept).json()

    assert (told["reason"], told["who"]) == ("closed", "Anna")


def test_a_deleted_evening_is_not_there(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, game(cast))
    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=cast.anna)
    assert send(phone(cast), sheet, kept).status_code == 404


def test_who_was_removed_meanwhile_or_may_but_read(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, game(cast))
    sheets.change_table(sheet, [*cast.four[:3], cast.guest("Emil")], uuid=uuid4(), by=None)
    reader = send(phone(cast, "Dora"), sheet, kept)
    Membership.objects.filter(account=cast.dora).delete()
    gone = send(phone(cast, "Dora"), sheet, kept)

    assert (reader.status_code, gone.status_code) == (403, 404)


def test_who_is_signed_out_is_told_so(cast: Cast, sheet: Sheet, client: Any) -> None:
    address, what = url("send_ops", sheet), json.dumps(batch(sheet, game(cast)))
    answer = client.post(address, what, content_type="application/json", headers=SCRIPT)
    assert (answer.status_code, nothing_written(sheet)) == (401, True)


@pytest.mark.promise("server-gone")
def test_a_busy_database_is_no_answer_to_the_batch(cast: Cast, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """503 as everywhere: the same batch is sent again."""

    def busy(*_args: Any, **_more: Any) -> None:
        raise make_busy()

    monkeypatch.setattr("dokoclub.evenings.services.sync.lock_sheet", busy)
    monkeypatch.setattr("dokoclub.evenings.services.sync.lock_unchanged", busy)
    answer = send(phone(cast), sheet, batch(sheet, game(cast)))
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain; charset=utf-8")


# ---- Not a batch ----


@pytest.mark.promise("batch")
def test_sixty_are_taken_and_sixty_one_are_not(cast: Cast, sheet: Sheet) -> None:
    redeals = [op(fields={"kind": "more", "more": "redeal"}) for _ in range(61)]
    many = send(phone(cast), sheet, sent := batch(sheet, *redeals))
    assert (many.status_code, many.json()) == (400, {"batch": sent["batch"], "reason": "unreadable", "part": "ops"})
    assert nothing_written(sheet)
    assert send(phone(cast), sheet, batch(sheet, *redeals[:60])).status_code == 200


@pytest.mark.parametrize("length", [256 * 1024 + 1, 3 * 1024 * 1024])
def test_what_is_too_large_is_not_read(cast: Cast, sheet: Sheet, length: int) -> None:
    answer = raw(cast, sheet, b" " * length)
    assert (answer.status_code, answer.json()) == (413, {"batch": None, "reason": "large"})


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_a_form_is_no_batch(cast: Cast, sheet: Sheet, kind: str) -> None:
    """A page of another site therefore cannot send one without a preflight."""
    answer = raw(cast, sheet, json.dumps(batch(sheet, game(cast))), content_type=kind)
    assert (answer.status_code, answer.json()["part"], nothing_written(sheet)) == (400, "type", True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"17",
        b"\xff\xfe",
        b'{"batch": NaN}',
        b"[" * 100_000,
        b'{"a":' * 40_000,
        b'{"batch": ' + b"9" * 10_000 + b"}",
        b'{"batch": "not a uuid"}',
    ],
)
def test_what_cannot_be_read_at_all(cast: Cast, sheet: Sheet, body: bytes) -> None:
    answer = raw(cast, sheet, body)
    assert (answer.status_code, answer.json()["batch"]) == (400, None)
    assert answer.json()["reason"] == "unreadable"


WRONG: dict[str, Json] = {
    "no format": {"format": None},
    "a format to come": {"format": 2},
    "a format that is true": {"format": True},
    "no base": {"base": None},
    "a base below zero": {"base": -1},
    "half a base": {"base": 1.0},
    "a base that is true": {"base": True},
    "a base as a text": {"base": "1"},
    "a base that no database holds": {"base": 10**18},
    "a base of four thousand digits": {"base": 10**4000},
    "no ops": {"ops": []},
    "ops that are none": {"ops": {"0": {}}},
    "an op that is a list": {"ops": [[]]},
    "an op without a kind": {"ops": [{"uuid": str(uuid4())}]},
    "an op of no known kind": {"ops": [op("delete", row=str(uuid4()))]},
    "a kind that is a list": {"ops": [{**op(), "kind": []}]},
    "no fields": {"ops": [op()]},
    "fields that are numbers": {"ops": [op(fields={"re_augen": 131})]},
    "fields inside fields": {"ops": [op(fields={"kind": {"kind": "normal"}})]},
    "more fields than any form has": {"ops": [op(fields={f"points_{number}": "1" for number in range(300)})]},
    "a long text": {"ops": [op(fields={"note": "x" * 20_000})]},
    "a number that is none": {"ops": [op(fields={}, number="1")]},
    "a number of no game": {"ops": [op(fields={}, number=0)]},
    "no row": {"ops": [op("strike")]},
    "a row by number": {"ops": [op("strike", row=7)]},
    "a row in another spelling": {"ops": [op("strike", row="{" + str(uuid4()) + "}")]},
    "players that are numbers": {"ops": [op("seats", players=[1, 2, 3, 4])]},
    "players as one text": {"ops": [op("seats", players="1 2 3 4")]},
    "a hundred players": {"ops": [op("seats", players=["1"] * 100)]},
    "a guest without a key": {"ops": [op("seats", players=[], guests=[{"name": "Emil"}])]},
    "a guest without a name": {"ops": [op("seats", players=[], guests=[{"uuid": str(uuid4())}])]},
    "a seal that is none": {"seal": 7},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_what_no_phone_of_ours_sends(cast: Cast, sheet: Sheet, change: Json) -> None:
    """The answer names the batch all the same."""
    answer = send(phone(cast), sheet, sent := {**batch(sheet, game(cast)), **change})
    assert (answer.status_code, answer.json()["batch"], nothing_written(sheet)) == (400, sent["batch"], True)


def test_a_new_row_never_has_the_uuid_of_a_row_that_the_program_adds(cast: Cast, sheet: Sheet) -> None:
    """Otherwise a tournament's penalty would count as one added to the sums, and vanish with them."""
    for made in (game(cast), seats(cast, "Ben", "Cleo", "Dora", "Anna")):
        answer = send(phone(cast), sheet, batch(sheet, {**made, "uuid": str(uuid5(UUID(int=7), "2"))}))
        assert (answer.status_code, answer.json()["part"]) == (400, "uuid")
    assert not sheet.entries.exists()


def test_nobody_and_no_row_of_another_club_is_in_an_operation(cast: Cast, sheet: Sheet) -> None:
    club = cast.other_club
    elsewhere = replace(cast, club=club, players={name: make_player(club, name) for name in cast.players})
    other = papers.sheet(elsewhere)
    written, foreign = write(cast, sheet, anna_ben(cast)), write(elsewhere, other, anna_ben(elsewhere))
    ours, theirs = cast.ids("Anna", "Ben", "Cleo", "Dora"), str(other.players[0])
    wrong_games = [
        game(cast, re_party=f"{theirs} {ours[1]}"),
        game(cast, playing=" ".join([theirs, *ours[1:]])),
        game(cast, attribution=json.dumps({"marks": [{"key": "schweine", "by": theirs}]})),
    ]
    table = seats(cast, "Ben", "Cleo", "Dora", "Anna")
    for wrong in (
        *wrong_games,
        *({**one, "uuid": str(uuid4()), "kind": "amend", "row": str(written.uuid)} for one in wrong_games[::2]),
        {**table, "players": [theirs, *ours[1:]]},
        {**table, "dealer": theirs},
        *(op(kind, row=str(foreign.uuid)) for kind in ("strike", "restore")),
        {**game(cast), "kind": "insert", "row": str(foreign.uuid)},
    ):
        assert send(phone(cast), sheet, batch(sheet, wrong)).status_code in (409, 422), wrong
    assert [entry.pk for entry in sheet.entries.all()] == [written.pk]
    assert [(entry.pk, entry.struck_at) for entry in other.entries.all()] == [(foreign.pk, None)]


def test_a_uuid_stands_once_in_a_batch(cast: Cast, sheet: Sheet) -> None:
    one = game(cast)
    answer = send(phone(cast), sheet, batch(sheet, one, op("strike", row=one["uuid"]) | {"uuid": one["uuid"]}))
    assert (answer.status_code, answer.json()["part"], nothing_written(sheet)) == (400, "ops", True)


STRANGE: dict[str, dict[str, str]] = {
    "no kind": {"kind": ""},
    "a kind of no game": {"kind": "skat"},
    "players who are none": {"re_party": "x\u0661 999999999999999999999999 -1"},
    "a guest of whom nobody has heard": {"re_party": f"guest:{uuid4()}"},
    "names of python": {"__class__": "x", "re___class__": "1"},
    "an attribution that is deep": {"attribution": '{"a":' * 1900},
    "an attribution that is deep and whole": {"attribution": '{"a":' * 400 + "1" + "}" * 400},
    "an attribution of other things": {"attribution": '{"announced": {"re": [[1]], "x": 7}, "marks": {"a": 1}}'},
    "an attribution with halves": {"attribution": '{"announced": {"re": {"re": "\\ud800"}}}'},
    "points without an end": {"kind": "more", "more": "penalty", "points_": "9" * 5000},
    "a reason with nothing in it": {"kind": "more", "more": "penalty", "reason": "\u200b", "points_1": "1"},
}


@pytest.mark.parametrize("said", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("kind", ["write", "amend"])
def test_strange_fields_are_refused_in_words(cast: Cast, sheet: Sheet, said: dict[str, str], kind: str) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    fields = {**game(cast)["fields"], **said}

    answer = send(phone(cast), sheet, batch(sheet, op(kind, row=str(entry.uuid), fields=fields)))

    assert answer.status_code == 422, answer.content
    assert all(problem["text"] for problem in answer.json()["problems"])
    assert sheet.entries.count() == 1


@pytest.mark.parametrize("name", ["players", "resting", "owing", "dealer"])
@pytest.mark.parametrize(
    "value", ["x", "0", "-1", "9" * 30, "\u0664", "", "guest:11111111-1111-4111-8111-111111111111"]
)
def test_strange_people_do_not_sit_down(cast: Cast, sheet: Sheet, name: str, value: str) -> None:
    change = seats(cast, "Anna", "Ben", "Cleo", "Dora")
    change[name] = value if name == "dealer" else [*change[name], value]

    answer = send(phone(cast), sheet, batch(sheet, change))

    refused = answer.status_code == 422
    assert refused or name == "resting", answer.content
