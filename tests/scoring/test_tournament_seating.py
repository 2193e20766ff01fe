"""The seating of a tournament: sizes, reunions and their bound, plans, places, pauses."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.designs import plan_by_lines
from scoring.tournament.places import order_by_places
from scoring.tournament.reunions import count_meetings, count_reunions, least_pairs, lower_bound
from scoring.tournament.search import Start
from scoring.tournament.seating import STARTS, Draw, Plan, count_larger_turns, plan_rounds
from scoring.tournament.sizes import (
    Rounds,
    choose_pausing,
    fill_ins_needed,
    games_at_table,
    number_fill_ins,
    table_sizes,
)
from tests.portions import examples

QUICK = STARTS[:1]
# People → the fewest reunions for 2, 3, 4, 5, 6 and 8 rounds; None: no proof that they can be reached.
BOUNDS = {
    8: [4, 12, 24, 40],
    9: [6, 18, 36, 60],
    10: [8, 24, 48, 80],
    12: [3, 9, 18, 30, 45, 90],
    13: [4, 12, 24, 40, 60, 118],
    14: [5, 15, 30, 50, 75, 143],
    15: [6, 18, 36, 60, 90, 168],
    16: [0, 0, 0, 0, 24, 72],
    17: [1, 3, 6, 10, 32, 88],
    18: [2, 6, 12, 20, 39, 103],
    19: [3, 9, 18, 30],
    20: [0, 0, 0, 0, 0, 50],
    21: [0, 0, 0, 0, 0, 62],
    22: [0, 0, 0, 0],
    23: [0, 0, 0, 0],
    24: [0, 0, 0, 0, 0, 12],
    28: [0, 0, 0, 0, 0, 0],
    32: [0, 0, 0, 0, 0, 0],
    40: [0, 0, 0, 0, 0, 0],
    168: [0, 0, 0, 0, 0, 0],
}
ROUNDS = (2, 3, 4, 5, 6, 8)


def people(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


def plan(count: int, rounds: int, seed: int = 1, starts: tuple[Start, ...] = QUICK) -> Plan:
    return plan_rounds(Draw(people=people(count), rounds=rounds, seed=seed), starts)


def check_whole(rounds: Rounds, who: tuple[int, ...]) -> None:
    """Check that everybody sits once in each round, larger tables first."""
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == sorted(who)
        assert [len(table) for table in tables] == table_sizes(len(who))


# --- Sizes ---


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (8, [4, 4]),
        (11, [6, 5]),
        (17, [5, 4, 4, 4]),
        (18, [5, 5, 4, 4]),
        (19, [5, 5, 5, 4]),
        (23, [5, 5, 5, 4, 4]),
        (400, [4] * 100),
    ],
)
def test_how_large_the_tables_are(count: int, sizes: list[int]) -> None:
    assert table_sizes(count) == sizes


def test_everybody_plays_the_games_of_the_round() -> None:
    assert [games_at_table(24, seats) for seats in (4, 5, 6)] == [24, 30, 36]
    assert [games_at_table(12, 5), games_at_table(16, 5), games_at_table(10, 5)] == [15, 20, 13]


def test_who_fills_in_is_numbered_after_the_entrants() -> None:
    assert [fill_ins_needed(count) for count in (16, 17, 18, 19)] == [0, 3, 2, 1]
    assert number_fill_ins(17, 17) == (18, 19, 20)
    assert number_fill_ins(17, 15) == (18,)
    assert number_fill_ins(16, 16) == ()


def test_the_last_of_those_with_the_fewest_pauses_sits_out() -> None:
    ranked = [3, 1, 2, 5, 4, 6, 8, 7, 10, 9]
    first = choose_pausing(ranked, [])
    assert first == {10, 9}
    second = choose_pausing(ranked, [first])
    assert second == {8, 7}
    assert choose_pausing(ranked, [first, second]) == {4, 6}


def test_nobody_pauses_in_two_rounds_running() -> None:
    """This also holds where a new turn begins and the last of the list has just paused."""
    ranked = list(range(1, 12))
    paused = [frozenset({1, 2, 3}), frozenset({4, 5, 6}), frozenset({7, 8, 9})]
    assert choose_pausing(ranked, paused) == {10, 11, 6}
    assert choose_pausing([1, 2, 3, 4, 5], [frozenset({who}) for who in (1, 2, 3, 4, 5)]) == {4}


@given(st.integers(8, 40), st.integers(1, 12), st.integers(0, 1000))
@settings(deadline=None, max_examples=examples(40))
def test_pauses_are_even_and_never_follow_each_other(count: int, rounds: int, seed: int) -> None:
    found = plan_rounds(Draw(people=people(count), rounds=rounds, seed=seed, sit_out=True), (Start(100),))
    pauses = [set(people(count)) - {who for table in tables for who in table} for tables in found.rounds]
    assert all(len(out) == count % 4 for out in pauses)
    assert all(not one & other for one, other in pairwise(pauses))
    times = Counter(who for out in pauses for who in out)
    assert max(times.values(), default=0) - min((times[who] for who in people(count)), default=0) <= 1
    assert found.bound is None


# --- Reunions and their bound ---


def test_reunions_count_a_pair_that_meets_often_more() -> None:
    assert count_reunions([]) == 0
    assert count_reunions([((1, 2, 3, 4), (5, 6, 7, 8))] * 2) == 12
    assert count_reunions([((1, 2, 3, 4), (5, 6, 7, 8))] * 3) == 36
    assert count_reunions([((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 5, 6), (3, 4, 7, 8))]) == 4


@pytest.mark.parametrize("count", BOUNDS)
def test_the_bound_is_the_published_one(count: int) -> None:
    for rounds, bound in zip(ROUNDS, BOUNDS[count], strict=False):
        assert lower_bound(table_sizes(count), rounds) == bound


@given(st.integers(0, 60), st.integers(1, 12))
def test_pairs_are_fewest_where_boxes_are_filled_evenly(things: int, boxes: int) -> None:
    counts = [things // boxes + (box < things % boxes) for box in range(boxes)]
    assert least_pairs(things, boxes) == sum(count * (count - 1) // 2 for count in counts)


@given(st.integers(8, 30), st.integers(1, 6), st.randoms(use_true_random=False))
def test_no_plan_is_below_the_bound(count: int, rounds: int, chance: random.Random) -> None:
    sizes, drawn = table_sizes(count), []
    for _ in range(rounds):
        order = chance.sample(range(count), count)
        drawn.append(tuple(tuple(order[sum(sizes[:t]) : sum(sizes[: t + 1])]) for t in range(len(sizes))))
    assert count_reunions(drawn) >= lower_bound(sizes, rounds)


# --- Plans ---


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        *((count, rounds) for count in (8, 9, 10, 11) for rounds in (2, 5)),
        *((count, 5) for count in (12, 14, 15, 16, 17, 18, 19)),
        (12, 6),
        (13, 4),
        (16, 8),
        (20, 4),
        (21, 4),
        (22, 3),
        (23, 3),
        (24, 5),
        (32, 3),
        (32, 5),
        (40, 5),
        (100, 3),
        (168, 8),
    ],
)
def test_a_plan_that_nothing_can_better_is_found_at_once(count: int, rounds: int) -> None:
    found = plan(count, rounds)
    assert (found.reunions, found.together) == (found.bound, ())
    assert found.reunions == count_reunions(found.rounds)
    check_whole(found.rounds, people(count))


@pytest.mark.parametrize(("count", "rounds"), [(12, 8), (20, 5), (13, 6), (23, 4), (28, 6)])
def test_further_starts_find_what_the_first_has_missed(count: int, rounds: int) -> None:
    found = plan(count, rounds, starts=STARTS)
    assert found.reunions == found.bound


@pytest.mark.parametrize(("count", "rounds", "most"), [(20, 6, 8), (24, 6, 4), (14, 6, 75), (21, 6, 9), (40, 8, 1)])
def test_where_the_bound_is_out_of_reach_the_plan_is_good_all_the_same(count: int, rounds: int, most: int) -> None:
    assert plan(count, rounds).reunions <= most


def test_the_same_seed_draws_the_same_and_another_draws_another() -> None:
    assert plan(17, 4, seed=5) == plan(17, 4, seed=5)
    assert plan(17, 4, seed=5).rounds != plan(17, 4, seed=6).rounds


@pytest.mark.parametrize(("count", "rounds", "most"), [(13, 5, 2), (14, 3, 3), (19, 4, 4), (22, 3, 2)])
def test_turns_at_larger_tables_are_as_even_as_they_can_be(count: int, rounds: int, most: int) -> None:
    found = plan(count, rounds, starts=STARTS[:2])
    assert found.reunions == found.bound
    assert max(count_larger_turns(found.rounds).values()) == most


def test_even_turns_never_cost_a_reunion() -> None:
    """17 people and 3 rounds: one turn for everybody would cost 12 reunions; with 3, any two fives have two in
    common.
    """
    found = plan(17, 3)
    assert found.reunions == 3
    for one, other in combinations((set(tables[0]) for tables in found.rounds), 2):
        assert len(one & other) == 2


def test_who_fills_in_counts_in_reunions_as_anybody() -> None:
    found = plan_rounds(Draw(people=(*people(17), 18, 19, 20), rounds=4, seed=1), QUICK)
    assert (found.reunions, found.bound) == (0, 0)
    check_whole(found.rounds, people(20))


def test_teams_and_households_never_sit_together() -> None:
    groups = ((1, 2, 3), (4, 5), (1, 6))
    found = plan_rounds(Draw(people=people(17), rounds=4, seed=1, apart=groups), QUICK)
    met = count_meetings(found.rounds)
    assert found.together == ()
    assert [met[pair] for pair in ((1, 2), (1, 3), (2, 3), (4, 5), (1, 6))] == [0] * 5


def test_who_cannot_be_kept_apart_is_named() -> None:
    everybody = ((1, 2, 3),)
    found = plan_rounds(Draw(people=people(8), rounds=1, seed=1, apart=everybody), QUICK)
    assert len(found.together) == 1
    assert set(found.together) < {(1, 2), (1, 3), (2, 3)}


def test_begun_rounds_never_change_and_their_reunions_count() -> None:
    begun = plan(17, 4).rounds[:2]
    found = plan_rounds(Draw(people=people(17), rounds=2, seed=9, history=begun), QUICK)
    assert (found.reunions, found.bound) == (6, None)
    assert count_reunions((*begun, *found.rounds)) == 6


def test_after_somebody_left_and_somebody_came_the_rest_is_planned_anew() -> None:
    begun = plan(20, 4).rounds[:2]
    there = tuple(who for who in (*people(20), 21, 22) if who not in (3, 9, 14))
    found = plan_rounds(Draw(people=there, rounds=2, seed=1, history=begun), QUICK)
    check_whole(found.rounds, there)
    assert found.bound is None
    assert found.reunions == count_reunions((*begun, *found.rounds)) <= 3


def test_who_has_left_counts_no_turns_at_larger_tables() -> None:
    begun = plan(18, 3).rounds[:2]
    turns = count_larger_turns(begun)
    stay = tuple(
        sorted(sorted(people(18), key=lambda who: turns.get(who, 0))[:13])
    )  # the most frequent player there has left
    found = plan_rounds(Draw(people=stay, rounds=2, seed=1, history=begun), QUICK)
    check_whole(found.rounds, stay)
    turns = count_larger_turns((*begun, *found.rounds))
    assert max(turns[who] for who in stay if who in turns) == 2


def test_fewer_than_four_are_no_table() -> None:
    with pytest.raises(ValueError, match="3"):
        plan(3, 1)


def test_a_search_needs_a_start() -> None:
    with pytest.raises(ValueError, match="no start"):
        plan(8, 1, starts=())


@given(st.integers(8, 60), st.integers(1, 6), st.integers(0, 10_000))
@settings(deadline=None, max_examples=examples(40))
def test_every_plan_seats_everybody_once_in_each_round(count: int, rounds: int, seed: int) -> None:
    found = plan(count, rounds, seed, (Start(300),))
    check_whole(found.rounds, people(count))
    assert found.bound is not None
    assert found.reunions == count_reunions(found.rounds) >= found.bound


# --- Places ---


def spreads(rounds: Rounds, places: int) -> list[int]:
    counts: dict[object, list[int]] = {}
    for table in (table for tables in rounds for table in tables):
        for place, who in enumerate(table[:places]):
            counts.setdefault(who, [0] * places)[place] += 1
    return [
        max(counted[place] for counted in counts.values()) - min(counted[place] for counted in counts.values())
        for place in range(places)
    ]


@given(st.integers(2, 12), st.integers(1, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=examples(60))
def test_at_fours_nobody_has_a_place_more_than_once_oftener_than_another(
    tables: int, rounds: int, chance: random.Random
) -> None:
    drawn = []
    for _ in range(rounds):
        order = chance.sample(range(4 * tables), 4 * tables)
        drawn.append(tuple(tuple(order[start : start + 4]) for start in range(0, len(order), 4)))
    placed = order_by_places(tuple(drawn))
    assert max(spreads(placed, 4)) <= 1
    for before, after in zip(drawn, placed, strict=True):
        assert [set(table) for table in before] == [set(table) for table in after]


@pytest.mark.parametrize(("count", "rounds"), [(13, 5), (17, 6), (19, 4), (22, 3), (9, 3), (11, 4)])
def test_at_fives_everybody_deals_first_and_writes_about_equally_often(count: int, rounds: int) -> None:
    deals, _, _, writes = spreads(plan(count, rounds).rounds, 4)
    assert max(deals, writes) <= 2


def test_places_of_begun_rounds_count() -> None:
    """An earlier first dealer is first again only after the others."""
    begun = ((tuple(range(1, 5)), tuple(range(5, 9))),) * 3
    placed = order_by_places((((1, 2, 3, 4), (5, 6, 7, 8)),), begun)
    assert placed[0][0][0] != 1
    assert placed[0][0][3] != 4


def test_four_teams_of_four_play_the_exact_plan() -> None:
    teams = ((1, 5, 9, 13), (2, 3, 4, 6), (7, 8, 10, 11), (12, 14, 15, 16))
    for rounds in (2, 4):
        found = plan_rounds(Draw(people=people(16), rounds=rounds, seed=3, apart=teams))
        assert (found.reunions, found.bound, found.together) == (0, 0, ())
        check_whole(found.rounds, people(16))
    met = count_meetings(found.rounds)
    assert len(met) == 96
    assert set(met.values()) == {1}
    assert spreads(found.rounds, 4) == [0, 0, 0, 0]


def test_teams_play_a_drawn_plan_where_the_exact_one_does_not_fit() -> None:
    teams = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    begun = plan_rounds(Draw(people=people(16), rounds=1, seed=3, apart=teams)).rounds
    found = plan_rounds(Draw(people=people(16), rounds=1, seed=3, apart=teams, history=begun), QUICK)
    assert (found.reunions, found.together) == (0, ())


@pytest.mark.parametrize("count", [20, 21, 22, 23, 28, 31, 32, 35, 44, 55])
def test_some_plans_without_reunions_need_no_search(count: int) -> None:
    tables = count // 4
    for rounds in (1, tables):
        found = plan_by_lines(people(count), rounds, random.Random(3))
        assert found is not None
        check_whole(found, people(count))
        assert len(found) == rounds
        assert count_reunions(found) == 0


@pytest.mark.parametrize(("count", "rounds"), [(24, 4), (20, 6), (16, 4), (19, 3), (400, 3)])
def test_others_have_to_be_searched_for(count: int, rounds: int) -> None:
    assert plan_by_lines(people(count), rounds, random.Random(3)) is None


@pytest.mark.parametrize(("count", "rounds", "most"), [(22, 4, 4), (22, 5, 5), (23, 5, 5), (28, 7, 0), (32, 8, 0)])
def test_plans_that_are_hard_to_find_are_known(count: int, rounds: int, most: int) -> None:
    found = plan(count, rounds, seed=4)
    assert found.reunions == 0
    check_whole(found.rounds, people(count))
    assert max(count_larger_turns(found.rounds).values(), default=0) <= most
