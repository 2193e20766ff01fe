"""The engine calls of a phone. tests/browser/test_engine.py checks that JavaScript gives the same answers."""

import json
from typing import Any

import pytest

from dokoclub.ui.texts import format_phrase
from scoring.contract import phone, stored_rows
from scoring.contract.cli import Desk
from scoring.contract.phone import Opened
from scoring.rules.presets import PRESETS
from scoring.rules.rules import load_rules, restore_rules, store_rules
from tests.scoring.paper import names, row
from tests.scoring.random_sheets import Dice

SEEDS = range(30)


def opened(preset: str = "hausrunde", players: str = "ABCD") -> Opened:
    sheet = phone.open_sheet(
        {"rules": store_rules(PRESETS[preset].rules), "players": names(players), "first_dealer": "Anna"}
    )
    assert isinstance(sheet, Opened)
    return sheet


def written(line: str, **more: Any) -> dict[str, Any]:
    return {"facts": row(line), "attribution": {}, "note": "", **more}


def added(sheet: Opened, *lines: str) -> list[dict[str, Any]]:
    """Return rows written one after the other, in stored form."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        told = phone.change_row(sheet, rows, {"at": len(rows), "is_new": True, "row": written(line)})
        assert "problems" not in told, told
        rows = told["rows"]
    return rows


def change(at: int, line: str | None, *, is_new: bool = False, **more: Any) -> dict[str, Any]:
    return {"at": at, "is_new": is_new, "row": None if line is None else written(line, **more)}


def fields(told: dict[str, Any]) -> dict[str, str]:
    """Return field → sentence."""
    return {one["field"]: one["problem"].format(**one["values"]) for one in told["problems"]}


# --- Laws, for everything by chance ----------------------------------------------------------------------------------


def drawn(seed: int) -> tuple[Dice, Opened, list[dict[str, Any]]]:
    dice = Dice(f"phone {seed}")
    sheet = phone.open_sheet(dice.sheet)
    assert isinstance(sheet, Opened)
    rows: list[dict[str, Any]] = []
    for facts in dice.rows(15):
        new = {**dice.written(facts), "note": ""}
        rows = phone.change_row(sheet, rows, {"at": len(rows), "is_new": True, "row": new}).get("rows", rows)
    return dice, sheet, rows


@pytest.mark.parametrize("seed", SEEDS)
def test_a_list_is_worked_out_as_on_the_command_line(seed: int) -> None:
    dice, sheet, rows = drawn(seed)
    told = phone.work_out(sheet, rows)
    line = {
        **dice.given,
        "players": dice.seats,
        "first_dealer": sheet.first_dealer,
        "games": [one["facts"] for one in rows],
    }
    owing = any(one["attribution"].get("owing") for one in rows)  # which the contract cannot express
    answer = Desk().sheet(line)
    assert isinstance(answer, dict)
    assert owing or {key: told[key] for key in answer} == answer
    coming = told["coming"]
    assert (coming["number"], coming["dealer"], coming["level"]) == (
        told["next"]["number"],
        told["next_dealer"],
        told["next"]["bock_level"],
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_struck_and_taken_back_leaves_no_trace(seed: int) -> None:
    dice, sheet, rows = drawn(seed)
    at = dice.chance.randrange(len(rows))
    struck = phone.change_row(sheet, rows, {"at": at, "is_new": False, "row": None})
    if "problems" in struck:  # later rows need this change of the table
        return
    assert struck["line"] is None
    assert struck["sheet"] == phone.work_out(sheet, [*rows[:at], *rows[at + 1 :]])
    again = phone.change_row(sheet, struck["rows"], {"at": at, "is_new": True, "row": rows[at]})
    assert again["sheet"] == phone.work_out(sheet, rows)
    assert all(phone.is_same(one, other) for one, other in zip(again["rows"], rows, strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_form_is_filled_with_says_the_same_row(seed: int) -> None:
    _dice, sheet, rows = drawn(seed)
    for at, kept_row in enumerate(rows):
        facts = kept_row["facts"]
        if facts["kind"] == "table" or "imported" in facts or 0 in facts.get("points", {}).values():
            continue
        said = phone.fill_form(sheet, {**kept_row, "note": "Notiz"})
        playing = facts.get("players") or [*facts.get("re", ()), *facts.get("kontra", ())]
        sent = {**said, "playing": " ".join(playing)}
        told = phone.check_form(sheet, rows, {"at": at, "is_new": False, "fields": sent})
        assert "row" in told, (told, sent, facts)
        assert phone.is_same(told["row"], kept_row), (sent, facts)
        assert told["row"]["note"] == "Notiz"
        assert told["later"] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_kept_rules_are_read_as_if_they_were_checked(preset: str) -> None:
    stored = json.loads(json.dumps(store_rules(PRESETS[preset].rules)))
    assert load_rules(stored) == restore_rules(stored) == PRESETS[preset].rules


# --- Single answers --------------------------------------------------------------------------------------------------


def test_a_row_is_told_with_what_came_of_it() -> None:
    sheet = opened()
    told = phone.change_row(sheet, [], change(0, "AB-CD 160 re re:fuchs", is_new=True, note="Notiz"))
    assert told["row"]["note"] == "Notiz"
    assert told["row"]["facts"]["announced"] == {"re": "re"}
    assert (told["line"]["winner"], told["line"]["value"]) == ("re", 5)
    assert told["sheet"]["coming"] == {
        "number": 2,
        "dealer": "Ben",
        "level": 0,
        "players": ("Anna", "Ben", "Cleo", "Dora"),
        "out": (),
        "resting": (),
        "games_in_list": None,
        "forced": None,
        "duty": {},
        "raises": [{"say": "starts {games} Bock games", "values": {"games": 4}}] * 2,
    }


def test_duties_stand_beside_the_rows() -> None:
    sheet = opened("ddv")
    told = phone.work_out(sheet, added(sheet, "A-BCD 130", "AB-CD 130", "A-BCD 130"))
    assert told["duties"] == ["pflicht", None, "lust"]
    assert told["coming"]["duty"] == {"Anna": "lust", "Ben": "pflicht", "Cleo": "pflicht", "Dora": "pflicht"}


def test_a_correction_tells_the_rows_below_that_change() -> None:
    sheet = opened()
    rows = added(sheet, "AB-CD 130", "AB-CD 130")
    told = phone.change_row(sheet, rows, change(0, "AB-CD 120 re"))
    assert [format_phrase(line) for line in told["later"]] == ["Spiel 2: Bock ×2, +1 → +2"]
    told = phone.change_row(sheet, added(sheet, "AB-CD 130", "redeal"), change(0, "table ABCDE"))
    assert [format_phrase(line) for line in told["later"]] == ["Nur die Zeilenfolge."]


def test_everything_wrong_with_a_row_is_told_at_once() -> None:
    sheet = opened()
    both = {"attribution": {"unheard": 1}, "note": "x" * 201}
    assert fields(phone.change_row(sheet, [], change(0, "AB-CD 130", is_new=True, **both))) == {
        "attribution.unheard": "There is no such key in this kind of row.",
        "note": "The note has more than 200 characters.",
    }
    assert fields(phone.change_row(sheet, [], {"at": 0, "is_new": True, "row": {**written("AB-CD 300"), **both}})) == {
        "re_points": "Enter 0 to 240 card points.",
        "note": "The note has more than 200 characters.",
    }
    long = {"facts": {**row("penalty A-3"), "reason": "x" * 201}}
    assert [*fields(phone.change_row(sheet, [], change(0, "penalty A-3", is_new=True, **long)))] == ["reason"]


def test_who_does_not_sit_there_does_not_play() -> None:
    sheet = opened()
    told = phone.change_row(sheet, [], change(0, "AB-CE 130", is_new=True))
    assert fields(told) == {"kontra": "Emil does not sit at the table."}


def test_a_row_below_that_would_be_spoiled_is_named_by_its_number() -> None:
    sheet = opened()
    rows = added(sheet, "AB-CD 130", "table ABCDE", "AB-CE 130", "redeal by:E")
    no_table = {
        "rows[2].kontra": "Emil does not sit at the table.",
        "rows[redeal].by": "Emil does not sit at the table.",
    }
    assert fields(phone.change_row(sheet, rows, change(1, None))) == no_table
    assert fields(phone.change_row(sheet, rows, change(1, "table ABCD"))) == no_table
    assert fields(phone.change_row(sheet, rows, change(2, "table ABCD", is_new=True))) == no_table


def test_numbers_that_no_column_holds_are_refused() -> None:
    sheet = opened()
    for line, field in (("manual AB 100001 of ABCD", "value"), ("manual A+100001 B+0 C+0 D-100001", "points")):
        assert fields(phone.change_row(sheet, [], change(0, line, is_new=True))) == {field: "Enter a smaller number."}
    many = {"facts": {**row("AB-CD 130"), "extras": {"re": {"own": 100_001}}}}
    rules = {**store_rules(PRESETS["hausrunde"].rules), "extras": {"own": 1}}
    other = phone.open_sheet({"rules": rules, "players": names("ABCD"), "first_dealer": "Anna"})
    assert isinstance(other, Opened)
    assert [*fields(phone.change_row(other, [], change(0, "AB-CD 130", is_new=True, **many)))] == ["extras"]


def test_a_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_rows, "MOST_ROWS", 2)
    sheet = opened()
    rows = added(sheet, "AB-CD 130", "AB-CD 130")
    told = phone.change_row(sheet, rows, change(2, "AB-CD 130", is_new=True))
    assert fields(told) == {"": "A sheet has at most 2 rows: start another."}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"players": ["Anna", "Ben", "Cleo"]}, ["players"]),
        ({"players": 4}, ["players"]),
        ({"first_dealer": "Zoe"}, ["first_dealer"]),
        ({"first_dealer": None}, ["first_dealer"]),
        ({"rules": {"version": 99}}, ["rules.version"]),
        ({"rules": {"version": 99}, "players": [], "first_dealer": 1}, ["rules.version", "players", "first_dealer"]),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told(given: dict[str, Any], wrong: list[str]) -> None:
    sheet = {"rules": store_rules(PRESETS["ddv"].rules), "players": names("ABCD"), "first_dealer": "Anna", **given}
    told = phone.open_sheet(sheet)
    assert isinstance(told, dict)
    assert [*fields(told)] == wrong


def test_a_form_tells_what_is_missing_and_what_is_wrong_anyway() -> None:
    sheet = opened()
    sent = {
        "kind": "normal",
        "playing": "Anna Ben Cleo Dora",
        "re_karlchen": "1",
        "kontra_karlchen": "1",
        "note": "x" * 201,
    }
    told = phone.check_form(sheet, [], {"at": 0, "is_new": True, "fields": sent})
    assert [one["field"] for one in told["problems"]] == [
        *("re", "re_points"),
        *("extras.re.karlchen", "extras.kontra.karlchen", "extras.re.karlchen", "extras.kontra.karlchen", "note"),
    ]


def test_a_form_that_only_lacks_something_tells_nothing_else() -> None:
    sent = {"kind": "more", "more": "penalty", "points_Anna": "-"}
    told = phone.check_form(opened(), [], {"at": 0, "is_new": True, "fields": sent})
    assert fields(told) == {"points.Anna": "This must be a whole number."}


# --- Seats -----------------------------------------------------------------------------------------------------------


def test_who_comes_back_sits_where_he_sat() -> None:
    assert phone.sit_again(["A", "C"], "B", [["A", "B", "C"], ["A", "C"]]) == ("A", "B", "C")
    assert phone.sit_again(["B", "C"], "A", [["A", "B", "C"], ["B", "C"]]) == ("A", "B", "C")
    assert phone.sit_again(["A", "B"], "D", [["A", "B"]]) == ("A", "B", "D")


# --- Any input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_sent_is_answered(seed: int) -> None:
    dice, sheet, rows = drawn(seed)
    for _ in range(30):
        change = {"at": len(rows), "is_new": True}
        assert json.dumps(phone.check_form(sheet, rows, {**change, "fields": dice.fields(dice.seats)}))
        row = dice.row(dice.seats)
        written = {**dice.written(row), "facts": dice.spoiled(row) if dice.maybe(0.3) else row}
        assert json.dumps(phone.change_row(sheet, rows, {**change, "row": written}))
