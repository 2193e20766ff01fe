"""What the evenings add to the pages of a club. Those know nothing of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import Part, Section, Setting, Way
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings import selectors

LAST_EVENINGS: Final = 5


class Today(NamedTuple):
    """The evenings that are open; without one, how to begin."""

    me: Membership
    pages: list[selectors.EveningPage]
    is_first: bool  # the club has never played


class Before(NamedTuple):
    """The last evenings; where one is open, also how to begin another."""

    me: Membership
    glances: list[selectors.Glance]
    is_one_open: bool


class Aliases(NamedTuple):
    """As whom a player was known before two turned out to be one."""

    me: Membership
    player: Player
    aliases: list[selectors.Alias]


def list_today(me: Membership) -> Part:
    """Five queries at most, whatever the number of evenings and tables."""
    pages = selectors.evening_pages(selectors.open_evenings(me.club), me.account)
    is_first = not pages and not selectors.years_of_play(me.club)
    return Part("evenings/_today.html", Today(me, pages, is_first))


def list_before(me: Membership) -> Part:
    """Six queries, whatever the number of evenings."""
    glances = selectors.last_evenings(me.club, LAST_EVENINGS)
    return Part("evenings/_before.html", Before(me, glances, bool(selectors.open_evenings(me.club))))


def list_aliases(me: Membership, player: Player) -> Part:
    """One query."""
    found = selectors.aliases_of(me.club).get(player.pk, [])
    return Part("evenings/_aliases.html", Aliases(me, player, found))


def way_to_evenings(club: Club) -> Way:
    return Way(_("Evenings"), reverse("evenings:list_evenings", args=[club.pk]))


def settings_section(me: Membership) -> Section:
    """One query."""
    style = selectors.style_of(me.club)
    return Section(
        _("The evening"),
        [
            Setting(
                _("Sheets and secret links"),
                _("large: %(what)s") % {"what": style.get_large_display()},
                reverse("evenings:edit_style", args=[me.club.pk]),
            )
        ],
    )
