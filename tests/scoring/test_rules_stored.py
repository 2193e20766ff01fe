"""Whole sets of rules, as forms and stored rules give them, for years."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.parameters import PARAMETERS
from scoring.rules.presets import PRESETS
from scoring.rules.rules import (
    VERSION,
    Rules,
    find_problems,
    from_json,
    override_rules,
    restore_rules,
    store_rules,
)
from scoring.terms import Problem
from tests.scoring.later import completed

STORED = sorted((Path(__file__).parent / "stored").glob("*.json"))


def test_a_complete_set_has_every_parameter_and_no_other() -> None:
    whole = PRESETS["forum"].rules.to_json()
    assert find_problems(whole) == []
    without = {key: value for key, value in whole.items() if key != "against"}
    assert [str(problem) for problem in find_problems(without)] == ["This parameter is missing."]
    del whole["bock"]["length"]
    assert [(problem.field, str(problem)) for problem in find_problems({**whole, "more": 1})] == [
        ("more", "There is no such parameter."),
        ("bock.length", "This parameter is missing."),
    ]
    assert [problem.field for problem in find_problems({})] == list(PARAMETERS)


@pytest.mark.parametrize("key", PRESETS)
def test_rules_go_to_json_and_back(key: str) -> None:
    rules = PRESETS[key].rules
    assert from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert restore_rules(json.loads(json.dumps(store_rules(rules)))) == rules


# --- Stored for years --------------------------------------------------------------------------------------------------


def test_stored_rules_carry_the_version_of_their_meaning() -> None:
    assert store_rules(PRESETS["ddv"].rules) == {"version": VERSION, **PRESETS["ddv"].rules.to_json()}


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_rules_stored_by_earlier_versions_still_mean_the_same(path: Path) -> None:
    """`stored` holds the stored rules, `means` their meaning for ever: never change a file, add one."""
    example = json.loads(path.read_text(encoding="utf-8"))
    rules = restore_rules(example["stored"])
    assert isinstance(rules, Rules), rules
    is_old = example["stored"]["version"] < VERSION
    assert rules.to_json() == (completed(example["means"]) if is_old else example["means"])


def test_there_is_a_stored_example_of_every_version() -> None:
    versions = {json.loads(path.read_text(encoding="utf-8"))["stored"]["version"] for path in STORED}
    assert versions == set(range(1, VERSION + 1))


def test_a_parameter_added_later_takes_the_value_that_old_sheets_meant() -> None:
    """The test pretends that `armut` came with version 2 and `solos` with version 3."""
    now = PRESETS["hausrunde"].rules.to_json()
    added: dict[int, dict[str, object]] = {2: {"armut": False}, 3: {"solos": ["damen"], "armut": True}}

    def restored(version: int, *missing: str) -> dict[str, Any]:
        stored = {key: value for key, value in now.items() if key not in missing}
        rules = restore_rules({"version": version, **stored}, version=3, added=added)
        assert isinstance(rules, Rules), rules
        return rules.to_json()

    assert restored(1, "armut", "solos") == {**now, "armut": False, "solos": ["damen"]}
    assert restored(2, "solos") == {**now, "solos": ["damen"]}
    assert restored(3) == now


def test_a_parameter_of_bock_added_later_goes_into_it() -> None:
    """The test pretends that its length came with version 3."""
    added: dict[int, dict[str, object]] = {3: {"bock.length": 5}}

    def restored(bock: object, version: int) -> Rules | list[Problem]:
        stored = {**PRESETS["hausrunde"].rules.to_json(), "bock": bock, "version": version}
        return restore_rules(stored, version=3, added=added)

    now = PRESETS["hausrunde"].rules
    bock = now.to_json()["bock"]
    shorter = {key: value for key, value in bock.items() if key != "length"}
    assert restored(shorter, 2) == override_rules(now, {"bock": {**bock, "length": 5}})
    assert restored(bock, 2) == restored(bock, 3) == now
    assert restored(None, 2) == override_rules(now, {"bock": None})
    found = restored([], 2)
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["bock"]


def test_a_version_that_brought_nothing_changes_nothing() -> None:
    stored = store_rules(PRESETS["ddv"].rules)
    assert restore_rules(stored, version=VERSION + 1, added={}) == PRESETS["ddv"].rules


@pytest.mark.parametrize("version", [0, VERSION + 1, -1, True, "1", 1.0, None])
def test_rules_of_no_known_version_are_refused(version: object) -> None:
    found = restore_rules({**store_rules(PRESETS["ddv"].rules), "version": version})
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["version"]


def test_stored_rules_are_checked_like_others() -> None:
    stored = {**store_rules(PRESETS["ddv"].rules), "against": "never"}
    del stored["solos"]
    found = restore_rules(stored)
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["against", "solos"]
