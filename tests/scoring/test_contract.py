"""The command-line contract, line by line: rules.md 6."""

import json
from typing import Any

import pytest

from scoring.contract import cli as contract
from scoring.contract.cli import Desk, answer_line
from tests.scoring import paper
from tests.scoring.paper import names

GOOD: dict[str, Any] = {"preset": "ddv", "game": paper.game({"Re": "AB", "Augen": "130"})}
LIST: dict[str, Any] = {"preset": "ddv", "players": names("ABCD"), "games": [paper.row("AB-CD 130")]}
NO_LINE = {"id": None, "error": [{"field": "line", "problem": "This line must be a JSON object."}]}


def ask(line: object, command: str = "score") -> dict[str, Any]:
    raw = line if isinstance(line, bytes) else json.dumps(line).encode()
    desk = Desk()
    text, good = answer_line(raw, desk.score if command == "score" else desk.sheet)
    assert text.isascii()
    assert "\n" not in text
    read: dict[str, Any] = json.loads(text)
    assert good is ("error" not in read)
    return read


def fields(line: object, command: str = "score") -> list[str]:
    read = ask(line, command)
    assert list(read) == ["id", "error"]
    return [error["field"] for error in read["error"]]


# --- The example of the contract, whole --------------------------------------------------------------------------------


def test_the_answer_to_the_example() -> None:
    assert ask(
        b'{"id": "x", "preset": "ddv", "overrides": {"gegen_die_alten": 0}, "game": {"kind": "normal", "re": ["A", "B"],'
        b' "kontra": ["C", "D"], "re_points": 155, "announced": {"re": "no90"}, "extras": {"re": {"fuchs": 1}}}}'
    ) == {
        "id": "x",
        "winner": "re",
        "value": 6,
        "net": 6,
        "factors": [],
        "scores": {"A": 6, "B": 6, "C": -6, "D": -6},
        "balance": {"A": 6, "B": 6, "C": -6, "D": -6},
        "items": [
            {"to": "re", "key": "won", "points": 1},
            {"to": "re", "key": "under_90", "points": 1},
            {"to": "re", "key": "announced_re", "points": 2},
            {"to": "re", "key": "absage_no90_re", "points": 1},
            {"to": "re", "key": "fuchs", "points": 1},
        ],
        "bock_triggers": [],
    }


def test_all_keys_are_always_there() -> None:
    keys = ["id", "winner", "value", "net", "factors", "scores", "balance", "items", "bock_triggers"]
    for row in ("AB-CD 130", "manual AB 3 of ABCD", "manual A+1 B+1 C-1 D-1", "penalty A-1", "redeal"):
        assert list(ask({**GOOD, "game": paper.row(row)})) == keys


def test_factors_tell_what_multiplied_in_order() -> None:
    game = paper.game({"Re": "AB", "Augen": "130", "Re calls": "re", "Kontra calls": "kontra", "Bock": "2"})
    assert ask({"preset": "forum", "game": game})["factors"] == [
        {"key": "announced_re", "times": 2},
        {"key": "announced_kontra", "times": 2},
        {"key": "bock", "times": 4},
    ]


# --- id ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["x", "", 0, -3, 1.5, True, None, [], {"a": [1, None]}, "ä€\U0001f600", "\u2028"])
def test_the_id_is_given_back(given: object) -> None:
    assert ask({**GOOD, "id": given})["id"] == given
    assert ask({**GOOD, "preset": "x", "id": given})["id"] == given
    assert ask({**LIST, "id": given}, "sheet")["id"] == given
    assert next(iter(ask({**GOOD, "id": given}))) == "id"


def test_a_line_without_id_is_answered_with_null() -> None:
    assert ask(GOOD)["id"] is None
    assert ask({}) == {
        "id": None,
        "error": [
            {
                "field": "preset",
                "problem": "Choose a preset: ddv, handbook, ham, parlett, forum, wikipedia2010, hausrunde.",
            },
            {"field": "game", "problem": "This must be an object."},
        ],
    }


# --- Invalid lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "junk",
    [
        b"x",
        b"[]",
        b"3",
        b"null",
        b'"line"',
        b"{",
        b'{"id": 1,}',
        b"{'id': 1}",
        b'{"id": 1} {}',
        b'{"id": "\xff"}',
        b'{"id": "\xed\xa0\x80"}',
        b'\xef\xbb\xbf{"id": 1}',
        '{"id": 1}'.encode("utf-16"),
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": ' + 5000 * b"9" + b"}",
        100_000 * b"[",
        b'{"id":' + 100_000 * b"[" + 100_000 * b"]" + b"}",  # Python 3.13 reads some thousands
        b'{"game":' + 100_000 * b'{"game":',
        b'{"id": "\x00"}',
        b"\x00",
    ],
)
@pytest.mark.parametrize("command", ["score", "sheet"])
def test_a_line_that_is_no_json_object(junk: bytes, command: str) -> None:
    assert ask(junk, command) == NO_LINE


