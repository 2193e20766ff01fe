"""Access rights of the money: every member reads their club's money; treasurers and owners book.

Raises Http404 for a stranger, as for a missing page, and PermissionDenied without the right. IBANs and payment codes
are closed to a session that began with an owner's login link: their views have accounts' `refuse_owners_link`.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.evenings.access import AtEvening, evening_to_read
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment

__all__ = ["evening_to_book", "evening_to_read", "get_payment", "get_player"]


def evening_to_book(account: Account, evening_id: int) -> AtEvening:
    """Return an evening that the account may book. Two queries."""
    at = evening_to_read(account, evening_id)
    if not at.membership.may_keep_money:
        raise PermissionDenied
    return at


def get_payment(evening: Evening, payment_id: int) -> Payment:
    """Return a payment that settled something of this evening, taken back or not. One query."""
    rows = Payment.objects.filter(settles__list__money__evening=evening, pk=payment_id).select_related("club")
    payment = rows.distinct().first()
    if payment is None:
        raise Http404
    return payment


def get_player(evening: Evening, player_id: int) -> Player:
    """Return a player of the club of an evening that may be booked. One query."""
    player = Player.objects.filter(club=evening.club_id, pk=player_id).first()
    if player is None:
        raise Http404
    return player
