"""Payout of a season's kitty to the best, by their ranks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.money.pots import in_proportion


def pay_ranks(pot: int, ranks: Sequence[int], shares: Sequence[int]) -> list[int]:
    """Share out the whole pot, in cents and in the order of `ranks` (shared ones as 1, 2, 2, 4), the best first.
    `shares` by place, as 60 and 40: places beyond get nothing, and players with a shared rank share the places that it
    takes. If there are fewer people than places, these people share all of it.
    """
    weights = []
    for rank in ranks:
        sharing = ranks.count(rank)
        weights.append(Fraction(sum(shares[rank - 1 : rank - 1 + sharing]), sharing))
    return in_proportion(pot, weights)
