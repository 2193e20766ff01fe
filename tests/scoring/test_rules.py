"""The rules a club may vary: refused values, and overrides. rules.md 1.17, 5."""

from typing import Any

import pytest

from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Bock, Rules, override_rules
from scoring.rules.values import AnyOf
from scoring.terms import Problem


def refused(preset: str = "ddv", /, **overrides: Any) -> list[str]:
    found = get_rules(preset, overrides)
    assert isinstance(found, list), f"{overrides} was taken"
    assert all(str(problem).endswith(".") for problem in found)
    return [problem.field for problem in found]


def taken(preset: str = "ddv", /, **overrides: Any) -> Rules:
    found = get_rules(preset, overrides)
    assert isinstance(found, Rules), found
    return found


# --- 1.17, row by row ------------------------------------------------------------------------------------------------

NO_POINTS: tuple[object, ...] = (-1, 21, 2.0, 1.5, True, "1", None, [], {})
NO_FLAGS: tuple[object, ...] = (0, 1, "true", None, [])
PAID: dict[str, Any] = {"name": "Dulle", "points": -1, "with": "each"}
NO_KEYS = ("Fuchs", "1fuchs", "_fuchs", "", "fuchs!", "füchse", "f" * 32, "fu chs", "fuchs\n")
WRONG: dict[str, tuple[object, ...]] = {
    "re_needs_120": ("always", "any_call", "", None, 3, True, ["never"]),
    "kontra_needs_121": ("always", None, {}),
    "ansage": ("treble", None, 2),
    "ansage_points": NO_POINTS,
    "ansage_double_loser": ("sometimes", None),
    "absage_points": NO_POINTS,
    "against": ("30", "30_under", None),
    "no_winner_keeps": (["won"], ["extras", "extras"], "extras", None, [1], [["extras"]], {"extras": 1}),
    "schwarz": ("no_augen", None),
    "gegen_die_alten": NO_POINTS,
    "gegen_die_alten_solo": NO_FLAGS,
    "gegen_die_alten_armut": NO_FLAGS,
    "extras": ([], None, "fuchs", 1),
    "extras_solo": ([], None, "fuchs", 1),
    "karlchen_cap": (-1, 21, 1.0, True, "1", []),
    "solo_factor": (0, 11, 3.0, True, "3", None),
    "solo_points": NO_POINTS,
    "solo_points_to": ("kontra", None),
    "notation": ("plus", "zero", None, 0),
    "bock": ([], "double_all", 1, True, False),
    "pflichtsolo": NO_FLAGS,
    "games_per_list": (3, 201, 0, 24.0, True, "24"),
    "dealer_after_solo": ("previous", None),
    "solos": (["normal"], ["damen", "damen"], "damen", None, [None], [{}]),
    "armut": NO_FLAGS,
    "extra_names": ([], None, "dulle"),
    "solo_names": ([], None, "zehner"),
    "doppelkopf": ("augen_39", "pairs", "", None, 40, True, {}),
    "karlchen_card": ("king", "", None, 1, ["queen"]),
    "deck": (24, "48", 48.0, True, None, [48]),
    "call_cards": ([], [11, 10, 9, 8], [11, 10, 9, 8, 7, 6], [13, 10, 9, 8, 7], [11, 10, 9, 8, 0], 11, {}, False),
    "call_cards_hochzeit": ([9, 8, 7, 6, 5.0], [9, 8, 7, 6, True], [9, 8, 7, 6, "5"], [None] * 5),
    "skip_steps": NO_FLAGS,
    "solo_leads": ("dealer", "", None, 1),
    "redeals": (["misdeal"], ["nines", "nines"], "nines", None, [None]),
    "marks": ([], None, "schweine"),
    "marks_force_ansage": (["schweine"], ["Schweine"], [""], [1], [None], [[]], "schweine", None, {}),
    "forced_ansage": (["re"], ["marks", "marks"], "marks", None),
    "by_kind": ([], None, "damen", 1),
    "gegen_die_alten_as": ("extras", None, 1),
    "raises": (-1, 11, 1.0, True, "1", None),
    "steps": ("treble", None, 2),
    "points_times": (0, 101, 2.0, True, "2", None),
    "solo_factor_for": ("kontra", None),
    "at_120": ("won", None, 120),
    "feigheit": (0, 5, 1.0, True, "1", []),
    "loser_can_gain": NO_FLAGS,
    "limits": (["no10"], ["no90", "no90"], "no90", None, [90]),
    "payments": ([], None, {f"p{number}": PAID for number in range(13)}),
    "offender_pays": NO_FLAGS,
    "redeal_names": ([], None, "achtzig"),
    "call_cards_kontra": ([], [11, 10, 9, 8], [13, 10, 9, 8, 7], 11, {}, False),
    "call_cards_solo": ([9, 8, 7, 6, 5.0], [9, 8, 7, 6, True], [None] * 5),
    "solo_leads_first": (0, 21, 1.0, True, "1", []),
    "solo_leads_duties": (["re"], ["lust", "lust"], "lust", None),
    "table_notes": (None, 1, [], "ü" * 2001, "one\0two", "\x1b", "a\ud800b"),
}
WRONG_IN_BOCK: dict[str, tuple[object, ...]] = {
    "effect": ("double", None, 2),
    "points": NO_POINTS,
    "length": (0, 61, "rounds", 4.0, True, None, []),
    "overlap": ("double", None),
    "max_level": (0, 11, "none", 2.0, True),
    "overflow": ("stack", None),
    "triggers": (["lost"], ["zero_game", "zero_game"], "zero_game", None, [["zero_game"]]),
    "solo_extends_at": ([3], [8], 4, ["4"], [4.0], [True], None),
    "in_solo": NO_FLAGS,
    "several": ("two", None, True),
}
RIGHT: dict[str, tuple[object, ...]] = {
    "ansage_points": (0, 20),
    "absage_points": (0, 20),
    "gegen_die_alten": (0, 20),
    "solo_points": (0, 20),
    "karlchen_cap": (None, 0, 20),
    "games_per_list": (None, 4, 200),
    "no_winner_keeps": ([], ["extras", "against", "under"]),
    "extras": ({}, {"a": 0}, {"f" + 30 * "_": 20}, {"z9": 1}),
    "extra_names": ({}, {"dulle": "D"}, {"dulle": "ü" * 40}),
    "solos": ([], ["koenige", "damen"]),
    "solo_names": ({}, {"zehner": "Z"}, {"zehner": "ü" * 40}),
    "bock": (None, {}),
    "deck": (48, 40),
    "call_cards": (None, [12, 12, 12, 12, 12], [10, 5, 5, 1, 1]),
    "call_cards_hochzeit": (None, [9, 8, 7, 6, 5]),
    "marks": ({}, {"schweine": "S"}, {"m" + 30 * "_": "ü" * 40}),
    "redeals": ([], ["kings", "nines"], ["kings"], ["no_high_trump", "few_trumps", "full_hand"]),
    "by_kind": ({}, {"damen": {"points": 20}}, {"hochzeit_alone": {"fixed": [0, 100]}}, {"solo": {"leads": False}}),
    "raises": (0, 10),
    "points_times": (1, 100),
    "feigheit": (None, 1, 4),
    "limits": ([], ["schwarz", "no90"]),
    "payments": ({}, {"a": {**PAID, "points": -20, "with": "nobody"}, "b": {**PAID, "points": 20}}),
    "redeal_names": ({}, {"achtzig": "80 Augen"}),
    "solo_leads_first": (None, 1, 20),
    "solo_leads_duties": ([], ["forced", "lust"]),
    "forced_ansage": ([], ["three_suits", "first_trick_30"]),
    "table_notes": ("", "ü" * 2000, "one\n\ttwo\r\n"),
}
RIGHT_IN_BOCK: dict[str, tuple[object, ...]] = {
    "length": ("round", 1, 60),
    "max_level": (None, 1, 10),
    "points": (0, 20),
    "triggers": ([], list(BOCK_PARAMETERS["triggers"].values.words)),  # type: ignore[union-attr]
    "solo_extends_at": ([], [4, 5, 6, 7], [7, 4]),
}


