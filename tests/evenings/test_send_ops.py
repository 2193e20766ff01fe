"""Rows that a phone stored offline are written all at once, and exactly once."""

from __future__ import annotations

from uuid import uuid4

import pytest

from dokoclub.evenings.models import Sending, Sheet
from dokoclub.evenings.services import sheets, sync
from dokoclub.evenings.services.operations import Batch, Write
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import amend_entry
from tests.evenings.sending import Json, batch, game, is_sound, now, numbers, op, save, send
from tests.evenings.views import phone

TWENTY_FOUR = 24


def test_three_games_are_one_version(cast: Cast, sheet: Sheet) -> None:
    before = now(sheet).version
    ops = [game(cast, number=number) for number in (1, 2, 3)]

    answer = send(phone(cast), sheet, sent := batch(sheet, *ops))

    told = answer.json()
    assert (answer.status_code, told["batch"], told["differs"]) == (200, sent["batch"], False)
    assert told["version"] == told["kit"]["version"] == now(sheet).version == before + 1
    assert [str(entry.uuid) for entry in sheet.entries.all()] == [one["uuid"] for one in ops]
    assert numbers(sheet) == [1, 2, 3]
    assert [row["uuid"] for row in told["kit"]["rows"]] == [one["uuid"] for one in ops]
    assert 'id="sheet"' in told["html"]
    assert is_sound(sheet)


@pytest.mark.promise("batch")
def test_a_list_of_twenty_four_takes_as_many_statements_as_one_row(cast: Cast, sheet: Sheet) -> None:
    taken = []
    for count in (1, TWENTY_FOUR):
        told = Batch(uuid4(), now(sheet).version, "", None, tuple(plain(cast) for _ in range(count)))
        with statements() as found:
            sync.receive_batch(access_anew(sheet), told, by=cast.ben)
        taken.append(len(found))

    assert taken[0] == taken[1] <= 12
    assert sheet.entries.count() == 1 + TWENTY_FOUR


def plain(cast: Cast) -> Write:
    return Write(uuid4(), None, game(cast)["fields"], None)


def access_anew(sheet: Sheet) -> Sheet:
    return Sheet.objects.select_related("evening__club__version").get(pk=sheet.pk)


# ---- Exactly once ----


@pytest.mark.promise("batch")
def test_a_late_copy_writes_nothing_and_is_answered_from_what_stands_there_now(cast: Cast, sheet: Sheet) -> None:
    sent = batch(sheet, game(cast))
    first = send(phone(cast), sheet, sent)
    write(cast, sheet, anna_ben(cast))

    second = send(phone(cast), sheet, sent)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["version"] == now(sheet).version == first.json()["version"] + 1
    assert len(second.json()["kit"]["rows"]) == 2
    assert (sheet.entries.count(), Sending.objects.count()) == (2, 1)


def test_a_late_copy_is_known_on_a_closed_sheet_too(cast: Cast, sheet: Sheet) -> None:
    sent = batch(sheet, game(cast))
    send(phone(cast), sheet, sent)
    sheets.close_sheet(sheet, by=cast.ben)

    answer = send(phone(cast), sheet, sent)

    assert (answer.status_code, answer.json()["kit"]["open"]) == (200, False)


def test_another_clock_and_another_account_send_the_same_batch(cast: Cast, sheet: Sheet) -> None:
    """There is a retry an hour later, and a phone on which somebody else has signed in meanwhile."""
    sent = batch(sheet, game(cast))
    send(phone(cast), sheet, sent)

    again = send(phone(cast, "Anna"), sheet, {**sent, "now": "2026-11-20T23:00:00Z", "engine": "newer", "seal": "x"})

    assert (again.status_code, sheet.entries.count()) == (200, 1)


@pytest.mark.parametrize("change", [{"base": 7}, {"ops": []}])
def test_a_batch_is_never_another_one(cast: Cast, sheet: Sheet, change: Json) -> None:
    sent = batch(sheet, game(cast))
    send(phone(cast), sheet, sent)
    other = {**sent, **(change if "base" in change else {"ops": [*sent["ops"], game(cast)]})}

    answer = send(phone(cast), sheet, other)

    assert (answer.status_code, answer.json()) == (409, {"batch": sent["batch"], "reason": "reused"})
    assert sheet.entries.count() == 1


def test_a_batch_belongs_to_one_sheet(cast: Cast, sheet: Sheet) -> None:
    other = papers.sheet(cast)
    sent = batch(sheet, game(cast))
    send(phone(cast), sheet, sent)

    answer = send(phone(cast), other, {**sent, "base": now(other).version})

    assert (answer.status_code, answer.json()["reason"], other.entries.count()) == (409, "reused", 0)


