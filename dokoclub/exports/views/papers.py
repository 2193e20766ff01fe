"""On paper: a score sheet, filled or empty, and a table of the league. The browser prints them."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access as clubs
from dokoclub.clubs.models import Right
from dokoclub.evenings import access as evenings
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import has_one_sheet
from dokoclub.exports.forms.paper import PaperForm
from dokoclub.exports.shown import paper
from dokoclub.exports.shown.files import row_of_table
from dokoclub.standings import access as standings
from dokoclub.standings import words
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors.closings import closed_month
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.shown import table as shown
from dokoclub.standings.shown.unknown import unknown_in_words


@require_safe
def print_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """A sheet as it stands. Five queries for any length."""
    at = evenings.sheet_to_read(request.user, sheet_id)
    club = at.sheet.evening.club
    is_alone = has_one_sheet(at.sheet.evening)
    context = {"club": club, "sheet": at.sheet, "is_alone": is_alone, "paper": paper.filled_paper(at.sheet)}
    return render(request, "exports/print_sheet.html", context)


@require_safe
def print_empty(request: UserRequest, club_id: int) -> HttpResponse:
    """`?players=` up to seven of the club, `?rows=`: an empty sheet under the club's rules."""
    me = clubs.enter_club(request.user, club_id, Right.READ)
    players = paper.nameable_players(me.club)
    form = PaperForm(request.GET or None, players=players)
    wanted = form.cleaned_data if form.is_valid() else {}
    context = {
        "me": me,
        "club": me.club,
        "form": form,
        "paper": paper.empty_paper(me.club, wanted.get("players", []), wanted.get("seats") or 4, wanted.get("rows")),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "exports/print_empty.html", context, status=status)


@require_safe
def print_table(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """A closed month as it was kept, else the table as it stands now."""
    at = standings.league_to_read(request.user, club_id, period)
    live = league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)
    closed = closed_month(at.club, live) if at.period.span is Span.MONTH else None
    kept = closed or live
    table = shown.print_table(live, at.league.columns, closed)
    context = {
        "club": at.club,
        "period": at.period,
        "title": paper.title_of_table(at.period),
        "table": table,
        "held": kept.held,
        "closed": closed,
        "sentences": [*words.rules_in_words(kept.rules, kept.required), *unknown_in_words(live)],
        "rows": [row_of_table(at.club, at.period)],
    }
    return render(request, "exports/print_table.html", context)
