"""Who keeps the money of the demo club."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club


def treasurer_of(club: Club) -> Account:
    """The owner where nobody else does."""
    return club.memberships.order_by("-treasurer", "-owner", "pk").select_related("account")[0].account
