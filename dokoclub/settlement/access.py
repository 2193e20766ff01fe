"""Access rights of the money: every member reads their club's money; treasurers and owners book.

Raises Http404 for a stranger, as for a missing page, and PermissionDenied without the right. IBANs and payment codes
are closed to a session that began with an owner's login link: their views have accounts' `refuse_owners_link`.
"""

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.evenings.access import AtEvening, evening_to_read
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment

__all__ = ["evening_to_book", "evening_to_read", "get_player", "list_payments"]


def evening_to_book(account: Account, evening_id: int) -> AtEvening:
    """Return an evening that the account may book. Two queries."""
    at = evening_to_read(account, evening_id)
    if not at.membership.may_keep_money:
        raise PermissionDenied
    return at


def list_payments(evening: Evening, payments: Collection[int]) -> list[Payment]:
    """Return payments that settled something of this evening, taken back or not. One query."""
    rows = Payment.objects.filter(settles__list__money__evening=evening, pk__in=payments).select_related("club")
    found = list(rows.distinct().order_by("pk"))
    if len(found) < len(set(payments)):
        raise Http404
    return found


def get_player(evening: Evening, player_id: int) -> Player:
    """Return a player of the club of an evening that may be booked. One query."""
    player = Player.objects.filter(club=evening.club_id, pk=player_id).first()
    if player is None:
        raise Http404
    return player
