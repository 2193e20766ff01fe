"""Impossible facts, all of them at once, each at its field: rules.md 5."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.reading import read_row
from scoring.game.game import Game
from scoring.rules.presets import PRESETS
from scoring.terms import Party
from tests.scoring import paper
from tests.scoring.game_problems import find_problems

GOOD = paper.game({"Re": "AB", "Augen": "130"})
SOLO = paper.game({"Re": "A", "Augen": "130"})


def wrong(change: dict[str, Any], of: dict[str, Any] = GOOD, preset: str = "ddv", **overrides: object) -> set[str]:
    found = paper.problems({**of, **change}, preset, **overrides)
    assert all(sentence.endswith((".", "?")) for sentence in found.values())
    return set(found)


def test_a_good_game_has_no_problems() -> None:
    for good in (GOOD, SOLO):
        assert paper.score(good)["winner"] == "re"


# --- Four different players, in parties that fit the kind --------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"kontra": ["C"]}, {"kontra"}),
        ({"kontra": ["C", "D", "E"]}, {"kontra"}),
        ({"kontra": []}, {"kontra"}),
        ({"re": []}, {"re"}),
        ({"re": ["A", "B", "E"]}, {"re"}),
        ({"re": ["A"], "kontra": ["B", "C", "D"]}, {"re", "kontra"}),
        ({"re": ["A", "A"]}, {"re"}),
        ({"kontra": ["C", "C"]}, {"kontra"}),
        ({"kontra": ["Ben", "D"]}, {"kontra"}),
        ({"kind": "armut", "re": ["A"], "kontra": ["B", "C", "D"]}, {"re", "kontra"}),
        ({"kind": "stille_hochzeit"}, {"re", "kontra"}),
        ({"kind": "hochzeit", "re": ["A", "B", "C"], "kontra": ["D"]}, {"re", "kontra"}),
        ({"kind": "hochzeit", "re": ["A"]}, {"kontra"}),
        ({"kind": "solo", "solo": "damen"}, {"re", "kontra"}),
        ({"sitting_out": ["Anna"]}, {"sitting_out"}),
        ({"sitting_out": ["E", "E"]}, {"sitting_out"}),
        ({"sitting_out": ["E", "F", "G", "H"]}, {"sitting_out"}),
    ],
)
def test_players_and_parties(change: dict[str, Any], fields: set[str]) -> None:
    assert wrong(change) == fields


def test_parties_that_fit_their_kind() -> None:
    one, three = {"re": ["A"], "kontra": ["B", "C", "D"]}, {"sitting_out": ["E", "F", "G"]}
    for change in (
        {"kind": "armut"},
        {"kind": "hochzeit"},
        {"kind": "hochzeit", **one},
        {"kind": "stille_hochzeit", **one},
        {"kind": "solo", "solo": "damen", **one},
        three,
    ):
        paper.score({**GOOD, **change})


# --- A solo has a type, and only a solo --------------------------------------------------------------------------------


def test_a_solo_and_its_type() -> None:
    assert wrong({"solo": None}, SOLO) == {"solo"}
    assert wrong({"solo": "bube"}, SOLO) == {"solo"}
    assert wrong({"solo": 3}, SOLO) == {"solo"}
    assert wrong({"solo": "damen"}) == {"solo"}
    assert wrong({"kind": "stille_hochzeit"}, SOLO) == {"solo"}
    without = {key: value for key, value in SOLO.items() if key != "solo"}
    assert paper.problems(without) == {"solo": "Which solo was it?"}


def test_a_duty_only_in_a_solo() -> None:
    assert wrong({"duty": "lust"}) == {"duty"}
    assert wrong({"duty": "must"}, SOLO) == {"duty"}


# --- Augen and tricks --------------------------------------------------------------------------------------------------


def test_there_are_240_augen() -> None:
    for augen in (-1, 241, 1000, -(10**30)):
        assert wrong({"re_points": augen}) == {"re_points"}
    for augen in (1, 239):
        paper.score({**GOOD, "re_points": augen})


def test_who_has_no_trick_has_neither_augen_nor_extras() -> None:
    nothing: dict[str, Any] = {"re_points": 0, "no_tricks": "re"}
    paper.score({**GOOD, **nothing})
    paper.score({**GOOD, **nothing, "extras": {"kontra": {"fuchs": 1}, "re": {"fuchs": 0}}})
    paper.score({**GOOD, "re_points": 240, "no_tricks": "kontra"})
    assert wrong({"no_tricks": "re"}) == {"no_tricks"}
    assert wrong({"no_tricks": "kontra"}) == {"no_tricks"}
    assert wrong({"re_points": 240, "no_tricks": "re"}) == {"no_tricks"}
    assert wrong({"re_points": 0, "no_tricks": "kontra"}) == {"no_tricks"}
    assert wrong({**nothing, "extras": {"re": {"fuchs": 1}}}) == {"no_tricks"}
    assert wrong({"re_points": 240, "no_tricks": "kontra", "extras": {"kontra": {"fuchs": 1}}}) == {"no_tricks"}
    assert wrong({"no_tricks": "both"}) == {"no_tricks"}


# --- Extras ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("re", "kontra", "fields"),
    [
        ({"dulle": 1}, {}, {"extras.re.dulle"}),
        ({}, {"": 1}, {"extras.kontra."}),
        ({"fuchs": -1}, {}, {"extras.re.fuchs"}),
        ({}, {"doppelkopf": -2}, {"extras.kontra.doppelkopf"}),
        ({"fuchs": 3}, {}, {"extras.re.fuchs"}),
        ({"fuchs": 1}, {"fuchs": 2}, {"extras.re.fuchs", "extras.kontra.fuchs"}),
        ({"karlchen": 2}, {}, {"extras.re.karlchen"}),
        ({"karlchen": 1, "karlchen_gefangen": 2}, {}, {"extras.re.karlchen", "extras.re.karlchen_gefangen"}),
        (
            {},
            {"karlchen": 1, "karlchen_gefangen": 2},
            {"extras.kontra.karlchen", "extras.kontra.karlchen_gefangen"},
        ),
        ({"karlchen_gefangen": 3}, {}, {"extras.re.karlchen_gefangen"}),
        ({"karlchen": 1}, {"karlchen_gefangen": 1}, {"extras.re.karlchen", "extras.kontra.karlchen_gefangen"}),
        ({"karlchen_gefangen": 1}, {"karlchen": 1}, {"extras.re.karlchen_gefangen", "extras.kontra.karlchen"}),
        ({"karlchen": 1}, {"karlchen": 1}, {"extras.re.karlchen", "extras.kontra.karlchen"}),
        ({"doppelkopf": 3}, {"doppelkopf": 2}, {"extras.re.doppelkopf", "extras.kontra.doppelkopf"}),
        ({"doppelkopf": 5}, {}, {"extras.re.doppelkopf"}),
    ],
)
def test_extras_that_cannot_have_happened(re: dict[str, int], kontra: dict[str, int], fields: set[str]) -> None:
    assert wrong({"extras": {"re": re, "kontra": kontra}}) == fields


@pytest.mark.parametrize(
    ("re", "kontra"),
    [
        ({"fuchs": 2}, {}),
        ({"fuchs": 1}, {"fuchs": 1}),
        ({"karlchen": 1, "karlchen_gefangen": 1}, {}),
        ({"karlchen": 0}, {"karlchen_gefangen": 2}),
        ({"doppelkopf": 2}, {"doppelkopf": 2}),
        ({"fuchs": 0, "karlchen_gefangen": 1}, {}),
    ],
)
def test_extras_that_can(re: dict[str, int], kontra: dict[str, int]) -> None:
    paper.score({**GOOD, "extras": {"re": re, "kontra": kontra}})


def test_each_doppelkopf_has_forty_augen() -> None:
    for augen, most in ((130, 3), (120, 3), (119, 2), (40, 1), (39, 0)):
        for party, of_re in (("re", augen), ("kontra", 240 - augen)):
            game = {**GOOD, "re_points": of_re, "extras": {party: {"doppelkopf": most}}}
            paper.score(game)
            game["extras"] = {party: {"doppelkopf": most + 1}}
            name = party.capitalize()
            assert paper.problems(game) == {
                f"extras.{party}.doppelkopf": f"Each Doppelkopf has at least 40 card points; {name} has only {augen}."
            }


def test_where_pairs_are_a_doppelkopf_too_there_are_as_many_as_tricks() -> None:
    """This is Parlett's variant: Re with 20 Augen made one of two pairs, and Kontra wins 5 minus 1."""
    one = {**GOOD, "re_points": 20, "extras": {"re": {"doppelkopf": 1}}}
    assert set(paper.problems(one, "parlett")) == {"extras.re.doppelkopf"}
    assert paper.score(one, "parlett", doppelkopf="also_pairs")["net"] == -4

    most = {**one, "re_points": 0, "extras": {"re": {"doppelkopf": 5}, "kontra": {"doppelkopf": 7}}}
    paper.score(most, "parlett", doppelkopf="also_pairs")
    most["extras"]["re"]["doppelkopf"] = 6
    assert paper.problems(most, "parlett", doppelkopf="also_pairs") == {
        f"extras.{party}.doppelkopf": "At most 12 per game." for party in ("re", "kontra")
    }
    fewer = paper.problems(most, "parlett", doppelkopf="also_pairs", deck=40)
    assert set(fewer.values()) == {"At most 10 per game."}
    none = {**one, "re_points": 0, "no_tricks": "re"}
    assert set(paper.problems(none, "parlett", doppelkopf="also_pairs")) == {"no_tricks"}


