"""docs/statements.md: every statement of the five rule texts has a place, and what stands there is so."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from scoring.rules import table_notes
from scoring.rules.presets import PRESETS
from tests.scoring.documents import ROOT, VECTORS, can_be, has_value, is_parameter, is_there, table_rows

DOCUMENT = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")
RULES = {preset.cited_as: preset.rules for preset in PRESETS.values()}
TEXTS = {"HAM": 25, "PAR": 28, "HB": 19, "FOR": 46, "WIK": 31}
# What a sheet need not know.
WITHOUT = ("card play", "nothing stated")
GAMES = {
    json.loads(line)["id"]
    for file in sorted(VECTORS.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
}


class Statement(NamedTuple):
    text: str  # the abbreviation of a rule text
    said: str
    place: str  # a cell of the table
    proof: str  # another


STATEMENTS = [Statement(*cells) for cells in table_rows(DOCUMENT) if len(cells) == 4 and cells[0] != "text"]


def find_problems(statement: Statement) -> Iterator[str]:
    """What is not so about the place of a statement and its proof."""
    places, proofs = (re.findall(r"`([^`]+)`", cell) for cell in (statement.place, statement.proof))
    if not places and statement.place not in WITHOUT:
        yield "no place"
    for place in places:
        if not is_so(statement, place):
            yield f"not so: {place}"
    for proof in proofs:
        if not (proof in GAMES or (proof.startswith("test_") and "." in proof and is_there(proof))):
            yield f"no such proof: {proof}"
    if not proofs and any(is_function(place) for place in places):
        yield "no proof"


def is_so(statement: Statement, place: str) -> bool:
    name, how, value = re.fullmatch(r"([\w.]+)(?:(: | = )(.+))?", place).groups()  # type: ignore[union-attr]
    if how:
        return is_parameter(name) and (has_value if how == ": " else can_be)(RULES[statement.text], name, value)
    if name.startswith("table_notes."):
        return says(statement, name)
    return is_parameter(name) or ("." in name and is_there(name))


def says(statement: Statement, name: str) -> bool:
    """Is it the note of this text, and does it say the words quoted behind it?"""
    note = getattr(table_notes, name.partition(".")[2], None)
    quoted = re.findall("“([^”]+)”", statement.place)
    return note == RULES[statement.text].table_notes and bool(quoted) and all(words in note for words in quoted)


def is_function(place: str) -> bool:
    return re.fullmatch(r"\w+(\.\w+)+", place) is not None and not place.startswith("table_notes.")


def test_every_statement_has_a_place() -> None:
    assert [
        (statement, list(find_problems(statement))) for statement in STATEMENTS if any(find_problems(statement))
    ] == []


def test_all_statements_of_the_five_texts_are_there_once() -> None:
    texts = [statement.text for statement in STATEMENTS]
    assert {text: texts.count(text) for text in dict.fromkeys(texts)} == TEXTS
    assert len({(statement.text, statement.said) for statement in STATEMENTS}) == sum(TEXTS.values()) == 149
    assert all(f"{text} {count}" in DOCUMENT.replace("\n", " ") for text, count in TEXTS.items())


def test_what_is_our_reading_of_a_text_stands_among_the_readings_of_the_rules() -> None:
    readings = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    presets = {preset.cited_as: key for key, preset in PRESETS.items()}
    ours = [statement for statement in STATEMENTS if "(r)" in statement.place]
    assert len(ours) == 7
    for text, said, place, _proof in ours:
        values = re.findall("`[^`]+: [^`]+`", place)
        assert any(f"| `{presets[text]}` {value} |" in readings for value in values), said


@pytest.mark.parametrize(
    ("place", "proof", "told"),
    [
        ("", "", ["no place"]),
        ("at the table", "", ["no place"]),
        ("card play", "", []),
        ("`call_cards`", "", []),
        ("`cards`", "", ["not so: cards"]),
        ("`deck: 40`", "", ["not so: deck: 40"]),
        ("`deck = 40`", "", []),
        ("`deck = 52`", "", ["not so: deck = 52"]),
        ("`bock.in_solo: true`", "", []),
        ("`bock.in_solo: false`", "", ["not so: bock.in_solo: false"]),
        ("`bock.after_game`", "`bock-10`", []),
        ("`bock.after_game`", "", ["no proof"]),
        ("`bock.before_game`", "`bock-10`", ["not so: bock.before_game"]),
        ("`deck`", "`bock-1000`", ["no such proof: bock-1000"]),
        ("`deck`", "`test_bock.test_nothing`", ["no such proof: test_bock.test_nothing"]),
        ("`table_notes.FORUM` “Armut: with one or two trumps”", "", []),
        ("`table_notes.FORUM` “Armut: with three trumps”", "", ["not so: table_notes.FORUM"]),
        ("`table_notes.FORUM`", "", ["not so: table_notes.FORUM"]),
        ("`table_notes.HAM` “several can be said at once”", "", ["not so: table_notes.HAM"]),
        ("`evenings.shown.form.entry_form`", "`test_bock.test_every_trigger`", []),
        ("`evenings.shown.form.exit_form`", "`bock-10`", ["not so: evenings.shown.form.exit_form"]),
        ("`evenings.shown.nowhere.entry_form`", "`bock-10`", ["not so: evenings.shown.nowhere.entry_form"]),
    ],
)
def test_a_place_that_is_none_is_told(place: str, proof: str, told: list[str]) -> None:
    assert list(find_problems(Statement("FOR", "Whatever the text says", place, proof))) == told
