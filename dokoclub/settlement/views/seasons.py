"""A season's entry fee, and its payout by the table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.look.fields import replace_value
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.in_currency import in_currency
from dokoclub.settlement.forms.seasons import EntryFeeForm, PayoutForm
from dokoclub.settlement.selectors.cash_box import balance_of
from dokoclub.settlement.selectors.dues import people_to_fine
from dokoclub.settlement.selectors.payouts import payout_of, periods_to_pay
from dokoclub.settlement.services.refusals import Changed
from dokoclub.settlement.services.seasons import charge_entry_fee as charge
from dokoclub.settlement.services.seasons import pay_out_table


@require_http_methods(PAGE_AND_FORM)
def charge_entry_fee(request: UserRequest, club_id: int) -> HttpResponse:
    """All who take part owe it at once; each is paid and taken back on the account of the member."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = in_currency(EntryFeeForm(list(people_to_fine(me.club)), sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/charge_entry_fee.html", context)
    if form.is_valid():
        try:
            made = charge(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        else:
            told = ngettext("Charged: %(number)s player.", "Charged: %(number)s players.", len(made))
            messages.success(request, told % {"number": len(made)})
            return redirect("settlement:show_accounts", me.club.pk)
    return answer_invalid(request, "settlement/charge_entry_fee.html", context)


@require_http_methods(PAGE_AND_FORM)
def pay_out(request: UserRequest, club_id: int) -> HttpResponse:
    """First what it comes to, then the bookings: the second press has the stamp of what was seen."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    today, balance = timezone.localdate(), balance_of(me.club)
    form = in_currency(PayoutForm(periods_to_pay(me.club, today), sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form, "balance": balance}
    if request.method != "POST":
        return render(request, "settlement/pay_out.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/pay_out.html", context)
    given = form.cleaned_data
    facts = {"pot": given["amount"], "shares": given["shares"], "today": today}
    if given["stamp"]:
        try:
            pay_out_table(me.club, form.wanted, **facts, stamp=given["stamp"], key=given["key"], by=request.user)
        except Reused:
            form.used_before()
            return answer_invalid(request, "settlement/pay_out.html", context)
        except Changed:
            context["refusal"] = _("The result has changed meanwhile. Please look again.")
        else:
            messages.success(request, _("Booked: each of them is a row of the cash box."))
            return redirect("settlement:show_cash_box", me.club.pk)
    if given["amount"] > balance:
        form.add_error("amount", _("There is not so much in the cash box."))
        return answer_invalid(request, "settlement/pay_out.html", context)
    found = payout_of(me.club, form.wanted, **facts)
    form.data = replace_value(form.data, "stamp", found.stamp)
    return render(request, "settlement/pay_out.html", {**context, "found": found})