def test_a_known_extra_that_is_not_counted_here_is_no_problem() -> None:
    """ddv has no Karlchen gefangen, and in a solo nothing counts."""
    paper.score({**GOOD, "extras": {"re": {"karlchen_gefangen": 1}}})
    paper.score({**SOLO, "extras": {"re": {"fuchs": 1}}})
    paper.score({**GOOD, "extras": {"re": {"dulle": 7}}}, extras={"dulle": 0})
    paper.score({**GOOD, "extras": {"re": {"dulle": 7}}}, extras_solo={"dulle": 1})
    paper.score({**GOOD, "extras": {"re": {"dulle": 7}}}, extra_names={"dulle": "Dulle"})


# --- Invalid values ----------------------------------------------------------------------------------------------------

MISREAD: list[tuple[dict[str, Any], set[str]]] = [
    ({"re_points": 130.0}, {"re_points"}),
    ({"re_points": True}, {"re_points"}),
    ({"re_points": "130"}, {"re_points"}),
    ({"re_points": None}, {"re_points"}),
    ({"bock": -1}, {"bock"}),
    ({"bock": 11}, {"bock"}),
    ({"bock": 1.0}, {"bock"}),
    ({"bock": None}, {"bock"}),
    ({"re": "AB"}, {"re"}),
    ({"re": None}, {"re"}),
    ({"re": ["A", 3]}, {"re"}),
    ({"re": ["A", ""]}, {"re"}),
    ({"kontra": {"C": 1}}, {"kontra"}),
    ({"sitting_out": None}, {"sitting_out"}),
    ({"sitting_out": [None]}, {"sitting_out"}),
    ({"announced": []}, {"announced"}),
    ({"announced": None}, {"announced"}),
    ({"announced": {"re": "kontra"}}, {"announced.re"}),
    ({"announced": {"kontra": "re"}}, {"announced.kontra"}),
    ({"announced": {"re": "no_90"}}, {"announced.re"}),
    ({"announced": {"re": 90, "kontra": ["no90"]}}, {"announced.re", "announced.kontra"}),
    ({"announced": {"Re": "re"}}, {"announced.Re"}),
    ({"extras": []}, {"extras"}),
    ({"extras": {"re": []}}, {"extras.re"}),
    ({"extras": {"re": None, "kontra": 3}}, {"extras.re", "extras.kontra"}),
    ({"extras": {"re": {"fuchs": 1.0}}}, {"extras.re.fuchs"}),
    ({"extras": {"re": {"fuchs": True, "doppelkopf": None}}}, {"extras.re.fuchs", "extras.re.doppelkopf"}),
    ({"extras": {"both": {}}}, {"extras.both"}),
    ({"hearts_trick": 1}, {"hearts_trick"}),
    ({"bock_by_hand": "yes"}, {"bock_by_hand"}),
    ({"step_only": None}, {"step_only"}),
    ({"bonus": 1, "Re": []}, {"bonus", "Re"}),
    ({"kind": "Solo"}, {"kind"}),
    ({"kind": None}, {"kind"}),
    ({"kind": ["solo"]}, {"kind"}),
]


