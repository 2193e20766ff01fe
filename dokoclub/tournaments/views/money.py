"""The money of a tournament: what it costs, who wins what, and its rows in the cash box."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.tournaments import access, selectors, services
from dokoclub.tournaments.forms.money import MoneyForm, initial_of_money
from dokoclub.tournaments.shown.money import show_money as shown_money
from dokoclub.tournaments.views.pages import context_of


@require_safe
def show_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_read(request.user, tournament_id)
    day = selectors.read_day(at.tournament)
    shown = shown_money(day, selectors.booked_of(at.tournament))
    return render(request, "tournaments/show_money.html", context_of(at, day=day, shown=shown))


@require_http_methods(PAGE_AND_FORM)
def edit_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    form = MoneyForm(sent_data(request), initial=initial_of_money(at.tournament), currency=at.me.club.currency)
    if request.method != "POST":
        return render(request, "tournaments/edit_money.html", context_of(at, form=form))
    if form.is_valid():
        try:
            services.change_money(at.tournament, form.facts, by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused.messages)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:show_money", tournament_id)
    return answer_invalid(request, "tournaments/edit_money.html", context_of(at, form=form))


@require_POST
def book_money(request: UserRequest, tournament_id: int) -> HttpResponse:
    """By the treasurer; what was booked otherwise is reversed first."""
    at = access.tournament_to_keep_money(request.user, tournament_id)
    try:
        rows = services.book_money(at.tournament, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        told = ngettext("%(number)s row in the cash box.", "%(number)s rows in the cash box.", rows)
        messages.success(request, told % {"number": rows} if rows else _("All of it was booked before."))
    return redirect("tournaments:show_money", tournament_id)
