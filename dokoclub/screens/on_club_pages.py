"""What screens add to the pages of an evening, a sheet, a tournament and the league."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import Way
from dokoclub.clubs.models import Membership, Right
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.standings.models.periods import Period
from dokoclub.tournaments.models import Tournament


def way_of_evening(me: Membership, evening: Evening) -> Way | None:
    """For who writes sheets. No query."""
    return _way("screens:show_evening", evening.pk) if me.may_score else None


def way_of_sheet(me: Membership, sheet: Sheet) -> Way | None:
    """The same. No query."""
    return _way("screens:show_evening", sheet.evening_id) if me.may_score else None


def way_of_tournament(tournament: Tournament) -> Way:
    """For who directs it. No query."""
    return _way("screens:show_tournament", tournament.pk)


def way_of_table(me: Membership, _period: Period) -> Way | None:
    """From a table of the league, for owners. No query."""
    return _way("screens:show_league", me.club_id) if me.may(Right.OWN) else None


def _way(name: str, of: int) -> Way:
    return Way(_("Show on a television"), reverse(name, args=[of]))
