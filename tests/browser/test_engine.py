"""The engine in JavaScript gives the answers of scoring/: random lists, corrections and forms, and every vector.

`DOKO_SEED=7` draws others; a difference is reported with its seed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import brotli
import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page

from dokoclub.core.static_files import strip_script
from dokoclub.evenings.texts.phone import translate_engine
from dokoclub.ui.texts import format_phrase
from scoring.contract import phone
from scoring.contract.cli import Desk
from scoring.rules.rules import VERSION
from tests.browser.engine_page import AT_ONCE, SCRIPTS, as_json, ask, modules_page, played, played_by_phone
from tests.portions import due
from tests.scoring.random_sheets import Dice
from tests.scoring.test_rules_stored import STORED
from tests.scoring.test_text import AWKWARD
from tests.scoring.test_vectors import GAMES, differences, lines
from tools.translator.module import offered_name

SEED: Final = os.environ.get("DOKO_SEED", "0")
LISTS: Final = due(range(1_000))  # a tenth of each for a commit
SHEETS: Final = due(range(200))  # with corrections and forms
WORDED: Final = due(range(280))  # sheets with compared texts
TEXTS: Final = due(range(1_000))
FORMS: Final = 25  # of each sheet
# Bytes of engine and runtime on the wire, with the texts of rows and breakdowns. They load after the page, and house
# rules need their sentences and their remarks on a game on a phone, too.
MOST: Final = 37_500


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with modules_page(browser) as opened:
        yield opened


def asked(page: Page, questions: Sequence[list[Any]]) -> list[Any]:
    found: list[dict[str, Any]] = []
    for start in range(0, len(questions), AT_ONCE):
        found += ask(
            page, "engine.js", [[offered_name(name), *rest] for name, *rest in questions[start : start + AT_ONCE]]
        )
    return [one.get("answer", one) for one in found]


def wrong(names: Sequence[object], found: Sequence[Any], expected: Sequence[Any]) -> dict[object, Any]:
    """Return the differences by seed, the first three of them."""
    pairs = zip(names, found, expected, strict=True)
    return dict([(name, {"javascript": one, "python": other}) for name, one, other in pairs if one != other][:3])


# --- Lists -----------------------------------------------------------------------------------------------------------


def games_of(dice: Dice) -> list[Any]:
    """Return the games of a list; in one list of four some are invalid."""
    games = dice.rows(dice.chance.randint(1, 12))
    return [dice.spoiled(row) if dice.maybe(0.3) else row for row in games] if dice.maybe(0.25) else games


@pytest.mark.promise("engine-lists")
def test_random_lists_come_out_as_on_the_command_line(page: Page) -> None:
    seeds = [f"{SEED}.{number}" for number in LISTS]
    drawn = [(dice, dice.sheet, games_of(dice)) for dice in map(Dice, seeds)]
    found = played_by_phone(page, [(sheet, games) for _dice, sheet, games in drawn])
    expected = [played(sheet, games) for _dice, sheet, games in drawn]

    assert wrong(seeds, found, expected) == {}
    good = 0
    for seed, (dice, sheet, games), answer in zip(seeds, drawn, found, strict=True):
        dealer = sheet["first_dealer"]
        said = Desk().sheet({**dice.given, "players": dice.seats, "first_dealer": dealer, "games": games})
        if isinstance(said, dict) and not answer["refused"]:  # a phone refuses long reasons, too
            assert {key: answer["sheet"][key] for key in said} == as_json(said), seed
            good += 1
    assert len(LISTS) * 0.6 < good < len(LISTS) * 0.95  # or the test would prove less than it says


@pytest.mark.promise("engine-lists")
@pytest.mark.parametrize("name", [*GAMES, "bock"])
def test_the_vectors_come_out(page: Page, name: str) -> None:
    vectors = lines(name)
    found = played_by_phone(page, [list_of_vector(vector) for vector in vectors])
    for vector, answer in zip(vectors, found, strict=True):
        assert answer["refused"] == [], vector["id"]
        games = answer["sheet"]["games"]
        if name == "bock":
            assert [game["bock_level"] for game in games] == vector["expect_bock_levels"], vector["id"]
        elif not vector["game"].get("bock"):  # a list computes the level itself
            assert differences(vector["expect"], games[0]) == {}, vector["id"]


def test_the_worked_cases_of_house_rules_come_out(page: Page) -> None:
    """This covers all cases with readable rules; invalid games are refused alike."""
    cases = [
        case
        for case in lines("house_rules")
        if not any(field.startswith("overrides") for field in case.get("expect_error", ()))
    ]
    lists = [list_of_vector(case, case.get("players", list("ABCD"))) for case in cases]
    found = played_by_phone(page, lists)
    for case, (sheet, games), answer in zip(cases, lists, found, strict=True):
        assert answer == played(sheet, games), case["id"]
    assert len(cases) > 140


def list_of_vector(vector: dict[str, Any], players: Sequence[str] = ()) -> tuple[dict[str, Any], list[Any]]:
    """Return a sheet and its games, or its single game."""
    dice = Dice(vector["id"])
    dice.given = {"preset": vector["preset"], "overrides": vector.get("overrides")}
    games = vector.get("games") or [vector["game"]]
    seats = players or vector.get("players") or [*games[0]["re"], *games[0]["kontra"], *games[0].get("sitting_out", ())]
    return {"rules": dice.stored, "players": seats, "first_dealer": seats[0]}, games


def test_rules_of_every_version_are_read(page: Page) -> None:
    """They are as they were stored before later parameters came."""
    for path in STORED:
        dice = Dice(path.name)
        sheet = {**dice.sheet, "rules": as_json(json.loads(path.read_text(encoding="utf-8"))["stored"])}
        games = games_of(dice)
        assert played_by_phone(page, [(sheet, games)]) == [played(sheet, games)], path.name


def test_rules_from_tomorrow_are_refused(page: Page) -> None:
    """The phone has slept since the site was updated."""
    dice = Dice("tomorrow")
    sheet = {**dice.sheet, "rules": {**dice.stored, "version": VERSION + 1}}
    refused = as_json(phone.open_sheet(sheet))
    assert [problem["field"] for problem in refused["problems"]] == ["rules.version"]
    assert asked(page, [["open_sheet", sheet]]) == [refused]


# --- Corrections and forms -------------------------------------------------------------------------------------------


class Case:
    """A sheet with rows, and questions about it."""

    def __init__(self, seed: str) -> None:
        self.dice = Dice(seed)
        self.sheet = self.dice.sheet
        self.opened = phone.open_sheet(self.sheet)
        assert isinstance(self.opened, phone.Opened)
        self.rows: list[dict[str, Any]] = []
        for row in self.dice.rows(self.dice.chance.randint(0, 12)):
            told = phone.change_row(
                self.opened, self.rows, self.change(len(self.rows), True, {**self.dice.written(row), "note": ""})
            )
            self.rows = as_json(told.get("rows", self.rows))

    def change(self, at: int, is_new: bool, row: Any) -> dict[str, Any]:
        return {"at": at, "is_new": is_new, "row": row}

    def questions(self) -> Iterator[list[Any]]:
        """List the questions. A "$" is replaced by the sheet."""
        dice, rows = self.dice, self.rows
        yield ["work_out", "$", rows]
        for _ in range(3):
            at = dice.chance.randint(0, len(rows))
            is_new = at == len(rows) or dice.maybe(0.3)
            row = dice.row(dice.people[:4])
            written = (
                None if not is_new and dice.maybe(0.3) else dice.written(dice.spoiled(row) if dice.maybe(0.3) else row)
            )
            yield ["change_row", "$", rows, self.change(at, is_new, written)]
            yield ["check_form", "$", rows, {"at": at, "is_new": is_new, "fields": dice.fields(dice.seats)}]
        for _ in range(FORMS):
            yield ["preview_form", "$", dice.fields(dice.seats), dice.chance.randint(0, 3)]
        for row in rows:
            yield ["format_version", "$", row]
            if row["facts"]["kind"] != "table":
                yield ["fill_form", "$", {**row, "note": dice.pick(("", "Notiz"))}]
            yield from (["format_row", "$", row, level] for level in (0, dice.chance.randint(1, 3)))
            yield ["is_same", row, dice.pick(rows)]
        one, *others = dice.seats
        known = ("Anna", "Anna Lohr", "Anna Lenz", "Dr. Anna Le", "Ben  Lohr", "Ben Zorn", "Tante Anna", "Dr. Zorn")
        names = [dice.pick(known) for _ in dice.seats]
        yield [
            "short_names",
            {one: [dice.pick(("", "", "Änne")), name] for one, name in zip(dice.seats, names, strict=True)},
        ]
        yield ["sit_again", others, one, [dice.seats, others, dice.chance.sample(dice.people, 5)]]

    def by_python(self, questions: Sequence[list[Any]]) -> list[Any]:
        return [
            as_json(getattr(phone, name)(*[self.opened if one == "$" else one for one in rest]))
            for name, *rest in questions
        ]


@pytest.mark.promise("engine-lists")
def test_corrections_and_forms_come_out_as_in_python(page: Page) -> None:
    page.evaluate(OPEN)
    kinds: dict[tuple[str, bool], int] = {}
    for number in SHEETS:
        case = Case(f"{SEED}.{number}")
        questions = list(case.questions())
        expected = case.by_python(questions)
        text = json.dumps([case.sheet, [[offered_name(name), *rest] for name, *rest in questions]])
        found = json.loads(page.evaluate("(text) => window.askSheet(text)", text))
        named = [(f"{SEED}.{number}", place, name) for place, (name, *_) in enumerate(questions)]
        assert wrong(named, found, expected) == {}
        for (name, *_), answer in zip(questions, expected, strict=True):
            key = name, isinstance(answer, dict) and bool(answer.get("problems"))
            kinds[key] = kinds.get(key, 0) + 1
    several = [(name, refused) for name in ("change_row", "check_form") for refused in (True, False)]
    assert all(kinds.get(key, 0) > len(SHEETS) / 5 for key in several), kinds
    assert sum(number for (name, _refused), number in kinds.items() if name == "format_row") > 5 * len(SHEETS)
    assert kinds["preview_form", False] > len(SHEETS) / 2


OPEN = """async () => {
  const engine = await import("./engine.js");
  window.askSheet = (text) => {
    const [given, questions] = JSON.parse(text);
    const sheet = engine.openSheet(given);
    const known = (one) => (one === "$" ? sheet : one);
    return JSON.stringify(questions.map(([name, ...values]) => engine[name](...values.map(known))));
  };
}"""


def test_a_whole_evening_is_kept_row_by_row(page: Page) -> None:
    """The result of one call is the input of the next, as in a phone's worker."""
    case = Case(f"{SEED}.evening")
    page.evaluate(OPEN)
    found = page.evaluate(EVENING, json.dumps([case.sheet, [row["facts"] for row in case.rows]]))
    assert isinstance(case.opened, phone.Opened)
    assert json.loads(found) == as_json(phone.work_out(case.opened, case.rows))


