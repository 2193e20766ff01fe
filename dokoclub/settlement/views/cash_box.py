"""The cash box of a club: what is in it, its years, and what the treasurer books."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Right
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.cash_box import OPENING, OUT, CashForm
from dokoclub.settlement.forms.currency import STANDS
from dokoclub.settlement.forms.in_currency import in_currency
from dokoclub.settlement.models import CashEntry
from dokoclub.settlement.selectors import cash_box as selectors
from dokoclub.settlement.selectors.owing import overview_of
from dokoclub.settlement.services import cash_box as services
from dokoclub.settlement.services.accounts import reverse_row
from dokoclub.settlement.services.refusals import OpenedBefore, OtherCurrency
from dokoclub.settlement.shown.cash_months import months_of
from dokoclub.settlement.shown.cash_words import join_rows
from dokoclub.settlement.shown.owing import shown_of_evenings
from dokoclub.settlement.shown.purposes import name_purpose
from dokoclub.settlement.words import FORMATS

FIRST_YEAR, LAST_YEAR = 1970, 2999


@require_safe
def show_cash_box(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    open_payments = overview_of(me.club)
    context = {
        "me": me,
        "club": me.club,
        "balance": selectors.balance_of(me.club),
        "owed": open_payments.with_cash_box,
        "amount": shown_of_evenings(open_payments).amount,
        "joined": join_rows(selectors.last_rows(me.club)),
        "years": selectors.years_of(me.club),
        "to_close": selectors.year_to_close(me.club) if me.may_keep_money else None,
    }
    return render(request, "settlement/show_cash_box.html", context)


@require_safe
def show_statement(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """A year: what it began with, what came in and went out, what it ended with. Made to be printed."""
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, others = asked_statement(request, me.club, year)
    context = {
        "me": me,
        "club": me.club,
        "statement": statement,
        "months": months_of(statement),
        "others": others,
        "years": selectors.years_of(me.club),
        "year": year,
        "closed": selectors.closing_of(me.club, year, statement.currency),
        "asked": f"?currency={statement.currency}",
        "formats": FORMATS,
        "can_close": me.may_keep_money and year in selectors.years_to_close(me.club),
    }
    return render(request, "settlement/show_statement.html", context)


@require_http_methods(PAGE_AND_FORM)
def book_cash(request: UserRequest, club_id: int) -> HttpResponse:
    """A deposit or a withdrawal; `?way=out` begins with the second."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    wanted = request.GET.get("way")
    begins = {OUT: {"way": OUT}, OPENING: {"way": OPENING, "purpose": _("Opening balance")}}
    form = in_currency(CashForm(me.club, sent_data(request), initial=begins.get(wanted or "", {})), me.club.currency)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/book_cash.html", context)
    if form.is_valid():
        try:
            written = services.book_cash(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        except OpenedBefore:
            form.add_error("way", _("An opening balance is booked already: reverse it first."))
        else:
            messages.success(request, _told(written))
            return redirect("settlement:show_cash_box", me.club.pk)
    return answer_invalid(request, "settlement/book_cash.html", context)


@require_http_methods(PAGE_AND_FORM)
def reverse_cash(request: UserRequest, club_id: int, cash_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    entry = selectors.entry_of(me.club, cash_id)
    if entry is None or entry.reverses_id is not None:
        raise Http404
    context = {"me": me, "club": me.club, "entry": entry, "purpose": name_purpose(entry)}
    if request.method != "POST":
        return render(request, "settlement/reverse_cash.html", context)
    try:
        reverse_row(entry, by=request.user)
    except OtherCurrency:
        return answer_invalid(request, "settlement/reverse_cash.html", {**context, "problem": STANDS})
    messages.success(request, _("Reversed."))
    return redirect("settlement:show_cash_box", me.club.pk)


def _told(written: CashEntry) -> str:
    if written.day == written.counts_on:
        return _("Booked.")
    return _("Booked. %(closed)s is closed, so it counts in %(year)s and says which day it belongs to.") % {
        "closed": written.day.year,
        "year": written.counts_on.year,
    }


def asked_statement(request: UserRequest, club: Club, year: int) -> tuple[selectors.Statement, list[str]]:
    """In the currency of `?currency=`, else in the first that the year knew; and its other currencies."""
    known = selectors.currencies_of(club, checked_year(year))
    wanted = request.GET.get("currency", "")
    chosen = wanted if wanted in known else known[0]
    return selectors.statement_of(club, year, chosen), [one for one in known if one != chosen]


def checked_year(year: int) -> int:
    """Raises Http404 for one of which there can be no statement."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
    return year
