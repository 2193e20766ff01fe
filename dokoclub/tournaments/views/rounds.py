"""Views of rounds: planning, showing, swapping people, starting, more time, and the end of the tournament."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.core.http import answer_invalid, stands_on
from dokoclub.tournaments import access
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.tables import MinutesForm, SwapForm
from dokoclub.tournaments.models import Round
from dokoclub.tournaments.presenters.hall import list_steps
from dokoclub.tournaments.presenters.hall import show_round as shown_round
from dokoclub.tournaments.presenters.seating import format_worth
from dokoclub.tournaments.selectors import day as day_selectors
from dokoclub.tournaments.services import rounds, seating
from dokoclub.tournaments.views import get_context, try_it
from dokoclub.ui.forms import INCOMPLETE


@require_POST
def plan_seating(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Plan all rounds that have not begun, replacing earlier plans."""
    at = access.tournament_to_direct(request.user, tournament_id)
    try:
        day = seating.plan_seating(at.tournament)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("tournaments:show_tournament", tournament_id)
    return redirect("tournaments:show_round", tournament_id, day.planned[0].number)


@require_POST
def search_further(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    try:
        is_better = seating.search_further(at.tournament)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        found = _("There is a better plan now.") if is_better else _("No better plan found.")
        messages.success(request, found)
    return redirect("tournaments:show_tournament", tournament_id)


@require_safe
def show_round(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    one = access.get_round(at.tournament, number)
    return render(request, "tournaments/show_round.html", _page(request, at, one))


def _page(request: UserRequest, at: AtTournament, one: Round, **more: Any) -> dict[str, Any]:
    day = day_selectors.read_day(at.tournament)
    shown = shown_round(day, one.number, request.user.pk)
    worth = None if one.has_begun else format_worth(day)
    return get_context(at, day=day, shown=shown, worth=worth, steps=list_steps(day, here=one.number), **more)


@stands_on("tournaments:show_round", "tournament_id", "number")
def swap_people(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    one = access.get_round(at.tournament, number)
    day = day_selectors.read_day(at.tournament)
    try:
        seating.swap_people(one, *SwapForm(request.POST, numbers=day.entrants).chosen())
    except ValidationError as refusal:
        context = _page(request, at, one, problem=refusal.messages[0], tapped=request.POST.getlist("people"))
        return answer_invalid(request, "tournaments/show_round.html", context)
    return redirect("tournaments:show_round", tournament_id, number)


@require_POST
def start_round(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    access.get_round(at.tournament, number)
    return try_it(
        request,
        partial(rounds.start_round, at.tournament, number, by=request.user),
        _("Round %(number)s is running; every table has its sheet.") % {"number": number},
        "tournaments:show_tournament",
        tournament_id,
    )


@require_POST
def grant_minutes(request: UserRequest, tournament_id: int, number: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    one = access.get_round(at.tournament, number)
    form = MinutesForm(request.POST)
    if not form.is_valid():  # nobody types them: a button sends five
        messages.error(request, INCOMPLETE)
        return redirect("tournaments:show_tournament", tournament_id)
    return try_it(
        request,
        partial(rounds.grant_minutes, one, form.cleaned_data["minutes"], form.cleaned_data["table"]),
        _("Clock reset."),
        "tournaments:show_tournament",
        tournament_id,
    )


@require_POST
def end_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    end = partial(rounds.end_tournament, at.tournament, by=request.user)
    return try_it(
        request, end, _("The tournament has ended. The list is final."), "tournaments:show_tournament", tournament_id
    )


@require_POST
def resume_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    resume = partial(rounds.resume_tournament, at.tournament, by=request.user)
    return try_it(request, resume, _("The tournament goes on."), "tournaments:show_tournament", tournament_id)
