"""Shares of everybody with their reasons, and the payments that settle them: the treasurer's lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.money.transfers import KITTY, Party, Transfer, fewest_payments


class Reason(NamedTuple):
    key: str  # of settlement.REASONS
    numbers: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, key: str, **numbers: int) -> Reason:
        return cls(key, tuple(numbers.items()))


class Share(NamedTuple):
    """The amount of one party in a list."""

    party: Party
    cents: int  # plus: gets, minus: pays
    reason: Reason


class Listing(NamedTuple):
    """The shares, in seat order with the kitty last, and the payments that settle them."""

    shares: tuple[Share, ...]
    transfers: tuple[Transfer, ...]


def settle_shares(shares: Sequence[Share]) -> Listing:
    """Settle the shares with few payments, the fewest up to EXACT_UP_TO parties; ties by the order of the shares."""
    payments = fewest_payments([share.cents for share in shares])
    parties = [share.party for share in shares]
    return Listing(
        tuple(shares), tuple(Transfer(parties[payer], parties[receiver], cents) for payer, receiver, cents in payments)
    )


def settle_straight(shares: Sequence[Share]) -> Listing:
    """Settle everybody with the kitty alone, as with flat amounts."""
    transfers = tuple(
        Transfer(share.party, KITTY, -share.cents) if share.cents < 0 else Transfer(KITTY, share.party, share.cents)
        for share in shares
        if share.cents
    )
    whole = -sum(share.cents for share in shares)
    box = [Share(KITTY, whole, Reason.of("all_flat"))] if shares else []
    return Listing((*shares, *box), transfers)
