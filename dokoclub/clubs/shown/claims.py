"""What a member who plays as nobody sees of that: whom it said to be, or the way to say so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dokoclub.clubs import selectors
from dokoclub.clubs.models import Claim, Membership, Player, Right


class Claimed(NamedTuple):
    """`claim`: what was said, if it was; `can_say`: somebody of the list has no account yet."""

    claim: Claim | None
    can_say: bool


def whether_claimed(me: Membership, players: Iterable[Player]) -> Claimed | None:
    """None for owners, who bind accounts themselves, for who plays and for the visitor. `players`: all who are present.

    Two queries at most.
    """
    if me.may(Right.OWN) or me.account.is_visitor or any(player.account_id == me.account_id for player in players):
        return None
    claim = selectors.claim_of(me)
    if claim is not None and claim.refused_at is None:
        return Claimed(claim, can_say=False)
    can_say = bool(selectors.unclaimed_players(me.club))
    return Claimed(claim, can_say) if claim is not None or can_say else None
