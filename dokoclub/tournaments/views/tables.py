"""Views of a table: seats, handing in, confirmation, fill-ins, corrections and penalties."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.tournaments import access
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.tables import CorrectionForm, FillInForm, PenaltyForm, SlipForm, initial_of_slips
from dokoclub.tournaments.models import RoundTable
from dokoclub.tournaments.presenters.hall import format_correction, format_move, show_round
from dokoclub.tournaments.presenters.hall import show_table as shown_table
from dokoclub.tournaments.selectors import day as day_selectors
from dokoclub.tournaments.selectors import prizes
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import rounds, tables
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.views import get_context, save_form, try_it
from scoring.tournament.sizes import games_at_table


@require_safe
def show_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    return render(request, "tournaments/show_table.html", table_context(request, at, found))


def table_context(request: UserRequest, at: AtTournament, found: RoundTable, **more: Any) -> dict[str, Any]:
    day = day_selectors.read_day(at.tournament)
    hall = show_round(day, found.round.number, request.user.pk)
    shown = shown_table(day, found, request.user.pk)
    card = next(card for card in hall.cards if card.number == found.number)
    told = [(correction, format_correction(correction, day)) for correction in shown.corrections]
    return get_context(at, day=day, shown=hall, card=card, table=shown.now.table, here=shown, told=told, **more)


def to_table(found: RoundTable) -> tuple[Any, ...]:
    return ("tournaments:show_table", found.round.tournament_id, found.round.number, found.number)


def _table_to_hand_in(request: UserRequest, tournament_id: int, number: int, table: int) -> RoundTable:
    """Return the table, for those who sit there and for directors."""
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    if not at.directs and not access.may_confirm(request.user, found):
        raise PermissionDenied
    return found


@require_POST
def hand_in_sheet(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    found = _table_to_hand_in(request, tournament_id, number, table)
    return try_it(
        request,
        partial(tables.hand_in_sheet, found, by=request.user),
        _("The sheet is handed in. Now everybody at the table confirms it."),
        *to_table(found),
    )


@require_http_methods(PAGE_AND_FORM)
def type_totals(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Type totals from the paper list."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    now = shown_table(day_selectors.read_day(at.tournament), found, request.user.pk).now
    is_paper = found.source == "paper"
    whole_list = games_at_table(at.tournament.games, len(now.seated))
    on_sheet = slips_services.penalties_beside(found)
    initial = initial_of_slips(now.sittings, found.games, on_sheet) if is_paper else {"games": whole_list}
    form = SlipForm(sent_data(request), sittings=now.sittings, on_sheet=on_sheet, initial=initial)
    if request.method != "POST":
        return render(request, "tournaments/type_totals.html", table_context(request, at, found, form=form))
    if form.is_valid():
        try:
            tables.hand_in_paper(found, form.slips, games=form.cleaned_data["games"], by=request.user)
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
    """Confirm the result, for those who sit there."""
    at = access.tournament_to_read(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    return try_it(
        request, partial(tables.confirm_place, found, by=request.user), _("You have confirmed it."), *to_table(found)
    )


@require_POST
def sign_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Record that everybody signed the list, as the director."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    return try_it(request, partial(tables.sign_table, found), "", *to_table(found))


@require_POST
def give_back(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    return try_it(
        request, partial(tables.give_back, found, by=request.user), _("The table plays on."), *to_table(found)
    )


@require_http_methods(PAGE_AND_FORM)
def fill_seat(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    day = day_selectors.read_day(at.tournament)
    shown = shown_table(day, found, request.user.pk)
    form = FillInForm(sent_data(request), seated=shown.seated, free=shown.free)
    if request.method == "POST" and form.is_valid():
        leaves, comes = day.entrants[form.cleaned_data["leaves"]], day.entrants[form.cleaned_data["comes"]]
        fill = partial(rounds.fill_seat, found, leaves, comes, by=request.user)
        done = _("%(name)s fills in.") % {"name": comes.player}
        if answer := save_form(request, form, fill, done, *to_table(found)):
            return answer
    context = table_context(request, at, found, form=form)
    if request.method != "POST":
        return render(request, "tournaments/fill_seat.html", context)
    return answer_invalid(request, "tournaments/fill_seat.html", context)


@require_http_methods(PAGE_AND_FORM)
def correct_table(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Correct totals after handing in, with a reason; `from=sheet` takes the sheet's current points."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    if not found.is_handed_in:
        return redirect(*to_table(found))
    day = day_selectors.read_day(at.tournament)
    sheet = found.sheet if "sheet" in (request.GET.get("from"), request.POST.get("source")) else None
    on_sheet = slips_services.slips_on_sheet(found, sheet) if sheet else None
    form = _form(request, day, found, on_sheet)
    more: dict[str, Any] = {"form": form, "source": "sheet" if sheet else "paper"}
    if request.method == "POST" and form.is_valid():
        slips = slips_services.with_penalties_on_sheet(found, form.slips) if on_sheet is None else on_sheet
        if "confirmed" in request.POST:
            if answer := _save(request, found, form, slips, more["source"]):
                return answer
        elif _is_possible(at, found, form, slips, is_typed=on_sheet is None):
            context = table_context(request, at, found, **more, **_moves(day, found, slips))
            return render(request, "tournaments/confirm_correction.html", context)
    context = table_context(request, at, found, **more)
    if request.method != "POST":
        return render(request, "tournaments/correct_table.html", context)
    return answer_invalid(request, "tournaments/correct_table.html", context)


def _form(request: UserRequest, day: Day, found: RoundTable, on_sheet: Mapping[int, Slip] | None) -> CorrectionForm:
    sittings = shown_table(day, found, request.user.pk).now.sittings
    if on_sheet is not None:
        return CorrectionForm(sent_data(request), sittings=sittings, initial=_initial_of_sheet(on_sheet))
    beside = slips_services.penalties_beside(found)
    initial = initial_of_slips(sittings, found.games, beside)
    return CorrectionForm(sent_data(request), sittings=sittings, on_sheet=beside, initial=initial)


def _is_possible(
    at: AtTournament, found: RoundTable, form: CorrectionForm, slips: Mapping[int, Slip], *, is_typed: bool
) -> bool:
    try:
        if is_typed:
            slips_services.check_slips(at.tournament, found, slips, found.games or 0)
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
    moved = prizes.compare_days(day, prizes.with_slips(day, found, slips))
    currency = day.tournament.club.currency
    told = [(one.entrant, format_move(one, currency)) for one in moved]
    return {"moved": told, "seen": slips_services.digest_table(found)}


def _save(
    request: UserRequest,
    found: RoundTable,
    form: CorrectionForm | PenaltyForm,
    slips: Mapping[int, Slip],
    source: str,
) -> HttpResponse | None:
    seen, reason = request.POST.get("seen"), form.cleaned_data["reason"]
    correct = partial(tables.correct_table, found, slips, source=source, reason=reason, by=request.user, seen=seen)
    return save_form(request, form, correct, _("The correction counts."), *to_table(found))


@require_POST
def leave_sheet(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Keep the result, ignoring later changes of the sheet."""
    at = access.tournament_to_direct(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    return try_it(request, partial(tables.leave_sheet, found, by=request.user), _("Nothing changed."), *to_table(found))


@require_http_methods(PAGE_AND_FORM)
def note_penalty(request: UserRequest, tournament_id: int, number: int, table: int) -> HttpResponse:
    """Add a referee's penalty: a row of the sheet; after handing in, a correction with a preview."""
    at = access.tournament_to_referee(request.user, tournament_id)
    found = access.get_table(at.tournament, number, table)
    day = day_selectors.read_day(at.tournament)
    people = shown_table(day, found, request.user.pk).seated
    form = PenaltyForm(sent_data(request), people=people)
    if request.method == "POST" and form.is_valid():
        answer = _penalty_after(request, at, found, day, form) if found.is_handed_in else _note(request, found, form)
        if answer is not None:
            return answer
    context = table_context(request, at, found, form=form)
    if request.method != "POST":
        return render(request, "tournaments/note_penalty.html", context)
    return answer_invalid(request, "tournaments/note_penalty.html", context)


def _note(request: UserRequest, found: RoundTable, form: PenaltyForm) -> HttpResponse | None:
    given = form.cleaned_data
    note = partial(
        tables.note_penalty,
        found,
        given["who"],
        given["points"],
        given["reason"],
        uuid=given["key"],
        by=request.user,
    )
    return save_form(request, form, note, _("The penalty is on the sheet."), *to_table(found))


def _penalty_after(
    request: UserRequest, at: AtTournament, found: RoundTable, day: Day, form: PenaltyForm
) -> HttpResponse | None:
    given = form.cleaned_data
    try:
        slips = slips_services.slips_with_penalty(found, given["who"], given["points"])
    except ValidationError as refused:
        form.add_error(None, refused)
        return None
    if "confirmed" not in request.POST:
        context = get_context(at, form=form, table=found, penalty=True, **_moves(day, found, slips))
        return render(request, "tournaments/confirm_correction.html", context)
    return _save(request, found, form, slips, found.source)
