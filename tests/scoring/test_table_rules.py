"""Rules of the table: what they may hold together, what follows from others, and that points never change. rules.md 1.18."""

import json
import random
from typing import Any

import pytest

from scoring.contract.cli import Desk, answer_line
from scoring.game.value_table import value_table
from scoring.rules.parameters import OF_ARMUT, OF_THE_TABLE
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules, load_rules, override_rules, restore_rules, store_rules
from scoring.rules.values import OneOf
from scoring.terms import Problem
from tests.scoring.random_rules import careless_overrides
from tests.scoring.test_rules import RIGHT, refused, taken


def test_a_mark_that_forces_an_ansage_is_one_of_the_marks() -> None:
    marks = {"froesche": "Frösche"}
    assert taken(marks=marks, marks_force_ansage=["froesche"]).marks_force_ansage == ("froesche",)
    assert refused(marks=marks, marks_force_ansage=["froesche", "schweine"]) == ["overrides.marks_force_ansage"]
    assert refused(marks={"Frösche": "Frösche"}, marks_force_ansage=["schweine"]) == ["overrides.marks.Frösche"]


def test_a_mark_forces_an_ansage_once() -> None:
    marks = {"froesche": "Frösche"}
    assert refused(marks=marks, marks_force_ansage=["froesche", "froesche"]) == ["overrides.marks_force_ansage"]


def test_what_counts_beside_one_word_is_not_asked_beside_another() -> None:
    words = OneOf(("none", "shares", "cash"), needs={"shares": ("stake", "cap"), "cash": ("stake",)})
    assert {word: words.unasked(word) for word in words.words} == {
        "none": {"stake", "cap"},
        "shares": set(),
        "cash": {"cap"},
    }


@pytest.mark.parametrize("key", ["marks", "extra_names", "solo_names"])
def test_a_name_can_be_shown_and_stored(key: str) -> None:
    for wrong in ("a\0b", "a\nb", "D\ud800"):
        assert refused(**{key: {"zehner": wrong}}) == [f"overrides.{key}.zehner"]


GAME = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": 130}
OF_40 = {"deck": 40, "call_cards": [9, 8, 7, 6, 5]}
CONTRADICTIONS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"deck": 40, "call_cards": [12, 11, 10, 9, 8]}, "call_cards", "A hand has 10 cards: nobody can call with 12"),
    ({"deck": 40, "call_cards": [11, 10, 9, 8, 7]}, "call_cards", "A hand has 10 cards: nobody can call with 11"),
    ({**OF_40, "call_cards_hochzeit": [11, 7, 6, 5, 4]}, "call_cards_hochzeit", "A hand has 10 cards"),
    ({"call_cards": [9, 10, 8, 7, 6]}, "call_cards", "A higher step can wait as long as a lower one, or longer"),
    ({"call_cards_hochzeit": [9, 8, 7, 6, 7]}, "call_cards_hochzeit", "A higher step can wait as long as"),
    ({"deck": 40, "redeals": ["nines"]}, "redeals", "Without nines nobody has five of them."),
    ({"deck": 40, "redeals": ["kings", "nines"]}, "redeals", "Without nines nobody has five of them."),
    ({"armut": False, "redeals": ["armut_refused"]}, "redeals", "You play no Armut"),
    ({"armut": False, "redeals": ["nines", "double_armut"]}, "redeals", "You play no Armut"),
    ({"forced_ansage": ["marks"]}, "forced_ansage", "No mark forces a call"),
    ({"marks": {"schweine": "S"}, "forced_ansage": ["marks"]}, "forced_ansage", "No mark forces a call"),
    ({"pflichtsolo": True, "solos": []}, "solos", "Everybody owes a Pflichtsolo"),
)


@pytest.mark.parametrize("overrides, key, said", CONTRADICTIONS)  # noqa: PT006
def test_rules_that_contradict_themselves_at_the_table_are_refused_in_a_sentence(
    overrides: dict[str, Any], key: str, said: str
) -> None:
    found = get_rules("hausrunde", overrides)
    assert isinstance(found, list)
    assert [problem.field for problem in found] == [f"overrides.{key}"]
    assert str(found[0]).startswith(said)


@pytest.mark.parametrize("overrides", [overrides for overrides, _key, _said in CONTRADICTIONS])
def test_stored_rules_that_contradict_themselves_stay_as_they_are(overrides: dict[str, Any]) -> None:
    stored = {**store_rules(taken("hausrunde")), **overrides}
    for read in (restore_rules(stored), load_rules(stored)):
        assert isinstance(read, Rules)
        assert {key: read.to_json()[key] for key in overrides} == overrides
        points = value_table(read), value_table(taken("hausrunde"))
        assert len({json.dumps({key: table[key] for key in table if key != "rules"}) for table in points}) == 1


