"""Forget a person in what the league keeps."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player, Season
from dokoclub.evenings.services.erasure import mentions_of
from dokoclub.standings.models import Closing, Correction, HiddenRating


def forget_player(player: Player) -> None:
    """Whether he hid his number; reasons of corrections and closings, and names of seasons, in which his name stands.

    Hooked into clubs' erase_player, inside its transaction and before the name goes. What must not be empty says so.
    """
    HiddenRating.objects.filter(player=player).delete()
    is_about = mentions_of(player)
    with translation.override(settings.LANGUAGE_CODE):
        removed, a_season = _("(removed)"), _("Season")
    for correction in Correction.objects.filter(club=player.club_id):
        if is_about(correction.reason):
            Correction.objects.filter(pk=correction.pk).update(reason=removed)
    for closing in Closing.objects.filter(club=player.club_id).exclude(reason=""):
        if is_about(closing.reason):
            Closing.objects.filter(pk=closing.pk).update(reason=removed)
    for rows in (Season.objects.filter(club=player.club_id), Season.history.filter(club=player.club_id)):
        for season in rows:
            if is_about(season.name):
                rows.filter(pk=season.pk).update(name=f"{a_season} {season.first.year}")