@pytest.mark.promise("batch", "ghost")
def test_a_ghost_comes_last_and_finds_nothing_to_do(cast: Cast, sheet: Sheet) -> None:
    """The phone gave the batch up, its owner struck the row, and the batch arrives late, after the phone sent it
    again.
    """
    one = game(cast)
    given_up = batch(sheet, one)
    send(phone(cast), sheet, given_up)
    send(phone(cast), sheet, batch(sheet, op("strike", row=one["uuid"])))
    before = now(sheet).version

    answer = send(phone(cast), sheet, given_up)

    assert (answer.status_code, now(sheet).version) == (200, before)
    assert [entry.is_struck for entry in sheet.entries.all()] == [True]
    assert answer.json()["kit"]["struck"] == [one["uuid"]]


def test_a_ghost_that_was_refused_stays_refused(cast: Cast, sheet: Sheet) -> None:
    """409 dissolved it, its game was sent again and struck: the old copy is of a version that never comes again."""
    one = game(cast)
    ghost = batch(sheet, one)
    write(cast, sheet, anna_ben(cast))
    assert send(phone(cast), sheet, ghost).status_code == 409
    send(phone(cast), sheet, batch(sheet, one))
    send(phone(cast), sheet, batch(sheet, op("strike", row=one["uuid"])))

    answer = send(phone(cast), sheet, ghost)

    assert (answer.status_code, numbers(sheet)) == (409, [1])


# ---- The same row in two batches ----


def test_a_row_that_came_by_itself_is_the_same_row(cast: Cast, sheet: Sheet) -> None:
    """Its batch is forgotten, so the phone sends it with the later rows."""
    one, two = game(cast), game(cast, re_augen=155)
    kept = batch(sheet, one, two)
    assert save(phone(cast), sheet, {**one["fields"], "uuid": one["uuid"]}).status_code == 200

    answer = send(phone(cast), sheet, kept)

    assert (answer.status_code, numbers(sheet)) == (200, [1, 2])
    assert is_sound(sheet)


def test_a_row_of_a_batch_is_the_same_row_in_another(cast: Cast, sheet: Sheet) -> None:
    send(phone(cast), sheet, batch(sheet, one := game(cast), op("strike", row=one["uuid"])))

    answer = save(phone(cast), sheet, {**one["fields"], "uuid": one["uuid"]})

    assert (answer.status_code, sheet.entries.count()) == (200, 1)


def test_a_corrected_row_of_a_batch_is_still_known_by_what_was_first_written(cast: Cast, sheet: Sheet) -> None:
    one, said = game(cast), game(cast, re_augen=155)["fields"]
    send(phone(cast), sheet, batch(sheet, one, op("amend", row=one["uuid"], fields=said)))

    answer = save(phone(cast), sheet, {**one["fields"], "uuid": one["uuid"]})

    assert (answer.status_code, sheet.entries.get().facts["re_points"]) == (200, 155)


def test_other_facts_under_a_known_uuid_are_refused(cast: Cast, sheet: Sheet) -> None:
    one = game(cast)
    send(phone(cast), sheet, batch(sheet, one))

    answer = send(phone(cast), sheet, batch(sheet, {**one, "fields": game(cast, re_augen=155)["fields"]}))

    assert (answer.status_code, answer.json()["reason"], sheet.entries.get().facts["re_points"]) == (409, "reused", 131)


def test_an_own_row_that_somebody_has_corrected_since_is_news(cast: Cast, sheet: Sheet) -> None:
    one = game(cast)
    kept = batch(sheet, one)
    save(phone(cast), sheet, {**one["fields"], "uuid": one["uuid"]})
    entry = sheet.entries.get()
    amend_entry(entry, anna_ben(cast, 155), by=cast.anna)

    answer = send(phone(cast), sheet, kept)

    assert (answer.status_code, answer.json()["by"], answer.json()["same"]) == (409, ["Anna"], [one["uuid"]])


def test_a_batch_of_another_account_is_not_taken(cast: Cast) -> None:
    """The tab is Ben's, and Anna has signed in there since: none of his rows are written in her name."""
    sheet = papers.sheet(cast)
    told = batch(sheet, game(cast, "Anna", "Ben", number=1), scope=f"{cast.ben.pk}.{sheet.pk}")
    answer = send(phone(cast, "Anna"), sheet, told)
    assert (answer.status_code, answer.json()) == (409, {"batch": told["batch"], "reason": "other", "writer": "Anna"})
    assert sheet.entries.count() == 0
    assert send(phone(cast, "Ben"), sheet, told).status_code == 200
