"""Inserting a forgotten game between two others: later ones move up and follow, after a preview."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from dokoclub.core import http as errors_look
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import errors, sheets
from scoring.contract.cli import Desk, answer_line
from tests.cast import Cast
from tests.evenings import sending
from tests.evenings.papers import anna_ben, postings, solo, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import insert_entry, restore_entry, strike_entry
from tests.evenings.sending import batch, is_sound, now, numbers, op, send
from tests.evenings.views import phone, problems, url


def insert(cast: Cast, stands: Entry, facts: dict[str, Any], **more: Any) -> Entry:
    return insert_entry(stands, facts, **{"uuid": uuid4(), "by": cast.anna, **more})


def augen(sheet: Sheet) -> list[int | None]:
    """List the Augen of the rows that count, in their order."""
    rows = sheet.entries.counted().order_by("position")
    return [facts.get("re_points") for facts in rows.values_list("facts", flat=True)]


@pytest.fixture
def three(cast: Cast) -> list[Entry]:
    """Return a sheet with Bock and five at the table: 131, 155, 90."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", rules="hausrunde", dealer="Emil")
    return [write(cast, sheet, anna_ben(cast, each)) for each in (131, 155, 90)]


# --- The effect -------------------------------------------------------------------------------------------------------


def test_later_games_move_up_and_follow(cast: Cast, three: list[Entry]) -> None:
    """120 all starts a Bockrunde: the games after it count double, and the deal moves on."""
    sheet = three[0].sheet
    entry = insert(cast, three[1], anna_ben(cast, 120))

    assert (augen(sheet), numbers(sheet)) == ([131, 120, 155, 90], [1, 2, 3, 4])
    assert [row.position for row in sheet.entries.order_by("position")] == [1, 2, 3, 4]
    assert postings(Entry.objects.get(pk=three[1].pk))["Anna"] == (4, 4)
    assert (entry.number, entry.written_by) == (2, cast.anna)
    assert is_sound(sheet)
    call_command("check_ledger", verbosity=0)


