"""Rows that are not games: points by hand, penalties, redeals. rules.md 1.16."""

from typing import Any

import pytest

from scoring.contract.cli import Desk
from scoring.rules.presets import PRESETS
from tests.scoring.paper import by_letter, names, problems, row, score

REFUSED = "No game gives these points: enter winners and value."


def written(text: str, preset: str = "ddv", **overrides: object) -> tuple[str, str, int | None, int | None]:
    """Return scores, balance, value and net of a row."""
    answer = score(row(text), preset, **overrides)
    assert (answer["winner"], answer["items"], answer["factors"], answer["bock_triggers"]) == (None, [], [], [])
    return by_letter(answer["scores"]), by_letter(answer["balance"]), answer["value"], answer["net"]


# --- Winners and value -----------------------------------------------------------------------------------------------


def test_two_winners_are_a_normal_game() -> None:
    assert written("manual AC 4 of ABCD") == ("+4 -4 +4 -4", "+4 -4 +4 -4", 4, 4)
    assert written("manual AC 4 of ABCD", "forum") == ("+4 0 +4 0", "+4 -4 +4 -4", 4, 4)
    assert written("manual AC 4 of ABCD", notation="minus_only") == ("0 -4 0 -4", "+4 -4 +4 -4", 4, 4)


def test_one_winner_has_won_a_solo() -> None:
    assert written("manual B 4 of ABCD") == ("-4 +12 -4 -4", "-4 +12 -4 -4", 4, 4)
    assert written("manual B 4 of ABCD", "forum") == ("0 +12 0 0", "-4 +12 -4 -4", 4, 4)
    assert written("manual B 4 of ABCD", notation="minus_only", solo_factor=2) == ("-8 0 -8 -8", "-4 +12 -4 -4", 4, 4)


def test_three_winners_have_beaten_one() -> None:
    assert written("manual ABD 4 of ABCD") == ("+4 +4 -12 +4", "+4 +4 -12 +4", 4, -4)
    assert written("manual ABD 4 of ABCD", "forum") == ("+12 +12 0 +12", "+4 +4 -12 +4", 4, -4)
    assert written("manual ABD 4 of ABCD", notation="minus_only") == ("0 0 -12 0", "+4 +4 -12 +4", 4, -4)


def test_a_value_of_nothing() -> None:
    assert written("manual AB 0 of ABCD", "forum") == ("0 0 0 0", "0 0 0 0", 0, 0)


def test_a_row_by_hand_knows_no_bock() -> None:
    assert "bock" in problems({**row("manual AB 3 of ABCD"), "bock": 1}, "forum")


# --- Points ----------------------------------------------------------------------------------------------------------


def test_zero_sum_points_are_the_balance() -> None:
    assert written("manual A+6 B-2 C-2 D-2") == ("+6 -2 -2 -2", "+6 -2 -2 -2", None, None)
    assert written("manual A0 B0 C0 D0") == ("0 0 0 0", "0 0 0 0", None, None)
    assert written("manual A+5 B-1 C-3 D-1") == ("+5 -1 -3 -1", "+5 -1 -3 -1", None, None)
    assert problems(row("manual A+6 B-2 C-2 D-1")) == {"points": "A game's points must add up to 0."}


@pytest.mark.parametrize(
    ("text", "balance"),
    [
        ("manual A+4 B0 C+4 D0", "+4 -4 +4 -4"),
        ("manual A0 B12 C0 D0", "-4 +12 -4 -4"),
        ("manual A12 B12 C0 D12", "+4 +4 -12 +4"),
    ],
)
def test_plus_only_points_tell_winners_and_value(text: str, balance: str) -> None:
    scores, zero_sum, value, net = written(text, "forum")
    assert (zero_sum, value, net) == (balance, None, None)
    assert scores == by_letter(row(text)["points"])


@pytest.mark.parametrize(
    ("text", "balance"),
    [
        ("manual A0 B-4 C0 D-4", "+4 -4 +4 -4"),
        ("manual A-12 B0 C-12 D-12", "-4 +12 -4 -4"),
        ("manual A0 B0 C-12 D0", "+4 +4 -12 +4"),
    ],
)
def test_minus_only_points_tell_winners_and_value(text: str, balance: str) -> None:
    assert written(text, notation="minus_only") == (by_letter(row(text)["points"]), balance, None, None)


@pytest.mark.parametrize(
    "text",
    [
        "manual A+4 B+3 C0 D0",  # not equal
        "manual A+4 B+4 C+4 D+4",  # four winners
        "manual A+4 B+4 C-4 D-4",  # minus under plus-only rules
        "manual A-4 B-4 C0 D0",
        "manual A+4 B0 C0 D0",  # no whole value gives a solo of 4
        "manual A+4 B+4 C+4 D0",
        "manual A0 B0 C0 D0",  # no player's
    ],
)
def test_other_points_are_refused_in_plus_only(text: str) -> None:
    assert problems(row(text), "forum") == {"points": REFUSED}


