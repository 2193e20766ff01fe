"""How a club's rows are written: one writer at a time in a club, and always in somebody's name."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import end_link_sign_ins, end_sign_ins_by, void_login_links
from dokoclub.clubs.models import Club, IsMoving, Membership, Player


def lock_club(club: Club) -> Club:
    """The club as it is now, held until the transaction ends: who else writes in it, waits.

    Raises IsMoving where nothing is to be written in it any more.
    """
    held = hold_club(club)
    if held.is_moving:
        raise IsMoving(held)
    return held


def hold_club(club: Club) -> Club:
    """The same, for what may also happen to a club that moves to another install."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def save_row(row: Club | Membership | Player, *, by: Account | None) -> None:
    """Save, noting in the history who did it (None: the install itself)."""
    is_new = row._state.adding
    row._history_user = by  # type: ignore[union-attr]
    row.save()
    if isinstance(row, Membership):
        _end_links(row, is_new=is_new)


def _end_links(membership: Membership, *, is_new: bool) -> None:
    """Login links were right for the clubs of that moment, and so was looking in by an owner's link."""
    void_login_links(membership.account)
    if is_new:
        end_link_sign_ins(membership.account)
    if not membership.owner:
        end_sign_ins_by(membership.account)
