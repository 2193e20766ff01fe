"""A table of a round: who sits there, its sheet, what it hands in, and who confirms that."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.tournaments import access, selectors, services
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.tables import FillInForm, SlipForm, initial_of_slips
from dokoclub.tournaments.models import RoundTable
from dokoclub.tournaments.shown.hall import show_round
from dokoclub.tournaments.shown.tables import show_table as shown_table
from dokoclub.tournaments.shown.tables import told_correction
from dokoclub.tournaments.views.pages import context_of, try_it
from scoring.tournament.sizes import games_at_table


@require_safe
def show_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    return render(request, "tournaments/show_table.html", table_context(request, at, found))


def table_context(request: UserRequest, at: AtTournament, found: RoundTable, **more: Any) -> dict[str, Any]:
    day = selectors.read_day(at.tournament)
    hall = show_round(day, found.round.number, request.user.pk)
    shown = shown_table(day, found, request.user.pk)
    card = next(card for card in hall.cards if card.number == found.number)
    told = [(correction, told_correction(correction, day)) for correction in shown.corrections]
    return context_of(at, day=day, shown=hall, card=card, table=shown.now.table, here=shown, told=told, **more)


def to_table(found: RoundTable) -> tuple[Any, ...]:
    return ("tournaments:show_table", found.round.tournament_id, found.round.number, found.number)


def _table_to_hand_in(request: UserRequest, tournament_id: int, number: int, table: int) -> RoundTable:
    """For whoever sits there, and for the director."""
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    if not at.directs and not access.may_confirm(request.user, found):
        raise PermissionDenied
    return found


@require_POST
def hand_in_sheet(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    found = _table_to_hand_in(request, tournament_id, number, table)
    return try_it(
        request,
        partial(services.hand_in_sheet, found, by=request.user),
        _("The sheet is handed in. Now everybody at the table confirms it."),
        *to_table(found),
    )


@require_http_methods(PAGE_AND_FORM)
def type_totals(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """From the paper list."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    now = shown_table(selectors.read_day(at.tournament), found, request.user.pk).now
    is_paper = found.source == "paper"
    whole_list = games_at_table(at.tournament.games, len(now.seated))
    on_sheet = services.penalties_beside(found)
    initial = initial_of_slips(now.sittings, found.games, on_sheet) if is_paper else {"games": whole_list}
    form = SlipForm(sent_data(request), sittings=now.sittings, on_sheet=on_sheet, initial=initial)
    if request.method != "POST":
        return render(request, "tournaments/type_totals.html", table_context(request, at, found, form=form))
    if form.is_valid():
        try:
            services.hand_in_paper(found, form.slips, games=form.cleaned_data["games"], by=request.user)
        except ValidationError as refused:
            form.refuse(_problems(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect(*to_table(found))
    return answer_invalid(request, "tournaments/type_totals.html", table_context(request, at, found, form=form))


def _problems(refused: ValidationError) -> dict[str, list[str]]:
    return refused.message_dict if hasattr(refused, "error_dict") else {"__all__": refused.messages}


@require_POST
def confirm_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """By who sits there."""
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    return try_it(
        request, partial(services.confirm_place, found, by=request.user), _("You have confirmed it."), *to_table(found)
    )


@require_POST
def sign_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """The director has the list signed by all."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    return try_it(request, partial(services.sign_table, found), "", *to_table(found))


@require_POST
def give_back(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    return try_it(
        request, partial(services.give_back, found, by=request.user), _("The table plays on."), *to_table(found)
    )


@require_http_methods(PAGE_AND_FORM)
def fill_seat(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    day = selectors.read_day(at.tournament)
    shown = shown_table(day, found, request.user.pk)
    form = FillInForm(sent_data(request), seated=shown.seated, free=shown.free)
    if request.method == "POST" and form.is_valid():
        leaves, comes = day.entrants[form.cleaned_data["leaves"]], day.entrants[form.cleaned_data["comes"]]
        return try_it(
            request,
            partial(services.fill_seat, found, leaves, comes, by=request.user),
            _("%(name)s fills in.") % {"name": comes.player},
            *to_table(found),
        )
    context = table_context(request, at, found, form=form)
    if request.method != "POST":
        return render(request, "tournaments/fill_seat.html", context)
    return answer_invalid(request, "tournaments/fill_seat.html", context)
