"""Documents of the open format and files of other programs, dropped on the import page."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.utils import translation
from zeal import zeal_ignore

from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Sheet
from dokoclub.exports.importers.problems import TranslatedNote
from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.reading import Options
from scoring.tables.sheet import OldSheet
from tests.cast import Cast
from tests.evenings.papers import totals
from tests.exports.old_sheets import read_old_sheets
from tests.exports.pages import draft, send
from tests.scoring.format_documents import PEERS, read_example

EXPECTED: dict[str, dict[str, Any]] = json.loads((PEERS / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


def read(name: str, content: bytes) -> list[OldSheet]:
    return read_old_sheets(name, content, Options(), Budget())


def notes(sheets: list[OldSheet]) -> list[str]:
    with translation.override("en"):
        return [TranslatedNote(*note).said for sheet in sheets for note in (*sheet.problems, *sheet.oddities)]


@pytest.mark.parametrize("name", [name for name, told in EXPECTED.items() if told["totals"]])
def test_a_file_of_another_program_is_named_and_read_to_the_point(name: str) -> None:
    sheets = read(name, (PEERS / name).read_bytes())
    summed: dict[str, int] = {}
    for sheet in sheets:
        for player, points in zip(sheet.names, sheet.totals, strict=True):
            key = player.partition(" (")[0]
            summed[key] = summed.get(key, 0) + points

    assert summed == EXPECTED[name]["totals"]
    assert [problem for sheet in sheets for problem in sheet.problems] == []
    assert any(f"This comes from {EXPECTED[name]['of']}." in note for note in notes(sheets))


def test_payments_are_refused_with_the_right_word() -> None:
    (told,) = notes(read("kasse.json", (PEERS / "doko-kasse-abende.ndjson").read_bytes()))

    assert told.startswith("These are payments, not points")


def test_a_damaged_file_is_refused_and_a_damaged_table_is_read_as_any_table() -> None:
    damaged = (PEERS / "toh0bi.json").read_bytes().replace(b'"Ute": 4', b'"Ute": 5')
    assert notes(read("x.json", damaged)) == ["The points of this game do not sum to 0: the file is damaged."]

    table = (PEERS / "chohner.csv").read_bytes().replace(b"2,13,-9", b"2,14,-9")
    assert not any("This comes from" in note for note in notes(read("x.csv", table)))


def test_a_wrong_document_names_its_place() -> None:
    (sheet,) = read("x.json", read_example("invalid-18-stranger.json"))

    assert sheet.problems[0].column == "/evenings/0/sheets/0/rows/0/re/1"


def test_a_document_comes_in_with_every_fact(cast: Cast) -> None:
    made = draft(cast, Zettel=read_example("valid-04-every-kind-of-row.json").replace(b"2026-11-28", b"2026-11-13"))
    assert send(cast, made).status_code == 302

    sheet = Sheet.objects.get()
    assert totals(sheet) == {"Anna": 3, "Ben": -12, "Cleo": 13, "Dora": -9}
    assert sheet.evening.date == date(2026, 11, 13)
    assert [row.kind for row in sheet.entries.all()][:2] == ["normal", "solo"]
    assert [*compare_sheet(sheet)] == []
