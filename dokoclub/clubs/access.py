"""Access checks of clubs: every view of a club begins here.

Signed-out visitors never get this far: `accounts.middleware.sign_in` answers before the view.
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Case, When
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, HasMoved, Invitation, IsMoving, Membership, Player, Right
from dokoclub.clubs.models.club import NotUsed
from dokoclub.clubs.models.features import first_unused
from dokoclub.core.http import asked_page, is_writing


def enter_club(account: Account, club_id: int, right: Right) -> Membership:
    """Return the account's membership, with its club. One query.

    Raises Http404 for a stranger or a missing club, and PermissionDenied without the right.
    """
    members = Membership.objects.with_own_player().select_related(*with_club("club"))
    membership = members.filter(club__pk=club_id, club__deleted_at=None, account=account).order_by().first()
    if membership is not None:
        membership.account = account
    return _with_right(membership, right)


def enter_known_club(account: Account, club: Club, right: Right) -> Membership:
    """Return the membership in a loaded club that is not deleted. Raises as `enter_club`. One query."""
    members = Membership.objects.with_own_player()
    membership = members.filter(club=club, account=account).order_by().first()
    if membership is not None:
        membership.club, membership.account = club, account
    return _with_right(membership, right)


def find_own_membership(account: Account, last_club: int | None) -> Membership | None:
    """Return the account's membership in that club, else in the first one that it plays in. One query."""
    played_in = Player.objects.active().filter(account=account, club__deleted_at=None)
    members = Membership.objects.with_own_player().select_related(*with_club("club"))
    mine = members.filter(account=account, club__in=played_in.values("club"))
    membership = mine.order_by(Case(When(club=last_club, then=0), default=1), "club").first()
    if membership is not None:
        membership.account = account
    return membership


def _with_right(membership: Membership | None, right: Right) -> Membership:
    if membership is None:
        raise Http404
    if not membership.may(right):
        raise PermissionDenied
    refuse_unused(membership.club)
    refuse_moving(membership.club)
    if not is_writing():
        membership.club.read = {}
    return membership


def with_club(path: str) -> list[str]:
    """Return lookups for select_related: the one-to-one rows of the club at that path (`hooks.read_with_club`)."""
    return [f"{path}__{name}" for name in hooks.read_with_club]


def refuse_moving(club: Club) -> None:
    """Raise IsMoving if the request would write to a club that is moving to another install. No query.

    Every access check for writing calls this.
    """
    if club.is_moving and is_writing():
        raise IsMoving(club)


def refuse_unused(club: Club) -> None:
    """Raise NotUsed if the page belongs to a feature that the club has switched off. No query.

    Every access check calls this once it knows that the visitor may enter.
    """
    if feature := first_unused(asked_page(), club.features):
        raise NotUsed(club, feature)


def enter_moving_club(account: Account, club_id: int) -> Membership:
    """Return an owner's membership for moving the club. One query.

    It also finds clubs that are moving or have moved, until they are purged. Raises Http404 for a stranger and
    PermissionDenied for every other member.
    """
    there = Club.objects.not_deleted() | Club.objects.moved()
    memberships = Membership.objects.select_related("club", "account").filter(club__in=there)
    membership = memberships.filter(club__pk=club_id, account=account).first()
    if membership is None:
        raise Http404
    if not membership.may(Right.OWN):
        raise PermissionDenied
    return membership


# --- Redirects: clubs that are at another install now. Strangers learn nothing about them. ----------------------------


def invitation_by_token(token: str) -> Invitation | None:
    """Return an open invitation with its club and creator. One query, and another if there is none.

    Raises HasMoved for an invitation that was open when its club moved away.
    """
    invitations = Invitation.objects.of(token).select_related("club", "player", "created_by")
    found = invitations.open().first()
    if found is None and (moved := invitations.exclude(club__moved_to="").first()) and moved.state == "open":
        raise HasMoved(moved.club)
    if found is not None:
        refuse_moving(found.club)
    return found


def club_to_take_back(account: Account, club_id: int) -> Club:
    """Return a deleted club that the account owns, or one that it has already restored. At most two queries.

    Raises Http404 for everybody else, and after 30 days.
    """
    own = Club.objects.not_deleted().filter(memberships__account=account, memberships__owner=True)
    club = Club.objects.to_take_back_by(account).filter(pk=club_id).first() or own.filter(pk=club_id).first()
    if club is None:
        raise Http404
    return club


# Repeated forms: the first request removed what the second asks for, and both lead to the same page.


def has_left(account: Account, club_id: int) -> bool:
    """Return True if the account was a member and no longer is. One or two queries."""
    ended = Membership.history.filter(club__pk=club_id, account_id=account.pk, history_type="-")
    return not Membership.objects.filter(club__pk=club_id, account=account).exists() and ended.exists()


def has_deleted(account: Account, club_id: int) -> bool:
    """Return True for a deleted club that the account owns. One query."""
    return Club.objects.to_take_back_by(account).filter(pk=club_id).exists()


def was_removed(club: Club, member_id: int) -> bool:
    """Return True if that former membership belonged to this club. One query."""
    return bool(Membership.history.filter(id=member_id, club_id=club.pk, history_type="-").exists())


def has_handed_over(account: Account, club_id: int, member_id: int) -> bool:
    """Return True if the account owned the club and that member owns it now. At most three queries."""
    me = Membership.objects.filter(club__pk=club_id, club__deleted_at=None, account=account, owner=False).first()
    if me is None or not Membership.history.filter(id=me.pk, owner=True).exists():
        return False
    return Membership.objects.filter(pk=member_id, club=me.club, owner=True).exists()
