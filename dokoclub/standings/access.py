"""May I? Every page of the league begins here; the rights are those of the club.

Raises Http404 for a stranger, as for what does not exist, and PermissionDenied without the right.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import F, FilteredRelation, Q
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Right, Season
from dokoclub.evenings.access import link_by_token
from dokoclub.standings.models import Correction, League, LeagueLink
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, of_season
from scoring.league.rules import StandingsRules

_OF_SEASON: Final = ("pk", "name", "first", "last", "planned", "rules", "month_rules")

Found = TypeVar("Found")


class AtLeague(NamedTuple):
    me: Membership  # with its club
    league: League
    period: Period
    season: Season | None  # whose rules hold: the one in which the whole period lies

    @property
    def club(self) -> Club:
        return self.me.club

    @property
    def rules(self) -> StandingsRules:
        return rules_of(self.league, self.season, self.period)


def rules_of(league: League, season: Season | None, period: Period) -> StandingsRules:
    """Those of the season; without one those of the club. Months and quarters have their own."""
    source = season or league
    return source.parsed_month if period.is_short else source.parsed


def league_to_read(account: Account, club_id: int, period: Period = ALL_TIME) -> AtLeague:
    return _league(account, club_id, Right.READ, period)


def league_to_own(account: Account, club_id: int, period: Period = ALL_TIME) -> AtLeague:
    """To set its rules, correct points and close months."""
    return _league(account, club_id, Right.OWN, period)


def _league(account: Account, club_id: int, right: Right, period: Period) -> AtLeague:
    """Membership, club, what the club set, and the season: one query. A season's period gets its days here."""
    membership = (
        Membership.objects.select_related("club__league")
        .alias(season=FilteredRelation("club__seasons", condition=_of_period(period, "club__seasons__")))
        .annotate(**{f"season_{field}": F(f"season__{field}") for field in _OF_SEASON})
        .filter(club__pk=club_id, club__deleted_at=None, account=account)
        .first()
    )
    if membership is None:
        raise Http404
    if not membership.may(right):
        raise PermissionDenied
    membership.account = account
    season = _season(membership)
    return AtLeague(membership, league_of(membership.club), _dated(period, season), season)


def _of_period(period: Period, path: str = "") -> Q:
    """Which season's rules hold for it: at most one, because no two share a day."""
    if period.season is not None:
        return Q(**{f"{path}pk": period.season})
    return Q(**{f"{path}first__lte": period.first, f"{path}last__gte": period.last})


def _season(membership: Membership) -> Season | None:
    found = {field: getattr(membership, f"season_{field}") for field in _OF_SEASON}
    return Season(club=membership.club, **found) if found["pk"] is not None else None


def _dated(period: Period, season: Season | None) -> Period:
    if period.span is not Span.SEASON:
        return period
    if season is None:
        raise Http404
    return of_season(season)


def league_of(club: Club) -> League:
    """The presets where the club chose nothing. One query, unless it was fetched with the club."""
    found = getattr(club, "league", None)
    return found or League(club=club)


def season_of(club: Club, period: Period) -> tuple[Season | None, Period]:
    """The season whose rules hold, and the period with its days. One query."""
    season = Season.objects.filter(_of_period(period), club=club).first()
    return season, _dated(period, season)


def league_by_link(token: str) -> LeagueLink:
    """The link, with its club. One query."""
    return link_by_token(LeagueLink.objects.open().select_related("club__league"), token)


def season_to_change(club: Club, season_id: int) -> Season:
    """A season of a club that is owned. One query."""
    return _of_club(Season.objects.filter(club=club, pk=season_id).first())


def correction_to_take_back(club: Club, correction_id: int) -> Correction:
    """One query."""
    found = Correction.objects.select_related("player").filter(club=club, pk=correction_id)
    return _of_club(found.first())


def link_of(club: Club, link_id: int) -> LeagueLink:
    """One query."""
    return _of_club(LeagueLink.objects.filter(club=club, pk=link_id).first())


def _of_club(found: Found | None) -> Found:
    if found is None:
        raise Http404
    return found
