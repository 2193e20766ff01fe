"""What changes after a table has handed in: first it is shown which ranks and prizes move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.tournaments import access, selectors, services
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.tables import CorrectionForm, PenaltyForm, initial_of_slips
from dokoclub.tournaments.models import RoundTable
from dokoclub.tournaments.selectors import Day, Slip
from dokoclub.tournaments.shown.tables import show_table, told_move
from dokoclub.tournaments.views.pages import context_of, try_it
from dokoclub.tournaments.views.tables import table_context, to_table


@require_http_methods(PAGE_AND_FORM)
def correct_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Other totals than were handed in, with a reason; `from=sheet`: those that stand on the sheet by now."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    if not found.is_handed_in:
        return redirect(*to_table(found))
    day = selectors.read_day(at.tournament)
    sheet = found.sheet if "sheet" in (request.GET.get("from"), request.POST.get("source")) else None
    on_sheet = services.slips_on_sheet(found, sheet) if sheet else None
    form = _form(request, day, found, on_sheet)
    more: dict[str, Any] = {"form": form, "source": "sheet" if sheet else "paper"}
    if request.method == "POST" and form.is_valid():
        slips = services.with_penalties_on_sheet(found, form.slips) if on_sheet is None else on_sheet
        if "confirmed" in request.POST:
            return _save(request, found, slips, form.cleaned_data["reason"], more["source"])
        if _is_possible(at, found, form, slips, is_typed=on_sheet is None):
            context = table_context(request, at, found, **more, **_moves(day, found, slips))
            return render(request, "tournaments/confirm_correction.html", context)
    context = table_context(request, at, found, **more)
    if request.method != "POST":
        return render(request, "tournaments/correct_table.html", context)
    return answer_invalid(request, "tournaments/correct_table.html", context)


def _form(request: UserRequest, day: Day, found: RoundTable, on_sheet: Mapping[int, Slip] | None) -> CorrectionForm:
    sittings = show_table(day, found, request.user.pk).now.sittings
    if on_sheet is not None:
        return CorrectionForm(sent_data(request), sittings=sittings, initial=_initial_of_sheet(on_sheet))
    beside = services.penalties_beside(found)
    initial = initial_of_slips(sittings, found.games, beside)
    return CorrectionForm(sent_data(request), sittings=sittings, on_sheet=beside, initial=initial)


def _is_possible(
    at: AtTournament, found: RoundTable, form: CorrectionForm, slips: Mapping[int, Slip], *, is_typed: bool
) -> bool:
    try:
        if is_typed:
            services.check_slips(at.tournament, found, slips, found.games or 0)
    except ValidationError as refused:
        form.refuse(refused.message_dict)
        return False
    return True


def _initial_of_sheet(slips: Mapping[int, Slip]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, slip in slips.items():
        found |= {f"points_{number}": slip.points, f"won_{number}": slip.won}
        found |= {f"solos_{number}": slip.solos_won, f"lost_{number}": slip.solos_lost}
    return found


def _moves(day: Day, found: RoundTable, slips: Mapping[int, Slip]) -> dict[str, Any]:
    moved = selectors.compare_days(day, selectors.with_slips(day, found, slips))
    currency = day.tournament.club.currency
    told = [(one.entrant, told_move(one, currency)) for one in moved]
    return {"moved": told, "seen": services.stamp_slips(found)}


def _save(request: UserRequest, found: RoundTable, slips: Mapping[int, Slip], reason: str, source: str) -> HttpResponse:
    seen = request.POST.get("seen")
    correct = partial(services.correct_table, found, slips, source=source, reason=reason, by=request.user, seen=seen)
    return try_it(request, correct, _("The correction counts."), *to_table(found))


@require_POST
def leave_sheet(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """What counts stays, whatever was written on the sheet since."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    return try_it(
        request, partial(services.leave_sheet, found, by=request.user), _("It stays as it is."), *to_table(found)
    )


@require_http_methods(PAGE_AND_FORM)
def note_penalty(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """By a referee: a row of the sheet; once the table has handed in, a correction that is shown first."""
    at = access.tournament_to_referee(request.user, tournament_id)
    found = access.table_of(at.tournament, number, table)
    day = selectors.read_day(at.tournament)
    people = show_table(day, found, request.user.pk).seated
    form = PenaltyForm(sent_data(request), people=people)
    if request.method == "POST" and form.is_valid():
        if not found.is_handed_in:
            return _note(request, found, form)
        answer = _penalty_after(request, at, found, day, form)
        if answer is not None:
            return answer
    context = table_context(request, at, found, form=form)
    if request.method != "POST":
        return render(request, "tournaments/note_penalty.html", context)
    return answer_invalid(request, "tournaments/note_penalty.html", context)


def _note(request: UserRequest, found: RoundTable, form: PenaltyForm) -> HttpResponse:
    given = form.cleaned_data
    note = partial(
        services.note_penalty,
        found,
        given["who"],
        given["points"],
        given["reason"],
        uuid=given["key"],
        by=request.user,
    )
    return try_it(request, note, _("The penalty is on the sheet."), *to_table(found))


def _penalty_after(
    request: UserRequest, at: AtTournament, found: RoundTable, day: Day, form: PenaltyForm
) -> HttpResponse | None:
    given = form.cleaned_data
    try:
        slips = services.slips_with_penalty(found, given["who"], given["points"])
    except ValidationError as refused:
        form.add_error(None, refused)
        return None
    if "confirmed" not in request.POST:
        context = context_of(at, form=form, table=found, penalty=True, **_moves(day, found, slips))
        return render(request, "tournaments/confirm_correction.html", context)
    return _save(request, found, slips, given["reason"], found.source)
