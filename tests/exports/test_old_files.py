"""Some fifty files as clubs have them: each goes in rightly, or says what to do."""

from __future__ import annotations

import pytest
from django.utils import translation

from dokoclub.exports.exporters.games import results_table
from dokoclub.exports.importers.problems import TranslatedNote
from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.grid import Grid
from scoring.tables.own_tables import refuse_own_table
from scoring.tables.reading import Options
from tests.exports.old_files import MADE, OldFile, Paper
from tests.exports.old_sheets import read_old_sheets

SEEDS = range(3)
MAY_BE_EITHER = "look at the sums."  # hints at another reading are no fault of a file


def made(name: str, seed: int) -> OldFile:
    return MADE[name](Paper(1000 * seed + sorted(MADE).index(name)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", MADE)
def test_each_goes_in_rightly_or_says_what_to_do(name: str, seed: int) -> None:
    file = made(name, seed)
    sheets = read_old_sheets(file.name, file.content, Options(**file.options), Budget())
    with translation.override("en"):
        said = [TranslatedNote(*note).said for sheet in sheets for note in sheet.problems]
    if file.says:
        assert any(file.says in one for one in said), said
        return
    assert said == []
    read = [(sheet.day, dict(zip(sheet.names, sheet.totals, strict=True))) for sheet in sheets]
    assert read == list(file.evenings)
    assert {sheet.kind for sheet in sheets} == {file.kind}
    assert [sheet.played for sheet in sheets] == list(file.played or [None] * len(sheets))
    odd = [note.text for sheet in sheets for note in sheet.oddities if not note.text.endswith(MAY_BE_EITHER)]
    assert bool(odd) is file.odd, odd
    places = [sheet.place for sheet in sheets]
    assert len(set(places)) == len(places)
    assert all(places)


def test_there_are_some_fifty() -> None:
    assert len(MADE) >= 50


@pytest.mark.parametrize("language", ["de", "en"])
def test_results_of_this_site_are_told_by_the_heads_that_it_writes(language: str) -> None:
    with translation.override(language):
        heads = [column.head for column in results_table([], {}).columns]
    assert refuse_own_table(Grid("Ergebnisse", [(1, heads)])) is not None
    assert refuse_own_table(Grid("Liste", [(1, ["Runde", "Anna", "Ben", "Cleo", "Dora"])])) is None
