"""How a club's rows are written: one writer at a time in a club, and always in somebody's name."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import void_login_links
from dokoclub.clubs.models import Club, Membership, Player


def lock_club(club: Club) -> Club:
    """The club as it is now, held until the transaction ends: who else writes in it, waits."""
    return Club.objects.select_for_update().get(pk=club.pk)


def save_row(row: Club | Membership | Player, *, by: Account | None) -> None:
    """Save, noting in the history who did it (None: the install itself)."""
    row._history_user = by  # type: ignore[union-attr]
    row.save()
    if isinstance(row, Membership):
        void_login_links(row.account)