@pytest.mark.parametrize(("change", "fields"), MISREAD)
def test_values_that_a_field_cannot_take(change: dict[str, Any], fields: set[str]) -> None:
    assert wrong(change) == fields


def test_what_is_required() -> None:
    assert paper.problems({}).keys() == {"kind"}
    assert paper.problems({"kind": "normal"}) == dict.fromkeys(("re", "kontra", "re_points"), "Please fill this in.")
    assert paper.problems({"kind": "solo"}).keys() == {"re", "kontra", "re_points", "solo"}


def test_what_is_optional_may_be_null_or_left_out() -> None:
    bare = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": 130}
    written = {
        **bare,
        "solo": None,
        "duty": None,
        "no_tricks": None,
        "announced": {"re": None},
        "extras": {"kontra": {}},
        "bock": 0,
        "hearts_trick": False,
        "bock_by_hand": False,
        "step_only": True,
        "sitting_out": [],
    }
    assert paper.score(bare) == paper.score(written)


def test_all_problems_of_a_game_come_at_once() -> None:
    assert paper.problems(
        {
            "kind": "normal",
            "re": ["A", "A"],
            "kontra": ["C"],
            "re_points": 300,
            "solo": "damen",
            "duty": "lust",
            "no_tricks": "re",
            "announced": {"re": "kontra"},
            "extras": {"re": {"fuchs": 3, "dulle": 1}, "kontra": {"karlchen": 2}},
            "bock": 11,
            "bonus": 1,
        }
    ).keys() == {
        "re",
        "kontra",
        "re_points",
        "solo",
        "duty",
        "no_tricks",
        "announced.re",
        "extras.re.fuchs",
        "extras.re.dulle",
        "extras.kontra.karlchen",
        "bock",
        "bonus",
    }