EVENING = """async (text) => {
  const engine = await import("./engine.js");
  const [given, facts] = JSON.parse(text);
  const sheet = engine.openSheet(given);
  let [rows, last] = [[], engine.workOut(sheet, [])];
  for (const one of facts) {
    const row = { facts: one, attribution: {}, note: "" };
    ({ rows, sheet: last } = engine.changeRow(sheet, rows, { at: rows.length, is_new: true, row }));
  }
  return JSON.stringify(last);
}"""


# --- Words -----------------------------------------------------------------------------------------------------------


class Somebody(NamedTuple):
    called: str


PRINTED: Final = """async ([given, rows, levels, change, kit]) => {
  const [engine, texts] = [await import("./engine.js"), await import("./texts.js")];
  const { print } = await import("./phrases.js");
  texts.learn(kit);
  const sheet = engine.openSheet(given);
  const isPhrase = (x) => ["say", "parts", "player"].some((key) => key in x);
  const printed = (x) => {
    if (Array.isArray(x)) return x.map(printed);
    if (!x || typeof x !== "object") return x;
    return isPhrase(x) ? print(x) : Object.fromEntries(Object.entries(x).map(([key, value]) => [key, printed(value)]));
  };
  const versions = rows.map((row) => engine.formatVersion(sheet, row));
  const reckonings = rows.map((row, place) => engine.formatRow(sheet, row, levels[place]));
  return printed([engine.workOut(sheet, rows), ...versions, ...reckonings, engine.changeRow(sheet, rows, change)]);
}"""


