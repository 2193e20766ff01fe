"""May I? Every view of a club begins here.

Who is not signed in never gets this far: `accounts.sign_in` answers before the view.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Right


def enter(account: Account, club_id: int, right: Right) -> Membership:
    """The account's membership, with its club. One query.

    Raises Http404 for a stranger, as for a club that does not exist, and PermissionDenied without the right.
    """
    membership = (
        Membership.objects.select_related("club", "account")
        .filter(club__pk=club_id, club__deleted_at=None, account=account)
        .first()
    )
    if membership is None:
        raise Http404
    if not membership.may(right):
        raise PermissionDenied
    return membership


def club_to_take_back(account: Account, club_id: int) -> Club:
    """A deleted club of which the account is an owner. One query.

    Raises Http404 for everybody else, and when its 30 days are over.
    """
    club = Club.objects.to_take_back_by(account).filter(pk=club_id).first()
    if club is None:
        raise Http404
    return club
