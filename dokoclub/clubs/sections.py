"""What later apps add to the pages of a club, named in settings so that none is imported from here.

The settings page has a section an app (CLUB_SETTINGS_SECTIONS); the pages of the club and of a player have parts
(CLUB_PAGE_PARTS, PLAYER_PAGE_PARTS); the head of every page has ways (CLUB_WAYS). Each entry of a list is a function
that returns None where it has nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs import selectors
from dokoclub.clubs.models import Club, Membership, RulesVersion
from dokoclub.clubs.words import compare
from dokoclub.clubs.words.rules import preset_name
from scoring.rules.presets import PRESETS


class Entry(NamedTuple):
    """A line of the page: what can be set, how it stands, and where it is changed."""

    title: str
    state: str
    url: str


class Section(NamedTuple):
    title: str
    entries: list[Entry]


class Part(NamedTuple):
    """A piece of a page: its template, which finds what it shows as `shown`."""

    template: str
    shown: object


class Way(NamedTuple):
    """A link in the head of every page of the club."""

    title: str
    url: str


def parts(paths: Iterable[str], *about: object) -> list[Part]:
    """What the functions named in `paths` make of `about`."""
    found = (import_string(path)(*about) for path in paths)
    return [part for part in found if part is not None]


def ways(club: Club) -> list[Way]:
    """No query."""
    return [import_string(path)(club) for path in settings.CLUB_WAYS]


def of_club(membership: Membership) -> list[Section]:
    sections = (import_string(path)(membership) for path in settings.CLUB_SETTINGS_SECTIONS)
    return [section for section in sections if section is not None]


def club_section(membership: Membership) -> Section:
    """Four queries."""
    club = membership.club
    count = selectors.headcount(club)
    rules = selectors.current_rules(club)
    open_invitations = club.invitations.open().count()
    return Section(
        _("The club"),
        [
            Entry(
                _("Name and currency"),
                f"{club.name} · {club.get_currency_display()}",
                reverse("clubs:edit_club", args=[club.pk]),
            ),
            Entry(_("Rules"), rules_state(rules), reverse("clubs:show_rules", args=[club.pk])),
            Entry(_("Players"), people(count), reverse("clubs:list_players", args=[club.pk])),
            Entry(
                _("Members and rights"),
                ngettext("%(number)s can sign in", "%(number)s can sign in", count.accounts)
                % {"number": count.accounts},
                reverse("clubs:list_members", args=[club.pk]),
            ),
            Entry(
                _("Invitations"),
                open_links(open_invitations),
                reverse("clubs:list_invitations", args=[club.pk]),
            ),
        ],
    )


def rules_state(version: RulesVersion) -> str:
    """House round, changed in 2 points."""
    changes = len(compare.differences(version.parsed, PRESETS[version.preset].rules))
    changed = ngettext("changed in %(number)s point", "changed in %(number)s points", changes) % {"number": changes}
    name = preset_name(version.preset)
    return f"{name} · {changed}" if changes else name


def open_links(number: int) -> str:
    if not number:
        return _("none is open")
    return ngettext("%(number)s is open", "%(number)s are open", number) % {"number": number}


def people(count: selectors.Headcount) -> str:
    """12 members · 3 guests."""
    members = ngettext("%(number)s member", "%(number)s members", count.members) % {"number": count.members}
    guests = ngettext("%(number)s guest", "%(number)s guests", count.guests) % {"number": count.guests}
    return f"{members} · {guests}"
