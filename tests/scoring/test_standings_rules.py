"""The league's rules: every wrong value at its field, all at once; to and from JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.league.rules import (
    TIES,
    StandingsRules,
    find_problems,
    from_json,
    restore_standings_rules,
    store_standings_rules,
)
from scoring.terms import Problem
from tests.scoring.league_paper import RULES, laws

PLAIN: dict[str, Any] = {
    "score": "sum",
    "ranked_by": "scores",
    "counting": "all",
    "counting_evenings": None,
    "absence_strikes": False,
    "minimum": None,
    "minimum_unit": "evenings",
    "below_minimum": "unranked",
    "guests_ranked": False,
    "ties": ["won", "solos_won"],
}


def fields(evenings: int | None = None, **changed: Any) -> list[str]:
    return [problem.field for problem in find_problems({**PLAIN, **changed}, evenings)]


def test_stored_rules_are_read_as_they_were_written() -> None:
    assert store_standings_rules(StandingsRules()) == {"version": 1, **PLAIN}
    assert restore_standings_rules({"version": 1, **PLAIN}) == StandingsRules()
    assert from_json(PLAIN) == StandingsRules()


@laws
@given(RULES)
def test_rules_survive_json(rules: StandingsRules) -> None:
    assert restore_standings_rules(json.loads(json.dumps(store_standings_rules(rules)))) == rules


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("score", ["sum", "mean_game", "mean_evening"], ["mean", None, 1]),
        ("ranked_by", ["scores", "balance"], ["points", ""]),
        ("counting", ["all"], ["worst"]),
        ("counting_evenings", [None, 1, 1000], [0, 1001, -1, 2.0, True, "2"]),
        ("absence_strikes", [True, False], [1, "yes", None]),
        ("minimum", [None, 1, 1000], [0, 1001, 50.5, False]),
        ("minimum_unit", ["evenings", "percent"], ["%"]),
        ("below_minimum", ["unranked", "last", "zero"], [None]),
        ("guests_ranked", [True, False], [0]),
        ("ties", [[], ["won"], ["solos_won", "won"]], [None, ["won", "won"], ["games"], "won"]),
    ],
)
def test_what_a_parameter_can_be(field: str, good: list[Any], bad: list[Any]) -> None:
    assert [fields(**{field: value}) for value in good] == [[] for _ in good]
    assert [fields(**{field: value}) for value in bad] == [[field] for _ in bad]


@pytest.mark.parametrize("counting", ["best", "strike"])
def test_how_many_evenings_must_be_said(counting: str) -> None:
    assert fields(counting=counting) == ["counting_evenings"]
    assert fields(counting=counting, counting_evenings=3) == []


def test_n_larger_than_the_evenings_is_a_message_at_its_field() -> None:
    found = find_problems({**PLAIN, "counting": "best", "counting_evenings": 13}, evenings=12)
    assert [(problem.field, str(problem)) for problem in found] == [
        ("counting_evenings", "More than all evenings (12): enter fewer.")
    ]
    assert fields(12, counting="best", counting_evenings=12) == []
    assert fields(None, counting="best", counting_evenings=13) == []
    assert fields(12, counting="all", counting_evenings=13) == []


def test_striking_every_evening_is_a_message_at_its_field() -> None:
    found = find_problems({**PLAIN, "counting": "strike", "counting_evenings": 12}, evenings=12)
    assert [(problem.field, str(problem)) for problem in found] == [
        ("counting_evenings", "Strike fewer than all evenings (12).")
    ]
    assert fields(12, counting="strike", counting_evenings=11) == []


def test_a_minimum_above_100_per_cent_is_a_message_at_its_field() -> None:
    found = find_problems({**PLAIN, "minimum": 101, "minimum_unit": "percent"})
    assert found == [Problem("minimum", "Enter at most 100 percent of the evenings.")]
    assert fields(minimum=100, minimum_unit="percent") == []
    assert fields(40, minimum=100, minimum_unit="percent") == []


def test_a_minimum_above_the_evenings_is_a_message_at_its_field() -> None:
    found = find_problems({**PLAIN, "minimum": 49}, evenings=48)
    assert [(problem.field, str(problem)) for problem in found] == [
        ("minimum", "More than all evenings (48): enter fewer.")
    ]
    assert fields(48, minimum=48) == []
    assert fields(None, minimum=49) == []


def test_all_problems_come_at_once() -> None:
    assert fields(
        5, score="x", counting="best", counting_evenings=6, minimum=200, minimum_unit="percent", colour="red"
    ) == ["colour", "score", "counting_evenings", "minimum"]


def test_a_wrong_value_is_not_judged_a_second_time() -> None:
    assert fields(5, counting="best", counting_evenings="6") == ["counting_evenings"]
    assert fields(5, counting="worst", counting_evenings=6) == ["counting"]
    assert fields(5, minimum=6, minimum_unit="%") == ["minimum_unit"]


def test_a_missing_parameter_is_named() -> None:
    without = {key: value for key, value in PLAIN.items() if key != "counting"}
    assert from_json(without) == [Problem("counting", "This parameter is missing.")]


@pytest.mark.parametrize("nonsense", [None, [], "sum", 3])
def test_what_is_no_object_is_refused(nonsense: object) -> None:
    refused = [Problem("", "This must be an object of parameters.")]
    assert find_problems(nonsense) == from_json(nonsense) == restore_standings_rules(nonsense) == refused


@pytest.mark.parametrize("version", [None, 0, 2, "1", True])
def test_a_version_that_does_not_exist_is_refused(version: object) -> None:
    found = restore_standings_rules({**PLAIN, "version": version})
    assert isinstance(found, list)
    assert [(problem.field, str(problem)) for problem in found] == [
        ("version", "These rules have no version from 1 to 1.")
    ]


def test_a_parameter_added_later_takes_what_old_rules_meant() -> None:
    old = {key: value for key, value in PLAIN.items() if key not in {"ties", "ranked_by"}} | {"version": 1}
    added: dict[int, dict[str, object]] = {2: {"ties": []}, 3: {"ranked_by": "balance"}}
    assert restore_standings_rules(old, version=3, added=added) == StandingsRules(ties=(), ranked_by="balance")
    second = {**old, "version": 2, "ties": ["won"]}
    assert restore_standings_rules(second, version=3, added=added) == StandingsRules(ties=("won",), ranked_by="balance")
    too_new_to_lack_ties = restore_standings_rules({**old, "version": 2}, version=3, added=added)
    assert too_new_to_lack_ties == [Problem("ties", "This parameter is missing.")]
    assert restore_standings_rules({**PLAIN, "version": 3}, version=3, added=added) == StandingsRules()
    assert restore_standings_rules(old, version=4, added=added) == StandingsRules(ties=(), ranked_by="balance")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@laws
@given(
    JSON | st.fixed_dictionaries({key: JSON | st.just(value) for key, value in PLAIN.items()}), st.none() | st.just(3)
)
def test_any_json_gives_rules_or_problems(given: object, evenings: int | None) -> None:
    answer = from_json(given, evenings)
    assert isinstance(answer, StandingsRules) or (answer and all(isinstance(one, Problem) for one in answer))


def test_the_ties_are_stated() -> None:
    assert list(TIES) == ["won", "solos_won"]
