"""The stored sheet and its pages always equal the answer of `python3 -m scoring sheet` for the same rows, whatever
happened on the way.
"""

import random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from dokoclub.evenings.domain import sheet_state
from dokoclub.evenings.models import Entry, Posting, Sheet
from dokoclub.evenings.selectors import sheets
from dokoclub.evenings.services import entries as entries_services
from scoring.contract.cli import as_sheet_answer
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.dice import Dice
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.papers import write
from tests.evenings.rows import amend_entry, insert_entry, restore_entry, strike_entry, write_entries
from tests.evenings.shown import differences
from tests.evenings.test_sheet_equals_command_line import asked, counted, shown, told, who_dealt


@pytest.mark.parametrize("preset", PRESETS)
def test_a_random_evening(cast: Cast, preset: str) -> None:
    """It has all kinds of rows, people who come and go, corrections, struck rows and undone ones."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    dice = Dice(cast, preset, seed=f"{preset}0")
    sheet = new_sheet(cast, *dice.table, rules=preset)
    many = [entries_services.NewRow(facts=dice.row(), uuid=UUID(int=number)) for number in range(18)]
    write_entries(sheet, many, by=None)
    for number in range(18, 24):
        write(cast, sheet, dice.row(), uuid=UUID(int=number))
    _correct(dice, sheet)
    sheet = Sheet.objects.get(pk=sheet.pk)

    answer = asked(sheet, preset, {})
    _compare(sheet, answer)
    assert differences(shown(cast, sheet), told(cast, sheet, answer)) == []
    call_command("check_ledger", verbosity=0)


def _correct(dice: Dice, sheet: Sheet) -> None:
    """Amend, strike, restore and insert some rows, as far as the others allow."""
    for entry in list(sheet.entries.exclude(kind="table")):
        action = dice.random.choice(["amend", "strike", "restore", "insert", *[""] * 8])
        if action == "amend":
            facts = dice.row_like(entry)
            amend_entry(entry, facts, by=None)
        elif action == "strike":
            strike_entry(entry, by=None)
        elif action == "restore":
            restore_entry(strike_entry(entry, by=None), by=None)
        elif action == "insert":
            facts = dice.row_like(entry)
            insert_entry(entry, facts, uuid=UUID(int=entry.pk + 1000), by=None)


def _compare(sheet: Sheet, answer: dict[str, Any]) -> None:
    entries = counted(sheet)
    assert as_sheet_answer(sheet_state.read_sheet(sheet).paper) == answer
    assert _stored(entries) == [
        (
            game["number"],
            {player: points for player, points in game["scores"].items() if points},
            {player: points for player, points in game["balance"].items() if points},
        )
        for game in answer["games"]
    ]
    assert {str(result.player_id): result.scores for result in sheet.results.all()} == answer["totals"]
    assert {str(result.player_id): result.balance for result in sheet.results.all()} == answer["balances"]
    _compare_page(sheets.sheet_page(sheet), answer)


def _stored(entries: list[Entry]) -> list[tuple[Any, ...]]:
    """Return number, scores and balance of every row, without zeros and without the club."""
    return [
        (
            entry.number,
            {str(some.player_id): some.scores for some in _postings(entry) if some.scores},
            {str(some.player_id): some.balance for some in _postings(entry) if some.balance},
        )
        for entry in entries
    ]


def _postings(entry: Entry) -> list[Posting]:
    return list(entry.postings.exclude(player=None))


def _compare_page(page: sheets.SheetPage, answer: dict[str, Any]) -> None:
    """Compare a page, read back from its cells."""
    shown = [row for row in page.rows if row.line is not None]
    assert [
        {str(cell.player.pk): cell.scores for cell in row.cells if str(cell.player.pk) in game["scores"]}
        for row, game in zip(shown, answer["games"], strict=True)
    ] == [game["scores"] for game in answer["games"]]
    assert [str(row.dealer.pk) for row in shown if row.dealer] == [who_dealt(game) for game in answer["games"]]
    assert {str(column.player.pk): column.total for column in page.columns} == answer["totals"]
    assert page.coming.number == answer["next"]["number"]
    assert str(page.coming.dealer.pk) == answer["next_dealer"]
    assert [str(player.pk) for player in page.coming.sitting_out] == list(answer["next"]["sitting_out"])
    assert [str(player.pk) for player in page.pflichtsolo_open] == list(answer["pflichtsolo_open"])


def test_the_dice_throw_every_kind(cast: Cast) -> None:
    """Otherwise the comparison would prove less than it says."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    dice = Dice(cast, "hausrunde", seed="all")
    kinds = {(row["kind"], "points" in row) for row in (dice.row() for _ in range(400))}

    assert kinds == {
        ("normal", False),
        ("hochzeit", False),
        ("armut", False),
        ("stille_hochzeit", False),
        ("solo", False),
        ("manual", True),
        ("manual", False),
        ("penalty", True),
        ("redeal", False),
        ("table", False),
    }
    assert random.Random("all").random() == random.Random("all").random()
