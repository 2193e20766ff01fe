"""What the secret link opens, without an account: the tables of the league, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.clubs.models import Player
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import style_of
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.evenings.words.names import short_names
from dokoclub.standings import access, words
from dokoclub.standings.models import LeagueLink
from dokoclub.standings.models.periods import Period, Span, month_around, of_season
from dokoclub.standings.selectors import closings, starting
from dokoclub.standings.selectors.people import Person
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from dokoclub.standings.shown import table as shown
from dokoclub.standings.shown.ways import ways_by_link


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def show_by_link(request: HttpRequest, token: str, period: Period | None = None) -> HttpResponse:
    """A table of the league; without a period the month in which the club played last.

    A link that never was and one that was revoked get the same answer.
    """
    try:
        return _table(request, token, access.league_by_link(token), period)
    except Http404:
        return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)


def _table(request: HttpRequest, token: str, link: LeagueLink, period: Period | None) -> HttpResponse:
    club, today = link.club, date_of_play()
    league = access.league_of(club)
    season, period = access.season_of(club, period or month_around(starting.last_day(club) or today))
    rules = access.rules_of(league, season, period)
    live = league_table(club, period, rules, today=today, columns=league.columns)
    closed = closings.closed_month(club, live) if period.span is Span.MONTH else None
    kept = closed or live
    name = _names(live, full=style_of(club).full_names)
    running = starting.season_of_today(club, today)
    context = {
        "club": club,
        "token": token,
        "period": period,
        "spans": ways_by_link(token, period, today, of_season(running) if running else None),
        "league": live,
        "closed": closed,
        "held": kept.held,
        "table": shown.print_table(live, league.columns, closed, name=name),
        "sentences": list(words.rules_in_words(kept.rules, kept.required)),
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
