"""As whom an account plays, in all of its clubs: who is erased with it."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player


def players_of_account(account: Account) -> list[Player]:
    """With their clubs, those that were deleted left out. One query."""
    found = Player.objects.filter(account=account, club__deleted_at=None).select_related("club")
    return list(found.order_by("club__name", "pk"))


def clubs_of_account(account: Account) -> set[int]:
    """Whose pages it may read. One query."""
    return set(Membership.objects.filter(account=account).values_list("club", flat=True))


def owners_of_club(club: Club) -> list[str]:
    """Their names. One query."""
    owners = Membership.objects.filter(club=club, owner=True).select_related("account").order_by("pk")
    return [str(owner.account) for owner in owners]
