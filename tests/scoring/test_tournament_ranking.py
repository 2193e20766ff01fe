"""The ranking of a tournament: points, place points, means, tie breaks, pauses, teams, lists."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.ranking import (
    RankRules,
    Result,
    filter_ranking,
    points_of_places,
    rank_entrants,
)
from scoring.tournament.reunions import count_meetings, count_reunions
from scoring.tournament.teams import plan_team_day, rank_match_days, rank_teams, share_match_points

# The worked example: eight people, two rounds.
POINTS = (
    "Anna +18 Ben -6 Cem -4 Dora -8 | Elif +11 Finn +3 Gero -20 Hanna +6",
    "Anna -4 Ben +12 Elif +3 Finn -11 | Cem +18 Dora -8 Gero -10 Hanna 0",
)
SOLOS = {"Cem": 2, "Anna": 1, "Elif": 1}
WON = {"Anna": 13, "Elif": 13, "Cem": 11, "Ben": 12, "Hanna": 12}


def table(text: str, first: bool = False) -> dict[str, Result]:
    words = text.split()
    return {
        who: Result(int(points), SOLOS.get(who, 0) if first else 0, WON.get(who, 0) if first else 0)
        for who, points in zip(words[::2], words[1::2], strict=True)
    }


EXAMPLE = [[table(text, number == 0) for text in line.split("|")] for number, line in enumerate(POINTS)]


def ranks(rounds: Any, *, rules: RankRules | None = None, **more: Any) -> list[tuple[Any, int | None]]:
    return [(row.who, row.rank) for row in rank_entrants(rounds, rules or RankRules(), **more)]


def test_the_tables_of_the_example_meet_as_seldom_as_they_can() -> None:
    seats = {who: number for number, who in enumerate(["Anna", "Ben", "Cem", "Dora", "Elif", "Finn", "Gero", "Hanna"])}
    rounds = [tuple(tuple(seats[who] for who in one) for one in tables) for tables in EXAMPLE]
    assert count_reunions(rounds) == 4


def test_the_worked_example() -> None:
    rows = rank_entrants(EXAMPLE, RankRules())
    assert {row.who: row.points for row in rows} == {
        "Anna": 14, "Ben": 6, "Cem": 14, "Dora": -16, "Elif": 14, "Finn": -8, "Gero": -30, "Hanna": 6,
    }  # fmt: skip
    assert [(row.who, row.rank) for row in rows] == [
        ("Cem", 1), ("Anna", 2), ("Elif", 3), ("Ben", 4), ("Hanna", 5), ("Finn", 6), ("Dora", 7), ("Gero", 8),
    ]  # fmt: skip
    assert [rank for _, rank in ranks(EXAMPLE, rules=RankRules(tie_breaks=()))] == [1, 1, 1, 4, 4, 6, 7, 8]


def test_the_place_points_of_the_example() -> None:
    rows = rank_entrants(EXAMPLE, RankRules(rank_by="place_points", tie_breaks=()))
    assert [(row.who, row.score, row.rank) for row in rows] == [
        ("Cem", 4, 1), ("Elif", 4, 1), ("Anna", 2, 3), ("Ben", 2, 3), ("Hanna", 2, 3),
        ("Dora", -4, 6), ("Finn", -4, 6), ("Gero", -6, 8),
    ]  # fmt: skip


def test_the_place_points_of_a_table() -> None:
    assert points_of_places(4, "zero") == [3, 1, -1, -3]
    assert points_of_places(5, "zero") == [4, 2, 0, -2, -4]
    assert points_of_places(4, "plain") == [4, 3, 2, 1]
    assert points_of_places(5, "plain") == [4, 3, 2, 1, 0]
    assert points_of_places(6, "plain") == [4, 3, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("scale", "scored", "worth"),
    [
        ("zero", (5, 5, -5, -5), (2, 2, -2, -2)),
        ("plain", (9, 0, 0, -9), (4, Fraction(5, 2), Fraction(5, 2), 1)),
        ("plain", (1, 1, 1, 0, -3), (3, 3, 3, 1, 0)),
        ("zero", (1, 1, 1, -3), (1, 1, 1, -3)),
        ("plain", (3, 1, 1, 1, -6), (4, 2, 2, 2, 0)),
    ],
)
def test_equal_points_at_a_table_share_the_mean_exactly(
    scale: str, scored: tuple[int, ...], worth: tuple[Fraction | int, ...]
) -> None:
    one = dict(zip("ABCDE", map(Result, scored), strict=False))
    rows = rank_entrants([[one]], RankRules(rank_by="place_points", scale=scale, tie_breaks=()))
    assert {row.who: row.score for row in rows} == dict(zip("ABCDE", worth, strict=False))


def test_a_missed_round() -> None:
    """It scores 0 with points, less than the last with place points, and is no round with the mean."""
    rounds = [EXAMPLE[0], [table("Anna -4 Ben +12 Elif +3 Finn -11")]]
    by = {
        key: {row.who: row.score for row in rank_entrants(rounds, RankRules(rank_by=key, scale=scale))}["Cem"]
        for key, scale in (("points", "zero"), ("place_points", "zero"), ("mean_round", "zero"))
    }
    assert by == {"points": -4, "place_points": 1 - 3, "mean_round": -4}
    plain = rank_entrants(rounds, RankRules(rank_by="place_points", scale="plain"))
    assert {row.who: row.score for row in plain}["Cem"] == 3


def test_means_are_compared_exactly() -> None:
    rounds = [
        [table("A 1 B 0 C 0 D -1")],
        [table("A 0 B 1 C 0 D -1")],
        [table("A 0 X 1 C -1 Y 0")],
    ]
    rows = rank_entrants(rounds, RankRules(rank_by="mean_round", tie_breaks=()))
    assert [(row.who, row.score) for row in rows] == [
        ("X", 1), ("B", Fraction(1, 2)), ("A", Fraction(1, 3)), ("Y", 0), ("C", Fraction(-1, 3)), ("D", -1),
    ]  # fmt: skip


def test_who_has_not_played_stands_below_with_a_mean_and_at_0_with_points() -> None:
    assert ranks([], everybody=[2, 1]) == [(1, 1), (2, 1)]
    late = rank_entrants(EXAMPLE, RankRules(rank_by="mean_round"), everybody=["Zoe"])[-1]
    assert (late.who, late.rank, late.score, late.best_round) == ("Zoe", 9, None, None)
    assert ("Zoe", 6) in ranks(EXAMPLE, everybody=["Zoe"])


def test_the_best_round_is_one_that_was_played() -> None:
    rounds = [[table("A -1 B -2 C 0 D 3")], [table("A 1 X 5 Y -6 Z 0")]]
    rows = rank_entrants(rounds, RankRules(tie_breaks=("best_round",)))
    assert [(row.who, row.rank) for row in rows] == [
        ("X", 1), ("D", 2), ("A", 3), ("C", 4), ("Z", 4), ("B", 6), ("Y", 7),
    ]  # fmt: skip
    assert {row.who: row.best_round for row in rows}["B"] == -2


def test_who_fills_in_has_no_rank_but_holds_a_place_at_the_table() -> None:
    rules = RankRules(rank_by="place_points", tie_breaks=())
    rows = rank_entrants([[table("A 1 B 0 C -1 Springer 9")]], rules, unranked={"Springer"})
    assert [(row.who, row.score) for row in rows] == [("A", 1), ("B", -1), ("C", -3)]


def test_who_is_disqualified_stays_in_the_list_without_a_rank() -> None:
    found = ranks(EXAMPLE, disqualified={"Cem"})
    assert found[0] == ("Anna", 1)
    assert found[-1] == ("Cem", None)
    assert len(found) == 8


def test_a_pause_counts_nothing_or_as_the_mean_of_the_own_rounds() -> None:
    rounds = [[table("A 5 B 0 C -2 D -3")], [table("A 2 B 2 C -4 E 0")]]
    for who, mean in (("A", 7 + 4), ("C", -6 - 3), ("D", -3 - 3)):
        pauses = {who: 1}
        by = {
            pause: {row.who: row.score for row in rank_entrants(rounds, RankRules(pause=pause), pauses=pauses)}[who]
            for pause in ("zero", "mean")
        }
        assert by == {"zero": {"A": 7, "C": -6, "D": -3}[who], "mean": mean}
    nobody = rank_entrants([], RankRules(pause="mean"), everybody=["A"], pauses={"A": 1})
    assert nobody[0].score == 0


def test_a_pause_gets_the_mean_of_the_scale() -> None:
    rounds = [[table("A 5 B 0 C -2 D -3")], []]
    for scale, score in (("zero", Fraction(3)), ("plain", Fraction(13, 2))):
        rows = rank_entrants(rounds, RankRules(rank_by="place_points", scale=scale), pauses={"A": 1})
        assert rows[0].score == score


def test_the_lot_parts_whom_nothing_else_parts_and_is_marked() -> None:
    rounds = [[table("A 3 B 3 C -3 D -3")], [table("E 9 F 0 G 0 H -9")]]
    rules = RankRules(tie_breaks=("lot",), seed=7)
    rows = rank_entrants(rounds, rules)
    assert [row.rank for row in rows] == list(range(1, 9))
    assert {row.who for row in rows if not row.by_lot} == {"E", "H"}
    assert rows == rank_entrants(rounds, rules)
    orders = {tuple(row.who for row in rank_entrants(rounds, RankRules(tie_breaks=("lot",), seed=s))) for s in range(9)}
    assert len(orders) > 1


def test_a_list_is_the_same_ranking_with_ranks_of_its_own() -> None:
    rows = rank_entrants(EXAMPLE, RankRules(tie_breaks=()), disqualified={"Gero"})
    women = filter_ranking(rows, {"Anna", "Dora", "Elif", "Hanna", "Gero"})
    assert [(row.who, row.rank) for row in women] == [
        ("Anna", 1), ("Elif", 1), ("Hanna", 3), ("Dora", 4), ("Gero", None),
    ]  # fmt: skip


@settings(deadline=None)
@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=8, max_size=8), min_size=1, max_size=4),
    st.sampled_from(["points", "place_points", "mean_round"]),
    st.randoms(use_true_random=False),
)
def test_a_rank_is_one_more_than_how_many_are_better(
    scored: list[list[int]], rank_by: str, chance: random.Random
) -> None:
    rounds = [
        [
            {who: Result(points, points % 2) for who, points in enumerate(line[:4])},
            {who: Result(points, points % 2) for who, points in enumerate(line[4:], start=4)},
        ]
        for line in scored
    ]
    rules = RankRules(rank_by=rank_by)
    rows = rank_entrants(rounds, rules)
    for row in rows:
        assert row.rank == 1 + sum(other.merits > row.merits for other in rows)
    assert [row.who for row in rows] == [row.who for row in sorted(rows, key=lambda row: (row.rank or 0, row.who))]
    shuffled = [chance.sample(tables, 2) for tables in chance.sample(rounds, len(rounds))]
    assert rank_entrants(shuffled, rules) == rows
    if rank_by == "place_points":
        assert sum(row.score or 0 for row in rows) == 0


# --- Teams ---

PRINTED = """
A1B1C1D1 A2B2C2D2 A3B3C3D3 A4B4C4D4
A1B2C3D4 A2B1C4D3 A3B4C1D2 A4B3C2D1
A1B3C4D2 A2B4C3D1 A3B1C2D4 A4B2C1D3
A1B4C2D3 A2B3C1D4 A3B2C4D1 A4B1C3D2
"""


def test_four_teams_of_four_sit_as_printed() -> None:
    numbers = {
        f"{team}{player}": 10 * (place + 1) + player for place, team in enumerate("ABCD") for player in range(1, 5)
    }
    rounds = plan_team_day([[numbers[f"{team}{player}"] for player in range(1, 5)] for team in "ABCD"])
    printed = [[word[place : place + 2] for place in range(0, 8, 2)] for word in PRINTED.split()]
    assert [sorted(one) for tables in rounds for one in tables] == [
        sorted(numbers[who] for who in one) for one in printed
    ]
    met = count_meetings(rounds)
    assert (len(met), set(met.values())) == (96, {1})
    assert all(one // 10 != other // 10 for one, other in met)


def test_teams_go_by_their_sum_then_by_the_best_member_then_the_second() -> None:
    found = rank_teams({"B": [5, 1, 0, 0], "A": [4, 2, 0, 0], "C": [5, 1, 0, 0], "D": [5, 0, 1], "E": [7]})
    assert [(row.team, row.rank, row.points) for row in found] == [
        ("E", 1, 7), ("B", 2, 6), ("C", 2, 6), ("D", 4, 6), ("A", 5, 6),
    ]  # fmt: skip
    assert found[1].members == (5, 1, 0, 0)


def test_a_match_day_gives_4_3_2_1_and_ties_share() -> None:
    assert share_match_points({"A": 5, "B": 5, "C": -3, "D": -7}) == {
        "A": Fraction(7, 2), "B": Fraction(7, 2), "C": 2, "D": 1,
    }  # fmt: skip


def test_the_table_over_two_match_days() -> None:
    days = [{"A": 112, "B": 40, "C": -20, "D": -132}, {"A": -10, "B": 60, "C": 60, "D": -110}]
    found = rank_match_days(days)
    assert [(row.team, row.rank, row.match_points, row.points) for row in found] == [
        ("B", 1, Fraction(13, 2), 100), ("A", 2, 6, 102), ("C", 3, Fraction(11, 2), 40), ("D", 4, 2, -242),
    ]  # fmt: skip


def test_equal_match_points_go_by_points_then_share() -> None:
    found = rank_match_days([{"A": 3, "B": 1, "C": -1, "D": -3}, {"A": 1, "B": 3, "C": -1, "D": -3}])
    assert [(row.team, row.rank) for row in found] == [("A", 1), ("B", 1), ("C", 3), ("D", 4)]
    found = rank_match_days([{"A": 3, "B": 1, "C": -1, "D": -3}, {"A": 1, "B": 5, "C": -1, "D": -5}])
    assert [(row.team, row.rank) for row in found] == [("B", 1), ("A", 2), ("C", 3), ("D", 4)]


@pytest.mark.parametrize("rank_by", ["points", "place_points", "mean_round"])
def test_a_whole_hall_is_ranked(rank_by: str) -> None:
    rounds = [
        [{who: Result((who * 37 + number * 11) % 61) for who in range(first, first + 4)} for first in range(0, 168, 4)]
        for number in range(8)
    ]
    assert len(rank_entrants(rounds, RankRules(rank_by=rank_by))) == 168