@pytest.mark.parametrize(
    "text",
    [
        "manual A-4 B-3 C0 D0",
        "manual A-4 B-4 C-4 D-4",
        "manual A+4 B+4 C-4 D-4",
        "manual A+4 B+4 C0 D0",
        "manual A-4 B0 C0 D0",
        "manual A-4 B-4 C-4 D0",
        "manual A0 B0 C0 D0",
    ],
)
def test_other_points_are_refused_in_minus_only(text: str) -> None:
    assert problems(row(text), notation="minus_only") == {"points": REFUSED}


def test_a_solo_of_four_can_be_written_where_its_factor_is_two() -> None:
    assert written("manual A+4 B0 C0 D0", "forum", solo_factor=2) == ("+4 0 0 0", "+6 -2 -2 -2", None, None)


# --- Impossible rows -------------------------------------------------------------------------------------------------

BY_VALUE = {"kind": "manual", "winners": ["A"], "players": ["A", "B", "C", "D"], "value": 3}
BY_POINTS = {"kind": "manual", "points": {"A": 3, "B": -1, "C": -1, "D": -1}}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"winners": []}, {"winners"}),
        ({"winners": ["A", "B", "C", "D"]}, {"winners"}),
        ({"winners": ["A", "A"]}, {"winners"}),
        ({"winners": ["A", "X"]}, {"winners"}),
        ({"winners": "A"}, {"winners"}),
        ({"winners": ["A", ""]}, {"winners"}),
        ({"players": ["A", "B", "C"]}, {"players"}),
        ({"players": ["A", "B", "C", "C"]}, {"players"}),
        ({"players": ["A", "B", "C", "D", "E"]}, {"players"}),
        ({"players": None}, {"players"}),
        ({"value": -1}, {"value"}),
        ({"value": 3.0}, {"value"}),
        ({"value": True}, {"value"}),
        ({"points": {"A": 1}}, {"points"}),
        ({"sitting_out": ["A"]}, {"sitting_out"}),
        ({"sitting_out": ["E", "E"]}, {"sitting_out"}),
        ({"sitting_out": ["E", "F", "G", "H"]}, {"sitting_out"}),
        ({"sitting_out": "E"}, {"sitting_out"}),
        ({"announced": {}}, {"announced"}),
        ({"winners": [], "value": -1, "players": ["A"]}, {"winners", "value", "players"}),
    ],
)
def test_winners_and_value_that_cannot_be(change: dict[str, Any], expected: set[str]) -> None:
    assert problems({**BY_VALUE, **change}).keys() == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"points": {"A": 3, "B": -3}}, {"points"}),
        ({"points": {"A": 3, "B": -1, "C": -1, "D": -1, "E": 0}}, {"points"}),
        ({"points": []}, {"points"}),
        ({"points": {"A": 3.0, "B": True, "C": -1, "D": -1}}, {"points.A", "points.B"}),
        ({"points": {"": 3, "B": -1, "C": -1, "D": -1}}, {"points"}),
        ({"sitting_out": ["A"]}, {"sitting_out"}),
        ({"sitting_out": [1]}, {"sitting_out"}),
        ({"value": 3}, {"points"}),
        ({"winners": ["A"], "players": names("ABCD")}, {"points"}),
    ],
)
def test_points_that_cannot_be(change: dict[str, Any], expected: set[str]) -> None:
    assert problems({**BY_POINTS, **change}).keys() == expected


def test_a_row_by_hand_says_something() -> None:
    assert problems({"kind": "manual"}) == {"points": "Enter points, or winners, players and value."}
    assert problems({"kind": "manual", "value": 3}) == {
        "winners": "Please fill this in.",
        "players": "Please fill this in.",
    }


def test_who_sits_out_gets_nothing() -> None:
    for preset in PRESETS:
        answer = score({**BY_VALUE, "sitting_out": ["E"]}, preset)
        assert answer["scores"]["E"] == 0
        assert answer["balance"] == {"A": 9, "B": -3, "C": -3, "D": -3, "E": 0}
    answer = score({**BY_POINTS, "sitting_out": ["E"]})
    assert answer["scores"] == answer["balance"] == {"A": 3, "B": -1, "C": -1, "D": -1, "E": 0}
    answer = score({"kind": "manual", "points": {"A": 3, "B": 0, "C": 0, "D": 0}, "sitting_out": ["E"]}, "forum")
    assert answer["scores"] == {"A": 3, "B": 0, "C": 0, "D": 0, "E": 0}
    assert answer["balance"] == {"A": 3, "B": -1, "C": -1, "D": -1, "E": 0}


# --- Penalties -------------------------------------------------------------------------------------------------------


