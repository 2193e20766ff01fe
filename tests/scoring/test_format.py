"""Doko-Zettel documents: verdicts, canonical text, points worked out. docs/format.md."""

import copy
import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.cli import Desk
from scoring.format.canonical import write_document
from scoring.format.checks import find_problems
from scoring.format.cli import check_content
from scoring.format.lines import read_lines, write_lines
from scoring.format.parsing import DEEPEST, NoJson, decode_text, parse_text, unpack_bytes
from scoring.format.reckoning import compute_document
from scoring.format.schema import FILE
from tests.portions import examples
from tests.scoring.format_documents import VALID, VERDICTS, broken_files, read_example
from tests.scoring.random_sheets import Dice

ROOT = Path(__file__).resolve().parents[2]
INVALID = [name for name in VERDICTS if name not in VALID]


def parse_bytes(content: bytes) -> Any:
    return parse_text(decode_text(unpack_bytes(content)))


def load(name: str) -> Any:
    return parse_bytes(read_example(name))


def pointers(document: Any) -> list[str]:
    return [problem.field for problem in find_problems(document)]


# --- The examples of the text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VALID)
def test_a_valid_example_has_no_problem(name: str) -> None:
    report = check_content(read_example(name))

    assert report.problems == []
    assert report.is_canonical is VERDICTS[name]["canonical"]


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_example_has_its_problem_first(name: str) -> None:
    report = check_content(read_example(name))

    assert report.problems[0].field == VERDICTS[name]["at"]
    assert report.is_json is (VERDICTS[name]["by"] != "json")


@pytest.mark.parametrize("name", VALID)
def test_writing_twice_gives_the_same_bytes(name: str) -> None:
    content = read_example(name)
    written = write_document(parse_bytes(content))

    assert write_document(parse_text(written)) == written
    assert (written.encode() == content) is VERDICTS[name]["canonical"]
    assert find_problems(parse_text(written)) == []


@pytest.mark.parametrize("name", [name for name in VALID if VERDICTS[name]["canonical"]])
def test_points_worked_out_are_those_of_the_example(name: str) -> None:
    bare = load(name)
    for evening in bare.get("evenings", ()):
        for sheet in evening["sheets"]:
            sheet.pop("totals", None)
            for row in sheet["rows"]:
                row.pop("computed", None)
    computed = json.loads(write_document(compute_document(bare)))
    if "rules" in computed and computed["rules"][0]["preset"]:
        assert computed == load(name)


# --- Strict JSON ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"a":1,"a":2}', "The key “a” is in an object twice."),
        (b'{"a":1.0}', "There are no fractions and no exponents: 1.0."),
        (b'{"a":1e3}', "There are no fractions and no exponents: 1e3."),
        (b'{"a":NaN}', "NaN is no JSON."),
        (b'{"a":-Infinity}', "-Infinity is no JSON."),
        (b'{"a":' + b"9" * 5000 + b"}", "The number 99999999999999999999… has too many digits."),
        (b'{"a":"\\ud800"}', "A text in it holds half a character."),
        (b'{"a":"\xe4"}', "This file is not UTF-8, from byte 6 on."),
        ('{"a":1}'.encode("utf-16"), "This file is not UTF-8, from byte 0 on."),
        (b'{"a":1} x', "This is no JSON, at line 1, column 9."),
        (b"", "This is no JSON, at line 1, column 1."),
        (b"[" * 1_000_000, "This is nested too deeply."),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "This is nested too deeply."),
        (b"\x1f\x8b\x08junk", "This gzip file is damaged."),
    ],
)
def test_what_is_no_strict_json_is_refused_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(NoJson) as refused:
        parse_bytes(content)

    assert str(refused.value.problem) == said


def test_a_byte_order_mark_and_gzip_are_read() -> None:
    content = read_example("valid-02-one-game.json")

    assert parse_bytes(b"\xef\xbb\xbf" + content) == parse_bytes(content)
    assert parse_bytes(gzip.compress(content)) == parse_bytes(content)
    assert check_content(b"\xef\xbb\xbf" + content).is_canonical is False


def test_a_gzip_bomb_is_refused() -> None:
    with pytest.raises(NoJson, match="too large"):
        parse_bytes(gzip.compress(bytes(300 * 1024 * 1024), compresslevel=1))


def test_a_document_of_the_greatest_depth_is_read() -> None:
    assert parse_text("[" * DEEPEST + "]" * DEEPEST)


# --- All problems at once ---------------------------------------------------------------------------------------------


def test_all_problems_are_told_in_the_order_of_the_document() -> None:
    document = load("valid-12-club-with-parts.json")
    document["players"][1]["name"] = "ANNA"
    document["evenings"][0]["day"] = "2026-02-30"
    document["evenings"][0]["sheets"][0]["rows"][0]["computed"]["value"] = 9
    document["evenings"][0]["sheets"][1]["rows"][0]["re_points"] = 241

    assert pointers(document) == [
        "/players/1/name",
        "/evenings/0/day",
        "/evenings/0/sheets/0/rows/0/computed/value",
        "/evenings/0/sheets/1/rows/0",
    ]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda d: d["evenings"].append(d["evenings"][0]), "/evenings"),
        (lambda d: d["evenings"][0]["sheets"][0].update(first_dealer=9), "/evenings/0/sheets/0/first_dealer"),
        (lambda d: d["rules"][0].update(overrides={"by_kind": {}}), "/rules/0/overrides/by_kind"),
        (lambda d: d["players"][0].update(id="x") or d["evenings"][0].update(id="x"), "/evenings/0/id"),
        (lambda d: d["evenings"][0].update(closed="2026-13-01T00:00:00Z"), "/evenings/0/closed"),
        (lambda d: d["evenings"][0].update(closed="2026-02-30T00:00:00Z"), "/evenings/0/closed"),
        (lambda d: _row(d).update(changed="2026-11-28T20:00:00Z", was=[_earlier(d)]), f"{'/evenings/0/sheets/0/rows/0'}/was/0/until"),
        (lambda d: d["evenings"][0]["sheets"][0]["totals"].pop("1"), "/evenings/0/sheets/0/totals"),
        (lambda d: _row(d)["computed"].update(dealer=2), "/evenings/0/sheets/0/rows/0/computed/dealer"),
        (lambda d: _row(d).update(who={"hochzeit": {"by": 1}}), "/evenings/0/sheets/0/rows/0/who/hochzeit"),
        (lambda d: _row(d).update(who={"announced": {"re": {"re": 1}}}), "/evenings/0/sheets/0/rows/0/who/announced/re/re"),
    ],
)  # fmt: skip
def test_a_contradiction_is_told_at_its_pointer(change: Any, at: str) -> None:
    document = load("valid-02-one-game.json")
    change(document)

    assert pointers(document)[:1] == [at]


