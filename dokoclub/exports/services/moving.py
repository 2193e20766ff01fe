"""The file of a club that moves: what is on its way, and whether it is all."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services import moving
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.selectors.moving import running_imports


@transaction.atomic
def begin_move(club: Club, *, to: str, by: Account) -> None:
    """As `clubs.services.moving`; ValidationError, too, while an import is not complete: it would stay behind."""
    moving.begin_move(club, to=to, by=by)
    if running_imports(club):
        raise ValidationError(_("An import is not complete. Go on with it, or take it back, before the club moves."))


def moving_file(club: Club, *, by: Account) -> Iterator[bytes]:
    """The file, piece by piece; once all of it was sent, that is noted."""
    digest = sha256()
    for piece in club_file(club):
        encoded = piece.encode()
        digest.update(encoded)
        yield encoded
    moving.note_file(club, digest.hexdigest(), by=by)