def test_a_penalty_stands_as_written_in_every_notation() -> None:
    for preset in PRESETS:
        assert written("penalty A-6 B+2 C+2 D+2", preset) == ("-6 +2 +2 +2", "-6 +2 +2 +2", None, None)
        assert written("penalty C-12", preset) == ("-12", "-12", None, None)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"points": {"A": 1}}, {"points"}),
        ({"points": {"A": -1, "B": 2}}, {"points"}),
        ({"points": {}}, {"points"}),
        ({"points": None}, {"points"}),
        ({"points": {"A": "x", "B": None}}, {"points.A", "points.B"}),
        ({"reason": 3}, {"reason"}),
        ({"solo_of": 3}, {"solo_of"}),
        ({"solo_of": ""}, {"solo_of"}),
        ({"value": 3}, {"value"}),
        ({"reason": None, "solo_of": [], "points": {"A": 1}}, {"reason", "solo_of", "points"}),
    ],
)
def test_penalties_that_cannot_be(change: dict[str, Any], expected: set[str]) -> None:
    assert problems({"kind": "penalty", "points": {"A": -2}, **change}).keys() == expected


def test_a_penalty_may_sum_to_nothing() -> None:
    assert written("penalty A-3 B+1 C+1 D+1")[0] == "-3 +1 +1 +1"
    assert score({"kind": "penalty", "points": {"A": -2}, "reason": "revoke", "solo_of": "A"})["scores"] == {"A": -2}


# --- From old sheets -------------------------------------------------------------------------------------------------

SHORT = {"A": 2, "B": 2, "C": -2, "D": -3}


def test_an_imported_row_may_fall_short() -> None:
    assert problems({"kind": "manual", "points": SHORT}).keys() == {"points"}
    assert score({"kind": "manual", "points": SHORT, "imported": True})["balance"] == SHORT


def test_an_imported_row_gives_no_points_away() -> None:
    generous = {"A": 3, "B": 2, "C": -2, "D": -2}
    assert problems({"kind": "manual", "points": generous, "imported": True}).keys() == {"points"}
    plus_only = {"A": 2, "B": 2, "C": 0, "D": 0}
    answer = score({"kind": "manual", "points": plus_only, "imported": True}, "forum")
    assert answer["balance"] == {"A": 2, "B": 2, "C": -2, "D": -2}


# --- Redeals ---------------------------------------------------------------------------------------------------------


REDEALS = [
    {},
    {"reason": None, "by": None},
    {"reason": "nines", "by": "A"},
    {"reason": "kings"},
    {"reason": "armut_refused"},
    {"reason": "double_armut"},
    {"reason": "misdeal"},
    {"by": "A"},
]


@pytest.mark.parametrize("said", REDEALS)
def test_dealt_again_counts_nothing(said: dict[str, Any]) -> None:
    """This holds for every reason, also under rules that name none."""
    assert score({"kind": "redeal", **said}) == {
        "winner": None,
        "value": None,
        "net": None,
        "factors": [],
        "scores": {},
        "balance": {},
        "items": [],
        "bock_triggers": [],
    }
    assert problems({"kind": "redeal", "points": {}, **said}).keys() == {"points"}


@pytest.mark.parametrize("reason", ["", "fives", "NINES", 1, True, ["nines"], {}])
def test_why_cards_are_dealt_again_is_one_of_a_few_words(reason: object) -> None:
    words = "nines, kings, armut_refused, double_armut, no_high_trump, few_trumps, full_hand, misdeal"
    assert problems({"kind": "redeal", "reason": reason}) == {"reason": f"This must be null or one of: {words}."}


@pytest.mark.parametrize("by", ["", 1, False, ["A"], {"A": 1}])
def test_by_whom_cards_are_dealt_again_is_a_name(by: object) -> None:
    assert problems({"kind": "redeal", "by": by, "reason": "x"}).keys() == {"by", "reason"}
    assert problems({"kind": "redeal", "by": by}) == {"by": "This must be the name of a player."}


def test_a_change_of_the_table_is_no_row_to_score() -> None:
    assert problems({"kind": "table", "players": names("ABCD")}).keys() == {"kind"}


PAYMENTS = {
    "hochzeit": {"name": "Hochzeit", "points": 1, "with": "each"},
    "dulle": {"name": "Dulle weg", "points": -1, "with": "nobody"},
}


@pytest.mark.parametrize(
    ("notation", "points", "balance"),
    [
        ("plus_only", (4, 1, 0, 0), (4, 0, -2, -2)),
        ("plus_only", (1, 1, 0, -1), (1, 1, -1, -2)),
        ("minus_only", (-2, 0, -1, -2), (-2, 4, 0, -2)),
        ("minus_only", (-1, -2, -3, -1), (1, 1, -3, 1)),
    ],
)
def test_an_imported_row_can_be_a_game_with_a_payment(
    notation: str, points: tuple[int, ...], balance: tuple[int, ...]
) -> None:
    row = {"kind": "manual", "points": dict(zip("ABCD", points, strict=True)), "imported": True}
    told = Desk().score({"preset": "ddv", "overrides": {"notation": notation, "payments": PAYMENTS}, "game": row})
    assert isinstance(told, dict), told
    assert (told["scores"], told["balance"]) == (row["points"], dict(zip("ABCD", balance, strict=True)))
    without = Desk().score({"preset": "ddv", "overrides": {"notation": notation}, "game": row})
    assert isinstance(without, list if sum(points) > 0 else dict)
