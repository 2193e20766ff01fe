"""Prizes: the pool, its shares and the awards. All amounts in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from scoring.terms import PLAYING, Problem, say

WHOLE_SHARES: Final = 100  # percent
DEFAULT_UNIT: Final = 100  # prizes are whole euros
Who = TypeVar("Who", int, str)


def compute_pool(*, fees: int, payout: int = 100, extra: int = 0, in_kind: int = 0) -> int:
    """Return the prize pool: a percentage of the fees, rounded down, plus extra money, less prizes in kind."""
    return max(fees * payout // 100 + extra - in_kind, 0)


def default_places(entrants: int) -> int:
    """Return one prize for each table."""
    return entrants // PLAYING


def share_pool(pool: int, places: int, *, unit: int = DEFAULT_UNIT, shares: Sequence[int] | None = None) -> list[int]:
    """Return the prize of each place, in whole units by largest remainder, the earlier place first among equals.
    Without `shares` (percent) the places have weights p, p−1, …, 1. A remainder below one unit goes to place 1.
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
    """Return the prize of each person, by start number like `ranks`; None has no rank.
    Equal ranks share the sum of their prizes in cents, odd cents to the earlier. The prize of an empty place
    stays in the kitty.
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
    """Split into equal parts, odd cents to the earlier."""
    each, odd = divmod(cents, between)
    return [each + (place < odd) for place in range(between)]


def award_lists(lists: Sequence[tuple[Sequence[int], Mapping[Who, int]]]) -> dict[Who, list[int]]:
    """Award one prize per person: the first list, then the others in their order; a prize passes to the next person.
    Each list: its prizes and rank by person. The answer: by person, the prize from each list.
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
    """List the problems of percentages by hand."""
    if len(shares) != places:
        return [Problem("shares", say("Enter {places} shares, one per rank."), {"places": places})]
    if sum(shares) != WHOLE_SHARES:
        return [Problem("shares", say("The shares must sum to 100, not to {sum}."), {"sum": sum(shares)})]
    return []


def fixed_problems(prizes: Sequence[int], pool: int) -> list[Problem]:
    """List fixed amounts beyond the pool; a remainder stays in the kitty."""
    if sum(prizes) > pool:
        return [Problem("prizes", say("Prizes exceed the money available: lower them."))]
    return []


def rank_problems(ranks: Sequence[int | None]) -> list[Problem]:
    """Check shared ranks: after two seconds comes the fourth."""
    free = 1
    for rank in sorted({rank for rank in ranks if rank is not None}):
        if rank < free:
            return [Problem("ranks", say("After shared ranks as many are left out: 1, 2, 2, 4."))]
        free = rank + ranks.count(rank)
    return []
