"""`python3 -m scoring seating|ranking|prizes`: answers, and every possible error in a line. rules.md 6."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contract.cli import answer_line
from scoring.contract.tournament_cli import ANSWERS
from tests.portions import examples
from tests.scoring.test_command_line import from_lines, run

__all__ = ["from_lines"]
SEATING = {"entrants": 17, "rounds": 4, "seed": 1, "uneven": "fives", "apart": [[1, 2]], "history": []}
TABLE = {"points": {"Anna": 18, "Ben": -6, "Cem": -4, "Dora": -8}, "solos": {"Anna": 1}, "won": {"Anna": 7}}
RANKING = {"rank_by": "points", "tie_breaks": ["solos", "won", "best_round"], "unranked": [], "rounds": [[TABLE]]}
PRIZES = {"pool": 32_000, "unit": 100, "places": 8, "shares": None, "ranks": [1, 2, 2, 4]}
GOOD: dict[str, dict[str, Any]] = {"seating": SEATING, "ranking": RANKING, "prizes": PRIZES}
ANSWERED = {"seating": ["rounds", "reunions", "bound"], "ranking": ["ranking"], "prizes": ["prizes"]}


def ask(command: str, line: object) -> Any:
    text, good = answer_line(json.dumps(line).encode(), ANSWERS[command])
    answer = json.loads(text)
    assert good == ("error" not in answer)
    return answer


def errors(command: str, **changes: Any) -> dict[str, str]:
    answer = ask(command, {**GOOD[command], **changes})
    return {error["field"]: error["problem"] for error in answer.get("error", ())}


# --- Answers ---


def test_a_seating() -> None:
    answer = ask("seating", {"id": "x", **SEATING})
    assert list(answer) == ["id", "rounds", "reunions", "bound"]
    assert (answer["id"], answer["reunions"], answer["bound"]) == ("x", 6, 6)
    assert [[len(table) for table in tables] for tables in answer["rounds"]] == 4 * [[5, 4, 4, 4]]
    assert not any({1, 2} <= {*table} for tables in answer["rounds"] for table in tables)
    assert answer == ask("seating", {"id": "x", **SEATING})


def test_who_fills_in_and_who_pauses() -> None:
    filled = ask("seating", {**SEATING, "rounds": 2, "uneven": "fill_ins"})
    assert {who for table in filled["rounds"][0] for who in table} == set(range(1, 21))
    assert filled["bound"] == 0
    pausing = ask("seating", {**SEATING, "rounds": 2, "uneven": "sit_out"})
    assert [sum(map(len, tables)) for tables in pausing["rounds"]] == [16, 16]
    assert pausing["bound"] is None


def test_what_has_begun_counts_and_who_is_out_sits_nowhere() -> None:
    begun = ask("seating", SEATING)["rounds"][:2]
    answer = ask("seating", {**SEATING, "rounds": 2, "history": begun, "out": [17]})
    assert {who for table in answer["rounds"][1] for who in table} == set(range(1, 17))
    assert answer["bound"] is None
    assert ask("seating", {"entrants": 17, "rounds": 1, "seed": 1, "out": [1]})["bound"] is None
    filled = ask("seating", {"entrants": 17, "rounds": 1, "seed": 1, "out": [1, 2], "uneven": "fill_ins"})
    assert {who for table in filled["rounds"][0] for who in table} == set(range(3, 19))


def test_a_ranking() -> None:
    assert ask("ranking", RANKING) == {
        "id": None,
        "ranking": [["Anna", 1], ["Cem", 2], ["Ben", 3], ["Dora", 4]],
    }
    assert ask("ranking", {"rounds": []})["ranking"] == []
    assert ask("ranking", {**RANKING, "unranked": ["Anna", "Springer"]})["ranking"][0] == ["Cem", 1]
    alike = {"points": dict.fromkeys(["b", "ä", "B", "a"], 0)}
    assert ask("ranking", {"rounds": [[alike]]})["ranking"] == [["B", 1], ["a", 1], ["b", 1], ["ä", 1]]
    assert [rank for _, rank in ask("ranking", {"rounds": [[alike]], "tie_breaks": ["lot"], "seed": 3})["ranking"]] == [
        1, 2, 3, 4,
    ]  # fmt: skip


def test_prizes() -> None:
    assert ask("prizes", PRIZES)["prizes"] == [7_100, 5_750, 5_750, 4_400]
    assert ask("prizes", {"pool": 15_750, "places": 3, "shares": [50, 30, 20], "ranks": [3, None, 1, 2]})["prizes"] == [
        3_100, 0, 7_950, 4_700,
    ]  # fmt: skip


# --- Problems ---


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"entrants": 7}, ["entrants"]),
        ({"entrants": 401, "rounds": 13, "seed": -1}, ["entrants", "rounds", "seed"]),
        ({"entrants": "17", "rounds": True, "seed": 1.0}, ["entrants", "rounds", "seed"]),
        ({"uneven": "six"}, ["uneven"]),
        ({"apart": {}}, ["apart"]),
        ({"apart": [[1], [1, 1], [0, 1], [1, 18], 5]}, [f"apart[{number}]" for number in range(5)]),
        ({"apart": [[1, 2, 3, 4, 5]]}, ["apart[0]"]),
        ({"apart": 1_001 * [[1, 2]]}, ["apart"]),
        ({"history": 3}, ["history"]),
        ({"history": [3, [3], [[1, 2, 3]], [[1, 2, 3, 21]]]}, ["history[0]", "history[1][0]", "history[2][0]", "history[3][0]"]),
        ({"history": [[[1, 2, 3, 4], [4, 5, 6, 7]]]}, ["history[0]"]),
        ({"history": 9 * [[[1, 2, 3, 4]]]}, ["rounds"]),
        ({"history": 13 * [[]]}, ["history"]),
        ({"out": [18]}, ["out"]),
        ({"out": [1, 1]}, ["out"]),
        ({"out": list(range(1, 15))}, ["out"]),
        ({"outt": []}, ["outt"]),
    ],
)  # fmt: skip
def test_what_cannot_be_seated(changes: dict[str, Any], fields: list[str]) -> None:
    assert list(errors("seating", **changes)) == fields


def test_who_cannot_be_kept_apart_is_named() -> None:
    assert errors("seating", apart=[[1, 2, 3, 4, 5]]) == {
        "apart[0]": "So many cannot be kept apart at 4 tables: 1, 2, 3, 4, 5."
    }
    found = errors("seating", entrants=8, rounds=1, apart=[[1, 2], [2, 3], [1, 3]])
    assert found["apart"].startswith("No plan keeps these apart:")
    assert errors("seating", apart=[[1, 2, 3, 4, 5]], out=[5]) == {}
    assert errors("seating", rounds=1, apart=[[1, 2, 3, 4, 5]], uneven="fill_ins") == {}


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"rank_by": "luck", "scale": "x", "tie_breaks": ["solos", "solos"]}, ["rank_by", "scale", "tie_breaks"]),
        ({"tie_breaks": ["lot"]}, ["seed"]),
        ({"unranked": "Anna"}, ["unranked"]),
        ({"unranked": [1]}, ["unranked"]),
        ({"unranked": ["A", "A"]}, ["unranked"]),
        ({"rounds": None}, ["rounds"]),
        ({"rounds": 13 * [[]]}, ["rounds"]),
        ({"rounds": [[3]]}, ["rounds[0][0]"]),
        ({"rounds": [[{"points": {"A": 1}}]]}, ["rounds[0][0].points"]),
        ({"rounds": [[{"points": []}]]}, ["rounds[0][0].points"]),
        ({"rounds": [[{**TABLE, "won": {"Zoe": 1}}]]}, ["rounds[0][0].won.Zoe"]),
        ({"rounds": [[{**TABLE, "won": {"Anna": -1}, "lost": {}}]]}, ["rounds[0][0].won.Anna", "rounds[0][0].lost"]),
        ({"rounds": [[{"points": {**TABLE["points"], "": 0}}]]}, ["rounds[0][0].points"]),
        ({"rounds": [[{"points": {**TABLE["points"], "Anna": 1.5}}]]}, ["rounds[0][0].points.Anna"]),
        ({"rounds": [[TABLE, TABLE]]}, ["rounds[0]"]),
        ({"x": 1}, ["x"]),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked(changes: dict[str, Any], fields: list[str]) -> None:
    assert list(errors("ranking", **changes)) == fields


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"pool": -1, "unit": 0, "places": 0}, ["pool", "places", "unit"]),
        ({"ranks": None}, ["ranks"]),
        ({"ranks": [0, "1", 401]}, ["ranks[0]", "ranks[1]", "ranks[2]"]),
        ({"ranks": [1, 1, 2]}, ["ranks"]),
        ({"ranks": 401 * [None]}, ["ranks"]),
        ({"shares": [50, 50]}, ["shares"]),
        ({"shares": [101, -1], "places": 2}, ["shares[0]", "shares[1]"]),
        ({"shares": [50, 49], "places": 2}, ["shares"]),
        ({"shares": 3}, ["shares"]),
    ],
)
def test_what_cannot_be_paid(changes: dict[str, Any], fields: list[str]) -> None:
    assert list(errors("prizes", **changes)) == fields


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("command", GOOD)
@given(data=st.data())
@settings(deadline=None, max_examples=examples(60))
def test_any_junk_gets_an_answer(command: str, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(GOOD[command])))
    few = {"rounds": 1} if command == "seating" else {}
    some = data.draw(st.dictionaries(st.sampled_from(sorted(GOOD[command])), JUNK))
    for line in ({**GOOD[command], **few, key: data.draw(JUNK)}, some):
        answer = ask(command, line)
        assert list(answer) in (["id", "error"], ["id", *ANSWERED[command]])


# --- The command line ---


def test_lines_in_answers_out(from_lines: Any) -> None:
    for command, line in GOOD.items():
        status, answers = from_lines(command, [json.dumps({**line, "id": 1}).encode(), b"junk"])
        assert (status, [answer["id"] for answer in answers]) == (1, [1, None])
        assert "error" not in answers[0]


def test_a_bare_python_seats_people() -> None:
    status, answers, said = run("seating", given=json.dumps({**SEATING, "rounds": 1}).encode())
    assert (status, answers[0]["reunions"], said) == (0, 0, "")
