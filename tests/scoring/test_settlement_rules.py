"""The club's money rules: every wrong value at its field, all at once; to and from JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.methods import METHODS, MoneyRules
from scoring.money.rules import find_problems, from_json, restore_money_rules, store_money_rules
from scoring.terms import Problem
from tests.scoring.money_paper import laws

PLAIN: dict[str, Any] = {
    "method": "players",
    "stake": 5,
    "stake_beyond": None,
    "stake_then": 10,
    "scope": "evening",
    "cash_box_share": 50,
    "places": [0, 50, 100, 150],
    "places_from": "first",
    "game_steps": [50, 50, 50, 100, 100, 200],
    "solo_steps": [100],
    "pot": "box",
    "cap": 0,
    "rounding": 1,
    "rounding_way": "half",
    "rest": "players",
    "present": 0,
    "absent": 0,
    "absent_by": "all",
    "absent_late": 0,
    "absent_excused": 0,
}
SECOND = {key: PLAIN[key] for key in PLAIN if key not in ("stake_beyond", "stake_then", "rounding_way")}
FIRST: dict[str, Any] = {key: PLAIN[key] for key in ("method", "stake", "scope", "cash_box_share", "present", "absent")}


def fields(**changed: Any) -> list[str]:
    return [problem.field for problem in find_problems({**PLAIN, **changed})]


def test_stored_rules_are_read_as_they_were_written() -> None:
    assert store_money_rules(MoneyRules()) == {"version": 3, **PLAIN}
    assert (
        restore_money_rules({"version": 1, **FIRST})
        == restore_money_rules({"version": 2, **SECOND})
        == restore_money_rules({"version": 3, **PLAIN})
        == from_json(PLAIN)
        == MoneyRules()
    )
    rules = MoneyRules(method="split", stake=2, scope="table", cash_box_share=40, present=100, absent=200)
    assert restore_money_rules(json.loads(json.dumps(store_money_rules(rules)))) == rules


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("method", [key for key in METHODS if key != "flat"], ["poker", None, 3]),
        ("stake", [1, 10_000, "2.5", "0.25", "0.01"], [0, 10_001, 0.5, "5", True, "2.50", "0.005", "10000.5", "2,5"]),
        ("places", [[0], [0, 50, 100]], [[], [-1], [0.5], 50, ["0"], [1] * 21, [100_001]]),
        ("places_from", ["first", "last"], ["middle"]),
        ("game_steps", [[50, 50, 100]], [None, [None]]),
        ("solo_steps", [[100]], [{}]),
        ("pot", ["box", "best", "plus"], ["bank"]),
        ("cap", [0, 1, 100_000], [-1, 100_001, None]),
        ("rounding", [1, 5, 10, 50, 100], [0, 2, "5", True]),
        ("rounding_way", ["half", "down"], ["up", None]),
        ("stake_beyond", [None, 1, 10_000], [0, 10_001, 1.0, "1"]),
        ("stake_then", [1, "2.5"], [0, None]),
        ("rest", ["players", "box"], ["bank"]),
        ("scope", ["evening", "table"], ["month"]),
        ("cash_box_share", [0, 100], [-1, 101, 50.0]),
        ("present", [0, 100_000], [-1, 100_001, None]),
        ("absent", [0, 100_000], [-1, 100_001, "3"]),
        ("absent_by", ["all", "answers"], ["nobody", None]),
        ("absent_late", [0, 100_000], [-1, 100_001]),
        ("absent_excused", [0, 100_000], [-1, None]),
    ],
)
def test_what_a_parameter_can_be(field: str, good: list[Any], bad: list[Any]) -> None:
    assert [fields(**{field: value}) for value in good] == [[] for _ in good]
    assert [fields(**{field: value}) for value in bad] == [[field] for _ in bad]


def test_flat_needs_an_amount() -> None:
    assert find_problems({**PLAIN, "method": "flat"}) == [
        Problem("present", "Enter the fee for those present or absent.")
    ]
    assert fields(method="flat", present=200) == fields(method="flat", absent=300) == []
    assert fields(method="flat", absent=-1) == ["absent"]
    assert fields(method="flat", absent_late=300) == ["present"]  # a value that costs nobody anything
    assert fields(method="flat", absent_by="answers", absent_late=300) == []


def test_all_problems_come_at_once() -> None:
    assert fields(method="flat", stake=0, scope="month", colour="red") == ["colour", "stake", "scope", "present"]


def test_a_missing_parameter_is_named() -> None:
    without = {key: value for key, value in PLAIN.items() if key != "method"}
    assert from_json(without) == [Problem("method", "This parameter is missing.")]


@pytest.mark.parametrize("nonsense", [None, [], "players"])
def test_what_is_no_object_is_refused(nonsense: object) -> None:
    refused = [Problem("", "This must be an object of parameters.")]
    assert find_problems(nonsense) == from_json(nonsense) == restore_money_rules(nonsense) == refused


def test_a_version_that_does_not_exist_is_refused() -> None:
    found = restore_money_rules({**PLAIN, "version": 4})
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["version"]


def test_a_parameter_added_later_takes_what_old_rules_meant() -> None:
    old = {key: value for key, value in PLAIN.items() if key != "scope"} | {"version": 3}
    assert restore_money_rules(old, version=4, added={4: {"scope": "table"}}) == MoneyRules(scope="table")


def test_rules_of_the_first_version_mean_what_they_meant() -> None:
    """They have six parameters in whole cents: no cap, nothing rounded."""
    first = {"method": "split", "stake": 2, "scope": "table", "cash_box_share": 40, "present": 100, "absent": 200}
    rules = MoneyRules(method="split", stake=2, scope="table", cash_box_share=40, present=100, absent=200)
    assert restore_money_rules({"version": 1, **first}) == rules


def test_a_cap_fits_the_rounding_and_the_whole_evening() -> None:
    assert fields(cap=1_000, rounding=10) == fields(cap=995, rounding=5) == []
    assert fields(cap=995, rounding=10) == ["cap"]
    assert fields(cap=1_000, scope="table") == ["cap"]
    assert fields(cap=995, rounding=10, scope="table", method="flat", present=1) == []  # this method ignores them


JSON = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.lists(st.none())
)


@laws
@given(JSON | st.fixed_dictionaries({key: JSON | st.just(value) for key, value in PLAIN.items()}))
def test_any_json_gives_rules_or_problems(given: object) -> None:
    answer = from_json(given)
    assert isinstance(answer, MoneyRules) or (answer and all(isinstance(one, Problem) for one in answer))