def printed(told: Any, people: Mapping[str, Somebody]) -> Any:
    """Return it with every phrase as the server renders it."""
    if isinstance(told, list):
        return [printed(one, people) for one in told]
    if not isinstance(told, dict):
        return told
    if {"say", "parts", "player"} & told.keys():
        return format_phrase(told, people)
    return {key: printed(value, people) for key, value in told.items()}


@pytest.mark.promise("wording")
@pytest.mark.parametrize("language", ["de", "en"])
def test_rows_their_status_and_their_reckonings_say_what_the_server_says(page: Page, language: str) -> None:
    """They are in the reader's language, including the effect on later rows when a first row is changed or struck."""
    counted = 0
    with translation.override(language):
        engine_words = translate_engine()
        for number in WORDED:
            case = Case(f"{SEED}.{number}")
            dice, rows = case.dice, case.rows
            levels = [dice.chance.randint(0, 3) for _ in rows]
            first = None if rows and dice.maybe(0.3) else dice.written(dice.good_row(dice.seats))
            change = case.change(0, not rows, first)
            versions = [["format_version", "$", row] for row in rows]
            reckonings = [["format_row", "$", row, level] for row, level in zip(rows, levels, strict=True)]
            told = case.by_python([["work_out", "$", rows], *versions, *reckonings, ["change_row", "$", rows, change]])
            names = {player: f"{player} {{name}}" for player in dice.people}
            kit = {"words": {"engine": engine_words}, "names": names}
            found = page.evaluate(PRINTED, [case.sheet, rows, levels, change, kit])
            people = {player: Somebody(name) for player, name in names.items()}
            assert found == printed(told, people), f"{SEED}.{number}"
            counted += len(rows)
    assert counted > 2 * len(WORDED)


