"""What is paid out, and to whom? All amounts in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from scoring.terms import PLAYING, Problem, say

WHOLE_SHARES: Final = 100  # percent
DEFAULT_UNIT: Final = 100  # prizes are whole euros
Who = TypeVar("Who", int, str)


def pool_of(*, fees: int, payout: int = 100, extra: int = 0, in_kind: int = 0) -> int:
    """What there is to win: so many percent of the fees paid, rounded down, and extra money, without prizes in kind."""
    return max(fees * payout // 100 + extra - in_kind, 0)


def default_places(entrants: int) -> int:
    """One prize for each table."""
    return entrants // PLAYING


def share_pool(pool: int, places: int, *, unit: int = DEFAULT_UNIT, shares: Sequence[int] | None = None) -> list[int]:
    """The prize of each place, in whole units by largest remainder, of equal ones the earlier place first.

    Without `shares` (percent) the places have weights p, p−1, …, 1. What is less than a unit goes to place 1.
    """
    weights = list(range(places, 0, -1)) if shares is None else list(shares)
    units, rest = divmod(pool, unit)
    whole = sum(weights)
    prizes = [units * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: -(units * weights[place] % whole))
    for place in by_remainder[: units - sum(prizes)]:
        prizes[place] += 1
    return [prize * unit + (0 if place else rest) for place, prize in enumerate(prizes)]


def award_prizes(prizes: Sequence[int], ranks: Sequence[int | None]) -> list[int]:
    """What everybody gets, by start number as `ranks` is; None has no rank.

    Equal ranks share the sum of their prizes in cents, odd cents to the earlier. A prize whose place nobody holds
    stays in the cash box.
    """
    awarded = [0] * len(ranks)
    for rank in {rank for rank in ranks if rank is not None}:
        holders = [place for place, held in enumerate(ranks) if held == rank]
        for holder, cents in zip(
            holders, split_cents(sum(prizes[rank - 1 :][: len(holders)]), len(holders)), strict=True
        ):
            awarded[holder] = cents
    return awarded


def split_cents(cents: int, between: int) -> list[int]:
    """Equal parts, odd cents to the earlier."""
    each, odd = divmod(cents, between)
    return [each + (place < odd) for place in range(between)]


def award_lists(lists: Sequence[tuple[Sequence[int], Mapping[Who, int]]]) -> dict[Who, list[int]]:
    """One prize for each person: the first list, then the others in their order; a prize passes to the next.

    Each list: its prizes and rank by person. The answer: by person, what each list brings.
    """
    awarded: dict[Who, list[int]] = {}
    for number, (prizes, ranks) in enumerate(lists):
        have = {who for who, won in awarded.items() if any(won)}
        left = sorted(who for who in ranks if who not in have)
        places = [1 + sum(ranks[other] < ranks[who] for other in left) for who in left]
        for who in ranks:
            awarded.setdefault(who, [0] * len(lists))
        for who, cents in zip(left, award_prizes(prizes, places), strict=True):
            awarded[who][number] = cents
    return awarded


def share_problems(shares: Sequence[int], places: int) -> list[Problem]:
    """What is wrong with percents by hand."""
    if len(shares) != places:
        return [Problem("shares", say("There must be {places} shares, one for each rank."), {"places": places})]
    if sum(shares) != WHOLE_SHARES:
        return [Problem("shares", say("The shares must sum to 100, not to {sum}."), {"sum": sum(shares)})]
    return []


def fixed_problems(prizes: Sequence[int], pool: int) -> list[Problem]:
    """Whether fixed amounts can be paid; what is left over stays in the cash box."""
    if sum(prizes) > pool:
        return [Problem("prizes", say("The prizes are more than there is to pay out."))]
    return []


def rank_problems(ranks: Sequence[int | None]) -> list[Problem]:
    """Ranks that two would hold: after two seconds comes the fourth."""
    free = 1
    for rank in sorted({rank for rank in ranks if rank is not None}):
        if rank < free:
            return [Problem("ranks", say("After shared ranks as many are left out: 1, 2, 2, 4."))]
        free = rank + ranks.count(rank)
    return []