def test_unknown_keys_of_the_line_are_ignored() -> None:
    assert ask({**GOOD, "expect": {"value": 3}, "source": "x", "note": None}) == ask(GOOD)
    assert ask({**LIST, "expect_bock_levels": [0]}, "sheet") == ask(LIST, "sheet")


def test_names_may_be_anything_readable() -> None:
    strange = ["Ä", "\U0001f600", " ", "__proto__"]
    game = {"kind": "normal", "re": strange[:2], "kontra": strange[2:], "re_points": 130}
    assert ask({**GOOD, "game": game})["scores"] == dict(zip(strange, (1, 1, -1, -1), strict=True))
    lonely = b'{"preset":"ddv","game":{"kind":"normal","re":["\\ud800","{x}"],"kontra":["C","D"],"re_points":1}}'
    assert set(ask(lonely)["scores"]) == {"\ud800", "{x}", "C", "D"}


def test_names_with_braces_stand_in_a_problem_as_they_are() -> None:
    line = {**LIST, "games": [paper.row("penalty A-3")], "players": ["{player}", "{", "}", "{0}"]}
    read = ask(line, "sheet")
    assert read["error"] == [{"field": "games[0].points.Anna", "problem": "Anna does not sit at the table."}]
    line["games"] = [{"kind": "penalty", "points": {"{x}": -1}}]
    assert ask(line, "sheet")["error"] == [
        {"field": "games[0].points.{x}", "problem": "{x} does not sit at the table."}
    ]


# --- Rules of a line ---------------------------------------------------------------------------------------------------


def test_problems_with_the_rules() -> None:
    assert fields({**GOOD, "preset": "tsr"}) == ["preset"]
    assert fields({"game": GOOD["game"]}) == ["preset"]
    assert fields({**GOOD, "overrides": []}) == ["overrides"]
    assert fields({**GOOD, "overrides": {"x": 1, "bock": {"length": 99, "y": 2}}}) == [
        "overrides.x",
        "overrides.bock.y",
        "overrides.bock.length",
    ]
    assert fields({**LIST, "preset": None}, "sheet") == ["preset"]


def test_the_same_rules_are_understood_only_once_and_others_apart() -> None:
    desk = Desk()
    values = []
    for overrides in ({}, {"ansage_points": 3}, None, {"ansage_points": 3}, {"ansage_points": 4}):
        game = paper.game({"Re": "AB", "Augen": "130", "Re calls": "re"})
        scored = desk.score({"preset": "ddv", "game": game, "overrides": overrides})
        assert isinstance(scored, dict)
        values.append(scored["value"])
    assert values == [3, 4, 3, 4, 5]


def test_wrong_rules_stay_wrong_beside_right_ones_that_look_like_them() -> None:
    desk = Desk()
    for overrides, good in (
        ({"ansage_points": 1}, True),
        ({"ansage_points": True}, False),
        ({"ansage_points": 1.0}, False),
    ):
        assert isinstance(desk.score({**GOOD, "overrides": overrides}), dict) is good


def test_many_different_rules_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "_MOST_REMEMBERED", 3)
    desk = Desk()
    game = paper.game({"Re": "AB", "Augen": "110"})
    for points in (*range(21), *range(21)):
        scored = desk.score({"preset": "ddv", "game": game, "overrides": {"gegen_die_alten": points}})
        assert isinstance(scored, dict)
        assert scored["value"] == 1 + points
        assert len(desk._scorers) <= 3


# --- score -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [None, [], "normal", 3])
def test_a_game_is_an_object(game: object) -> None:
    assert fields({**GOOD, "game": game}) == ["game"]


def test_unknown_keys_of_a_game_are_named_in_the_order_they_were_written() -> None:
    game = {"zebra": 1, **GOOD["game"], "aal": 2, "Re": 3}
    assert fields({**GOOD, "game": game}) == ["zebra", "aal", "Re"]


def test_a_change_of_the_table_belongs_into_a_list() -> None:
    assert fields({**GOOD, "game": paper.row("table ABCD")}) == ["kind"]


# --- sheet -------------------------------------------------------------------------------------------------------------


