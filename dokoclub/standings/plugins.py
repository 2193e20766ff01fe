"""Additions of the league to the pages of a club, which know nothing of it."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.clubs.hooks import NavLink, Part, Setting, TodayLine
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.people import fetch_players
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.standings import texts
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.presenters import table as shown
from dokoclub.standings.selectors.people import last_day, season_of_today
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.services.stories import get_story
from dokoclub.ui.texts import format_phrase


def own_place(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Return the line of the reader's place in the month in which the club last played. Five queries."""
    day = last_day(me.club)
    if day is None:
        return []
    season, period = find_season(me.club, month_around(day))
    rules = get_rules(get_league(me.club), season, period)
    found = league_table(me.club, period, rules, today=date_of_play(), columns=())
    lines = shown.render_table(found, (), account=me.account_id, lately=False).lines
    mine = next((line for line in lines if line.is_me and line.rank is not None), None)
    if mine is None:
        return []
    place = shown.format_place(mine.rank or 0, period)
    url, points = reverse("standings:show_table", args=[me.club_id, period]), mine.cells[-1]
    return [TodayLine("heart", place, url, points.text, points.tone == "minus")]


def place_of_person(me: Membership, player: Player) -> str:
    """Return a player's place in the month in which the club last played, "" without one. Five queries."""
    day = last_day(me.club)
    if day is None:
        return ""
    season, month = find_season(me.club, month_around(day))
    rules = get_rules(get_league(me.club), season, month)
    return shown.find_place(league_table(me.club, month, rules, today=date_of_play(), columns=()), player)


def link_to_league(club: Club) -> NavLink:
    return NavLink(
        pgettext("league", "Table"),
        reverse("standings:show_league", args=[club.pk]),
        room="standings",
        lands=("standings:show_table", "standings:show_club_statistics", "standings:show_hall"),
    )


def setting_of_league(me: Membership) -> Setting:
    """Return the row of the settings page. Two queries."""
    league, season = get_league(me.club), season_of_today(me.club, date_of_play())
    state = season.name if season and me.club.uses("seasons") else str(texts.SCORES[league.parsed.score])
    return Setting(pgettext("league", "Table"), state, reverse("standings:edit_league", args=[me.club_id]))


def pages_of_table(me: Membership) -> list[NavLink]:
    """List the other pages of the league that the club uses, for the search. No query."""
    pages = [(_("Statistics"), "show_statistics"), (_("Hall of fame"), "show_hall")]
    pages += [(_("Seasons"), "list_seasons")] if me.club.uses("seasons") and me.owner else []
    pages += [(_("Ratings"), "show_rating")] if me.club.uses("ratings") else []
    return [NavLink(title, reverse(f"standings:{view}", args=[me.club_id])) for title, view in pages]


def link_to_points(me: Membership, player: Player) -> NavLink:
    """Return the tab of a player's points. No query."""
    url = reverse("standings:show_player", args=[me.club_id, player.pk])
    return NavLink(_("Points"), url, room="points")


def list_story_sentences(evening: Evening, sheets: Sequence[SheetState]) -> list[str]:
    """Return the sentences about a closed evening, none where the club wants none.

    At most eight queries once earlier evenings are counted.
    """
    style = get_style(evening.club)
    if not style.stories:
        return []
    told = get_story(evening, sheets, style.ranked_by)
    names = fetch_players(player for sheet in sheets for player in list_players(sheet))
    return [format_phrase(phrase, names) for phrase in told]
