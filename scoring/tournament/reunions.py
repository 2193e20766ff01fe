"""Reunions: how often two people meet again, and how often they must.
W counts m(m−1)/2 reunions for each pair that sat at one table m times: a pair that meets five times is worse than
five pairs that meet twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from scoring.tournament.sizes import Tables, Who

Pair: TypeAlias = tuple[Who, Who]  # the smaller number first


def count_meetings(rounds: Iterable[Tables]) -> Counter[Pair]:
    """Count how often each pair sat at one table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def count_reunions(rounds: Iterable[Tables]) -> int:
    """Return W of all the rounds together."""
    return sum(times * (times - 1) // 2 for times in count_meetings(rounds).values())


def lower_bound(sizes: Sequence[int], rounds: int) -> int:
    """Return a lower bound of W for all plans in which everybody sits at tables of these sizes in every round.
    Two bounds, the larger counts. Two rounds: the people of one table go to the tables of the other as evenly as
    possible. All rounds: all pairs meet equally often.
    """
    people = sum(sizes)
    between_two_rounds = sum(least_pairs(size, len(sizes)) for size in sizes)
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
    return max(rounds * (rounds - 1) // 2 * between_two_rounds, least_pairs(meetings, people * (people - 1) // 2))


def least_pairs(things: int, boxes: int) -> int:
    """Return the least number of pairs within one box, when `things` are spread over `boxes`."""
    each, over = divmod(things, boxes)
    return over * each * (each + 1) // 2 + (boxes - over) * each * (each - 1) // 2
