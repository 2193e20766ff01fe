"""The kitty of a club: balance, bookings, statements, budget, closing of years and audit."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.core.formatting import money
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from dokoclub.settlement.forms.kitty import OPENING, OUT, BudgetForm, CashForm, CloseForm
from dokoclub.settlement.forms.method import STANDS, in_currency
from dokoclub.settlement.models import CashEntry
from dokoclub.settlement.presenters.cash_texts import join_rows
from dokoclub.settlement.presenters.kitty import budget_rows, list_months, name_purpose, sums_by_purpose
from dokoclub.settlement.presenters.owing import render_of_evenings
from dokoclub.settlement.selectors import kitty as selectors
from dokoclub.settlement.selectors.kitty import find_closing, get_budget, get_statement
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import kitty as services
from dokoclub.settlement.services.accounts import reverse_row
from dokoclub.settlement.services.kitty import close_year, save_budget_line
from dokoclub.settlement.services.locks import Changed, NotToClose, OpenedBefore, OtherCurrency
from dokoclub.settlement.texts import FORMATS
from dokoclub.ui.forms import replace_value

FIRST_YEAR, LAST_YEAR = 1970, 2999


@require_safe
def show_kitty(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    open_payments = get_overview(me.club)
    to_close = selectors.year_to_close(me.club) if me.may_keep_money else None
    context = {
        "me": me,
        "club": me.club,
        "balance": selectors.get_balance(me.club),
        "owed": open_payments.with_kitty,
        "amount": render_of_evenings(open_payments).amount,
        "joined": join_rows(selectors.last_rows(me.club)),
        "to_close": to_close,
        "year": to_close or timezone.localdate().year,
    }
    return render(request, "settlement/show_kitty.html", context)


@require_safe
def show_statement(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """Show a year: opening balance, income, expenses and closing balance. Made to be printed."""
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, others = asked_statement(request, me.club, year)
    context = {
        "me": me,
        "club": me.club,
        "statement": statement,
        "months": list_months(statement),
        "others": others,
        "years": selectors.list_years(me.club),
        "year": year,
        "closed": selectors.find_closing(me.club, year, statement.currency),
        "asked": f"?currency={statement.currency}",
        "formats": FORMATS,
        "can_pay_out": me.may_keep_money and selectors.get_balance(me.club) > 0,
        "can_close": me.may_keep_money and year in selectors.years_to_close(me.club),
    }
    return render(request, "settlement/show_statement.html", context)


@require_http_methods(PAGE_AND_FORM)
def book_cash(request: UserRequest, club_id: int) -> HttpResponse:
    """Book a deposit or a withdrawal; `?way=out` starts with a withdrawal. `preview` shows the balance after it."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    wanted = request.GET.get("way")
    begins = {OUT: {"way": OUT}, OPENING: {"way": OPENING, "purpose": _("Opening balance")}}
    form = in_currency(CashForm(me.club, sent_data(request), initial=begins.get(wanted or "", {})), me.club.currency)
    balance = selectors.get_balance(me.club)
    context = {"me": me, "club": me.club, "form": form, "now": money(balance, me.club.currency)}
    if request.method != "POST":
        return render(request, "settlement/book_cash.html", context)
    valid = form.is_valid()
    context["after"] = "" if form.cents is None else money(balance + form.cents, me.club.currency)
    if "preview" in request.POST:
        return render_after(request, context)
    if valid:
        try:
            written = services.book_cash(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        except OpenedBefore:
            form.add_error("way", _("An opening balance is booked already: reverse it first."))
        else:
            messages.success(request, _format_booked(written))
            return redirect("settlement:show_kitty", me.club.pk)
    return answer_invalid(request, "settlement/book_cash.html", context)


@require_http_methods(PAGE_AND_FORM)
def reverse_cash(request: UserRequest, club_id: int, cash_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    entry = selectors.find_entry(me.club, cash_id)
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
    return redirect("settlement:show_kitty", me.club.pk)


def render_after(request: UserRequest, context: dict[str, Any]) -> HttpResponse:
    """Render the balance after a booking; without an amount, 204 keeps the last one."""
    return render(request, "settlement/_after.html", context) if context["after"] else HttpResponse(status=204)


def _format_booked(written: CashEntry) -> str:
    if written.day == written.counts_on:
        return _("Booked.")
    return _("Added. %(closed)s is closed, so it counts in %(year)s with its own date.") % {
        "closed": written.day.year,
        "year": written.counts_on.year,
    }


def asked_statement(request: UserRequest, club: Club, year: int) -> tuple[selectors.Statement, list[str]]:
    """Return the statement in the currency of `?currency=`, else in the year's first; and the other currencies."""
    known = selectors.list_currencies(club, checked_year(year))
    wanted = request.GET.get("currency", "")
    chosen = wanted if wanted in known else known[0]
    return selectors.get_statement(club, year, chosen), [one for one in known if one != chosen]


def checked_year(year: int) -> int:
    """Return the year. Raises Http404 for a year that cannot have a statement."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
    return year


@require_safe
def show_budget(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_budget.html", _page(me, year, in_currency(BudgetForm(), me.club.currency)))


@stands_on("settlement:show_budget", "club_id", "year")
def plan_purpose(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """Store the planned amount of a purpose in place of the old one."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = in_currency(BudgetForm(request.POST), me.club.currency)
    if not form.is_valid():
        return answer_invalid(request, "settlement/show_budget.html", _page(me, year, form))
    save_budget_line(me.club, checked_year(year), **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:show_budget", me.club.pk, year)


def _page(me: Membership, year: int, form: BudgetForm) -> dict[str, Any]:
    """Return the context of the budget. Fourteen queries at most."""
    statement = get_statement(me.club, checked_year(year))
    currency = statement.currency
    before, now = (sums_by_purpose(one) for one in (get_statement(me.club, year - 1, currency), statement))
    budget = budget_rows(get_budget(me.club, year, currency), before, now)
    return {
        "me": me,
        "club": me.club,
        "year": year,
        "currency": currency,
        "last_year": year - 1,
        "next_year": year + 1,
        "budget": budget,
        "has_before": any(row.before for row in budget.rows),
        "is_past": year < timezone.localdate().year,
        "form": form,
        "is_closed": find_closing(me.club, year, currency) is not None,
    }


@require_http_methods(PAGE_AND_FORM)
def close_cash_year(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """Close a year after the page has shown its sums and asked, because there is no way back."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    statement = selectors.get_statement(me.club, checked_year(year))
    if selectors.find_closing(me.club, year):
        if request.method == "POST":
            messages.info(request, _("%(year)s was closed before. Nothing was changed.") % {"year": year})
        return redirect("settlement:show_audit", me.club.pk, year)
    years = selectors.years_to_close(me.club)
    form = CloseForm(sent_data(request), initial={"seen": statement.closing})
    context: dict[str, Any] = {
        "me": me,
        "club": me.club,
        "form": form,
        "statement": statement,
        "year": year,
        "next_one": next(reversed(years), None),
        "can_close": year in years,
        "closed_with_it": [str(one) for one in years if one < year],
        "is_before": year < (years.start or timezone.localdate().year),
    }
    if request.method != "POST":
        return render(request, "settlement/close_cash_year.html", context)
    if form.is_valid():
        try:
            close_year(me.club, year, **form.cleaned_data, by=request.user)
        except (Changed, NotToClose):
            form.data = replace_value(form.data, "seen", str(statement.closing))
            form.add_error(None, _("Someone added an entry. The year's new result:"))
        else:
            messages.success(request, _("%(year)s is closed.") % {"year": year})
            return redirect("settlement:show_audit", me.club.pk, year)
    return answer_invalid(request, "settlement/close_cash_year.html", context)


@require_safe
def show_audit(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """Show the page for auditors: every row with its voucher, sums by purpose, the counted cash, signatures."""
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, others = asked_statement(request, me.club, year)
    sums = sums_by_purpose(statement)
    context = {
        "me": me,
        "club": me.club,
        "statement": statement,
        "months": list_months(statement),
        "year": year,
        "closed": selectors.find_closing(me.club, year, statement.currency),
        "others": others,
        "sums": sums,
        "sum": sum(one.cents for one in sums),
    }
    return render(request, "settlement/show_audit.html", context)
