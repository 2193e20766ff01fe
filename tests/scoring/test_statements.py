"""docs/statements.md: the quotations are in the rule texts, and the engine does as claimed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.contract.published import PUBLISHED
from scoring.rules import table_notes
from scoring.rules.presets import PRESETS
from scoring.rules.readings import READINGS
from scoring.rules.rules import restore_rules, store_rules
from tests.scoring.documents import VECTORS, can_be, has_value, is_parameter, is_there
from tests.scoring.house_texts import read_texts
from tests.scoring.statements import (
    PRESET_OF,
    TEXTS,
    VERDICTS,
    Statement,
    find_misquoted,
    find_wrong_games,
    main,
    plain,
    read_statements,
)
from tools.statements import DOCUMENT, write_document

STATEMENTS = read_statements()
LONGEST = 200  # characters of a quotation: a sentence, not a text
NOT_PLACES = ("card play", "nothing stated")
# Functions that decide points: a game shows each rule that they are said to obey.
OF_POINTS = re.compile(r"(value|verdict|balance|extras)\.(?!augen_problems|extra_problems)")
GAMES = set(PUBLISHED) | {
    json.loads(line)["id"]
    for file in sorted(VECTORS.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
}


def find_problems(statement: Statement) -> Iterator[str]:
    """Yield the errors in a statement's place and its proof."""
    places, proofs = (re.findall(r"`([^`]+)`", cell) for cell in (statement.where, statement.proof))
    if not places and statement.where not in NOT_PLACES and not statement.reading:
        yield "no place"
    for place in places:
        if not is_so(statement, place):
            yield f"not so: {place}"
    for proof in proofs:
        if not (proof in GAMES or (proof.startswith("test_") and "." in proof and is_there(proof))):
            yield f"no such proof: {proof}"
    if not proofs and not statement.games and any(is_function(place) for place in places):
        yield "no proof"


def is_so(statement: Statement, place: str) -> bool:
    name, how, value = re.fullmatch(r"([\w.]+)(?:(: | = )(.+))?", place).groups()  # type: ignore[union-attr]
    rules = PRESETS[PRESET_OF[statement.text]].rules
    if how:
        return is_parameter(name) and (has_value if how == ": " else can_be)(rules, name, value)
    if name.startswith("table_notes."):
        return says(statement, name)
    return is_parameter(name) or ("." in name and is_there(name))


def says(statement: Statement, name: str) -> bool:
    """Return whether this is the note of the text, and contains the words quoted behind it."""
    note = getattr(table_notes, name.partition(".")[2], None)
    quoted = re.findall("“([^”]+)”", statement.where)
    rules = PRESETS[PRESET_OF[statement.text]].rules
    return note == rules.table_notes and bool(quoted) and all(words in note for words in quoted)


def is_function(place: str) -> bool:
    return re.fullmatch(r"\w+(\.\w+)+", place) is not None and not place.startswith("table_notes.")


def test_every_statement_has_a_place() -> None:
    assert [
        (statement.says, list(find_problems(statement))) for statement in STATEMENTS if any(find_problems(statement))
    ] == []


@pytest.mark.parametrize("text", TEXTS)
def test_the_engine_does_what_a_statement_is_said_to_mean(text: str) -> None:
    wrong = {one.says: find_wrong_games(one) for one in STATEMENTS if one.text == text}
    assert {said: games for said, games in wrong.items() if games} == {}


def test_what_is_said_of_points_is_shown_by_a_game() -> None:
    """The games are worked by hand from the text, or printed in it, not in our own words."""
    for one in STATEMENTS:
        places = re.findall(r"`([^`]+)`", one.where)
        if any(OF_POINTS.match(place) for place in places):
            proofs = re.findall(r"`([^`]+)`", one.proof)
            assert one.games or one.otherwise_games or any(proof in GAMES for proof in proofs), one.says


def test_the_words_are_those_of_the_texts_and_short() -> None:
    assert [one.says for one in STATEMENTS if not 0 < len(one.says) <= LONGEST] == []
    assert len({(one.text, plain(one.says)) for one in STATEMENTS}) == len(STATEMENTS)
    assert {one.text for one in STATEMENTS} == set(TEXTS)


def test_words_that_the_text_does_not_say_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The check works as with all the texts at hand."""
    said = [one for one in STATEMENTS if one.text in ("FOR", "HAM")]
    texts = ["\n".join(f"  • {one.says}." for one in said if one.text == text) for text in ("FOR", "HAM")]
    assert find_misquoted(said, texts) == []
    assert [one.says for one in find_misquoted(said, [texts[0].replace("30 Augen", "40 Augen"), texts[1]])] == [
        one.says for one in said if "30 Augen" in one.says
    ]
    (tmp_path / "forum.txt").write_text(texts[0].replace("Schweine", "Ferkel"), encoding="utf-8")
    assert main(str(tmp_path)) == 1
    assert "FOR: (Pflichtansage Re oder Contra" not in capsys.readouterr().out


def test_what_is_no_word_of_the_text_has_a_verdict_that_the_rules_page_tells() -> None:
    told = {(reading.preset, reading.parameter) for reading in READINGS}
    for one in STATEMENTS:
        assert one.verdict in VERDICTS
        if one.reading:
            assert (PRESET_OF[one.text], one.reading) in told, one.says
        assert (one.verdict in ("reading", "differs") and not one.note) <= bool(one.reading), one.says
        assert (one.verdict == "variant") <= (" = " in one.where), one.says
        assert (one.verdict == "not recorded") <= (one.where in NOT_PLACES), one.says
        assert bool(one.otherwise_games) == bool(one.otherwise), one.says


def test_the_document_is_written_from_the_data() -> None:
    """After a change run `python -m tools.statements`."""
    assert DOCUMENT.read_text(encoding="utf-8") == write_document(STATEMENTS, read_texts())


def test_a_note_that_was_put_right_is_read_so_from_rules_that_were_stored_before() -> None:
    was = (
        "An Absage needs an Ansage before it, and no step is left out; several can be said at once. Both players of a "
        "party may announce. After a Hochzeit the later column holds."
    )
    assert table_notes.put_right(was) == table_notes.HAM
    for note in ("", "Wer gibt, kocht Kaffee.", "a\ud800b", *(preset.rules.table_notes for preset in PRESETS.values())):
        assert table_notes.put_right(note) == note
    stored = {**store_rules(PRESETS["ham"].rules), "table_notes": was}
    assert restore_rules(stored) == PRESETS["ham"].rules


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
        ("`table_notes.FORUM` “a player with only one or two trumps”", "", []),
        ("`table_notes.FORUM` “Armut: with three trumps”", "", ["not so: table_notes.FORUM"]),
        ("`table_notes.FORUM`", "", ["not so: table_notes.FORUM"]),
        ("`table_notes.HAM` “Several can be said at once”", "", ["not so: table_notes.HAM"]),
        ("`evenings.presenters.entry_form.entry_form`", "`test_bock.test_every_trigger`", []),
        ("`evenings.shown.form.exit_form`", "`bock-10`", ["not so: evenings.shown.form.exit_form"]),
        ("`evenings.shown.nowhere.entry_form`", "`bock-10`", ["not so: evenings.shown.nowhere.entry_form"]),
    ],
)
def test_a_place_that_is_none_is_told(place: str, proof: str, told: list[str]) -> None:
    assert (
        list(find_problems(Statement(text="FOR", says="Solo", verdict="as the text", where=place, proof=proof))) == told
    )
