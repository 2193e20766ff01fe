"""Setzen and the ladder: seating by earlier results."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.ladder import climb_ladder, ladder_problems, next_table
from scoring.tournament.reunions import count_meetings, count_reunions
from scoring.tournament.sizes import Tables, table_sizes
from scoring.tournament.standing import cut_by_standing
from tests.portions import examples

# --- Setzen ---


def cost(tables: Tables, ranked: list[int], history: tuple[Tables, ...]) -> tuple[int, int, list[int]]:
    """Return growth of W, steps from the exact cut, positions: as the text counts them, written independently."""
    growth = count_reunions((*history, tables)) - count_reunions(history)
    moved = sum(abs(number - ranked.index(who) // 4) for number, table in enumerate(tables) for who in table)
    return growth, moved, [position for table in tables for position in sorted(map(ranked.index, table))]


@given(st.permutations(range(1, 9)), st.lists(st.permutations(range(1, 9)), min_size=1, max_size=3))
@settings(deadline=None, max_examples=examples(60))
def test_eight_people_sit_as_the_best_of_all_35_partitions_either_way_round(
    ranked: list[int], rounds: list[list[int]]
) -> None:
    history = tuple((tuple(order[:4]), tuple(order[4:])) for order in rounds)
    all_links = [(table, tuple(who for who in ranked if who not in table)) for table in combinations(ranked, 4)]
    assert len(all_links) == 2 * 35
    best = min(cost(tables, ranked, history) for tables in all_links)
    assert cost(cut_by_standing(ranked, history=history), ranked, history) == best


def test_sixteen_whose_cut_is_free_of_reunions_sit_by_it() -> None:
    first = tuple(tuple(range(start, start + 4)) for start in (1, 5, 9, 13))
    ranked = [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16]
    assert cut_by_standing(ranked, history=(first,)) == ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))


def test_larger_tables_come_first_and_the_best_sits_at_table_1() -> None:
    assert cut_by_standing(list(range(17, 0, -1))) == (
        (17, 16, 15, 14, 13),
        (12, 11, 10, 9),
        (8, 7, 6, 5),
        (4, 3, 2, 1),
    )


def test_never_cuts_exactly_whoever_has_met() -> None:
    first = ((1, 2, 3, 4), (5, 6, 7, 8))
    assert cut_by_standing([1, 2, 3, 4, 5, 6, 7, 8], history=(first,), avoid="never") == first


def test_teams_are_kept_apart_in_either_way() -> None:
    for avoid in ("never", "soft"):
        assert cut_by_standing([1, 2, 3, 4, 5, 6, 7, 8], apart=[(1, 2)], avoid=avoid) == ((1, 3, 4, 5), (2, 6, 7, 8))


@pytest.mark.parametrize("count", [12, 16, 20, 23, 41])
def test_more_people_are_seated_with_few_reunions_near_the_exact_cut(count: int) -> None:
    ranked = list(range(1, count + 1))
    first = cut_by_standing(ranked)
    second = cut_by_standing(ranked, history=(first,))
    assert sorted(who for table in second for who in table) == ranked
    assert [len(table) for table in second] == table_sizes(count)
    again = count_reunions((first, second))
    assert again <= {12: 3, 23: 1}.get(count, 0)
    assert second == cut_by_standing(ranked, history=(first,))
    if count >= 16:
        home = {who: number for number, table in enumerate(first) for who in table}
        assert max(abs(home[who] - number) for number, table in enumerate(second) for who in table) <= 4


# --- The ladder ---


def test_the_rungs_of_the_ladder() -> None:
    assert next_table(3, 4, tables=5) == 1
    assert next_table(5, 2, tables=5) == 1
    assert next_table(2, 1, tables=5) == 2
    assert next_table(1, 5, tables=5) == 5


def test_places_at_a_table_go_by_points_then_by_seat() -> None:
    tables = tuple(tuple(range(start, start + 4)) for start in (1, 5, 9, 13))
    points = dict.fromkeys(range(1, 17), 0) | {2: 9}
    found = climb_ladder(tables, points)
    assert 2 in found[0]  # the winner stays
    assert 1 in found[1]  # the first seat of three with equal points goes one on
    assert 3 in found[2]
    assert 4 in found[3]


@given(st.integers(16, 60), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=examples(60))
def test_nobody_meets_anybody_of_the_round_before_and_the_fives_wander(count: int, chance: object) -> None:
    sizes = table_sizes(count)
    if len(sizes) < max(sizes):
        return
    tables = tuple(tuple(range(sum(sizes[:number]) + 1, sum(sizes[: number + 1]) + 1)) for number in range(len(sizes)))
    points = {who: (who * 7919) % 31 - 15 for who in range(1, count + 1)}
    for _ in range(3):
        after = climb_ladder(tables, points)
        assert max(count_meetings((tables, after)).values()) == 1
        assert sorted(map(len, after)) == sorted(sizes)
        if count == 21:
            five = [len(table) for table in tables].index(5)
            assert [len(table) for table in after].index(5) == (five + 4) % 5
        tables = after


def test_a_ladder_needs_as_many_tables_as_people_at_one() -> None:
    fours = tuple(tuple(range(start, start + 4)) for start in (1, 5, 9, 13))
    assert ladder_problems(fours) == []
    assert [str(problem) for problem in ladder_problems(fours[:3])] == ["A ladder needs 4 tables or more."]
    assert [str(problem) for problem in ladder_problems(((1, 2, 3, 4, 17), *fours[1:]))] == [
        "A ladder needs 5 tables or more."
    ]
