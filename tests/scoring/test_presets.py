"""The seven presets are those of the published table, to the letter: rules.md, table of presets."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from scoring.rules.presets import NEW_CLUB, PRESETS, get_rules
from scoring.rules.rules import Bock, Rules, from_json
from tests.scoring.later import amended

PUBLISHED: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "presets.json").read_text(encoding="utf-8")
)


def test_there_are_seven_in_the_published_order() -> None:
    assert list(PRESETS) == list(PUBLISHED)
    assert len(PRESETS) == 7


@pytest.mark.parametrize("key", PUBLISHED)
def test_a_preset_equals_the_published_one_and_its_order_of_keys(key: str) -> None:
    rules = PRESETS[key].rules
    assert json.dumps(rules.to_json()) == json.dumps(amended(key, PUBLISHED[key], rules.table_notes))


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_published_json_gives_the_rules(key: str) -> None:
    rules = PRESETS[key].rules
    assert from_json(amended(key, PUBLISHED[key], rules.table_notes)) == rules


def test_every_preset_says_something_of_the_table() -> None:
    assert all(preset.rules.table_notes for preset in PRESETS.values())
    assert PRESETS["handbook"].rules == PRESETS["ddv"].rules


def test_every_preset_has_a_name_and_a_sentence_for_people() -> None:
    for key, preset in PRESETS.items():
        assert preset.key == key
        assert preset.name.strip()
        assert preset.sentence.endswith(".")
    for texts in zip(*((preset.name, preset.sentence) for preset in PRESETS.values()), strict=True):
        assert len(set(texts)) == len(PRESETS)
    assert [preset.cited_as for preset in PRESETS.values()] == ["TSR", "HB", "HAM", "PAR", "FOR", "WIK", ""]


def test_a_new_club_plays_the_hausrunde() -> None:
    """That is ddv with Karlchen gefangen, Armut and Bock, without Pflichtsolo."""
    assert NEW_CLUB == "hausrunde"
    house, ddv = PUBLISHED["hausrunde"], PUBLISHED["ddv"]
    assert {key for key in house if house[key] != ddv[key]} == {
        "extras",
        "armut",
        "bock",
        "pflichtsolo",
        "games_per_list",
        "dealer_after_solo",
    }


def test_every_parameter_is_registered_with_its_section_and_source() -> None:
    assert list(PARAMETERS) == [field.name for field in dataclasses.fields(Rules)]
    assert list(BOCK_PARAMETERS) == [field.name for field in dataclasses.fields(Bock)]
    for registry in (PARAMETERS, BOCK_PARAMETERS):
        for key, parameter in registry.items():
            assert parameter.key == key
            assert parameter.section.startswith("1.")
            assert parameter.source


def test_an_unknown_preset_is_a_problem_and_its_overrides_are_read_all_the_same() -> None:
    unknown: tuple[object, ...] = ("tsr", "", "DDV", None, 3, True, ["ddv"], {})
    for preset in unknown:
        found = get_rules(preset)
        assert isinstance(found, list)
        assert [problem.field for problem in found] == ["preset"]
    found = get_rules("tsr", {"against": "never", "bock": {"length": 0}})
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["preset", "overrides.against", "overrides.bock.length"]
    assert str(found[0]) == f"Choose a preset: {', '.join(PRESETS)}."


def test_presets_cannot_be_changed_by_accident() -> None:
    rules = PRESETS["ddv"].rules
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.against = "none"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.extras["fuchs"] = 2  # type: ignore[index]
    rules.to_json()["extras"]["fuchs"] = 2
    assert rules.extras["fuchs"] == 1
