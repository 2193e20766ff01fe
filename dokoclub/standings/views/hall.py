"""Who won, and the certificate for it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import access, words
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors import closings, hall
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.shown import certificates


@require_safe
def show_hall(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_read(request.user, club_id)
    found = hall.fetch_hall(at.club, at.league, today=date_of_play())
    context = {"me": at.me, "club": at.club, "hall": found}
    return render(request, "standings/show_hall.html", context)


@require_safe
def show_certificate(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Of a closed month, `?version=`; of any other time as it stands. The winner's, or `?player=`."""
    at = access.league_to_read(request.user, club_id, period)
    live = league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)
    if at.period.span is Span.MONTH:
        closed = closings.closed_month(at.club, live, _number(request.GET.get("version")))
        if closed is None:
            raise Http404
        found = certificates.of_closed(closed, live, at.league.columns)
    else:
        found = certificates.of_live(live, at.league.columns, today=date_of_play())
    certificate = found.of(_number(request.GET.get("player")))
    context = {
        "me": at.me,
        "club": at.club,
        "period": at.period,
        "found": found,
        "certificate": certificate,
        "others": [one for one in found.first_three if certificate and one.player != certificate.player],
        "in_table": words.tell_table(at.period),
        "ahead_of": found.ahead_of(certificate),
        "table": found.table,
        "people": live.people.by_number,
    }
    return render(request, "standings/show_certificate.html", context)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else None
