"""The payouts and income of a tournament: the pool, prizes, shares, loss money, bookings. All in cents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.money import LossRules, cost_of_round, post_money, share_among_best
from scoring.tournament.prizes import (
    award_lists,
    award_prizes,
    compute_pool,
    default_places,
    fixed_problems,
    rank_problems,
    share_pool,
    share_problems,
)


def euros(*amounts: float) -> list[int]:
    return [round(100 * amount) for amount in amounts]


def test_the_pool() -> None:
    assert compute_pool(fees=32_000) == 32_000
    assert compute_pool(fees=32_005, payout=90, extra=1_000, in_kind=500) == 28_804 + 500
    assert compute_pool(fees=1_000, in_kind=1_500) == 0
    assert compute_pool(fees=999, payout=50) == 499


@pytest.mark.parametrize(
    ("entrants", "prizes"),
    [(32, euros(71, 62, 53, 44, 36, 27, 18, 9)), (17, euros(68, 51, 34, 17)), (8, euros(53, 27))],
)
def test_a_prize_for_each_table_from_a_fee_of_10_euros(entrants: int, prizes: list[int]) -> None:
    assert share_pool(entrants * 1_000, default_places(entrants)) == prizes
    assert sum(prizes) == entrants * 1_000


def test_shares_in_percent_and_what_is_less_than_a_unit() -> None:
    assert share_pool(15_750, 3, shares=[50, 30, 20]) == euros(79.50, 47, 31)
    assert share_pool(99, 2) == [99, 0]
    assert share_pool(0, 3) == [0, 0, 0]
    assert share_pool(1_000, 3, unit=1, shares=[0, 50, 50]) == [0, 500, 500]
    assert share_pool(10_000, 3, unit=500) == [5_000, 3_500, 1_500]


@settings(deadline=None)
@given(st.integers(0, 100_000), st.integers(1, 50), st.sampled_from([1, 50, 100, 500]))
def test_all_is_paid_out_in_whole_units_and_never_more_for_a_later_place(pool: int, places: int, unit: int) -> None:
    prizes = share_pool(pool, places, unit=unit)
    assert sum(prizes) == pool
    assert prizes == sorted(prizes, reverse=True)
    assert all(prize % unit == 0 for prize in prizes[1:])


def test_equal_ranks_share_what_their_places_get() -> None:
    prizes = euros(71, 62, 53, 44)
    assert award_prizes(prizes, [1, 2, 2, 4]) == euros(71, 57.50, 57.50, 44)
    assert award_prizes(prizes, [4, 2, None, 1, 2]) == euros(44, 57.50, 0, 71, 57.50)
    assert award_prizes(euros(53, 27, 0), [1, 1, 1]) == [2_667, 2_667, 2_666]
    assert award_prizes(euros(34, 26, 17, 8), [1, 1, 1, 4, 4]) == [2_567, 2_567, 2_566, 400, 400]


def test_a_prize_whose_place_nobody_holds_stays_in_the_box() -> None:
    assert award_prizes(euros(30, 20, 10), [1, 2]) == euros(30, 20)
    assert award_prizes(euros(30, 20, 10), [3, 1]) == euros(10, 30)
    assert award_prizes(euros(30, 20), []) == []
    assert award_prizes(euros(30, 20), [1, 2, 3, 3]) == euros(30, 20, 0, 0)


def test_shares_and_fixed_amounts_that_cannot_be() -> None:
    assert share_problems([50, 30, 20], 3) == []
    assert [str(problem) for problem in share_problems([50, 30], 3)] == ["Enter 3 shares, one per rank."]
    assert [str(problem) for problem in share_problems([50, 30, 10], 3)] == ["The shares must sum to 100, not to 90."]
    assert fixed_problems([500, 300], 800) == []
    assert [str(problem) for problem in fixed_problems([500, 301], 800)] == [
        "Prizes exceed the money available: lower them."
    ]


def test_no_place_is_held_twice() -> None:
    for good in ([1, 2, 2, 4], [], [None, None], [1, 1, 3], [2, 5], [4, 2, 2, 1]):
        assert rank_problems(good) == []
    for bad in ([1, 1, 2], [2, 2, 3], [1, None, 1, 2]):
        assert [str(problem) for problem in rank_problems(bad)] == [
            "After shared ranks as many are left out: 1, 2, 2, 4."
        ]


def test_one_prize_each_and_it_passes_to_the_next() -> None:
    everybody = {1: 1, 2: 2, 3: 3, 4: 4}
    women = {2: 1, 3: 2, 4: 3}
    found = award_lists([(euros(50, 30), everybody), (euros(20, 10), women)])
    assert found == {1: [5_000, 0], 2: [3_000, 0], 3: [0, 2_000], 4: [0, 1_000]}


def test_a_share_of_nothing_is_no_prize() -> None:
    assert award_lists([([100, 0], {1: 1, 2: 2}), ([50], {2: 1})]) == {1: [100, 0], 2: [0, 50]}


# --- Loss money ---


def test_what_lost_solos_cost() -> None:
    rules = LossRules(loss_money="per_lost_solo")
    assert [cost_of_round(rules, points=0, lost_solos=lost) for lost in (0, 1, 3, 4, 5)] == [0, 50, 150, 250, 350]


def test_what_minus_points_cost() -> None:
    rules = LossRules(loss_money="per_minus_point", per_point=50)
    assert cost_of_round(rules, points=-37, lost_solos=9) == 1_800
    assert cost_of_round(rules, points=37, lost_solos=9) == 0
    assert (
        cost_of_round(LossRules(loss_money="per_minus_point", per_point=50, cap=1_000), points=-37, lost_solos=0)
        == 1_000
    )
    assert cost_of_round(LossRules(), points=-37, lost_solos=3) == 0


def test_the_best_of_a_round_share_its_loss_money() -> None:
    assert share_among_best(350, {3: 9, 1: 9, 2: 4}) == {1: 175, 3: 175}
    assert share_among_best(100, {3: 9, 1: 9, 2: 9}) == {1: 34, 2: 33, 3: 33}
    assert share_among_best(100, {}) == {}


def test_all_bookings_sum_to_nothing() -> None:
    found = post_money(fees={1: 1_000, 2: 1_000, 3: 0}, prizes={1: 2_000}, losses={2: 50}, gains={1: 50})
    assert sum(posting.cents for posting in found) == 0
    assert [(posting.who, posting.cents, posting.reason) for posting in found if posting.who is not None] == [
        (1, -1_000, "fee"), (2, -1_000, "fee"), (2, -50, "loss"), (1, 50, "loss"), (1, 2_000, "prize"),
    ]  # fmt: skip
    assert sum(posting.cents for posting in found if posting.who is None) == 0