def test_it_comes_to_what_the_command_line_says_of_that_order(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    insert(cast, three[0], solo(cast, "Ben", 130))
    insert(cast, three[2], anna_ben(cast, 120))
    rows = sheet.entries.counted().order_by("position").values_list("facts", flat=True)
    line = {"id": "1", "preset": "hausrunde", "players": sheet.players, "first_dealer": sheet.players[-1]}
    text, is_right = answer_line(json.dumps({**line, "games": [*rows]}).encode(), Desk().sheet)

    assert is_right
    assert {str(one.player_id): one.scores for one in sheet.results.all()} == json.loads(text)["totals"]


def test_in_front_of_a_struck_row_and_of_a_change_of_the_table(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    strike_entry(three[1], by=None)
    seats = sheets.change_table(sheet, cast.four, uuid=uuid4(), by=None)
    insert(cast, three[1], anna_ben(cast, 140))
    insert(cast, seats, anna_ben(cast, 150))
    restore_entry(three[1], by=None)

    assert augen(sheet) == [131, 140, 155, 90, 150, None]
    assert is_sound(sheet)


# --- Taken back, sent twice, sent wrongly -----------------------------------------------------------------------------


def test_struck_again_everything_is_as_before(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    before = totals(sheet)
    entry = insert(cast, three[1], anna_ben(cast, 120))
    strike_entry(entry, by=cast.anna)

    assert (augen(sheet), numbers(sheet), totals(sheet)) == ([131, 155, 90], [1, 2, 3], before)
    assert is_sound(sheet)
    assert [row.history_user for row in entry.history.all()] == [cast.anna, cast.anna]


def test_the_same_again_writes_once(cast: Cast, three: list[Entry]) -> None:
    sheet, key = three[0].sheet, uuid4()
    first = insert(cast, three[1], anna_ben(cast, 120), uuid=key)
    again = insert(cast, three[1], anna_ben(cast, 120), uuid=key)

    assert again.pk == first.pk
    with pytest.raises(errors_look.Reused):
        insert(cast, three[1], anna_ben(cast, 155), uuid=key)
    sheets.close_sheet(sheet, by=cast.ben)
    with pytest.raises(errors.Closed):
        insert(cast, three[1], anna_ben(cast, 155))


def test_who_did_not_sit_there_then_cannot_have_played(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    cast.guest("Emil")
    seats = cast.players["Emil"], *cast.four[1:]
    sheets.change_table(sheet, seats, uuid=uuid4(), by=None)

    with pytest.raises(errors.Impossible) as impossible:
        insert(cast, first, {**anna_ben(cast), "re": cast.ids("Emil", "Ben")})
    assert "Emil" in str(impossible.value.problems[0].values)


def test_after_the_time_is_up_it_stands_before_games_that_were_in_time(cast: Cast, three: list[Entry]) -> None:
    """It was played when they were, whenever it is written."""
    sheet = three[0].sheet
    Sheet.objects.filter(pk=sheet.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    Entry.objects.filter(sheet=sheet).update(written_at=timezone.now() - timedelta(minutes=9))
    write(cast, now(sheet), anna_ben(cast, 140))  # was in progress
    insert(cast, three[1], anna_ben(cast, 120))

    assert augen(sheet) == [131, 120, 155, 90, 140]


# --- On the form ------------------------------------------------------------------------------------------------------


def test_it_is_offered_where_the_row_can_be_corrected(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    strike_entry(three[2], by=None)
    shown = [phone(cast).get(url("show_entry", sheet, entry)).content.decode() for entry in three]
    assert ["Davor einfügen" in text for text in shown] == [True, True, False]


# --- From an offline phone --------------------------------------------------------------------------------------------


def inserted(cast: Cast, row: UUID | str, re_augen: str = "120") -> sending.Json:
    said = sending.game(cast, re_augen=re_augen)
    return op("insert", row=str(row), fields=said["fields"], at=said["at"])


def test_a_batch_inserts_corrects_and_appends(cast: Cast, three: list[Entry]) -> None:
    """In front of a row of the sheet and of one of the same batch; both are corrected, one is struck again."""
    sheet = three[0].sheet
    new = sending.game(cast, number=4, re_augen="160")
    one, two = inserted(cast, three[1].uuid), inserted(cast, new["uuid"], re_augen="170")
    ahead = inserted(cast, one["uuid"], re_augen="180")
    amended = op("amend", row=one["uuid"], fields={**one["fields"], "re_augen": "125"})
    answer = send(phone(cast), sheet, batch(sheet, new, one, two, ahead, amended, op("strike", row=two["uuid"])))

    assert answer.status_code == 200, answer.json()
    assert augen(sheet) == [131, 180, 125, 155, 90, 160]
    assert numbers(sheet) == [1, 2, 3, 4, 5, 6]
    assert [row.position for row in sheet.entries.order_by("position")] == [*range(1, 8)]
    assert [entry.history.count() for entry in sheet.entries.order_by("position")] == [1, 1, 2, 1, 1, 2, 1]
    assert is_sound(sheet)


def test_a_copy_that_comes_late_changes_nothing(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    sent = batch(sheet, inserted(cast, three[1].uuid))
    assert send(phone(cast), sheet, sent).status_code == send(phone(cast), sheet, sent).status_code == 200
    assert augen(sheet) == [131, 120, 155, 90]


def test_what_waits_on_an_older_phone_hits_the_right_row(cast: Cast, three: list[Entry]) -> None:
    """The phone names rows, not numbers: the former game 3 is game 4 by now."""
    sheet = three[0].sheet
    insert(cast, three[0], anna_ben(cast, 120))
    said = sending.game(cast, re_augen="99")["fields"]
    assert send(phone(cast), sheet, batch(sheet, op("amend", row=str(three[2].uuid), fields=said))).status_code == 200
    assert augen(sheet) == [120, 131, 155, 99]


def test_a_row_that_is_not_there_is_refused(cast: Cast, three: list[Entry]) -> None:
    answer = send(phone(cast), three[0].sheet, batch(three[0].sheet, inserted(cast, uuid4())))
    assert (answer.status_code, problems(answer)) == (422, {"row": "Diese Zeile steht nicht auf diesem Zettel."})


def test_who_inserts_behind_somebody_elses_back_is_told(cast: Cast, three: list[Entry]) -> None:
    sheet = three[0].sheet
    sent = batch(sheet, inserted(cast, three[1].uuid))
    write(cast, sheet, anna_ben(cast, 140))
    assert send(phone(cast), sheet, sent).json()["reason"] == "overtaken"
    assert send(phone(cast), sheet, batch(sheet, *sent["ops"])).status_code == 200
    assert (augen(sheet), numbers(sheet)) == ([131, 120, 155, 90, 140], [1, 2, 3, 4, 5])