def test_problems_of_a_list_name_the_row() -> None:
    bad = {**paper.row("AB-CD 130"), "re_points": 241, "announced": {"re": "x"}}
    rows = [paper.row("AB-CD 130"), bad, 3, {"kind": "x"}, {"kind": "penalty", "points": {"Anna": 1}}]
    assert fields({**LIST, "games": rows}, "sheet") == [
        "games[1].announced.re",
        "games[1].re_points",
        "games[2]",
        "games[3].kind",
        "games[4].points",
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"players": names("ABC")}, ["players"]),
        ({"players": [*names("ABCDEFG"), "H"]}, ["players"]),
        ({"players": [*names("ABC"), "Anna"]}, ["players"]),
        ({"players": []}, ["players"]),
        ({"players": "ABCD"}, ["players"]),
        ({"players": [1, 2, 3, 4]}, ["players"]),
        ({"players": None}, ["players"]),
        ({"first_dealer": "Emil"}, ["first_dealer"]),
        ({"first_dealer": 3}, ["first_dealer"]),
        ({"first_dealer": ""}, ["first_dealer"]),
        ({"games": None}, ["games"]),
        ({"games": {}}, ["games"]),
        (
            {"games": "x", "players": "x", "first_dealer": [], "preset": "x"},
            ["preset", "players", "first_dealer", "games"],
        ),
    ],
)
def test_problems_of_the_list_itself(change: dict[str, Any], expected: list[str]) -> None:
    assert fields({**LIST, **change}, "sheet") == expected


def test_players_and_games_must_be_there() -> None:
    assert fields({"preset": "ddv"}, "sheet") == ["players", "games"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("AE-CD 130", ["games[0].re"]),
        ("AB-EF 130", ["games[0].kontra", "games[0].kontra"]),
        ("manual AB 3 of ABCE", ["games[0].players"]),
        ("manual A+1 B+1 C-1 E-1", ["games[0].points.Emil"]),
        ("penalty E-1", ["games[0].points.Emil"]),
        ("penalty A-1 solo_of:E", ["games[0].solo_of"]),
        ("redeal by:E", ["games[0].by"]),
        ("redeal nines by:E", ["games[0].by"]),
        ("redeal fives by:E", ["games[0].reason", "games[0].by"]),
        ("table ABCE dealer:D", ["games[0].dealer"]),
        ("table ABC", ["games[0].players"]),
        ("table ABCA", ["games[0].players"]),
    ],
)
def test_who_is_not_at_the_table(row: str, expected: list[str]) -> None:
    assert fields({**LIST, "games": [paper.row(row)]}, "sheet") == expected


def test_who_sits_out_sits_at_the_table() -> None:
    row = {**paper.row("AB-CD 130"), "sitting_out": ["Emil"]}
    assert fields({**LIST, "games": [row]}, "sheet") == ["games[0].sitting_out"]
    assert "error" not in ask({**LIST, "players": names("ABCDE"), "games": [row]}, "sheet")


def test_who_sits_out_can_be_whom_cards_were_dealt_again_for() -> None:
    answer = ask(
        {**LIST, "players": names("ABCDE"), "first_dealer": "Emil", "games": [paper.row("redeal misdeal by:E")]},
        "sheet",
    )
    assert (answer["games"][0]["dealer"], answer["next_dealer"]) == ("Emil", "Emil")
    assert answer["games"][0]["sitting_out"] == ["Emil"]


def test_who_sits_at_the_table_changes_with_it() -> None:
    rows = [paper.row(row) for row in ("AB-CD 130", "table ACDE", "AC-DE 130", "AB-CD 130", "penalty B-1")]
    assert fields({**LIST, "games": rows}, "sheet") == ["games[3].re", "games[4].points.Ben"]


def test_a_table_with_a_mistake_is_still_the_table_of_the_games_that_follow() -> None:
    rows = [paper.row("table ABCDE dealer:F"), paper.row("AB-CE 130")]
    assert fields({**LIST, "games": rows}, "sheet") == ["games[0].dealer"]
    unreadable = {"kind": "table", "players": 3}
    assert fields({**LIST, "games": [unreadable, paper.row("AB-CD 130")]}, "sheet") == ["games[0].players"]
    dealer = {**paper.row("table ABCD"), "dealer": 3}
    assert fields({**LIST, "games": [dealer]}, "sheet") == ["games[0].dealer"]


def test_a_list_of_five_games_with_one_bad_row_is_an_error_as_a_whole() -> None:
    rows = [*4 * [paper.row("AB-CD 130")], {"kind": "redeal", "x": 1}]
    assert fields({**LIST, "games": rows}, "sheet") == ["games[4].x"]
