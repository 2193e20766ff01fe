"""The parts, links and settings that evenings add to a club's pages, which know nothing of evenings."""

from typing import Final, NamedTuple

from django.db.models import Count, Max, Min
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.hooks import Fact, NavLink, Part, Setting
from dokoclub.clubs.models import Club, Membership, Player, RulesVersion
from dokoclub.core.formatting import day_and_year, short_day, typed_day
from dokoclub.evenings.models import Evening, Result, Sheet
from dokoclub.evenings.selectors import corrections, people, starting
from dokoclub.evenings.selectors import evenings as evenings_selectors
from dokoclub.evenings.selectors import glances as glances_selectors
from dokoclub.evenings.texts import join_names
from scoring.rules.parameters import OF_THE_TABLE, PARAMETERS
from scoring.rules.rules import Rules
from scoring.terms import PLAYING

OPEN_EVENINGS: Final = 5  # more open evenings than that were forgotten


class Tonight(NamedTuple):
    """The open evenings in an account's clubs; `start`: of the first, see Today."""

    first: glances_selectors.Running  # the main one
    page: evenings_selectors.EveningPage  # its current state
    others: list[glances_selectors.Running]
    start: str = ""


class LastEvening(NamedTuple):
    """The last evening under the rules in force and under changed ones."""

    evening: Evening
    found: corrections.OtherRules


class Aliases(NamedTuple):
    """The former names of a player, from merges."""

    me: Membership
    player: Player
    aliases: list[people.Alias]


def list_running(account: Account) -> Part | None:
    """Return the part with open evenings, on the start page of members of several clubs.

    Seven queries, one where none is open.
    """
    running = glances_selectors.running_evenings(account, OPEN_EVENINGS)
    if not running:
        return None
    first = running[0]
    page = evenings_selectors.evening_page(first.evening, account)
    is_to_begin = first.evening.is_of_earlier_day and first.may_score
    planned = glances_selectors.planned_today(first.evening.club) if is_to_begin else None
    return Part("evenings/_on_home.html", Tonight(first, page, running[1:], planned.start if planned else ""))


def list_aliases(me: Membership, player: Player) -> Part:
    """Return the part with a player's aliases. One query."""
    found = people.get_aliases(me.club).get(player.pk, [])
    return Part("evenings/_aliases.html", Aliases(me, player, found))


def link_to_today(club: Club) -> NavLink:
    return NavLink(_("Today"), reverse("clubs:show_club", args=[club.pk]), room="evenings")


def link_of_club(me: Membership) -> NavLink:
    """Return the row of the evenings on the page about the club, with the last one and who won. Five queries."""
    url = reverse("evenings:list_evenings", args=[me.club.pk])
    closed = [evening for evening in evenings_selectors.newest_evenings(me.club) if not evening.is_open]
    if not closed:
        return NavLink(_("Evenings"), url)
    last = glances_selectors.glances_of(me.club, closed[:1])[0]
    about = _("Last %(day)s") % {"day": short_day(last.evening.date)}
    winners = join_names([player.called for player in last.winners])
    return NavLink(_("Evenings"), url, about=f"{about}: {winners}" if winners else about)


def list_facts_of_play(player: Player) -> list[Fact]:
    """Return the number of a player's evenings, with the first and the last; nothing before the first. One query."""
    found = Result.objects.not_deleted().filter(player=player, games__gt=0)
    day = "sheet__evening__date"
    days = found.aggregate(number=Count("sheet__evening", distinct=True), first=Min(day), last=Max(day))
    if not days["number"]:
        return []
    return [
        Fact(_("Evenings"), str(days["number"])),
        Fact(_("First evening"), short_day(days["first"])),
        Fact(_("Last evening"), short_day(days["last"])),
    ]


def evenings_by_day(me: Membership) -> list[NavLink]:
    """List the evenings for the search, newest first, by day as read and as typed, and by place. One query."""
    found = Evening.objects.not_deleted().filter(club=me.club).order_by("-date", "-pk")
    return [
        NavLink(
            day_and_year(day),
            reverse("evenings:show_evening", args=[pk]),
            about=place or _("Evening"),
            known_as=f"{typed_day(day)} {short_day(day)} {_('Evening')}",
        )
        for pk, day, place in found.values_list("pk", "date", "place")
    ]


def show_last_evening(club: Club, before: Rules, rules: Rules) -> Part | None:
    """Return the part with the last evening under changed rules; None where they change no points. Four queries."""
    if not any(getattr(before, key) != getattr(rules, key) for key in PARAMETERS if key not in OF_THE_TABLE):
        return None
    evening = corrections.find_last_evening(club)
    found = evening and corrections.what_if(evening, rules, before)
    if not evening or not found or not found.games:
        return None
    return Part("evenings/_last_evening.html", LastEvening(evening, found))


def link_to_start(me: Membership) -> NavLink | None:
    """Return the link to start an evening. One query, for members who may."""
    if not me.may_score or me.club.is_moving or me.club.players.playing().count() < PLAYING:
        return None
    return NavLink(_("Start an evening"), reverse("evenings:start_evening", args=[me.club.pk]))


def link_to_tonight(club: Club) -> NavLink | None:
    """Return the link to the game being played, if it is the only one. Two queries at most."""
    played = glances_selectors.played_now(club)
    match played:
        case Sheet():
            return NavLink(_("Follow along"), reverse("evenings:show_sheet", args=[played.pk]))
        case Evening():
            return NavLink(_("To the evening"), reverse("evenings:show_evening", args=[played.pk]))
        case None:
            return None


def link_to_correct_rules(me: Membership, version: RulesVersion) -> NavLink | None:
    """Return the link to apply these rules to a running evening with other rules. One query, for members who may."""
    sheet = corrections.sheet_by_others(me.club, version.parsed) if me.may_score and not me.club.is_moving else None
    if sheet is None:
        return None
    url = reverse("evenings:correct_sheet", args=[sheet.pk])
    return NavLink(_("Use them for the evening that runs"), f"{url}?rules={version.number}")


def setting_of_sheets(me: Membership) -> Setting:
    """Return the row of the settings page. One query."""
    state = _("large: %(what)s") % {"what": starting.get_style(me.club).get_large_display()}
    return Setting(pgettext("setting", "Sheet"), state, reverse("evenings:edit_style", args=[me.club.pk]))