@pytest.mark.parametrize(
    ("preset", "overrides", "follows"),
    [
        ("ddv", {"deck": 40}, {"call_cards": [9, 8, 7, 6, 5]}),
        ("ham", {"deck": 40}, {"call_cards": [9, 8, 7, 6, 5], "call_cards_hochzeit": [7, 6, 5, 4, 3]}),
        (
            "forum",
            {"deck": 40},
            {"call_cards": [9, 8, 7, 6, 5], "redeals": ["kings", "armut_refused", "double_armut"]},
        ),
        ("forum", {"deck": 40, "call_cards": None, "redeals": ["kings"]}, {}),
        ("forum", {"deck": 48}, {}),
        ("forum", {"armut": False}, {"redeals": ["nines"]}),
        ("forum", {"armut": False, "deck": 40}, {"call_cards": [9, 8, 7, 6, 5], "redeals": ["kings"]}),
        ("ddv", {"solos": []}, {"pflichtsolo": False}),
        ("forum", {"marks": {}, "marks_force_ansage": []}, {"forced_ansage": ["first_trick_30", "three_suits"]}),
    ],
)
def test_what_is_not_overridden_follows_what_is(
    preset: str, overrides: dict[str, Any], follows: dict[str, Any]
) -> None:
    before, after = PRESETS[preset].rules.to_json(), taken(preset, **overrides).to_json()
    assert {key: after[key] for key in after if after[key] != before[key] and key not in overrides} == follows
    assert {key: after[key] for key in overrides} == overrides


def test_a_deck_and_back_is_the_same() -> None:
    without = override_rules(taken("forum"), {"deck": 40})
    assert isinstance(without, Rules)
    assert override_rules(without, {"deck": 48}) == taken("forum")


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_the_table_never_changes_a_point(preset: str) -> None:
    table = {key: RIGHT[key][-1] for key in OF_THE_TABLE if key in RIGHT}
    table |= {"marks_force_ansage": [], "skip_steps": True, "solo_leads": "soloist"}
    table |= {"call_cards_hochzeit": [9, 8, 7, 6, 5], "redeals": ["kings"], "call_cards": [10, 9, 8, 7, 6]}
    assert value_table(taken(preset, **table)) == value_table(PRESETS[preset].rules)


# --- Any combination ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wildness", [0.0, 0.3])
def test_any_combination_is_taken_or_refused_in_sentences(wildness: float) -> None:
    """New rules, stored ones, and a line of the command line whose game is judged along with them."""
    desk, seen = Desk(), set()
    for seed in range(1500):
        chance = random.Random(seed)
        preset, overrides = chance.choice(list(PRESETS)), careless_overrides(chance, wildness)
        rules = get_rules(preset, overrides)
        stored = restore_rules({**store_rules(PRESETS[preset].rules), **overrides})
        for problem in (*of_list(rules), *of_list(stored)):
            seen.add(problem.problem)
            assert str(problem)
            assert "{" not in str(problem)
        line = {"id": seed, "preset": preset, "overrides": overrides, "game": GAME}
        answer, is_fine = answer_line(json.dumps(line).encode(), desk.score)
        if isinstance(rules, Rules):
            assert isinstance(restore_rules(store_rules(rules)), Rules)
            assert is_fine or "game" in json.loads(answer)["error"][0]["field"], answer
        else:
            assert not is_fine
            assert json.loads(answer)["error"]
    assert len(seen) > (5 if wildness else 3)


@pytest.mark.parametrize("deck", [48, 40])
def test_what_follows_from_a_choice_alone_is_never_refused(deck: int) -> None:
    """Whatever a preset says: deadlines follow the deck, reasons to deal again deck and Armut, forced calls the marks."""
    for preset in PRESETS:
        choices: tuple[dict[str, Any], ...] = ({}, {"armut": False}, {"marks_force_ansage": []}, {"solos": []})
        for more in choices:
            rules = get_rules(preset, {"deck": deck, **more})
            assert isinstance(rules, Rules), (preset, more, rules)
            assert max(rules.call_cards or (0,)) <= {48: 12, 40: 10}[deck]
            assert deck == 48 or "nines" not in rules.redeals
            assert rules.armut or OF_ARMUT.isdisjoint(rules.redeals)


def of_list(found: object) -> list[Problem]:
    return found if isinstance(found, list) else []
