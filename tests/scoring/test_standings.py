"""The table of a league, as clubs write its rules."""

import pytest

from scoring.league.rules import StandingsRules
from scoring.league.standings import rank_players
from tests.scoring.league_paper import check, league

YEAR = """
    Anna | +10 | +20 | -15
    Ben  |  -4 | +30 |   -
    Cleo | -16 | -20 | +25
    Dora | +10 | -30 | -10
"""


def test_it_adds_up_all_evenings() -> None:
    check(
        YEAR,
        """
        1 | Ben | 26
        2 | Anna | 15
        3 | Cleo | -11
        4 | Dora | -30
        """,
    )


def test_an_empty_table() -> None:
    empty = rank_players([], StandingsRules(minimum=50, minimum_unit="percent"))
    assert (empty.rows, empty.held, empty.required) == ((), 0, 0)


def test_the_mean_a_game_is_exact() -> None:
    """1/3 is more than 0.3333333333333333: the last digit of a float must not decide."""
    check(
        """
        Anna | +3333333333333333 g10000000000000000
        Ben  | +1 g3
        Cleo | +2 g6
        """,
        """
        1 | Ben | 1/3
        1 | Cleo | 1/3
        3 | Anna | 3333333333333333/10000000000000000
        """,
        score="mean_game",
    )


def test_the_mean_an_evening_divides_by_evenings_attended() -> None:
    check(
        YEAR,
        """
        1 | Ben | 13
        2 | Anna | 5
        3 | Cleo | -11/3
        4 | Dora | -10
        """,
        score="mean_evening",
    )


def test_two_sheets_are_one_evening() -> None:
    ranked = league("Anna | +5 g10 & -3 g8 | +4", score="mean_evening")
    assert [one.counts.games for one in ranked.rows[0].evenings] == [18, 20]
    assert (ranked.held, ranked.rows[0].attended, ranked.rows[0].score) == (2, 2, 3)


def test_it_ranks_as_the_sheet_writes_or_by_plus_and_minus() -> None:
    """rules.md 1.15: plus-only is no relabelling of zero-sum."""
    plus_only = """
        Anna | +40 b-8
        Ben  | +30 b+8
    """
    check(plus_only, "1 | Anna | 40 \n 2 | Ben | 30")
    check(plus_only, "1 | Ben | 8 \n 2 | Anna | -8", ranked_by="balance")


# --- Ties: wins, then solos won, then a shared rank


def test_a_tie_is_broken_by_wins_then_solos_won_then_shared() -> None:
    check(
        """
        Anna  | +10 w5 s1
        Ben   | +10 w6 s0
        Cleo  | +10 w5 s2
        Dora  | +10 w5 s1
        Emil  | -40
        """,
        """
        1 | Ben | 10
        2 | Cleo | 10
        3 | Anna | 10
        3 | Dora | 10
        5 | Emil | -40
        """,
    )


def test_a_club_can_turn_the_ties_round_or_do_without() -> None:
    tied = """
        Anna  | +10 w5 s1
        Ben   | +10 w6 s0
    """
    check(tied, "1 | Anna | 10 \n 2 | Ben | 10", ties=("solos_won", "won"))
    check(tied, "1 | Anna | 10 \n 1 | Ben | 10", ties=())


def test_games_of_which_nobody_knows_who_won_break_no_tie() -> None:
    check(
        """
        Anna  | +10 w5
        Ben   | +10 w6 d19
        Cleo  | +20 w1
        Dora  | +20 w2
        """,
        """
        1 | Dora | 20
        2 | Cleo | 20
        3 | Anna | 10
        3 | Ben | 10
        """,
    )


def test_wins_on_a_struck_evening_still_break_a_tie() -> None:
    check(
        """
        Anna | +10 w2 | -5 w0
        Ben  | +10 w1 | -8 w9
        """,
        """
        1 | Ben | 10 | +10 (-8)
        2 | Anna | 10 | +10 (-5)
        """,
        counting="strike",
        counting_evenings=1,
    )


# --- The best N, or M struck


def test_the_best_two_evenings_count() -> None:
    check(
        YEAR,
        """
        1 | Anna | 30 | +10 +20 (-15)
        2 | Ben | 26 | -4 +30
        3 | Cleo | 9 | -16 (-20) +25
        4 | Dora | 0 | +10 (-30) -10
        """,
        counting="best",
        counting_evenings=2,
    )


def test_the_worst_evening_is_struck_of_those_attended() -> None:
    check(
        YEAR,
        """
        1 | Anna | 30 | +10 +20 (-15)
        1 | Ben | 30 | (-4) +30
        3 | Cleo | 9 | -16 (-20) +25
        4 | Dora | 0 | +10 (-30) -10
        """,
        counting="strike",
        counting_evenings=1,
    )


def test_an_evening_missed_can_use_up_a_strike() -> None:
    check(
        YEAR,
        """
        1 | Anna | 30 | +10 +20 (-15)
        2 | Ben | 26 | -4 +30
        3 | Cleo | 9 | -16 (-20) +25
        4 | Dora | 0 | +10 (-30) -10
        """,
        counting="strike",
        counting_evenings=1,
        absence_strikes=True,
    )


def test_a_good_evening_is_struck_where_all_were_good() -> None:
    check("Anna | +1 | +2 | +3", "1 | Anna | 5 | (+1) +2 +3", counting="strike", counting_evenings=1)


@pytest.mark.parametrize("struck", [2, 3, 9])
def test_the_best_evening_always_counts(struck: int) -> None:
    check("Anna | -7 | -5", "1 | Anna | -5 | (-7) -5", counting="strike", counting_evenings=struck)


def test_who_came_less_often_than_the_best_that_count_loses_nothing() -> None:
    check("Anna | -7 | -5", "1 | Anna | -12 | -7 -5", counting="best", counting_evenings=3)


def test_of_equal_evenings_the_older_is_struck() -> None:
    check("Anna | -5 | +9 | -5", "1 | Anna | 4 | (-5) +9 -5", counting="strike", counting_evenings=1)


def test_the_mean_a_game_strikes_the_evening_with_the_worst_mean() -> None:
    """-6 in 3 games is worse than -8 in 20, although it costs fewer points."""
    paper = "Anna | -6 g3 | -8 g20 | +12 g24"
    check(paper, "1 | Anna | 1/11 | (-6) -8 +12", score="mean_game", counting="strike", counting_evenings=1)
    check(paper, "1 | Anna | 3 | -6 (-8) +12", score="mean_evening", counting="strike", counting_evenings=1)


def test_strikes_follow_the_column_that_ranks() -> None:
    paper = "Anna | +40 b-8 | +10 b+8"
    check(paper, "1 | Anna | 40 | +40 (+10)", counting="best", counting_evenings=1)
    check(paper, "1 | Anna | 8 | (+40) +10", counting="best", counting_evenings=1, ranked_by="balance")


def test_a_penalty_without_a_game_is_no_evening_and_never_struck() -> None:
    ranked = league("Anna | -9 g0 | +4 | +6", score="mean_evening", counting="strike", counting_evenings=1)
    (anna,) = ranked.rows
    assert (ranked.held, anna.attended, anna.attended_and_counted) == (2, 2, 1)
    assert [one.struck for one in anna.evenings] == [False, True, False]
    assert anna.score == -3
