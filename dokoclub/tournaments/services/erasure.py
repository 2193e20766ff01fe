"""Forget a person, and follow who became one with somebody else."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.services.erasure import mentions_of
from dokoclub.tournaments.models import Correction, Entrant

PERSONAL: Final[dict[str, Any]] = {"home": "", "tags": [], "apart": "", "reason": ""}


def forget_player(player: Player) -> None:
    """Start numbers, places and points stay; what is known of the person goes. Hooked into clubs' erase_player."""
    Entrant.objects.filter(player=player).update(**PERSONAL)
    Entrant.history.filter(player=player).update(**PERSONAL)
    is_about = mentions_of(player)
    for correction in Correction.objects.filter(table__round__tournament__club=player.club_id):
        if is_about(correction.reason):
            Correction.objects.filter(pk=correction.pk).update(reason="…")
    managers: tuple[Any, ...] = (Entrant.objects, Entrant.history)
    for rows in managers:
        for entrant in rows.filter(tournament__club=player.club_id).exclude(reason=""):
            if is_about(entrant.reason):
                rows.filter(pk=entrant.pk).update(reason="…")


def follow_merge(merge: PlayerMerge) -> None:
    """Hooked into after_merge. Raises ValidationError where both are in one tournament: there they are two."""
    if merge.taken_back_at is None:
        theirs = Entrant.objects.filter(player=merge.merged_id).values("tournament")
        if Entrant.objects.filter(player=merge.kept_id, tournament__in=theirs).exists():
            raise ValidationError(
                _("%(one)s and %(other)s take part in one tournament.")
                % {"one": merge.kept.name, "other": merge.merged.name}
            )
        _give(list(Entrant.objects.filter(player=merge.merged_id)), merge.kept, _reason(merge))
    else:
        moved = Entrant.history.filter(history_change_reason=_reason(merge)).values_list("id", flat=True)
        _give(list(Entrant.objects.filter(pk__in=list(moved), player=merge.kept_id)), merge.merged, "")


def _reason(merge: PlayerMerge) -> str:
    return f"merge {merge.pk}"


def _give(entrants: list[Entrant], player: Player, why: str) -> None:
    for entrant in entrants:
        entrant.player = player
    bulk_update_with_history(entrants, Entrant, ["player"], batch_size=100, default_change_reason=why)