@pytest.mark.parametrize("key", PARAMETERS)
def test_a_value_that_a_parameter_cannot_take_is_refused_under_its_name(key: str) -> None:
    for value in WRONG[key]:
        assert refused(**{key: value}) == [f"overrides.{key}"], value


@pytest.mark.parametrize("key", BOCK_PARAMETERS)
def test_a_value_that_bock_cannot_take_is_refused_under_its_name(key: str) -> None:
    for value in WRONG_IN_BOCK[key]:
        assert refused(bock={key: value}) == [f"overrides.bock.{key}"], value


@pytest.mark.parametrize("key", RIGHT)
def test_the_ends_of_what_a_parameter_can_take(key: str) -> None:
    for value in RIGHT[key]:
        written = taken(**{key: value}).to_json()[key]
        assert written == value or (key, value) == ("bock", {})


@pytest.mark.parametrize("key", RIGHT_IN_BOCK)
def test_the_ends_of_what_bock_can_take(key: str) -> None:
    for value in RIGHT_IN_BOCK[key]:
        assert taken(bock={key: value}).to_json()["bock"][key] == value


def test_every_word_of_a_parameter_is_taken() -> None:
    for key, parameter in PARAMETERS.items():
        for word in getattr(parameter.values, "words", ()):
            together: dict[str, dict[str, Any]] = {
                "re_needs_120": {"kontra_needs_121": "kontra_any"},
                "kontra_needs_121": {"re_needs_120": "never"},
                "redeals": {"armut": True},
                "forced_ansage": {"marks": {"schweine": "Schweine"}, "marks_force_ansage": ["schweine"]},
            }
            value = [word] if isinstance(parameter.values, AnyOf) else word
            taken(**{**together.get(key, {}), key: value})


@pytest.mark.parametrize("key", ["extras", "extras_solo"])
def test_an_extra_has_a_key_and_points(key: str) -> None:
    for wrong in NO_KEYS:
        assert refused(**{key: {wrong: 1}}) == [f"overrides.{key}.{wrong}"]
    for points in NO_POINTS:
        assert refused(**{key: {"fuchs": points}}) == [f"overrides.{key}.fuchs"]


