"""The club's money rules: every wrong value at its field, all at once; to and from JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.rules import find_problems, from_json, restore_rules, store_rules
from scoring.money.settlement import METHODS, MoneyRules
from scoring.terms import Problem
from tests.scoring.money_paper import laws

PLAIN: dict[str, Any] = {
    "method": "players",
    "stake": 5,
    "scope": "evening",
    "cash_box_share": 50,
    "present": 0,
    "absent": 0,
}


def fields(**changed: Any) -> list[str]:
    return [problem.field for problem in find_problems({**PLAIN, **changed})]


def test_stored_rules_are_read_as_they_were_written() -> None:
    assert store_rules(MoneyRules()) == {"version": 1, **PLAIN}
    assert restore_rules({"version": 1, **PLAIN}) == from_json(PLAIN) == MoneyRules()
    rules = MoneyRules(method="split", stake=2, scope="table", cash_box_share=40, present=100, absent=200)
    assert restore_rules(json.loads(json.dumps(store_rules(rules)))) == rules


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("method", [key for key in METHODS if key != "flat"], ["poker", None, 3]),
        ("stake", [1, 10_000], [0, 10_001, 0.5, "5", True]),
        ("scope", ["evening", "table"], ["month"]),
        ("cash_box_share", [0, 100], [-1, 101, 50.0]),
        ("present", [0, 100_000], [-1, 100_001, None]),
        ("absent", [0, 100_000], [-1, 100_001, "3"]),
    ],
)
def test_what_a_parameter_can_be(field: str, good: list[Any], bad: list[Any]) -> None:
    assert [fields(**{field: value}) for value in good] == [[] for _ in good]
    assert [fields(**{field: value}) for value in bad] == [[field] for _ in bad]


def test_flat_needs_an_amount() -> None:
    assert find_problems({**PLAIN, "method": "flat"}) == [
        Problem("present", "Say what those present or those absent pay.")
    ]
    assert fields(method="flat", present=200) == fields(method="flat", absent=300) == []
    assert fields(method="flat", absent=-1) == ["absent"]


def test_all_problems_come_at_once() -> None:
    assert fields(method="flat", stake=0, scope="month", colour="red") == ["colour", "stake", "scope", "present"]


def test_a_missing_parameter_is_named() -> None:
    without = {key: value for key, value in PLAIN.items() if key != "method"}
    assert from_json(without) == [Problem("method", "This parameter is missing.")]


@pytest.mark.parametrize("nonsense", [None, [], "players"])
def test_what_is_no_object_is_refused(nonsense: object) -> None:
    refused = [Problem("", "This must be an object of parameters.")]
    assert find_problems(nonsense) == from_json(nonsense) == restore_rules(nonsense) == refused


def test_a_version_that_does_not_exist_is_refused() -> None:
    found = restore_rules({**PLAIN, "version": 2})
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["version"]


def test_a_parameter_added_later_takes_what_old_rules_meant() -> None:
    old = {key: value for key, value in PLAIN.items() if key != "scope"} | {"version": 1}
    assert restore_rules(old, version=2, added={2: {"scope": "table"}}) == MoneyRules(scope="table")


JSON = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.lists(st.none())
)


@laws
@given(JSON | st.fixed_dictionaries({key: JSON | st.just(value) for key, value in PLAIN.items()}))
def test_any_json_gives_rules_or_problems(given: object) -> None:
    answer = from_json(given)
    assert isinstance(answer, MoneyRules) or (answer and all(isinstance(one, Problem) for one in answer))
