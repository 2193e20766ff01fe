"""A club moves to another install by its file: begin, note the file, say where the club is, or take it back.

From its beginning on nothing is written in it (`access.refuse_moving`, `services.writing.lock_club`), so that what was
taken along stays all that there is. Confirmed, it is gone like a deleted club, and its members are sent on.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import hold_club, save_row


@transaction.atomic
def begin_move(club: Club, *, to: str, by: Account) -> None:
    """Only to be read from now on. `to`: the origin of the other install. The second time changes nothing.

    Raises ValidationError where it moves somewhere else already, or was deleted meanwhile.
    """
    club = hold_club(club)
    if club.deleted_at is not None:
        raise ValidationError(_("The club is not here any more."))
    if club.is_moving:
        if club.moving_to != to:
            raise ValidationError(_("The club is moving to %(address)s already.") % {"address": club.moving_to})
        return
    club.moving_to, club.moving_since = to, timezone.now()
    save_row(club, by=by)


@transaction.atomic
def note_file(club: Club, digest: str, *, by: Account) -> None:
    """All of its file was sent: its SHA-256, to tell whether anything has changed since."""
    club = hold_club(club)
    if club.is_moving and club.moving_file != digest:
        club.moving_file = digest
        save_row(club, by=by)


@transaction.atomic
def confirm_move(club: Club, *, at: str, by: Account) -> None:
    """It is there now, and gone here; who belongs to it is sent there. Again: to another address.

    Raises ValidationError where the move was taken back, or nobody has taken the file along.
    """
    club = hold_club(club)
    if not club.is_moving:
        raise ValidationError(_("The move was taken back: the club stays here."))
    if not club.moving_file:
        raise ValidationError(_("Nobody has downloaded the file of the club yet."))
    if club.has_moved and club.moved_to == at:
        return
    club.moved_to, club.deleted_at = at, club.deleted_at or timezone.now()
    save_row(club, by=by)


@transaction.atomic
def take_back_move(club: Club, *, by: Account) -> None:
    """It stays here, and can be written again; also where it was said to be elsewhere. Again: changes nothing."""
    club = hold_club(club)
    if not club.is_moving:
        return
    if club.moved_to:
        club.deleted_at = None
    club.moving_to, club.moving_since, club.moving_file, club.moved_to = "", None, "", ""
    save_row(club, by=by)
