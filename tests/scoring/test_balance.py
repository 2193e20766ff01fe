"""Points by player, as the sheet writes them and to the sum of zero: rules.md 1.15, 2.7."""

import json

import pytest

from scoring.game import balance
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, from_json
from tests.scoring.paper import check, game, score

GAMES = """
Re | Augen | extras                        | Anna Ben Cleo Dora | balance
AB |   130 |                               | {re_won}           | +1 +1 -1 -1
AB |   110 |                               | {kontra_won}       | -2 -2 +2 +2
A  |   130 |                               | {solo_won}         | +3 -1 -1 -1
A  |   110 |                               | {solo_lost}        | -3 +1 +1 +1
AB |   130 | kontra fuchs                  | 0 0 0 0            | 0 0 0 0
AB |   130 | kontra fuchs karlchen         | {re_won_for_kontra} | -1 -1 +1 +1
"""


def test_plus_and_minus() -> None:
    check(
        GAMES.format(
            re_won="+1 +1 -1 -1",
            kontra_won="-2 -2 +2 +2",
            solo_won="+3 -1 -1 -1",
            solo_lost="-3 +1 +1 +1",
            re_won_for_kontra="-1 -1 +1 +1",
        )
    )


def test_plus_only_writes_for_those_who_get_points_times_the_factor_whichever_side() -> None:
    check(
        GAMES.format(
            re_won="+1 +1 0 0",
            kontra_won="0 0 +2 +2",
            solo_won="+3 0 0 0",
            solo_lost="0 +3 +3 +3",
            re_won_for_kontra="0 0 +1 +1",
        ),
        notation="plus_only",
    )


def test_minus_only_writes_for_those_who_do_not() -> None:
    check(
        GAMES.format(
            re_won="0 0 -1 -1",
            kontra_won="-2 -2 0 0",
            solo_won="0 -3 -3 -3",
            solo_lost="-3 0 0 0",
            re_won_for_kontra="-1 -1 0 0",
        ),
        notation="minus_only",
    )


@pytest.mark.parametrize(("notation", "scores"), [("plus_only", "+2 0 0 0"), ("minus_only", "0 -2 -2 -2")])
def test_another_solo_factor_leaves_the_balance_at_three(notation: str, scores: str) -> None:
    check(
        f"""
        Re | Augen | Anna Ben Cleo Dora | balance
        A  |   130 | {scores}           | +3 -1 -1 -1
        """,
        notation=notation,
        solo_factor=2,
    )


def test_who_sits_out_gets_nothing() -> None:
    for preset in PRESETS:
        answer = score({**game({"Re": "AB", "Augen": "130"}), "sitting_out": ["Emil", "Fritz"]}, preset)
        for points in (answer["scores"], answer["balance"]):
            assert {player: points[player] for player in ("Emil", "Fritz")} == {"Emil": 0, "Fritz": 0}
            assert len(points) == 6


def test_the_points_are_there_for_others_too() -> None:
    """`scores` of a zero-sum sheet are its balance, also under rules that were stored as JSON."""
    own = PRESETS["ddv"].rules
    read = from_json(json.loads(json.dumps(own.to_json())))
    assert isinstance(read, Rules)
    for rules in (own, read):
        assert balance.write_scores(rules, 2, "A", "BCD", "E") == {"A": 6, "B": -2, "C": -2, "D": -2, "E": 0}
    assert balance.balance_points(-2, "AB", "CD", "") == {"A": -2, "B": -2, "C": 2, "D": 2}
