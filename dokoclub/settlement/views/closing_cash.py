"""A year of the cash box is closed, and the page that the auditors sign."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.look.fields import replace_value
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.settlement.forms.cash_box import CloseForm
from dokoclub.settlement.selectors import cash_box as selectors
from dokoclub.settlement.services.closing_cash import close_year
from dokoclub.settlement.services.refusals import Changed, NotToClose
from dokoclub.settlement.shown.audit import sums_by_purpose
from dokoclub.settlement.shown.cash_months import months_of
from dokoclub.settlement.views.cash_box import asked_statement, checked_year


@require_http_methods(PAGE_AND_FORM)
def close_cash_year(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """There is no way back, so the page says what the year comes to and asks."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    statement = selectors.statement_of(me.club, checked_year(year))
    if selectors.closing_of(me.club, year):
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
            form.add_error(None, _("Somebody booked meanwhile. This is what the year comes to now."))
        else:
            messages.success(request, _("%(year)s is closed.") % {"year": year})
            return redirect("settlement:show_audit", me.club.pk, year)
    return answer_invalid(request, "settlement/close_cash_year.html", context)


@require_safe
def show_audit(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """For those who check the cash box: every row with its voucher, sums by purpose, what was counted, signatures."""
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, others = asked_statement(request, me.club, year)
    sums = sums_by_purpose(statement)
    context = {
        "me": me,
        "club": me.club,
        "statement": statement,
        "months": months_of(statement),
        "year": year,
        "closed": selectors.closing_of(me.club, year, statement.currency),
        "others": others,
        "sums": sums,
        "sum": sum(one.cents for one in sums),
    }
    return render(request, "settlement/show_audit.html", context)
