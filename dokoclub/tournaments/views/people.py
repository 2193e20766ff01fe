"""Views for entrants and for the tournament's money."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data, stands_on
from dokoclub.tournaments import access
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.forms.money import MoneyForm, initial_of_money
from dokoclub.tournaments.forms.people import EntrantForm, EntrantsForm, ReasonForm, initial_of_entrant
from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.presenters.people import list_notes, list_people
from dokoclub.tournaments.presenters.people import show_money as shown_money
from dokoclub.tournaments.selectors import day as day_selectors
from dokoclub.tournaments.selectors import lists, prizes
from dokoclub.tournaments.services import founding, people
from dokoclub.tournaments.services.people import Entered
from dokoclub.tournaments.views import get_context, save_form, try_it


@require_safe
def list_entrants(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    day = day_selectors.read_day(at.tournament)
    waiting = lists.waiting_for(at.tournament) if at.directs else []
    changes = at.directs and not at.tournament.is_over
    context = get_context(at, day=day, people=list_people(day), waiting=waiting, changes=changes)
    return render(request, "tournaments/list_entrants.html", context)


@require_http_methods(PAGE_AND_FORM)
def enter_entrants(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Enter people; `?fill_in` preselects fill-ins."""
    at = access.tournament_to_direct(request.user, tournament_id)
    usual = {"fill_in": "fill_in" in request.GET}
    form = EntrantsForm(sent_data(request), initial=usual, known=lists.players_to_enter(at.tournament))
    context = get_context(at, form=form)
    if request.method != "POST":
        return render(request, "tournaments/enter_entrants.html", context)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            entered = people.enter_entrants(
                at.tournament, form.chosen, cleaned["listed"], fill_in=cleaned["fill_in"], by=request.user
            )
        except ValidationError as refused:
            form.add_error(None, refused.messages)
        else:
            messages.success(request, _format_entered(entered))
            return redirect("tournaments:list_entrants", tournament_id)
    return answer_invalid(request, "tournaments/enter_entrants.html", context)


def _format_entered(entered: Entered) -> str:
    new = len(entered.new)
    texts = [ngettext("%(number)s more entrant.", "%(number)s more entrants.", new) % {"number": new}]
    if entered.guests:
        told = ngettext("%(number)s is a new guest.", "%(number)s are new guests.", entered.guests)
        texts.append(told % {"number": entered.guests})
    if entered.known:
        told = ngettext("%(number)s had entered before.", "%(number)s had entered before.", entered.known)
        texts.append(told % {"number": entered.known})
    return " ".join(texts)


@require_http_methods(PAGE_AND_FORM)
def edit_entrant(request: UserRequest, tournament_id: int, start: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    entrant = access.get_entrant(at.tournament, start)
    form = EntrantForm(sent_data(request), initial=initial_of_entrant(entrant), tournament=at.tournament)
    context = _of_entrant(at, entrant, form, ReasonForm())
    if request.method != "POST":
        return render(request, "tournaments/edit_entrant.html", context)
    if form.is_valid():
        entrant.tournament = at.tournament
        try:
            people.change_entrant(entrant, form.facts, team=form.cleaned_data["team"], by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:list_entrants", tournament_id)
    return answer_invalid(request, "tournaments/edit_entrant.html", context)


def _of_entrant(at: AtTournament, entrant: Entrant, form: EntrantForm, reason: ReasonForm) -> dict[str, Any]:
    return get_context(at, form=form, entrant=entrant, notes=list_notes(entrant), reason=reason)


@require_POST
def pay_fee(request: UserRequest, tournament_id: int, start: int) -> HttpResponse:
    """Record a fee as paid with `paid=1`; empty undoes it."""
    at = access.tournament_to_direct(request.user, tournament_id)
    entrant = access.get_entrant(at.tournament, start)
    paid = {"paid": bool(request.POST.get("paid"))}
    return try_it(
        request,
        partial(people.change_entrant, entrant, paid, by=request.user),
        "",
        "tournaments:list_entrants",
        tournament_id,
    )


@require_POST
def withdraw_entrant(request: UserRequest, tournament_id: int, start: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    entrant = access.get_entrant(at.tournament, start)
    told = _("%(name)s has withdrawn. Draw the rounds not yet started again.") % {"name": entrant.player}
    return try_it(
        request,
        partial(people.withdraw_entrant, entrant, by=request.user),
        told,
        "tournaments:list_entrants",
        tournament_id,
    )


@require_POST
def return_entrant(request: UserRequest, tournament_id: int, start: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    entrant = access.get_entrant(at.tournament, start)
    told = _("%(name)s plays again. Draw the rounds not yet started again.")
    return try_it(
        request,
        partial(people.return_entrant, entrant, by=request.user),
        told % {"name": entrant.player},
        "tournaments:list_entrants",
        tournament_id,
    )


@stands_on("tournaments:edit_entrant", "tournament_id", "start")
def disqualify_entrant(request: UserRequest, tournament_id: int, start: int) -> HttpResponse:
    """Disqualify with a reason; `take_back` undoes it."""
    at = access.tournament_to_direct(request.user, tournament_id)
    entrant = access.get_entrant(at.tournament, start)
    disqualify, page = partial(people.disqualify_entrant, entrant, by=request.user), "tournaments:edit_entrant"
    if "take_back" in request.POST:
        return try_it(request, partial(disqualify, ""), _("Saved."), page, tournament_id, start)
    form = ReasonForm(request.POST)
    if form.is_valid():
        do = partial(disqualify, form.cleaned_data["reason"])
        if answer := save_form(request, form, do, _("Saved."), page, tournament_id, start):
            return answer
    facts = EntrantForm(initial=initial_of_entrant(entrant), tournament=at.tournament)
    return answer_invalid(request, "tournaments/edit_entrant.html", _of_entrant(at, entrant, facts, form))


@require_safe
def show_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    day = day_selectors.read_day(at.tournament)
    shown = shown_money(day, prizes.get_booked(at.tournament))
    return render(request, "tournaments/show_money.html", get_context(at, day=day, shown=shown))


@require_http_methods(PAGE_AND_FORM)
def edit_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    form = MoneyForm(sent_data(request), initial=initial_of_money(at.tournament), currency=at.me.club.currency)
    if request.method != "POST":
        return render(request, "tournaments/edit_money.html", get_context(at, form=form))
    if form.is_valid():
        try:
            founding.change_money(at.tournament, form.facts, by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused.messages)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:show_money", tournament_id)
    return answer_invalid(request, "tournaments/edit_money.html", get_context(at, form=form))


@require_POST
def book_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Book the money as treasurer; differing bookings are reversed first."""
    at = access.tournament_to_keep_money(request.user, tournament_id)
    try:
        rows = founding.book_money(at.tournament, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        told = ngettext("%(number)s kitty entry.", "%(number)s kitty entries.", rows)
        messages.success(request, told % {"number": rows} if rows else _("Everything was already booked."))
    return redirect("tournaments:show_money", tournament_id)
