"""Conflicts: somebody else wrote while a phone was offline, or the server is in an older state; the phone asks its
user.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from dokoclub.evenings.models import Sending, Sheet
from dokoclub.evenings.services import people, sheets
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import strike_entry
from tests.evenings.sending import batch, game, now, seats, send
from tests.evenings.views import phone, url


def test_somebody_wrote_meanwhile(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, same := game(cast, number=1), other := game(cast, re_augen=90, number=2))
    write(cast, sheet, anna_ben(cast), by=cast.anna)
    write(cast, sheet, anna_ben(cast, 155), by=None)

    answer = send(phone(cast), sheet, kept)

    told = answer.json()
    assert (answer.status_code, told["reason"], told["batch"]) == (409, "overtaken", kept["batch"])
    assert (told["by"], told["same"]) == (["Anna", "der Schreiblink"], [same["uuid"]])
    assert other["uuid"] not in [row["uuid"] for row in told["kit"]["rows"]]
    assert told["version"] == told["kit"]["version"] == now(sheet).version
    assert (sheet.entries.count(), Sending.objects.count()) == (2, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "is_same"), [("", "schön", True), ("schön", "schön", True), ("schön", "", False)]
)
def test_the_same_game_says_all_that_mine_says(
    cast: Cast, sheet: Sheet, mine: str, theirs: str, *, is_same: bool
) -> None:
    kept = batch(sheet, one := game(cast, number=1, note=mine))
    write(cast, sheet, anna_ben(cast), note=theirs)

    told = send(phone(cast), sheet, kept).json()

    assert told["same"] == ([one["uuid"]] if is_same else [])


def test_mine_go_behind_when_they_are_sent_anew(cast: Cast, sheet: Sheet) -> None:
    mine = [game(cast, number=number) for number in (1, 2)]
    kept = batch(sheet, *mine)
    theirs = write(cast, sheet, anna_ben(cast, 90))
    assert send(phone(cast), sheet, kept).status_code == 409

    answer = send(phone(cast), sheet, batch(sheet, *mine))

    assert answer.status_code == 200
    assert [str(entry.uuid) for entry in sheet.entries.all()] == [str(theirs.uuid), *(one["uuid"] for one in mine)]


def strike_one(cast: Cast, sheet: Sheet) -> object:
    entry = sheet.entries.get()
    return strike_entry(entry, by=cast.anna)


def close_and_open(cast: Cast, sheet: Sheet) -> object:
    return sheets.close_sheet(sheet, by=cast.anna) and sheets.reopen_sheet(sheet, by=cast.anna)


@pytest.mark.parametrize(("change", "by"), [(strike_one, ["Anna"]), (close_and_open, [])])
def test_any_change_of_the_sheet_is_one(
    cast: Cast, sheet: Sheet, change: Callable[[Cast, Sheet], object], by: list[str]
) -> None:
    write(cast, sheet, anna_ben(cast))
    kept = batch(sheet, game(cast, number=2))
    change(cast, sheet)

    answer = send(phone(cast), sheet, kept)

    assert (answer.status_code, answer.json()["reason"], answer.json()["by"]) == (409, "overtaken", by)


@pytest.mark.promise("server-gone")
def test_a_server_that_was_restored_to_an_older_state_loses_nothing(cast: Cast, sheet: Sheet) -> None:
    kept = batch(sheet, game(cast), base=17)

    answer = send(phone(cast), sheet, kept)

    assert (answer.status_code, answer.json()["reason"], answer.json()["version"]) == (409, "overtaken", 1)


def test_a_restored_server_that_has_come_to_the_same_version_is_known_by_its_rows(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    kit = phone(cast).get(url("show_kit", sheet)).json()
    sheet.entries.all().delete()  # as in the backup of yesterday
    Sheet.objects.filter(pk=sheet.pk).update(version=kit["version"] - 1)
    write(cast, sheet, anna_ben(cast, 155))

    answers = [send(phone(cast), sheet, batch(sheet, game(cast), seal=seal)) for seal in (kit["seal"], "")]

    assert [answer.status_code for answer in answers] == [409, 200]


def test_a_merge_meanwhile_is_told_with_the_new_ids(cast: Cast) -> None:
    """Operations sent later under the old id mean the same person."""
    emil = cast.guest("Emil")
    sheet = papers.sheet(cast, "Emil", "Ben", "Cleo", "Dora")
    mine = game(cast, "Emil", "Ben", playing=" ".join(cast.ids("Emil", "Ben", "Cleo", "Dora")), number=1)
    mine["fields"]["attribution"] = json.dumps({"announced": {"re": {"re": str(emil.pk)}}})
    mine["fields"]["re_call"] = "1"
    kept = batch(sheet, mine)
    people.merge_players(cast.players["Anna"], emil, by=cast.anna)

    told = send(phone(cast), sheet, kept)
    again = send(phone(cast), sheet, batch(sheet, mine))

    anna = cast.ids("Anna")[0]
    assert (told.status_code, told.json()["moved"], told.json()["by"]) == (409, {str(emil.pk): anna}, [])
    assert told.json()["kit"]["players"] == cast.ids("Anna", "Ben", "Cleo", "Dora")
    assert (again.status_code, again.json()["kit"]["moved"]) == (200, {str(emil.pk): anna})
    entry = sheet.entries.get()
    assert (entry.facts["re"], entry.attribution) == (cast.ids("Anna", "Ben"), {"announced": {"re": {"re": anna}}})


def test_a_merge_that_was_taken_back_is_none(cast: Cast) -> None:
    emil = cast.guest("Emil")
    sheet = papers.sheet(cast, "Emil", "Ben", "Cleo", "Dora")
    merge = people.merge_players(cast.players["Anna"], emil, by=cast.anna)
    as_anna = game(cast)
    people.take_back_merge(merge, by=cast.anna)

    answer = send(phone(cast), sheet, batch(sheet, as_anna))

    assert answer.status_code == 200
    assert sheet.entries.get().facts["re"] == cast.ids("Emil", "Ben")


def test_somebody_who_is_somebody_else_by_now_sits_down_as_such(cast: Cast, sheet: Sheet) -> None:
    """The player never sat at this table, so the sheet has not changed."""
    emil, emilia = cast.guest("Emil"), cast.guest("Emilia")
    kept = batch(sheet, seats(cast, "Anna", "Ben", "Cleo", "Emil", resting=["Dora"]))
    people.merge_players(emilia, emil, by=cast.anna)

    answer = send(phone(cast), sheet, kept)

    assert answer.status_code == 200
    assert sheet.entries.get().facts["players"] == cast.ids("Anna", "Ben", "Cleo", "Emilia")
