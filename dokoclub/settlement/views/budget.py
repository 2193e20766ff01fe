"""The budget of a year beside what came of it and the year before."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.look.http import answer_invalid
from dokoclub.settlement.forms.budget import BudgetForm
from dokoclub.settlement.forms.in_currency import in_currency
from dokoclub.settlement.selectors.budget import budget_of
from dokoclub.settlement.selectors.cash_box import closing_of, statement_of
from dokoclub.settlement.services.budget import keep_budget_line
from dokoclub.settlement.shown.audit import sums_by_purpose
from dokoclub.settlement.shown.budget import budget_rows
from dokoclub.settlement.views.cash_box import checked_year


@require_safe
def show_budget(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_budget.html", _page(me, year, in_currency(BudgetForm(), me.club.currency)))


@require_POST
def plan_purpose(request: UserRequest, club_id: int, year: int) -> HttpResponse:
    """In place of what was planned for that purpose before."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = in_currency(BudgetForm(request.POST), me.club.currency)
    if not form.is_valid():
        return answer_invalid(request, "settlement/show_budget.html", _page(me, year, form))
    keep_budget_line(me.club, checked_year(year), **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:show_budget", me.club.pk, year)


def _page(me: Membership, year: int, form: BudgetForm) -> dict[str, Any]:
    """Fourteen queries at most."""
    statement = statement_of(me.club, checked_year(year))
    currency = statement.currency
    before, now = (sums_by_purpose(one) for one in (statement_of(me.club, year - 1, currency), statement))
    budget = budget_rows(budget_of(me.club, year, currency), before, now)
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
        "is_closed": closing_of(me.club, year, currency) is not None,
    }
