"""May I? Every view of a club begins here.

Who is not signed in never gets this far: `accounts.middleware.sign_in` answers before the view.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, HasMoved, Invitation, IsMoving, Membership, Right
from dokoclub.core.http import is_writing


def enter_club(account: Account, club_id: int, right: Right) -> Membership:
    """The account's membership, with its club. One query.

    Raises Http404 for a stranger, as for a club that does not exist, and PermissionDenied without the right.
    """
    members = Membership.objects.select_related(*with_club("club"))
    membership = members.filter(club__pk=club_id, club__deleted_at=None, account=account).order_by().first()
    if membership is not None:
        membership.account = account
    return _with_right(membership, right)


def enter_known_club(account: Account, club: Club, right: Right) -> Membership:
    """The same for a club that was fetched already, and is not deleted. One query, of one table."""
    membership = Membership.objects.filter(club=club, account=account).order_by().first()
    if membership is not None:
        membership.club, membership.account = club, account
    return _with_right(membership, right)


def _with_right(membership: Membership | None, right: Right) -> Membership:
    if membership is None:
        raise Http404
    if not membership.may(right):
        raise PermissionDenied
    refuse_moving(membership.club)
    if not is_writing():
        membership.club.read = {}
    return membership


def with_club(path: str) -> list[str]:
    """For select_related: the club at the end of that path, and what it has once (`hooks.read_with_club`)."""
    return [f"{path}__{name}" for name in hooks.read_with_club]


def refuse_moving(club: Club) -> None:
    """Every door through which something is written passes here, whoever comes through it.

    Raises IsMoving where the request would write in a club that is on its way to another install. No query.
    """
    if club.is_moving and is_writing():
        raise IsMoving(club)


def enter_moving_club(account: Account, club_id: int) -> Membership:
    """For an owner, to move the club: also where it moves or has moved, until it is purged. One query.

    Raises Http404 for a stranger and PermissionDenied for every other member.
    """
    there = Club.objects.not_deleted() | Club.objects.moved()
    memberships = Membership.objects.select_related("club", "account").filter(club__in=there)
    membership = memberships.filter(club__pk=club_id, account=account).first()
    if membership is None:
        raise Http404
    if not membership.may(Right.OWN):
        raise PermissionDenied
    return membership


# --- Sent on: a club that is at another install now. Strangers hear nothing of it. ------------------------------------


def invitation_by_token(token: str) -> Invitation | None:
    """An open one, with its club and who made it. One query, and another where there is none.

    Raises HasMoved for whoever holds one that was open when its club moved away.
    """
    invitations = Invitation.objects.of(token).select_related("club", "player", "created_by")
    found = invitations.open().first()
    if found is None and (moved := invitations.exclude(club__moved_to="").first()) and moved.state == "open":
        raise HasMoved(moved.club)
    if found is not None:
        refuse_moving(found.club)
    return found


def club_to_take_back(account: Account, club_id: int) -> Club:
    """A deleted club of which the account is an owner, or one that it has taken back already. At most two queries.

    Raises Http404 for everybody else, and when its 30 days are over.
    """
    own = Club.objects.not_deleted().filter(memberships__account=account, memberships__owner=True)
    club = Club.objects.to_take_back_by(account).filter(pk=club_id).first() or own.filter(pk=club_id).first()
    if club is None:
        raise Http404
    return club


# A form sent twice: the first time took away what the second one asks for, and leads to the same page.


def has_left(account: Account, club_id: int) -> bool:
    """Was the account a member, and is no longer? One or two queries."""
    ended = Membership.history.filter(club__pk=club_id, account_id=account.pk, history_type="-")
    return not Membership.objects.filter(club__pk=club_id, account=account).exists() and ended.exists()


def has_deleted(account: Account, club_id: int) -> bool:
    """Is it a deleted club that the account owns? One query."""
    return Club.objects.to_take_back_by(account).filter(pk=club_id).exists()


def was_removed(club: Club, member_id: int) -> bool:
    """Was that membership one of this club? One query."""
    return bool(Membership.history.filter(id=member_id, club_id=club.pk, history_type="-").exists())


def has_handed_over(account: Account, club_id: int, member_id: int) -> bool:
    """Did the account own the club, and does that member own it instead? At most three queries."""
    me = Membership.objects.filter(club__pk=club_id, club__deleted_at=None, account=account, owner=False).first()
    if me is None or not Membership.history.filter(id=me.pk, owner=True).exists():
        return False
    return Membership.objects.filter(pk=member_id, club=me.club, owner=True).exists()
