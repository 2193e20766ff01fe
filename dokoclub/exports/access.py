"""Access checks for imports, which are for owners: they create players, and undoing one removes evenings.

Raises Http404 for a stranger or a missing import, and PermissionDenied without the right. Undoing is for good.
"""

from typing import NamedTuple

from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Membership, Right
from dokoclub.exports.models import Import


class AtImport(NamedTuple):
    made: Import  # with its club loaded
    membership: Membership


def import_to_own(account: Account, club_id: int, import_id: int) -> AtImport:
    """Return an import and the owner's membership. Two queries."""
    membership = enter_club(account, club_id, Right.OWN)
    made = Import.objects.filter(club=club_id, pk=import_id).first()
    if made is None:
        raise Http404
    made.club = membership.club
    return AtImport(made, membership)