# --- Texts -----------------------------------------------------------------------------------------------------------


def text_of(chance: Random) -> str:
    """Return text as pasted from anywhere: words and emoji, hidden characters between them, and any characters at
    all.
    """
    pieces = [
        chance.choice(AWKWARD)
        if chance.random() < 0.8
        else chr(chance.randrange(0x3000 if chance.random() < 0.5 else 0x110000))
        for _ in range(chance.randint(0, 14))
    ]
    return "".join(pieces)


def test_a_typed_text_is_the_same_text_on_a_phone(page: Page) -> None:
    seeds = [f"{SEED}.{number}" for number in TEXTS]
    typed = [text_of(Random(seed)) for seed in seeds]
    found = asked(page, [["read_name", text] for text in typed])
    dice = Dice("texts")
    fields = {"kind": "more", "more": "penalty", f"points_{dice.seats[0]}": "-5"}
    forms = [{"at": 0, "is_new": True, "fields": {**fields, "note": text, "reason": text}} for text in typed]
    page.evaluate(OPEN)
    asking = json.dumps([dice.sheet, [[offered_name("check_form"), "$", [], form] for form in forms]])
    written = [told["row"] for told in json.loads(page.evaluate("(text) => window.askSheet(text)", asking))]

    assert wrong(seeds, found, [as_json(phone.read_name(text)) for text in typed]) == {}
    assert wrong(seeds, [row["note"] for row in written], [one["name"] for one in found]) == {}
    assert wrong(seeds, [row["facts"].get("reason", "") for row in written], [one["name"] for one in found]) == {}
    assert len({one["name"] for one in found}) > len(TEXTS) / 2


def test_a_phone_knows_by_what_names_two_are_one(page: Page) -> None:
    names = ["Anna", "O'Neil", "Hans-Peter", "Änne", "Straße", "علی‌رضا", "ΟΔΥΣΣΕΥΣ", "Iğdır", "葛󠄀飾"]
    typed = ["ANNA", "O’Neil", "hans–peter", "A\u0308NNE", "STRASSE", "علیرضا", "οδυσσευς", "iğdır", "葛飾", "Emil"]
    questions = [["find_name", name, names] for name in typed]
    assert (
        asked(page, questions) == [phone.find_name(name, names) for name in typed] == [0, 1, 2, 3, 4, 5, 6, 7, 8, None]
    )


# --- Size ------------------------------------------------------------------------------------------------------------


def test_it_is_light() -> None:
    """The files are as they are sent: without comments and indents, compressed by brotli."""
    names = ("engine.js", "exchange.js", "python.js")
    weight = {name: len(brotli.compress(strip_script((SCRIPTS / name).read_text("utf-8")).encode())) for name in names}
    assert sum(weight.values()) <= MOST, weight
