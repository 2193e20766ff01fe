"""The tables of the league, explanations of their numbers, the hall of fame, and certificates."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.cache import Context
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import access, hooks, texts
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, month_around, season_number
from dokoclub.standings.presenters import certificates, table_notes
from dokoclub.standings.presenters import table as shown
from dokoclub.standings.presenters.hall import show_cards, show_records
from dokoclub.standings.presenters.periods import list_periods
from dokoclub.standings.selectors import closings, hall
from dokoclub.standings.selectors import people as people_selectors
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from dokoclub.standings.services.tallies import count_games
from scoring.league.columns import COLUMNS


@require_safe
def show_league(request: UserRequest, club_id: int) -> HttpResponse:
    """Redirect to the month in which the club last played."""
    at = access.league_to_read(request.user, club_id)
    day = people_selectors.last_day(at.club) or date_of_play()
    return redirect("standings:show_table", club_id, month_around(day))


@require_safe
def show_season(request: UserRequest, club_id: int) -> HttpResponse:
    """Redirect to the running season, or the last one; without any, to the list of seasons."""
    at = access.league_to_read(request.user, club_id)
    season = people_selectors.season_of_today(at.club, date_of_play())
    if season is None:
        return redirect("standings:list_seasons", club_id)
    return redirect("standings:show_table", club_id, season_number(season.pk))


@require_safe
def show_table(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Show a table, a closed month as it was closed; `?live` shows its current table."""
    at = access.league_to_read(request.user, club_id, period)
    build = partial(_table, at, is_live="live" in request.GET)
    return show_to_member(request, "standings/show_table.html", build, at.me, browser_keeps=True)


def _table(at: AtLeague, *, is_live: bool) -> dict[str, Any]:
    live = _live(at)
    closed = closings.closed_month(at.club, live) if at.period.span is Span.MONTH else None
    return _whole(at, live, closed, None if is_live else closed)


