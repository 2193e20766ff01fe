"""Additions of the league to the pages of a club, which know nothing of it."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs.hooks import NavLink, Part, Section, Setting, TodayLine
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.presenters.club_page import format_open_links
from dokoclub.core.formatting import day_and_year, format_day, is_of_this_year, ordinal
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.people import fetch_players
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.standings import texts
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models import League
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
    month = format_day(period.first, "F" if is_of_this_year(period.first) else "F Y")
    place = _("%(place)s in %(month)s") % {"place": ordinal(mine.rank or 0), "month": month}
    url, points = reverse("standings:show_table", args=[me.club_id, period]), mine.cells[-1]
    return [TodayLine("heart", place, url, points.text, points.tone == "minus")]


def link_to_league(club: Club) -> NavLink:
    return NavLink(
        pgettext("league", "Table"),
        reverse("standings:show_league", args=[club.pk]),
        room="standings",
        lands="standings:show_table",
    )


def settings_section(me: Membership) -> Section:
    """Return the settings of the league. Three queries."""
    club, league = me.club, get_league(me.club)
    season = season_of_today(club, date_of_play())
    return Section(
        _("The league"),
        [
            Setting(
                _("Seasons and rules"),
                _("%(name)s, until %(day)s") % {"name": season.name, "day": day_and_year(season.last)}
                if season
                else str(texts.SCORES[league.parsed.score]),
                reverse("standings:list_seasons", args=[club.pk]),
                "seasons",
            ),
            *([] if club.uses("seasons") else [_rules_of_league(league)]),
            Setting(
                _("Columns of the table"),
                ngettext("%(number)s is chosen", "%(number)s are chosen", len(league.columns))
                % {"number": len(league.columns)},
                reverse("standings:choose_columns", args=[club.pk]),
            ),
            Setting(
                _("Link to the league"),
                format_open_links(sum(link.is_open for link in club.league_links.all())),
                reverse("standings:list_league_links", args=[club.pk]),
            ),
            Setting(
                _("The table on other pages"),
                ngettext("%(number)s page may show it", "%(number)s pages may show it", len(league.framed_by))
                % {"number": len(league.framed_by)}
                if league.framed_by
                else _("nowhere"),
                reverse("standings:choose_frames", args=[club.pk]),
            ),
        ],
    )


def _rules_of_league(league: League) -> Setting:
    url = reverse("standings:edit_league", args=[league.club_id])
    return Setting(_("Rules of the league"), str(texts.SCORES[league.parsed.score]), url)


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
