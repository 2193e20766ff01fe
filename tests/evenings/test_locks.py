"""A write to a sheet, or a change of an evening, locks it until the write ends."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings, operations, people, sheets, sync
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import strike_entry
from tests.locks import held


def strike(cast: Cast, sheet: Sheet) -> object:
    entry = sheet.entries.get()
    return strike_entry(entry, by=None)


def withdraw(cast: Cast, sheet: Sheet) -> None:
    sheet.entries.all().delete()
    sheets.withdraw_sheet(sheet, by=cast.ben)


def redealt() -> operations.Op:
    return operations.Write(uuid4(), None, {"kind": "more", "more": "redeal"}, None)


def joined(cast: Cast) -> operations.Op:
    guest = operations.Guest(uuid4(), "Emil")
    players = (*cast.ids("Anna", "Ben", "Cleo"), f"guest:{guest.uuid}")
    return operations.Seats(uuid4(), None, players, None, (), (), (guest,), None)


def received(cast: Cast, sheet: Sheet, op: operations.Op) -> object:
    base = Sheet.objects.get(pk=sheet.pk).version
    batch = operations.Batch(uuid4(), base, "", None, (op,))
    return sync.receive_batch(Sheet.objects.get(pk=sheet.pk), batch, by=cast.ben)


WRITING: dict[str, tuple[Callable[[Cast, Sheet], object], list[str]]] = {
    "write_entry": (lambda cast, sheet: write(cast, sheet, anna_ben(cast)), ["Sheet"]),
    "strike_entry": (strike, ["Sheet"]),
    "receive_batch": (lambda cast, sheet: received(cast, sheet, redealt()), ["Sheet"]),
    "receive_batch with a guest": (lambda cast, sheet: received(cast, sheet, joined(cast)), ["Club", "Sheet"]),
    "change_table": (lambda cast, sheet: sheets.change_table(sheet, cast.four[:4], uuid=uuid4(), by=None), ["Sheet"]),
    "create_scoring_link": (lambda _cast, sheet: evenings.create_scoring_link(sheet), ["Sheet"]),
    "close_sheet": (lambda _cast, sheet: sheets.close_sheet(sheet, by=None), ["Evening", "Sheet"]),
    "reopen_sheet": (lambda cast, sheet: sheets.reopen_sheet(sheet, by=cast.anna), ["Evening", "Sheet"]),
    "withdraw_sheet": (withdraw, ["Evening", "Sheet"]),
    "open_evening": (lambda cast, _sheet: papers.evening(cast), ["Club", "Evening"]),
    "close_evening": (lambda _cast, sheet: evenings.close_evening(sheet.evening, by=None), ["Evening", "Sheet"]),
    "next_round": (
        lambda cast, sheet: sheets.next_round(sheet.evening, [papers.table(cast)], by=None, after=1, closing=True),
        ["Evening", "Sheet"],
    ),
    "merge_players": (
        lambda cast, _sheet: people.merge_players(cast.players["Anna"], cast.guest("Anni"), by=cast.anna),
        ["Club"],
    ),
}


@pytest.mark.promise("locks")
@pytest.mark.parametrize("name", WRITING)
def test_it_is_held(name: str, cast: Cast, sheet: Sheet) -> None:
    doing, models = WRITING[name]
    write(cast, sheet, anna_ben(cast))
    with held() as found:
        doing(cast, sheet)

    assert found == models
