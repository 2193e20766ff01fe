"""Batches sent by a scoring link, wrong clocks, different totals, and the records of all that."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.services.players import let_leave
from dokoclub.evenings.models import Entry, Evening, Sending, Sheet
from dokoclub.evenings.selectors import people
from dokoclub.evenings.services import evenings, sheets
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.sending import batch, game, op, pen_url, post, seats, send
from tests.evenings.views import phone

# ---- With the scoring link ----


def test_the_pen_sends_as_well(cast: Cast, sheet: Sheet, client: Any) -> None:
    answer = post(client, pen_url(sheet, "send_ops"), batch(sheet, game(cast)))

    assert (answer.status_code, answer.json()["kit"]["writer"]) == (200, None)
    assert answer.json()["kit"]["scope"] == f"pen.{sheet.pk}"
    assert sheet.entries.get().written_by is None
    assert Sending.objects.get().by is None


def test_who_only_holds_the_pen_seats_who_is_here_and_enters_nobody(cast: Cast, sheet: Sheet, client: Any) -> None:
    cast.guest("Emil")
    address = pen_url(sheet, "send_ops")
    stranger = seats(cast, "Anna", "Ben", "Cleo", "Emil")
    new = op("seats", players=cast.ids("Anna"), guests=[{"uuid": str(uuid4()), "name": "Finn"}])

    answers = [post(client, address, batch(sheet, one)) for one in (stranger, new)]
    write(
        cast, papers.evening(cast, papers.table(cast, "Emil", "Ben", "Cleo", "Dora")).sheets.get(), {"kind": "redeal"}
    )
    papers_of_today = sheets.open_sheets(
        sheet.evening, [papers.table(cast, "Emil", "Ben", "Cleo", "Dora", name="2")], in_round=1, by=cast.ben
    )
    third = post(client, address, batch(sheet, stranger))

    assert [answer.json()["problems"][0]["field"] for answer in answers] == ["players", "guests[0].name"]
    assert papers_of_today
    assert third.status_code == 200


def test_a_batch_of_a_pen_that_ended_is_sent_by_a_member(cast: Cast, sheet: Sheet, client: Any) -> None:
    """It is the same batch: if it was written before the sheet was closed, the answer says so."""
    address, kept = pen_url(sheet, "send_ops"), batch(sheet, game(cast))
    evenings.revoke_pen(sheet)
    lost = post(client, address, kept)

    answers = [send(phone(cast), sheet, kept) for _ in range(2)]

    assert [lost.status_code, *(answer.status_code for answer in answers)] == [404, 200, 200]
    assert sheet.entries.count() == 1


# ---- Clocks ----


def test_a_row_was_written_when_it_was_played(cast: Cast, sheet: Sheet) -> None:
    """The time is the server's: the phone's clock is a day ahead."""
    moment, ahead = timezone.now(), timedelta(days=1)
    at = [moment + ahead + timedelta(minutes=minutes) for minutes in (-40, -20)]
    ops = [game(cast) | {"at": one.isoformat()} for one in at]
    Sheet.objects.filter(pk=sheet.pk).update(opened_at=moment - timedelta(hours=1))

    send(phone(cast), sheet, batch(sheet, *ops, now=(moment + ahead).isoformat()))

    written = [entry.written_at for entry in sheet.entries.all()]
    assert [round((moment - one).total_seconds() / 60) for one in written] == [40, 20]


@pytest.mark.promise("clock")
@pytest.mark.parametrize("at", ["1999-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+23:59", "gestern"])
@pytest.mark.parametrize("sent", ["2026-11-20T20:00:00Z", "0001-01-01T00:00:00Z", "", None])
def test_no_clock_puts_a_row_before_the_last_or_after_now(cast: Cast, sheet: Sheet, at: str, sent: str | None) -> None:
    last = write(cast, sheet, anna_ben(cast))

    answer = send(phone(cast), sheet, batch(sheet, game(cast) | {"at": at}, now=sent))

    entry = sheet.entries.last()
    assert answer.status_code == 200, answer.content
    assert entry is not None
    assert last.written_at <= entry.written_at <= timezone.now()


# ---- Totals that the phone has shown ----


def test_other_totals_than_the_phone_has_shown_are_told(
    cast: Cast, sheet: Sheet, caplog: pytest.LogCaptureFixture
) -> None:
    right = dict(zip(cast.ids("Anna", "Ben", "Cleo", "Dora"), (1, 1, -1, -1), strict=True))
    told = [
        send(phone(cast), sheet, batch(sheet, game(cast), shown={"number": 1, "totals": totals})).json()["differs"]
        for totals in (right, right)
    ]

    assert told == [False, True]
    assert re.search(r"other totals: sheet \d+, batch", caplog.text)
    assert not re.search(r"Anna|Ben|Cleo", caplog.text)


def test_a_member_who_has_left_still_ends_the_evening(cast: Cast, sheet: Sheet) -> None:
    """The member is still at the table."""
    let_leave(cast.players["Dora"], by=cast.anna)
    assert send(phone(cast), sheet, batch(sheet, game(cast))).status_code == 200


def test_a_uuid_of_another_sheet_is_free_here(cast: Cast, sheet: Sheet) -> None:
    one = game(cast)
    other = papers.sheet(cast)
    assert [send(phone(cast), paper, batch(paper, one)).status_code for paper in (sheet, other)] == [200, 200]
    assert [*Entry.objects.values_list("uuid", flat=True)] == [UUID(one["uuid"])] * 2


def test_it_goes_with_its_sheet_and_holds_no_facts(cast: Cast, sheet: Sheet) -> None:
    send(phone(cast), sheet, batch(sheet, one := game(cast, note="geheim")))
    kept = Sending.objects.filter(sheet=sheet).values().get()
    assert (kept["ops"], kept["by_id"]) == (1, cast.ben.pk)
    assert not {"geheim", one["uuid"]} & {str(value) for value in kept.values()}

    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=cast.anna)
    Evening.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("purge", verbosity=0)

    assert not Sending.objects.exists()


def test_what_is_stored_about_an_account_tells_when_it_sent(cast: Cast, sheet: Sheet) -> None:
    send(phone(cast), sheet, batch(sheet, game(cast), game(cast)))
    _, stored = people.stored_about(cast.ben)
    assert [sent["rows"] for sent in stored["sent_at_once"]] == [2]
