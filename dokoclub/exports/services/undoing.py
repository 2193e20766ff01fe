"""Take an import back: its evenings go for good, and the players that it created, unless somebody needs them."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.exports.models import Import, State
from dokoclub.exports.models.imports import UNDONE_WITHIN
from dokoclub.exports.services.importing import HIDDEN
from dokoclub.exports.services.locking import lock_import
from dokoclub.exports.services.pieces import write_piece
from dokoclub.exports.services.removing import remove_evenings
from dokoclub.settlement.services.bygone import after_evenings
from dokoclub.standings.models import Honour
from dokoclub.standings.services.honours import players_of, recount_games

_DERIVED: Final = (Honour,)  # counted anew by itself, and gone with its player


def undo_import(made: Import, *, by: Account) -> Import:
    """The league, and whatever else follows the evenings, is told before they go.

    Out of sight at once, and removed piece by piece. The second time changes nothing, or goes on with what was
    interrupted. Raises ValidationError for a draft, and 30 days after it was done.
    """
    made = _hide(made, by=by)
    _remove(made)
    return made


@transaction.atomic
def _hide(made: Import, *, by: Account) -> Import:
    club = lock_club(made.club)
    made = lock_import(made)
    made.club = club
    if made.state == State.UNDONE:
        return made
    if not made.can_be_undone:
        raise ValidationError(
            _("An import can be undone for %(days)s days only: delete its evenings one by one.")
            % {"days": UNDONE_WITHIN.days}
        )
    evenings = list(_evenings(made))
    players = players_of(evenings)
    Evening.objects.filter(pk__in=evenings).update(deleted_at=HIDDEN)
    after_evenings(evenings)
    recount_games(players)
    made.state, made.undone_at, made.undone_by = State.UNDONE, timezone.now(), by
    made.save()
    return made


def _evenings(made: Import) -> QuerySet[Evening, int]:
    return Evening.objects.filter(imported_from__of=made).values_list("pk", flat=True)


def _remove(made: Import) -> None:
    """Those of its evenings that are still there, and then its players, who sat at them."""
    remove_evenings(list(_evenings(made)))
    for file in made.files.exclude(content=b"").values_list("pk", flat=True):
        with write_piece():
            made.files.filter(pk=file).update(content=b"")
    with write_piece():
        made.sheets.update(names=[], games=[], line=None, totals=[])
    with write_piece():
        made.club = lock_club(made.club)
        _remove_players(made)
        made.made_players = []
        made.save()


def purge_undone() -> int:
    """Go on with what was interrupted in taking imports back; how many. Hooked into purges."""
    undone = Import.objects.filter(state=State.UNDONE, club__moving_to="")
    left = undone.filter(~Q(made_players=[]) | Q(sheets__evening__isnull=False))
    imports = list(left.select_related("club").distinct())
    for made in imports:
        _remove(made)
    return len(imports)


def _remove_players(made: Import) -> None:
    for player in Player.objects.filter(pk__in=made.made_players, club=made.club):
        if not is_needed(player):
            player.history.all().delete()
            player.delete()


def is_needed(player: Player) -> bool:
    """Does any row of the project point to the player, or an account?"""
    if player.account_id is not None or player.is_erased:
        return True
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: player}).exists()
        for relation in Player._meta.related_objects
        if relation.related_model not in _DERIVED and not relation.related_model.__name__.startswith("Historical")
    )


@transaction.atomic
def discard_draft(made: Import) -> None:
    """Away with the files of a draft. Nothing happens where it is none any more."""
    made = lock_import(made)
    if made.state == State.DRAFT:
        made.state, made.players = State.DISCARDED, {}
        made.save()
        made.files.all().delete()
        made.sheets.all().delete()


def purge_drafts() -> int:
    """Drafts that were discarded, or that nobody has gone on with for a week; how many."""
    return Import.objects.to_purge().delete()[1].get("exports.Import", 0)