@require_safe
def choose_period(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Show the other periods of the table; `?of=statistics`: of the statistics."""
    at = access.league_to_read(request.user, club_id, period)
    page = "show_club_statistics" if request.GET.get("of") == "statistics" else "show_table"

    def url(other: Period) -> str:
        return reverse(f"standings:{page}", args=[club_id, other])

    def build() -> Context:
        today = date_of_play()
        found = hall.fetch_hall(at.club, at.league, today=today)
        seasons = people_selectors.list_seasons(at.club) if at.club.uses("seasons") else []
        rows = list_periods(found, at.period, seasons, today, url)
        return {"me": at.me, "club": at.club, "period": at.period, **rows}

    return show_to_member(request, "standings/choose_period.html", build, at.me, browser_keeps=True)


@require_safe
def show_version(request: UserRequest, club_id: int, period: Period, number: int) -> HttpResponse:
    """Show a version of a closed month."""
    at = access.league_to_read(request.user, club_id, period)
    live = _live(at)
    closed = closings.closed_month(at.club, live, number) if at.period.span is Span.MONTH else None
    if closed is None:
        raise Http404
    heading = _("%(period)s, version %(number)s") % {"period": period, "number": number}
    return render(request, "standings/show_table.html", _whole(at, live, closed, closed, heading))


@require_safe
def show_explanation(request: UserRequest, club_id: int, period: Period, player_id: int, column: str) -> HttpResponse:
    """Show the parts of a number, and the ways to those of others."""
    at = access.league_to_read(request.user, club_id, period)
    if column not in COLUMNS:
        raise Http404
    live = league_table(at.club, at.period, at.rules, today=date_of_play())
    row = live.row_of(player_id)
    if row is None:
        raise Http404
    why = table_notes.explain_cell(row, column)
    context = {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "person": live.people.by_number[player_id],
        "why": why,
        "others": table_notes.list_numbers(row, at.league.columns, column),
        "counting": [*texts.format_which_count(live.rules)] if why.strikes else [],
    }
    return render(request, "standings/why.html", context)


def _live(at: AtLeague) -> LeagueTable:
    return league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)


def _whole(
    at: AtLeague,
    live: LeagueTable,
    closed: closings.Month | None,
    shown_as: closings.Month | None,
    heading: str = "",
) -> dict[str, Any]:
    """Return the context. `closed`: the closed month, if any; `shown_as`: the version to show."""
    context = _of_league(at, live, closed, shown_as)
    table: shown.RenderedTable = context["table"]
    if not table.groups:
        context["empty"] = _empty(at, live)
    return context | {
        "me": at.me,
        "heading": heading,
        "has_table": bool(table.groups),
        "more_links": collect_pieces(hooks.table_links, at.me, at.period) if table.groups else [],
    }


def _empty(at: AtLeague, live: LeagueTable) -> table_notes.Empty:
    """Return the text of an empty table. One query."""
    has_played = people_selectors.last_day(at.club) is not None
    people = len(live.people.by_number)
    return table_notes.format_empty(at.club.pk, has_played=has_played, people=people, me=at.me)


def _of_league(
    at: AtLeague,
    live: LeagueTable,
    closed: closings.Month | None,
    shown_as: closings.Month | None,
) -> dict[str, Any]:
    """Return the context of a table and its notes: as it was closed, or the current one."""
    kept = shown_as or live
    me = at.me.account_id
    table = shown.render_table(live, at.league.columns, shown_as, account=me, statistics=_statistics(at))
    return {
        "club": at.club,
        "period": at.period,
        "league": live,
        "people": live.people.by_number,
        "closed": closed,
        "shows_closed": shown_as is not None,
        "held": kept.held,
        "table": table,
        "sentences": [
            *texts.format_rules(kept.rules, kept.required),
            *_to_come(at, live, shown_as),
            *table_notes.format_unknown(live),
            *([texts.format_arrows(at.period, date_of_play())] if table.moves else []),
        ],
    }


def _to_come(at: AtLeague, live: LeagueTable, shown_as: closings.Month | None) -> Iterator[str]:
    """Yield sentences about a running period with a known last day. Two queries."""
    if shown_as is not None or at.period.span is Span.ALL or at.period.is_over(date_of_play()):
        return
    to_come = people_selectors.evenings_to_come(at.club, at.period.first, at.period.last)
    planned = at.season.planned if at.period.span is Span.SEASON and at.season else None
    yield from texts.format_to_come(live.rules, live.held, to_come, planned)


def _statistics(at: AtLeague) -> str:
    """Return the address of a player's statistics, with `{}` for the player."""
    return reverse("standings:show_player_statistics", args=[at.club.pk, 0, at.period]).replace("/0/", "/{}/")


@require_safe
def show_hall(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_read(request.user, club_id)

    def build() -> Context:
        cards = show_cards(at.club.pk, hall.fetch_hall(at.club, at.league, today=date_of_play()))
        records = show_records(at.club.pk, count_games(at.club, ALL_TIME, at.rules.ranked_by))
        return {"me": at.me, "club": at.club, "records": records, **cards}

    return show_to_member(request, "standings/show_hall.html", build, at.me, browser_keeps=True)


@require_safe
def show_certificate(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Show a certificate: of a closed month, `?version=`, or of the current table of another period.

    Shows the winner's, or that of `?player=`.
    """
    at = access.league_to_read(request.user, club_id, period)
    live = league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)
    if at.period.span is Span.MONTH:
        closed = closings.closed_month(at.club, live, _number(request.GET.get("version")))
        if closed is None:
            raise Http404
        found = certificates.get_closed_certificates(closed, live, at.league.columns)
    else:
        found = certificates.get_live_certificates(live, at.league.columns, today=date_of_play())
    certificate = found.of(_number(request.GET.get("player")))
    context = {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "found": found,
        "certificate": certificate,
        "others": [one for one in found.first_three if certificate and one.player != certificate.player],
        "in_table": texts.format_table(at.period),
        "ahead_of": found.ahead_of(certificate),
        "table": found.table,
        "people": live.people.by_number,
    }
    return render(request, "standings/show_certificate.html", context)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else None
