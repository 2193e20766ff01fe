"""Points that the club gives or takes, and takes back again."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.days import EARLIEST, day_and_year
from dokoclub.look.refusals import Reused
from dokoclub.standings.models import Correction
from dokoclub.standings.selectors.aliases import resolve_aliases
from dokoclub.standings.words import refuse_problems
from scoring.league import standings

_AHEAD: Final = timedelta(days=366)  # a season that has begun may end so far from now


@transaction.atomic
def correct_points(
    club: Club, player: Player, *, day: date, points: int, reason: str, key: UUID, by: Account | None
) -> Correction:
    """The same key with the same content returns what it wrote.

    Raises ValidationError by field, and Reused when the key corrected something else.
    """
    lock_club(club)
    wanted = {"player_id": player.pk, "day": day, "points": points, "reason": reason}
    if written := Correction.objects.filter(key=key).first():
        if written.club_id != club.pk or any(getattr(written, field) != value for field, value in wanted.items()):
            raise Reused
        return written
    if problems := standings.correction_problems(standings.Correction(player.pk, points, reason)):
        raise refuse_problems(problems)
    _refuse_nonsense(day)
    if player.club_id != club.pk or player.is_erased:
        raise ValidationError({"player": _("Choose a player of the club.")})
    counts_for = resolve_aliases(club).get(player.pk, player.pk)
    return Correction.objects.create(club=club, **wanted, counts_for_id=counts_for, made_by=by, key=key)


def _refuse_nonsense(day: date) -> None:
    """Years without a table: a slip of the pen would count nowhere, or in all time alone."""
    first, last = date(EARLIEST, 1, 1), date_of_play() + _AHEAD
    if not first <= day <= last:
        days = {"first": day_and_year(first), "last": day_and_year(last)}
        raise ValidationError({"day": _("Choose a day from %(first)s to %(last)s.") % days})


def take_back_correction(correction: Correction, *, by: Account) -> None:
    """It counts no longer, and stays in the list. The second time changes nothing."""
    Correction.objects.filter(pk=correction.pk, taken_back_at=None).update(
        taken_back_at=timezone.now(), taken_back_by=by
    )


def follow_merge(merge: PlayerMerge) -> None:
    """Corrections count for whoever the player is by now. Hooked into after_merge."""
    known = resolve_aliases(merge.club)
    for correction in Correction.objects.filter(club=merge.club_id):
        right = known.get(correction.player_id, correction.player_id)
        if correction.counts_for_id != right:
            Correction.objects.filter(pk=correction.pk).update(counts_for=right)
