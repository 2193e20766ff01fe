"""The fewest payments: never more than needed, always the same."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.transfers import EXACT_UP_TO, Payment, fewest_payments, net_amounts
from tests.scoring.money_paper import laws, transfers

CLAIMS = st.lists(st.integers(-9, 9), max_size=7).map(lambda claims: [*claims, -sum(claims)])


def brute_force(claims: list[int]) -> int:
    """Let the first open party settle in full with each on the other side; return the best result."""
    still_open = [cents for cents in claims if cents]
    if not still_open:
        return 0
    first, *others = still_open
    return 1 + min(
        brute_force([*others[:place], first + cents, *others[place + 1 :]])
        for place, cents in enumerate(others)
        if cents * first < 0
    )


def settles(claims: list[int], payments: tuple[Payment, ...]) -> bool:
    left = list(claims)
    for payer, receiver, cents in payments:
        left[payer] += cents
        left[receiver] -= cents
    return not any(left)


@pytest.mark.parametrize(
    ("claims", "payments"),
    [
        ([], []),
        ([0, 0], []),
        ([5, -5], [(1, 0, 5)]),
        ([0, -5, 5], [(1, 2, 5)]),
        ([-1, -2, 3], [(0, 2, 1), (1, 2, 2)]),
        # two pairs instead of three payments
        ([4, -6, 6, -4], [(1, 2, 6), (3, 0, 4)]),
        # two groups of three: matching largest to largest needs five payments
        ([3, -6, 7, -11, -1, 8], [(1, 2, 6), (3, 0, 3), (3, 5, 8), (4, 2, 1)]),
        # equal claims: the earlier seat pays the earlier seat
        ([-5, -5, 5, 5], [(0, 2, 5), (1, 3, 5)]),
        ([-6, 3, 3], [(0, 1, 3), (0, 2, 3)]),
        ([-4, -4, 5, 3], [(0, 2, 4), (1, 2, 1), (1, 3, 3)]),
    ],
)
def test_by_hand(claims: list[int], payments: list[tuple[int, int, int]]) -> None:
    assert list(fewest_payments(claims)) == [Payment(*payment) for payment in payments]


@laws
@given(CLAIMS)
def test_it_is_the_minimum_by_brute_force_up_to_eight(claims: list[int]) -> None:
    payments = fewest_payments(claims)
    assert settles(claims, payments)
    assert len(payments) == brute_force(claims)


@laws
@given(st.lists(st.integers(-500, 500), min_size=2, max_size=60))
def test_many_need_at_most_n_minus_one_and_nobody_both_pays_and_gets(claims: list[int]) -> None:
    claims.append(-sum(claims))
    payments = fewest_payments(claims)
    assert settles(claims, payments)
    assert len(payments) <= max(0, sum(map(bool, claims)) - 1)
    assert {payment.payer for payment in payments}.isdisjoint(payment.receiver for payment in payments)
    assert all(payment.cents > 0 for payment in payments)
    assert list(payments) == sorted(payments)


@laws
@given(CLAIMS, st.randoms(use_true_random=False))
def test_another_order_needs_as_many_payments(claims: list[int], chance: random.Random) -> None:
    assert len(fewest_payments(claims)) == len(fewest_payments(chance.sample(claims, len(claims))))


def test_ten_players_and_the_kitty_are_exact() -> None:
    """Two groups of three and one of five; matching largest to largest needs nine."""
    claims = [-12, -23, -3, 25, 41, 19, -16, -4, -29, 30, -28]
    assert len(fewest_payments(claims)) == 11 - 3


def test_the_largest_exact_search_finds_every_group() -> None:
    """Thirteen players and the kitty: two groups of three, two of four; matching largest to largest needs 13."""
    claims = [42, 57, 13, -6, 33, -4, -17, 40, -10, -51, -11, 31, -97, -20]
    assert len(claims) == EXACT_UP_TO
    assert len(fewest_payments(claims)) == 14 - 4


def test_beyond_the_exact_search_pairs_are_still_found() -> None:
    """Fifteen that belong together, and three pairs among them: 14 + 3 payments at most."""
    claims = [3**place for place in range(EXACT_UP_TO)]
    claims = [5000, *claims, -7000, -sum(claims), 7000, -5000, 6, -6]
    assert len(fewest_payments(claims)) <= EXACT_UP_TO + 3


def test_a_sum_that_is_not_zero_is_our_own_bug() -> None:
    with pytest.raises(ValueError, match="must add up to 0, not 1"):
        fewest_payments([2, -1])


def test_the_hardest_exact_search_finds_that_nobody_can_be_spared() -> None:
    claims = [3**place for place in range(EXACT_UP_TO - 1)]
    claims.append(-sum(claims))
    assert len(fewest_payments(claims)) == EXACT_UP_TO - 1


def test_what_transfers_come_to() -> None:
    paid = transfers("Anna pays Ben 1.00 \n Ben pays box 0.30 \n Cem pays Anna 1.00")
    assert net_amounts(paid) == {1: 0, 2: 70, None: 30, 3: -100}
    assert net_amounts([]) == {}
