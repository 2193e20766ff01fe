"""Start an evening, at one table or at several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.shown.states import rules_state
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.opening import StartForm
from dokoclub.evenings.forms.seating import Seating, Table
from dokoclub.evenings.models import Seat
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.views.tapping import Page
from dokoclub.look.http import PAGE_AND_FORM
from scoring.terms import PLAYING

LONGEST_NUMBER: Final = 19  # digits: longer ones no database has
MOST_NAMED: Final = 3  # of the evenings that are still open


@require_http_methods(PAGE_AND_FORM)
def start_evening(request: UserRequest, club_id: int) -> HttpResponse:
    """As the last evening was, unless something is changed."""
    me = access.enter_club(request.user, club_id, Right.SCORE)
    today = date_of_play()
    proposal = _proposal(request, me)
    busy = {seat.player_id: seat for seat in selectors.at_open_tables([*proposal.players, *proposal.others])}
    proposal = _without_players(proposal, busy, today)
    page = _page(request, me, proposal, busy, today)
    if request.method != "POST":
        seating = Seating((Table(proposal.players, proposal.first_dealer, "1"),))
        return page.shown(page.make(seating=seating, initial=_as_proposed(proposal)))
    tapped = page.tapped()
    if tapped is not None:
        return tapped
    form = cast(StartForm, page.make(request.POST, seating=page.read()))
    if form.is_valid():
        try:
            tables = form.new_sheets(proposal.rules.parsed)
            evening = services.start_evening(me.club, tables, by=request.user, **form.about_evening)
        except services.Impossible as impossible:
            form.refuse(impossible.problems)
        except services.Reused:
            form.used_before()
        else:
            return page.opened(evening, evening.sheets.all(), form)
    return page.refused(form)


def _proposal(request: UserRequest, me: Membership) -> selectors.Suggestion:
    """`?date=12`: who comes to that date; without it, to the one of today."""
    number = request.GET.get("date", "")
    if number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER:
        return selectors.suggest_arrivals(me.club, int(number))
    planned = selectors.planned_today(me.club) if not number else None
    return selectors.suggest_arrivals(me.club, planned.number) if planned else selectors.suggest_start(me.club)


def _without_players(proposal: selectors.Suggestion, busy: Mapping[int, Seat], today: date) -> selectors.Suggestion:
    """Whoever plays today already is not proposed for a second evening, and comes last.

    An evening of another day was only forgotten: who sat there is free.
    """
    everybody = [*proposal.players, *proposal.others]
    playing = [player for player in everybody if player.pk in busy and busy[player.pk].sheet.evening.date == today]
    if not playing:
        return proposal
    left = tuple(player for player in proposal.players if player not in playing)
    chosen = left if len(left) >= PLAYING else ()
    others = [player for player in everybody if player not in chosen and player not in playing]
    return replace(proposal, players=chosen, others=(*others, *playing))


def _page(
    request: UserRequest, me: Membership, proposal: selectors.Suggestion, busy: Mapping[int, Seat], today: date
) -> Page:
    running = selectors.open_evenings(me.club, MOST_NAMED)
    more = selectors.count_open(me.club) - MOST_NAMED if len(running) == MOST_NAMED else 0
    return Page(
        request=request,
        me=me,
        everybody=[*proposal.players, *proposal.others],
        busy=busy,
        standing=lambda: selectors.standing_of_year(me.club, today.year),
        make=partial(StartForm, own_rules=_("%(rules)s (yours)") % {"rules": rules_state(proposal.rules)}),
        context={
            "day": today,
            "running": running,
            "more_running": more,
            "goes_on": any(evening.date == today for evening in running),
        },
    )


def _as_proposed(proposal: selectors.Suggestion) -> dict[str, Any]:
    return {
        "place": proposal.place,
        "stake": proposal.stake,
        "club_evening": proposal.club_evening,
        "length_kind": proposal.length_kind,
        "length": proposal.length,
        "day": proposal.day,
    }
