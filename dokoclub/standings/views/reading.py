"""What the secret link opens, without an account: the tables of the league, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import style_of
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.evenings.words.names import short_names
from dokoclub.standings import access, words
from dokoclub.standings.models import League
from dokoclub.standings.models.periods import Period, Span, month_around, of_season
from dokoclub.standings.selectors import closings, starting
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from dokoclub.standings.shown import table as shown
from dokoclub.standings.shown.unknown import unknown_in_words
from dokoclub.standings.shown.ways import ways_by_link


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What a secret link shows: a table, and the names by which people stand in it."""

    club: Club
    league: League
    token: str
    period: Period
    live: LeagueTable
    closed: closings.Month | None
    name: Callable[[Person], str]

    @property
    def table(self) -> shown.Shown:
        return shown.print_table(self.live, self.league.columns, self.closed, name=self.name)


def by_link(view: Callable[[HttpRequest, Opened], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """For whoever has the link, without an account; without a period the month in which the club played last.

    A link that never was and one that was revoked get the same answer.
    """

    @login_not_required
    @not_to_be_found(referrer="no-referrer")
    @require_safe
    @limit_unknown("secret_link")
    @wraps(view)
    def opening(request: HttpRequest, token: str, period: Period | None = None) -> HttpResponse:
        try:
            opened = _open(token, period)
        except Http404:
            return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)
        return view(request, opened)

    return opening


def _open(token: str, period: Period | None) -> Opened:
    link = access.league_by_link(token)
    club, today = link.club, date_of_play()
    league = access.league_of(club)
    season, period = access.season_of(club, period or month_around(starting.last_day(club) or today))
    rules = access.rules_of(league, season, period)
    live = league_table(club, period, rules, today=today, columns=league.columns)
    return Opened(
        club=club,
        league=league,
        token=token,
        period=period,
        live=live,
        closed=closings.closed_month(club, live) if period.span is Span.MONTH else None,
        name=_names(live, full=style_of(club).full_names),
    )


@by_link
def show_by_link(request: HttpRequest, at: Opened) -> HttpResponse:
    today = date_of_play()
    running = starting.season_of_today(at.club, today)
    kept, table = at.closed or at.live, at.table
    context = {
        "club": at.club,
        "token": at.token,
        "period": at.period,
        "spans": ways_by_link(at.token, at.period, today, of_season(running) if running else None),
        "league": at.live,
        "closed": at.closed,
        "held": kept.held,
        "table": table,
        "sentences": [
            *words.rules_in_words(kept.rules, kept.required),
            *unknown_in_words(at.live),
            *([words.tell_arrows(at.period, today)] if table.moves else []),
        ],
    }
    return render(request, "standings/show_by_link.html", context)


def _names(live: LeagueTable, *, full: bool) -> Callable[[Person], str]:
    """Before strangers: short, unless the club chose full ones."""
    if full:
        return lambda person: person.name
    known = short_names(
        [Player(pk=one.pk, name=one.name, short_name=one.short_name) for one in live.people.by_number.values()]
    )
    return lambda person: known[person.pk]
