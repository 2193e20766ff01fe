"""Who writes on a sheet or changes an evening holds it until he is done."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from dokoclub.evenings import services
from dokoclub.evenings.models import Sheet
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.locks import held


def strike(cast: Cast, sheet: Sheet) -> object:
    entry = sheet.entries.get()
    return services.strike_entry(entry, seen=entry.version, by=None).entry


WRITING: dict[str, tuple[Callable[[Cast, Sheet], object], list[str]]] = {
    "write_entry": (lambda cast, sheet: write(cast, sheet, anna_ben(cast)), ["Sheet"]),
    "strike_entry": (strike, ["Sheet"]),
    "change_table": (lambda cast, sheet: services.change_table(sheet, cast.four[:4], uuid=uuid4(), by=None), ["Sheet"]),
    "give_pen": (lambda _cast, sheet: services.give_pen(sheet), ["Sheet"]),
    "close_sheet": (lambda _cast, sheet: services.close_sheet(sheet, by=None), ["Sheet"]),
    "open_evening": (lambda cast, _sheet: papers.evening(cast), ["Club", "Evening"]),
    "close_evening": (lambda _cast, sheet: services.close_evening(sheet.evening, by=None), ["Evening", "Sheet"]),
    "next_round": (
        lambda cast, sheet: services.next_round(sheet.evening, [papers.table(cast)], by=None, after=1, closing=True),
        ["Evening", "Sheet"],
    ),
    "merge_players": (
        lambda cast, _sheet: services.merge_players(cast.players["Anna"], cast.guest("Anni"), by=cast.anna),
        ["Club"],
    ),
}


@pytest.mark.parametrize("name", WRITING)
def test_it_is_held(name: str, cast: Cast, sheet: Sheet) -> None:
    doing, models = WRITING[name]
    write(cast, sheet, anna_ben(cast))
    with held() as found:
        doing(cast, sheet)

    assert found == models
