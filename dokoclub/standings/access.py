"""Access to the league: every page of it begins here; the rights are those of the club.

Raises Http404 for a stranger, as for a missing page, and PermissionDenied without the right.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from django.db.models import Q
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Club, Membership, Right, Season
from dokoclub.evenings.access import link_by_token
from dokoclub.standings.models import Correction, League, LeagueLink
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, get_season_period
from scoring.league.rules import StandingsRules

Found = TypeVar("Found")


@dataclass(frozen=True)
class AtLeague:
    me: Membership  # with its club
    league: League
    period: Period

    @property
    def club(self) -> Club:
        return self.me.club

    @cached_property
    def season(self) -> Season | None:
        """Return the season whose rules hold: it includes the whole period. One query, on first access."""
        return Season.objects.filter(_of_period(self.period), club=self.club).first()

    @property
    def rules(self) -> StandingsRules:
        return get_rules(self.league, self.season, self.period)


def get_rules(league: League, season: Season | None, period: Period) -> StandingsRules:
    """Return the rules of the season, else those of the club. Months and quarters have their own."""
    source = season or league
    return source.parsed_month if period.is_short else source.parsed


def league_to_read(account: Account, club_id: int, period: Period = ALL_TIME) -> AtLeague:
    return _league(account, club_id, Right.READ, period)


def league_to_own(account: Account, club_id: int, period: Period = ALL_TIME) -> AtLeague:
    """Return the league for owners, who set its rules, correct points and close months."""
    return _league(account, club_id, Right.OWN, period)


def _league(account: Account, club_id: int, right: Right, period: Period) -> AtLeague:
    """Return the league with membership, club and version token in one query; another for the days of a season."""
    membership = enter_club(account, club_id, right)
    at = AtLeague(membership, get_league(membership.club), period)
    return replace(at, period=_dated(period, at.season)) if period.span is Span.SEASON else at


def _of_period(period: Period) -> Q:
    """Return the condition for the season whose rules hold: at most one, because no two share a day."""
    if period.season is not None:
        return Q(pk=period.season)
    return Q(first__lte=period.first, last__gte=period.last)


def _dated(period: Period, season: Season | None) -> Period:
    if period.span is not Span.SEASON:
        return period
    if season is None:
        raise Http404
    return get_season_period(season)


def get_league(club: Club) -> League:
    """Return the club's league, presets if it chose nothing. One query, unless it was fetched with the club."""
    found = getattr(club, "league", None)
    return found or League(club=club)


def find_season(club: Club, period: Period) -> tuple[Season | None, Period]:
    """Return the season whose rules hold, and the period with its days. One query."""
    season = Season.objects.filter(_of_period(period), club=club).first()
    return season, _dated(period, season)


def league_by_link(token: str) -> LeagueLink:
    """Return the link, with its club. One query."""
    return link_by_token(LeagueLink.objects.open().select_related("club__league"), token)


def season_to_change(club: Club, season_id: int) -> Season:
    """Return a season of an owned club. One query."""
    return _of_club(Season.objects.filter(club=club, pk=season_id).first())


def correction_to_take_back(club: Club, correction_id: int) -> Correction:
    """Return a correction of the club. One query."""
    found = Correction.objects.select_related("player").filter(club=club, pk=correction_id)
    return _of_club(found.first())


def _of_club(found: Found | None) -> Found:
    if found is None:
        raise Http404
    return found
