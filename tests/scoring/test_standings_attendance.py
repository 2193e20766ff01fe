"""Ranked and unranked players: attendance, guests, corrections, movement."""

from fractions import Fraction

import pytest

from scoring.league.rules import StandingsRules
from scoring.league.standings import Correction, Standing, correction_problems, rank_players
from scoring.terms import Problem
from tests.scoring.league_paper import check, league, name, records

# --- Minimum attendance

HALF = """
    Anna  | +10 | +10 | +10 | +10
    Ben   | +70 |   - |   - |   -
    Cleo  | -10 | -10 |   - |   -
    Dora  | +80 |   - |   - |   -
    Emil  | -90 | -90 | -90 |   -
"""


def test_who_came_too_seldom_has_no_rank() -> None:
    check(
        HALF,
        """
        1 | Anna | 40
        2 | Cleo | -20
        3 | Emil | -270
        - | Dora | 80
        - | Ben | 70
        """,
        minimum=2,
    )


def test_who_came_too_seldom_is_ranked_last() -> None:
    check(
        HALF,
        """
        1 | Anna | 40
        2 | Cleo | -20
        3 | Emil | -270
        4 | Dora | 80
        5 | Ben | 70
        """,
        minimum=2,
        below_minimum="last",
    )


def test_who_came_too_seldom_counts_zero() -> None:
    check(
        HALF,
        """
        1 | Anna | 40
        2 | Ben | 0
        2 | Dora | 0
        4 | Cleo | -20
        5 | Emil | -270
        """,
        minimum=2,
        below_minimum="zero",
    )


def test_a_minimum_in_per_cent_is_of_the_evenings_held_and_exact() -> None:
    """Two of three evenings are 66.67 %: enough for 66 %, not for 67 %."""
    paper = """
        Anna | +1 | +1 | +1
        Ben  | +2 | +2 |  -
    """
    check(paper, "1 | Ben | 4 \n 2 | Anna | 3", minimum=66, minimum_unit="percent")
    check(paper, "1 | Anna | 3 \n - | Ben | 4", minimum=67, minimum_unit="percent")
    check(paper, "1 | Anna | 3 \n - | Ben | 4", minimum=100, minimum_unit="percent")


def test_it_says_how_many_evenings_are_missing() -> None:
    ranked = league(HALF, minimum=70, minimum_unit="percent")
    assert (ranked.held, ranked.required) == (4, 3)
    assert {name(row.player): row.missing for row in ranked.rows} == {
        "Anna": 0,
        "Ben": 2,
        "Cleo": 1,
        "Dora": 2,
        "Emil": 0,
    }


def test_without_a_minimum_nothing_is_missing() -> None:
    ranked = league("Anna | +1 \n Ben | -3 g0")
    assert (ranked.required, [row.missing for row in ranked.rows]) == (0, [0, 0])


def test_an_evening_of_guests_alone_was_held() -> None:
    ranked = league("Anna | +1 | - \n Gast | - | +3")
    assert ranked.held == 2


# Guests, and players without a game


def test_guests_stand_below_without_a_rank_or_are_ranked() -> None:
    paper = """
        Anna | +1
        Gast | +3
    """
    check(paper, "1 | Anna | 1 \n - | Gast | 3")
    check(paper, "1 | Gast | 3 \n 2 | Anna | 1", guests_ranked=True)


@pytest.mark.parametrize("below", ["unranked", "last", "zero"])
def test_who_played_no_game_has_no_rank_whatever_the_rules(below: str) -> None:
    ranked = league("Anna | -9 \n Ben | -3 g0", minimum=1, below_minimum=below, score="mean_game")
    assert [(name(row.player), row.standing, row.rank, row.score) for row in ranked.rows] == [
        ("Anna", Standing.RANKED, 1, Fraction(-9, 20)),
        ("Ben", Standing.NO_GAMES, None, None),
    ]


def test_the_order_of_those_without_a_rank() -> None:
    ranked = league(
        """
        Anna  | +1 | +1
        Ben   | +9 |  -
        Cleo  |  - | +4
        Dora  | +5 g0 | -
        Emil  | +7 | -
        Gast  | +8 | +8
        """,
        minimum=2,
    )
    assert [(name(row.player), row.standing.value) for row in ranked.rows] == [
        ("Anna", "ranked"),
        ("Ben", "below"),
        ("Emil", "below"),
        ("Cleo", "below"),
        ("Gast", "guest"),
        ("Dora", "no_games"),
    ]


# --- Corrections


def test_a_correction_is_added_to_the_total_and_never_struck() -> None:
    check(
        """
        Anna | +10 | +20 | -15
        Ben  |  -4 | +30 |   -
        Cleo | -16 | -20 | +25
        Dora | +10 | -30 | -10
        """,
        """
        1 | Ben | 30
        2 | Anna | 20
        3 | Cleo | 9
        4 | Dora | 0
        """,
        counting="strike",
        counting_evenings=1,
        corrections=[("Anna", -12, "Zettel verloren"), ("Anna", 2, "doch gefunden")],
    )


def test_a_correction_counts_before_a_mean_is_taken() -> None:
    check("Anna | +1 g2 | +3 g2", "1 | Anna | 7/4", score="mean_game", corrections=[("Anna", 3, "verrechnet")])
    check("Anna | +1 g2 | +3 g2", "1 | Anna | 7/2", score="mean_evening", corrections=[("Anna", 3, "verrechnet")])


def test_a_correction_alone_makes_a_row_without_a_rank() -> None:
    ranked = league("Anna | +1", corrections=[("Ben", 5, "Ehrenpreis")])
    assert [(name(row.player), row.rank, row.points) for row in ranked.rows] == [("Anna", 1, 1), ("Ben", None, 5)]


@pytest.mark.parametrize(
    ("points", "reason", "expected"),
    [
        (-3, "verrechnet", []),
        (0, "verrechnet", ["points"]),
        (3, "  ", ["reason"]),
        (0, "", ["points", "reason"]),
        (10_000, "viel", []),
        (10_001, "zu viel", ["points"]),
        (-10_001, "zu wenig", ["points"]),
    ],
)
def test_what_is_wrong_with_a_correction(points: int, reason: str, expected: list[str]) -> None:
    found = correction_problems(Correction(1, points, reason))
    assert [problem.field for problem in found] == expected


def test_a_correction_says_what_is_missing() -> None:
    assert [str(problem) for problem in correction_problems(Correction(1, 0, ""))] == [
        "A correction of 0 points changes nothing.",
        "Give a reason for the correction.",
    ]
    assert isinstance(correction_problems(Correction(1, 0, ""))[0], Problem)


# --- Movement


def test_the_ranks_of_a_table_are_what_a_later_one_moves_from() -> None:
    before = league("Anna | +3 \n Ben | +2 \n Cleo | +2 \n Gast | +9")
    assert {name(player): rank for player, rank in before.ranks().items()} == {"Anna": 1, "Ben": 2, "Cleo": 2}
    after = rank_players(records("Cleo | +9 \n Anna | +3 \n Dora | +1"), StandingsRules(), former=before.ranks())
    assert [(name(row.player), row.former_rank) for row in after.rows] == [("Cleo", 2), ("Anna", 1), ("Dora", None)]
