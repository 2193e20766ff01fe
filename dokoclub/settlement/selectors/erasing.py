"""As whom an account plays, in all of its clubs: who is erased with it."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player


def players_of_account(account: Account) -> list[Player]:
    """With their clubs, those that were deleted left out. One query."""
    found = Player.objects.filter(account=account, club__deleted_at=None).select_related("club")
    return list(found.order_by("club__name", "pk"))
