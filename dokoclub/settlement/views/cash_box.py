"""The cash box of a club: what is in it, its years, and what the treasurer books."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.cash_box import OUT, CashForm
from dokoclub.settlement.selectors import cash_box as selectors
from dokoclub.settlement.selectors.owing import overview_of
from dokoclub.settlement.services import cash_box as services
from dokoclub.settlement.shown.cash_csv import cash_csv

FIRST_YEAR, LAST_YEAR = 1970, 2999


@require_safe
def show_cash_box(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    context = {
        "me": me,
        "club": me.club,
        "balance": selectors.balance_of(me.club),
        "owed": overview_of(me.club).with_cash_box,
        "rows": selectors.last_rows(me.club),
        "years": selectors.years_of(me.club),
    }
    return render(request, "settlement/show_cash_box.html", context)


@require_safe
def show_statement(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """A year: what it began with, what came in and went out, what it ended with. Made to be printed."""
    me = access.enter_club(request.user, club_id, Right.READ)
    context = {
        "me": me,
        "club": me.club,
        "statement": selectors.statement_of(me.club, _checked(year)),
        "years": selectors.years_of(me.club),
        "year": year,
    }
    return render(request, "settlement/show_statement.html", context)


@require_safe
def download_statement(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    file = cash_csv(selectors.statement_of(me.club, _checked(year)), me.club.currency)
    response = HttpResponse(file, content_type="text/csv; charset=utf-8")
    name = f"{slugify(me.club.name) or 'club'}-{slugify(_('Cash box'))}-{year}.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_http_methods(PAGE_AND_FORM)
def book_cash(request: UserRequest, club_id: int) -> HttpResponse:
    """A deposit or a withdrawal; `?way=out` begins with the second."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = CashForm(sent_data(request), initial={"way": OUT} if request.GET.get("way") == OUT else {})
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/book_cash.html", context)
    if form.is_valid():
        try:
            services.book_cash(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Booked."))
            return redirect("settlement:show_cash_box", me.club.pk)
    return answer_invalid(request, "settlement/book_cash.html", context)


@require_http_methods(PAGE_AND_FORM)
def reverse_cash(request: UserRequest, club_id: int, cash_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    entry = selectors.entry_of(me.club, cash_id)
    if entry is None or entry.reverses_id is not None:
        raise Http404
    if request.method != "POST":
        return render(request, "settlement/reverse_cash.html", {"me": me, "club": me.club, "entry": entry})
    services.reverse_cash(entry, by=request.user)
    messages.success(request, _("Reversed."))
    return redirect("settlement:show_cash_box", me.club.pk)


def _checked(year: int) -> int:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
    return year
