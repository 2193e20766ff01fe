"""Plugins of tournaments on the pages of clubs, evenings and sheets."""

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Membership
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.tournaments.selectors import lists


def link_of_club(me: Membership) -> NavLink | None:
    """Return the row of the tournaments on the page about the club. No query."""
    if not me.club.uses("tournaments"):
        return None
    return NavLink(_("Tournaments"), reverse("tournaments:list_tournaments", args=[me.club_id]))


def why_not_corrected(evening: Evening) -> str | None:
    """Return why rules and seating of a tournament's evening are fixed; None for other evenings. One query."""
    if lists.find_tournament(evening) is None:
        return None
    return _("The tournament sets rules and seats.")


def link_to_hand_in(sheet: Sheet) -> NavLink | None:
    """Return a link to hand in the sheet, if it belongs to a round's table. One query."""
    table = lists.table_of_sheet(sheet) if sheet.evening.club.uses("tournaments") else None
    if table is None:
        return None
    where = [table.round.tournament_id, table.round.number, table.number]
    return NavLink(_("Hand in"), reverse("tournaments:show_table", args=where))


def link_of_evening(me: Membership, evening: Evening) -> NavLink | None:
    """Return a link from the evening to its tournament. One query."""
    tournament = lists.find_tournament(evening) if evening.club.uses("tournaments") else None
    if tournament is None:
        return None
    return NavLink(tournament.name, reverse("tournaments:show_tournament", args=[tournament.pk]))