def test_a_name_of_an_extra_has_a_key_and_one_to_forty_characters() -> None:
    for wrong in NO_KEYS:
        assert refused(extra_names={wrong: "Dulle"}) == [f"overrides.extra_names.{wrong}"]
    for name in ("", "x" * 41, None, 3, ["Dulle"]):
        assert refused(extra_names={"dulle": name}) == ["overrides.extra_names.dulle"]


def test_a_solo_can_count_otherwise_only_where_no_sum_must_be_zero() -> None:
    for factor in (1, 10):
        assert taken(solo_factor=factor, notation="plus_only").solo_factor == factor
        assert taken(solo_factor=factor, notation="minus_only").solo_factor == factor
        assert refused(solo_factor=factor) == ["overrides.solo_factor"]
        assert refused(solo_factor=factor, notation="zero_sum") == ["overrides.solo_factor"]


def test_both_must_not_win_at_120() -> None:
    order = ("never", "kontra_only", "kontra_any", "any_call")
    for re in order[:-1]:
        for kontra in order:
            if order.index(kontra) >= order.index(re):
                taken(re_needs_120=re, kontra_needs_121=kontra)
            else:
                assert refused(re_needs_120=re, kontra_needs_121=kontra) == ["overrides.kontra_needs_121"]


def test_a_combination_spoilt_from_its_other_side_is_told_at_the_same_place() -> None:
    """ddv lets Kontra need 121 only after its own call; the second value must not be below the first."""
    assert refused(re_needs_120="kontra_any") == ["overrides.kontra_needs_121"]
    assert refused(kontra_needs_121="never") == ["overrides.kontra_needs_121"]
    found = override_rules(taken("forum", solo_factor=2), {"notation": "zero_sum"})
    assert isinstance(found, list)
    assert [problem.field for problem in found] == ["solo_factor"]


def test_a_combination_is_not_judged_where_a_part_of_it_is_wrong() -> None:
    assert refused(re_needs_120="always", kontra_needs_121="never") == ["overrides.re_needs_120"]
    assert refused(notation="zero", solo_factor=2) == ["overrides.notation"]


# --- Overrides -------------------------------------------------------------------------------------------------------


def test_an_override_replaces_a_parameter_whole() -> None:
    assert dict(taken(extras={"doppelkopf": 2}).extras) == {"doppelkopf": 2}
    assert taken(no_winner_keeps=["extras"]).no_winner_keeps == ("extras",)
    assert dict(taken("ham", extras_solo={}).extras_solo) == {}


def test_what_is_not_overridden_stays() -> None:
    changed, before = taken("forum", against="per_level").to_json(), PRESETS["forum"].rules.to_json()
    assert {key for key in before if changed[key] != before[key]} == {"against"}
    assert taken("forum") == PRESETS["forum"].rules


def test_a_partial_bock_takes_the_defaults_not_the_values_of_the_preset() -> None:
    assert taken("forum", bock={}).bock == Bock()
    assert taken("forum", bock={"length": 5}).to_json()["bock"] == {
        "effect": "double_all",
        "points": 2,
        "length": 5,
        "overlap": "stack",
        "max_level": None,
        "overflow": "ignore",
        "triggers": [],
        "solo_extends_at": [],
        "in_solo": True,
        "several": "one",
    }
    assert taken("forum", bock=None).bock is None


def test_a_karosolo_is_a_trumpfsolo() -> None:
    assert taken(solos=["karo", "damen"]).solos == ("trumpf", "damen")


def test_the_order_of_keys_does_not_depend_on_what_was_overridden() -> None:
    changed = taken(bock={"length": 3}, against="none").to_json()
    assert list(changed) == list(PARAMETERS)
    assert list(changed["bock"]) == list(BOCK_PARAMETERS)


def test_all_problems_come_at_once() -> None:
    assert refused(
        re_needs_120="always",
        against="never",
        extras={"Fuchs": 1, "dulle": -1},
        bock={"length": 0, "levels": 2, "triggers": [1]},
        bonus=3,
    ) == [
        "overrides.bonus",
        "overrides.re_needs_120",
        "overrides.against",
        "overrides.extras.Fuchs",
        "overrides.extras.dulle",
        "overrides.bock.levels",
        "overrides.bock.length",
        "overrides.bock.triggers",
    ]


def test_overrides_are_an_object() -> None:
    wrong: tuple[object, ...] = ([], "against", 3, True)
    for overrides in wrong:
        found = get_rules("ddv", overrides)
        assert isinstance(found, list)
        assert [(problem.field, str(problem)) for problem in found] == [
            ("overrides", "This must be an object of parameters.")
        ]


def test_a_problem_is_a_sentence_to_be_translated_with_values_to_fill_in() -> None:
    found = get_rules("ddv", {"ansage_points": 21})
    assert found == [
        Problem("overrides.ansage_points", "This must be a whole number from {low} to {high}.", {"low": 0, "high": 20})
    ]
    assert str(found[0]) == "This must be a whole number from 0 to 20."
