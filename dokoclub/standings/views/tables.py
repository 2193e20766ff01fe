"""The tables of the league, and what their numbers are made of."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import access, hooks, words
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models.periods import Period, Span, month_around, season_number
from dokoclub.standings.selectors import closings, starting
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from dokoclub.standings.shown import table as shown
from dokoclub.standings.shown.ways import ways_beside
from dokoclub.standings.shown.why import explain_cell
from scoring.league.columns import COLUMNS


@require_safe
def show_league(request: UserRequest, club_id: int) -> HttpResponse:
    """The month in which the club played last."""
    at = access.league_to_read(request.user, club_id)
    day = starting.last_day(at.club) or date_of_play()
    return redirect("standings:show_table", club_id, month_around(day))


@require_safe
def show_season(request: UserRequest, club_id: int) -> HttpResponse:
    """The season that is running, or the last one; without any, how to make one."""
    at = access.league_to_read(request.user, club_id)
    season = starting.season_of_today(at.club, date_of_play())
    if season is None:
        return redirect("standings:list_seasons", club_id)
    return redirect("standings:show_table", club_id, season_number(season.pk))


@require_safe
def show_table(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """A closed month as it was kept; `?live` shows it as it stands now."""
    at = access.league_to_read(request.user, club_id, period)
    live = _live(at)
    closed = closings.closed_month(at.club, live) if at.period.span is Span.MONTH else None
    context = _context(at, live, None if "live" in request.GET else closed)
    return render(request, "standings/show_table.html", {**context, "closed": closed})


@require_safe
def show_version(request: UserRequest, club_id: int, period: Period, number: int) -> HttpResponse:
    """A version of a closed month."""
    at = access.league_to_read(request.user, club_id, period)
    live = _live(at)
    closed = closings.closed_month(at.club, live, number) if at.period.span is Span.MONTH else None
    if closed is None:
        raise Http404
    return render(request, "standings/show_table.html", {**_context(at, live, closed), "closed": closed})


@require_safe
def show_explanation(request: UserRequest, club_id: int, period: Period, player_id: int, column: str) -> HttpResponse:
    """What a number is made of: a piece to unfold below its row, or a page of its own."""
    at = access.league_to_read(request.user, club_id, period)
    if column not in COLUMNS:
        raise Http404
    live = league_table(at.club, at.period, at.rules, today=date_of_play())
    row = live.row_of(player_id)
    if row is None:
        raise Http404
    context = {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "person": live.people.by_number[player_id],
        "why": explain_cell(row, column),
    }
    template = "standings/_why.html" if request.htmx else "standings/why.html"
    return render(request, template, context)


def _live(at: AtLeague) -> LeagueTable:
    return league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)


def _context(at: AtLeague, live: LeagueTable, closed: closings.Month | None) -> dict[str, Any]:
    """What a page with a table shows: as it was closed, or as it stands now."""
    kept = closed or live
    explains = closed is None or (closed.is_newest and not closed.since)
    return {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "season": at.season,
        "spans": ways_beside(at.club.pk, at.period, date_of_play()),
        "league": live,
        "people": live.people.by_number,
        "shows_closed": closed is not None,
        "held": kept.held,
        "table": shown.print_table(
            live, at.league.columns, closed, account=at.me.account_id, why=_why(at) if explains else ""
        ),
        "sentences": list(words.rules_in_words(kept.rules, kept.required)),
        "more_ways": collect_pieces(hooks.table_ways, at.me, at.period),
    }


def _why(at: AtLeague) -> str:
    """The address of what a number is made of, up to the player."""
    return reverse("standings:show_table", args=[at.club.pk, at.period]) + "why/"
