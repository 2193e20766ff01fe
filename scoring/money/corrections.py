"""Corrections after money was settled, and open amounts across evenings: lists of their own.
A settled list is never touched. A later change gives a list of differences; netting gives a payment that
names the transfers it settles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.money.shares import Listing, Reason, Share, settle_shares, settle_straight
from scoring.money.transfers import KITTY, Party, Transfer, net_amounts


class OpenTransfer(NamedTuple):
    """A transfer that is not paid yet, with its number."""

    number: int
    transfer: Transfer


class Netting(NamedTuple):
    """One payment in place of several transfers; None if they cancel out."""

    payment: Transfer | None
    settles: tuple[int, ...]  # numbers of the transfers, as given


class Clearing(NamedTuple):
    """Few payments in place of all open transfers: the fewest up to EXACT_UP_TO parties."""

    listing: Listing
    settles: tuple[int, ...]


def correct_listing(before: Iterable[Transfer], after: Iterable[Transfer], seats: Sequence[int]) -> Listing:
    """Return the payments that turn `before` into `after`, without flat lines.
    `before`: all existing transfers, earlier corrections too. `after` is empty for a deleted evening.
    `seats` decide between equal answers; parties without a seat come after, by number.
    """
    return settle_shares(_differences(before, after, seats))


def flat_corrections(before: Iterable[Transfer], after: Iterable[Transfer], seats: Sequence[int]) -> Listing:
    """Return the same for flat lines, which are always settled with the kitty."""
    return settle_straight([share for share in _differences(before, after, seats) if share.party is not KITTY])


def net_between(one: Party, other: Party, open_transfers: Iterable[OpenTransfer]) -> Netting:
    """Net all evenings between two parties (one may be the kitty) into one payment."""
    between = [line for line in open_transfers if {line.transfer.payer, line.transfer.receiver} == {one, other}]
    settles = tuple(line.number for line in between)
    return Netting(net_payment(one, other, (line.transfer for line in between)), settles)


def net_payment(one: Party, other: Party, between: Iterable[Transfer]) -> Transfer | None:
    """Return the one payment in place of transfers that are all between these two; None if they cancel out."""
    owed = net_amounts(between).get(other, 0)
    if not owed:
        return None
    return Transfer(one, other, owed) if owed > 0 else Transfer(other, one, -owed)


def clear_all(open_transfers: Iterable[OpenTransfer], seats: Sequence[int]) -> Clearing:
    """Settle everything open among all: in the fewest payments up to EXACT_UP_TO parties, else in few."""
    lines = list(open_transfers)
    totals = net_amounts(line.transfer for line in lines)
    shares = [Share(party, totals[party], Reason.of("open")) for party in _in_order(totals, seats)]
    return Clearing(settle_shares(shares), tuple(line.number for line in lines))


def _differences(before: Iterable[Transfer], after: Iterable[Transfer], seats: Sequence[int]) -> list[Share]:
    """List the difference of each party. Parties with the same amount as before are left out."""
    old, new = net_amounts(before), net_amounts(after)
    return [
        Share(
            party,
            new.get(party, 0) - old.get(party, 0),
            Reason.of("correction", before=old.get(party, 0), after=new.get(party, 0)),
        )
        for party in _in_order(old.keys() | new.keys(), seats)
        if new.get(party, 0) != old.get(party, 0)
    ]


def _in_order(parties: Iterable[Party], seats: Sequence[int]) -> list[Party]:
    """Sort the parties by seat, then by number, the kitty last."""
    place = {player: index for index, player in enumerate(seats)}
    return sorted(
        parties,
        key=lambda party: (party is KITTY, place.get(party, len(place)) if party is not None else 0, party or 0),
    )