def test_problems_of_the_rules_come_with_those_of_the_game() -> None:
    """With an unknown preset or wrong extras the rules are unknown; otherwise the valid overrides count."""
    game = {**GOOD, "re_points": 241, "extras": {"re": {"dulle": 1}}}
    by_hand = {"kind": "manual", "points": {"A": 1, "B": 1, "C": 1, "D": 1}}
    assert paper.problems(game, "tsr", against="x").keys() == {"preset", "overrides.against", "re_points"}
    assert paper.problems(by_hand, "tsr").keys() == {"preset"}
    assert paper.problems(by_hand, against="x").keys() == {"overrides.against", "points"}
    assert paper.problems(game, extras={"dulle": 1}, bonus=3).keys() == {"overrides.bonus", "re_points"}
    misread: tuple[dict[str, Any], ...] = (
        {"extras": {"dulle": 21}},
        {"extras_solo": []},
        {"extra_names": {"dulle": ""}},
    )
    for wrong in misread:
        (field,) = wrong
        found = paper.problems(game, "ddv", **wrong)
        assert {key.split(".")[1] if "." in key else key for key in found} == {field, "re_points"}
    assert paper.problems(game, bock={"length": 0}).keys() == {"overrides.bock.length", "re_points", "extras.re.dulle"}


# --- The same for a form, which builds a Game itself -------------------------------------------------------------------


def test_a_game_that_was_built_is_judged_as_one_that_was_read() -> None:
    rules = PRESETS["ddv"].rules
    good = Game(re=("A", "B"), kontra=("C", "D"), re_augen=130)
    assert find_problems(good, rules) == []
    assert good.players == ("A", "B", "C", "D")
    bad = replace(
        good,
        re=("A",),
        re_augen=241,
        solo="damen",
        duty="lust",
        no_tricks=Party.KONTRA,
        kontra_extras=(("fuchs", 3), ("dulle", 1)),
        sitting_out=("A",),
    )
    found: list[Any] = []
    written = {
        "kind": "normal",
        "re": ["A"],
        "kontra": ["C", "D"],
        "re_points": 241,
        "solo": "damen",
        "duty": "lust",
        "no_tricks": "kontra",
        "extras": {"kontra": {"fuchs": 3, "dulle": 1}},
        "sitting_out": ["A"],
    }
    assert read_row(written, rules, found) is None
    assert find_problems(bad, rules) == found
