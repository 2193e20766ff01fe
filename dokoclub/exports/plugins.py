"""Plugins of imports and exports on the pages of other apps, which know nothing of this one."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.hooks import NavLink, Setting
from dokoclub.clubs.models import Membership, Right
from dokoclub.evenings.models import Evening
from dokoclub.exports.exporters.formats import FORMATS
from dokoclub.exports.selectors.imports import number_of_imports
from dokoclub.standings.models.periods import Period
from dokoclub.tournaments.models import Series, Tournament


def setting_of_imports(me: Membership) -> Setting:
    """Return the row of the settings page. One query."""
    number = number_of_imports(me.club)
    imported = ngettext("%(number)s import", "%(number)s imports", number) % {"number": number} if number else ""
    return Setting(_("Import old sheets"), imported, reverse("exports:list_imports", args=[me.club.pk]), "imports")


def setting_of_files(me: Membership) -> Setting:
    return Setting(_("Export and print"), me.club.moving_to, reverse("exports:show_files", args=[me.club.pk]))


def link_of_club(me: Membership) -> NavLink | None:
    """Return the row of the page about the club; owners find it in the settings. No query."""
    if me.owner:
        return None
    return NavLink(_("Export and print"), reverse("exports:show_files", args=[me.club.pk]))


def link_of_evening(me: Membership, evening: Evening) -> NavLink:
    return NavLink(_("Export and print"), reverse("exports:show_evening_files", args=[evening.pk]))


def link_of_table(me: Membership, period: Period) -> NavLink:
    return NavLink(_("Export and print"), reverse("exports:print_table", args=[me.club_id, period]))


def link_of_founding() -> NavLink:
    return NavLink(_("Import a club from a file"), reverse("exports:found_from_file"))


def links_of_tournament(me: Membership, tournament: Tournament) -> list[NavLink]:
    """List links to the tournament's standings in every format. No query."""
    return [
        NavLink(form.name, reverse("exports:export_tournament", args=[tournament.pk, key]))
        for key, form in FORMATS.items()
    ]


def links_of_series(series: Series) -> list[NavLink]:
    """List links to the series' standings in every format."""
    return [
        NavLink(form.name, reverse("exports:export_series", args=[series.pk, key])) for key, form in FORMATS.items()
    ]


def link_of_move(me: Membership) -> NavLink | None:
    """Build the link to the page of the move, for owners. No query."""
    return NavLink(_("About the move"), reverse("exports:move_club", args=[me.club.pk])) if me.may(Right.OWN) else None
