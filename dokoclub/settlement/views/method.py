"""Settings of the method and currency: the club's and those of one evening, with their result."""

from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access as clubs_access
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Membership, Right
from dokoclub.core.formatting import signed
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data, stands_on
from dokoclub.evenings.access import AtEvening
from dokoclub.settlement import access
from dokoclub.settlement.forms.method import CurrencyForm, EveningMoneyForm, MoneyForm, initial_of_method
from dokoclub.settlement.presenters.evening import asked_at_once, format_outcome, show_methods, show_parts
from dokoclub.settlement.presenters.owing_texts import format_open
from dokoclub.settlement.selectors.evening import get_currency, is_frozen, rules_of_club, rules_of_evening
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.selectors.outcomes import Example, example_for, get_example, settle_example
from dokoclub.settlement.services import locks
from dokoclub.settlement.services import rules as rules_services
from dokoclub.settlement.services.locks import Changed
from dokoclub.settlement.services.rules import change_currency as change
from dokoclub.settlement.services.rules import open_things
from dokoclub.ui.forms import replace_value
from scoring.money.methods import MoneyRules


@require_http_methods(PAGE_AND_FORM)
def edit_club(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    rules = rules_of_club(me.club)
    form = MoneyForm(sent_data(request), initial=initial_of_method(rules), has_kitty=me.club.uses("kitty"))
    if request.method != "POST":
        return render(request, "settlement/edit_club.html", _club_page(me, form, rules))
    if not form.is_valid() or form.rules is None:
        return answer_invalid(request, "settlement/edit_club.html", _club_page(me, form, rules))
    rules_services.change_club_money(me.club, form.rules, by=request.user)
    messages.success(request, _("Saved. Applies to all unsettled evenings."))
    return redirect("clubs:show_settings", me.club.pk)


@stands_on("settlement:edit_club", "club_id")
def preview_club(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the result of the form: as a fragment, or as the page without a script."""
    me = enter_club(request.user, club_id, Right.OWN)
    rules = rules_of_club(me.club)
    form = MoneyForm(request.POST, initial=initial_of_method(rules), has_kitty=me.club.uses("kitty"))
    form.is_valid()
    return _preview(request, "settlement/edit_club.html", _club_page(me, form, rules), form)


@require_http_methods(PAGE_AND_FORM)
def edit_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)
    if is_frozen(at.evening):
        return _is_settled(request, at)
    rules = rules_of_evening(at.evening)
    form = _evening_form(at, sent_data(request), rules)
    if request.method != "POST":
        return render(request, "settlement/edit_evening.html", _evening_page(at, form, rules))
    if not form.is_valid() or form.rules is None:
        return answer_invalid(request, "settlement/edit_evening.html", _evening_page(at, form, rules))
    try:
        rules_services.change_evening_money(at.evening, form.rules, stake=form.cleaned_data["stake"], by=request.user)
    except locks.Frozen:
        return _is_settled(request, at)
    messages.success(request, _("Saved."))
    return redirect("settlement:show_evening", at.evening.pk)


@stands_on("settlement:edit_evening", "evening_id")
def preview_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)
    rules = rules_of_evening(at.evening)
    form = _evening_form(at, request.POST, rules)
    form.is_valid()
    return _preview(request, "settlement/edit_evening.html", _evening_page(at, form, rules), form)


def _evening_form(at: AtEvening, sent: Any, rules: MoneyRules) -> EveningMoneyForm:
    initial = initial_of_method(rules, at.evening.stake)
    return EveningMoneyForm(sent, initial=initial, has_kitty=at.evening.club.uses("kitty"))


def _is_settled(request: UserRequest, at: AtEvening) -> HttpResponse:
    messages.warning(request, _("The settlement is locked, and so is its method."))
    return redirect("settlement:show_evening", at.evening.pk)


def _preview(request: UserRequest, template: str, context: dict[str, Any], form: MoneyForm) -> HttpResponse:
    """Show the result. For htmx, an invalid form answers 204, which keeps the last result."""
    if request.htmx:
        return render(request, "settlement/_outcome.html", context) if form.rules else HttpResponse(status=204)
    return render(request, template, context) if form.rules else answer_invalid(request, template, context)


def _club_page(me: Membership, form: MoneyForm, rules: MoneyRules) -> dict[str, Any]:
    wanted = form.rules or form.offered(rules)
    example = example_for(me.club)
    return {
        "me": me,
        "club": me.club,
        "form": form,
        "preview": reverse("settlement:preview_club", args=[me.club.pk]),
        **_explained(form, example, wanted, Decimal(wanted.stake), me.club.currency),
    }


def _evening_page(at: AtEvening, form: MoneyForm, rules: MoneyRules) -> dict[str, Any]:
    stake = form.cleaned_data["stake"] if form.rules else at.evening.stake
    example = get_example(at.evening)
    return {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "form": form,
        "preview": reverse("settlement:preview_evening", args=[at.evening.pk]),
        **_explained(form, example, form.rules or form.offered(rules), stake, get_currency(at.evening)),
    }


def _explained(form: MoneyForm, example: Example, rules: MoneyRules, stake: Decimal, currency: str) -> dict[str, Any]:
    settlement = settle_example(example, rules, stake=stake)
    return {
        "example": example,
        "totals": [(example.names[one.player].name, signed(one.points)) for one in example.totals],
        "lines": format_outcome(settlement, example.names, currency),
        "methods": show_methods(form),
        "prices": asked_at_once(form),
        "parts": show_parts(form, rules, currency),
    }


@require_http_methods(PAGE_AND_FORM)
def change_currency(request: UserRequest, club_id: int) -> HttpResponse:
    """Change the currency, or list the open items while there are any."""
    me = clubs_access.enter_club(request.user, club_id, Right.OWN)
    in_box = get_balance(me.club)
    found = open_things(me.club, timezone.localdate())
    form = CurrencyForm(me.club, in_box, sent_data(request), initial={"seen": in_box})
    context = {"me": me, "club": me.club, "form": form, "in_box": in_box, "found": found, "is_open": bool(found)}
    context["told"] = format_open(found.pairs, me.club.currency)
    if request.method != "POST":
        return render(request, "settlement/change_currency.html", context)
    if form.is_valid():
        try:
            change(me.club, **form.facts(), by=request.user)
        except Changed:
            form.data = replace_value(form.data, "seen", str(in_box))
            form.add_error(None, _("Something is open or was just booked. Check again."))
        else:
            messages.success(request, _("The club now uses %(currency)s.") % form.cleaned_data)
            return redirect("clubs:show_settings", me.club.pk)
    return answer_invalid(request, "settlement/change_currency.html", context)
