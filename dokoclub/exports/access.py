"""Access checks for archives and imports, which are for owners: undoing an import removes players and evenings.

Raises Http404 for a stranger or a missing import, and PermissionDenied without the right. Undoing is for good.
"""

from typing import NamedTuple

from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Membership, Right
from dokoclub.exports.models import Archive, Import


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


class AtArchive(NamedTuple):
    archive: Archive  # without its content
    membership: Membership


def archive_to_download(account: Account, club_id: int, archive_id: int) -> AtArchive:
    """Return an archive and the membership of the owner who ordered it; other owners get 404. Two queries."""
    membership = enter_club(account, club_id, Right.OWN)
    archive = Archive.objects.filter(club=club_id, pk=archive_id, made_by=account).defer("content").first()
    if archive is None:
        raise Http404
    return AtArchive(archive, membership)