def _row(document: Any) -> Any:
    return document["evenings"][0]["sheets"][0]["rows"][0]


def _earlier(document: Any) -> Any:
    facts = {key: _row(document)[key] for key in ("kind", "re", "kontra", "re_points")}
    return {"until": "2026-11-28T19:00:00Z", **facts}


def test_a_struck_row_neither_counts_nor_must_fit_the_points() -> None:
    document = load("valid-02-one-game.json")
    _row(document)["struck"] = "2026-11-28T19:00:00Z"

    assert pointers(document) == [f"/evenings/0/sheets/0/totals/{n}/{key}" for n in "1234" for key in ("games", "scores", "balance")]  # fmt: skip


def test_house_facts_count_from_meaning_4_on() -> None:
    document = load("valid-02-one-game.json")
    document["rules"][0] |= {"meaning": 4, "overrides": {"raises": 2}}
    _row(document)["raises"] = 1
    assert pointers(document)[:1] == ["/evenings/0/sheets/0/rows/0/computed/value"]

    document["rules"][0] = {"n": 1, "preset": "ddv", "meaning": 3}
    assert pointers(document) == []  # an unknown key, kept


# --- Unknown keys and random documents --------------------------------------------------------------------------------


def random_document(seed: int) -> Any:
    """Return a document with everything that a sheet may hold, points worked out; None if its points are too large."""
    dice = Dice(seed)
    rows = dice.rows(12)
    line = {**dice.given, "players": list(dice.seats), "games": rows, "day": "2026-11-28"}
    assert isinstance(Desk().sheet(line), dict)
    document = compute_document(read_lines([line]))  # type: ignore[arg-type]
    return None if any("100000" in str(problem) for problem in find_problems(document)) else (line, document)


@pytest.mark.parametrize("seed", range(examples(60)))
def test_any_list_of_the_command_line_comes_through(seed: int) -> None:
    made = random_document(seed)
    if made is None:
        return
    line, document = made
    assert find_problems(document) == []
    (again,) = write_lines(document, [])
    before, after = Desk().sheet(line), Desk().sheet(again)

    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert [game["scores"] for game in after["games"]] == [game["scores"] for game in before["games"]]
    assert (after["totals"], after["balances"]) == (before["totals"], before["balances"])


@pytest.mark.parametrize("seed", range(200))
def test_unknown_keys_come_out_as_they_came_in(seed: int) -> None:
    chance = random.Random(seed)
    document = load(chance.choice([name for name in VALID if VERDICTS[name]["canonical"]]))
    evenings = document.get("evenings", [])
    sheets = [sheet for evening in evenings for sheet in evening["sheets"]]
    places = [document, *document["players"], *document.get("rules", ()), *evenings, *sheets]
    places += [row for sheet in sheets for row in sheet["rows"]]
    values: list[Any] = ["", False, None, [], {}, [1, "ä"], {"b": 1, "a": [{}]}, "🦊\n\u0001", -7]
    told = []
    for _ in range(chance.randint(1, 5)):
        place, key = chance.choice(places), f"x_{chance.choice('abc')}_{chance.randrange(99)}"
        place[key] = copy.deepcopy(chance.choice(values))
        told.append((place, key, place[key]))
    written = write_document(document)
    read = parse_text(written)

    assert write_document(read) == written
    assert read == document
    assert find_problems(read) == []


# --- Broken files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_broken_file_ends_in_sentences_with_pointers(seed: int) -> None:
    """`python -m bench.formats` tries 20,000."""
    invalid = 0
    for content in broken_files(seed, examples(400) // 5):
        problems = check_content(content).problems
        invalid += bool(problems)
        assert all(problem.field == "" or problem.field.startswith("/") for problem in problems)
        assert all(str(problem).endswith((".", ":", "-")) for problem in problems), problems
    assert invalid > 0


def test_a_file_that_breaks_off_at_any_line_is_refused() -> None:
    lines = read_example("valid-12-club-with-parts.json").splitlines(keepends=True)

    for count in range(len(lines)):
        assert not check_content(b"".join(lines[:count])).is_json


def test_the_bench_tries_more_files() -> None:
    assert (ROOT / "bench" / "formats.py").exists()
    assert (ROOT / "scoring" / "format" / FILE).exists()


def test_a_club_with_many_games_round_trips() -> None:
    document = load("valid-12-club-with-parts.json")
    evening = document["evenings"][0]
    row = {"kind": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 151}
    sheet = {"rules": 1, "players": [1, 2, 3, 4], "rows": [row] * 36}
    document["evenings"] = [{"day": evening["day"], "sheets": [sheet]}] * 50
    text = write_document(document)
    assert check_content(text.encode()).problems == []
    assert write_document(parse_text(text)) == text
