"""Additions of the league to the pages of a club, which know nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs.hooks import NavLink, Part, Section, Setting
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.presenters.club_page import format_open_links
from dokoclub.core.formatting import day_and_year
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.hooks import Deed
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.people import fetch_players
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.standings import texts
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models import League
from dokoclub.standings.models.periods import Period, month_around
from dokoclub.standings.presenters import table as shown
from dokoclub.standings.selectors.people import last_day, season_of_today
from dokoclub.standings.selectors.tables import MOVEMENT, LeagueTable, league_table
from dokoclub.standings.services.achievements import deeds_of_evening
from dokoclub.standings.services.stories import tell_story
from dokoclub.ui.texts import format_phrase, get_name
from scoring.league.achievements import ACHIEVEMENTS

LEADERS: Final = 5
THEIR_COLUMNS: Final = ("games", "mean_game")


class Leaders(NamedTuple):
    """The leaders of the month in which the club last played."""

    club: Club
    period: Period
    league: LeagueTable
    table: shown.ShownTable


def name_leaders(me: Membership) -> Part | None:
    """Return the leaders. Five queries for any number of games; None if nobody has played."""
    day = last_day(me.club)
    if day is None:
        return None
    season, period = find_season(me.club, month_around(day))
    rules = get_rules(get_league(me.club), season, period)
    found = league_table(me.club, period, rules, today=date_of_play(), columns=(*THEIR_COLUMNS, MOVEMENT))
    table = shown.render_table(found, THEIR_COLUMNS, account=me.account_id, lately=False)
    if not table.groups:
        return None
    return Part("standings/_leaders.html", Leaders(me.club, period, found, table.first(LEADERS)))


def way_to_league(club: Club) -> NavLink:
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
                _("Ratings"),
                _("is shown") if league.rated else _("hidden"),
                reverse("standings:switch_rating", args=[club.pk]),
                "ratings",
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


def of_player(me: Membership, player: Player) -> Part:
    """Return the link to a player's statistics. No query."""
    return Part("standings/_of_player.html", player)


def deeds_for_picture(evening: Evening) -> list[Deed]:
    """List the achievements of an evening's games, the rarest kind first. At most seven queries."""
    ranked_by = get_style(evening.club).ranked_by
    return [Deed(get_name(ACHIEVEMENTS[one.key]), one.players) for one in deeds_of_evening(evening, ranked_by)]


def tell_evening(evening: Evening, sheets: Sequence[SheetState]) -> list[str]:
    """Return the sentences about a closed evening, none where the club wants none.

    At most eight queries once earlier evenings are counted.
    """
    style = get_style(evening.club)
    if not style.stories:
        return []
    told = tell_story(evening, sheets, style.ranked_by)
    names = fetch_players(player for sheet in sheets for player in list_players(sheet))
    return [format_phrase(phrase, names) for phrase in told]
