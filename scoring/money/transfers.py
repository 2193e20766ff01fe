"""Settlement in the fewest payments: exact up to EXACT_UP_TO parties, never more than n − 1 for more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

Party: TypeAlias = int | None  # a player (a number, never a name), or the kitty
KITTY: Final = None

# Up to this many parties, including the kitty, the search finds the exact minimum; each more doubles the time.
EXACT_UP_TO: Final = 14


class Transfer(NamedTuple):
    payer: Party
    receiver: Party
    cents: int  # always more than 0


class Payment(NamedTuple):
    """A transfer between places in a list of claims."""

    payer: int
    receiver: int
    cents: int


def fewest_payments(claims: Sequence[int]) -> tuple[Payment, ...]:
    """Return the payments that settle claims (cents: plus gets, minus pays) with sum 0; payer by payer.
    Parties with claims that sum to 0 among themselves need one payment fewer than there are parties, so the
    fewest payments come from the most such groups. If more than EXACT_UP_TO are left after those that
    cancel each other out, they are one group, and fewer payments may be possible. Nobody both pays and gets.
    Only the order of the claims (the seats) decides between equal answers.
    """
    if sum(claims):
        raise ValueError(f"claims must add up to 0, not {sum(claims)}")
    open_places = [place for place, cents in enumerate(claims) if cents]
    pairs = list(_pairs(claims, open_places))
    rest = [place for place in open_places if not any(place in pair for pair in pairs)]
    groups = _groups([claims[place] for place in rest]) if len(rest) <= EXACT_UP_TO else [range(len(rest))]
    payments = [payment for pair in pairs for payment in _within(claims, pair)]
    for group in groups:
        payments.extend(_within(claims, [rest[index] for index in group]))
    return tuple(sorted(payments))


def net_amounts(transfers: Iterable[Transfer]) -> Mapping[Party, int]:
    """Return the net amount of the transfers by party: plus gets, minus pays."""
    found: dict[Party, int] = defaultdict(int)
    for payer, receiver, cents in transfers:
        found[payer] -= cents
        found[receiver] += cents
    return dict(found)


def _pairs(claims: Sequence[int], places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs with claims that cancel out.
    Taking them first never costs a group: the rest of their groups is one.
    """
    waiting: dict[int, list[int]] = defaultdict(list)
    for place in places:
        partners = waiting[-claims[place]]
        if partners:
            yield partners.pop(0), place
        else:
            waiting[claims[place]].append(place)


def _groups(claims: Sequence[int]) -> Iterator[list[int]]:
    """Yield the most groups that sum to 0 each.
    Take the parties away one by one: each time those left sum to 0, a group is complete. `best` holds, for
    each set of parties (a bit mask), how often that can happen.
    """
    sums = [0]
    for cents in claims:
        sums += [before + cents for before in sums]
    bits = [1 << index for index in range(len(claims))]
    best = [0] * len(sums)
    for left in range(1, len(sums)):
        best[left] = max(best[left ^ bit] for bit in bits if left & bit) + (not sums[left])
    left = len(sums) - 1
    group: list[int] = []
    while left:
        wanted = best[left] - (not sums[left])
        index = next(i for i, bit in enumerate(bits) if left & bit and best[left ^ bit] == wanted)
        group.append(index)
        left ^= bits[index]
        if not sums[left]:
            yield group
            group = []


def _within(claims: Sequence[int], group: Iterable[int]) -> Iterator[Payment]:
    """Let the largest debt pay the largest claim, again and again; each payment settles at least one party."""
    ordered = sorted(group, key=lambda place: (-abs(claims[place]), place))
    left = {place: claims[place] for place in ordered}
    payers = [place for place in ordered if left[place] < 0]
    receivers = [place for place in ordered if left[place] > 0]
    while payers:
        payer, receiver = payers[0], receivers[0]
        cents = min(-left[payer], left[receiver])
        left[payer] += cents
        left[receiver] -= cents
        yield Payment(payer, receiver, cents)
        payers = payers if left[payer] else payers[1:]
        receivers = receivers if left[receiver] else receivers[1:]
