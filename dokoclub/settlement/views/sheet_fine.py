"""A fine by a tap from a sheet: by who writes or who keeps the money."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Membership
from dokoclub.evenings.access import sheet_to_read
from dokoclub.evenings.models import Sheet
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.numbers import money
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.currency import STANDS
from dokoclub.settlement.forms.dues import SheetFineForm
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.selectors.accounts import charge_of, unpaid_fines
from dokoclub.settlement.selectors.dues import fines_in_force, people_to_fine
from dokoclub.settlement.services.accounts import charge_player, take_back_charge
from dokoclub.settlement.services.refusals import OtherCurrency
from dokoclub.settlement.shown.charge_words import name_charge


@require_http_methods(PAGE_AND_FORM)
def fine_at_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """With the fines of the evening that can be taken back here."""
    me, sheet = _sheet_to_fine(request, sheet_id)
    evening = sheet.evening
    fines = fines_in_force(me.club)
    form = SheetFineForm(sheet, people_to_fine(me.club), fines, sent_data(request))
    context = {"me": me, "club": me.club, "sheet": sheet, "fines": list(fines), "form": form}
    context["charged"] = unpaid_fines(evening)
    if request.method != "POST":
        return render(request, "settlement/fine_at_sheet.html", context)
    if form.is_valid():
        given = form.cleaned_data
        player, fine = form.people[given["player"]], given["fine"]
        try:
            charge_player(
                player,
                kind=ChargeKind.FINE,
                cents=fine.cents,
                purpose=fine.name,
                day=evening.date,
                key=given["key"],
                by=request.user,
                reason=given["reason"],
                evening=evening,
            )
        except Reused:
            form.used_before()
        else:
            facts = {"name": player.name, "what": fine.name, "amount": money(fine.cents, me.club.currency)}
            messages.success(request, _("%(name)s: %(what)s, %(amount)s.") % facts)
            return redirect("evenings:show_sheet", sheet.pk)
    return answer_invalid(request, "settlement/fine_at_sheet.html", context)


@require_http_methods(PAGE_AND_FORM)
def take_back_fine(request: UserRequest, sheet_id: int, charge_id: int) -> HttpResponse:
    """By a booking. What was paid for already is the treasurer's, on the page of the account."""
    me, sheet = _sheet_to_fine(request, sheet_id)
    charge = charge_of(me.club, charge_id)
    if charge is None or charge.kind != ChargeKind.FINE or charge.evening_id != sheet.evening_id:
        raise Http404
    is_open = charge_id in (item.charge.pk for item in unpaid_fines(sheet.evening))
    back = reverse("settlement:fine_at_sheet", args=[sheet.pk])
    context = {"me": me, "club": me.club, "charge": charge, "purpose": name_charge(charge)}
    context |= {"back": back, "is_paid": not is_open}
    if request.method != "POST":
        return render(request, "settlement/take_back_charge.html", context)
    if hasattr(charge, "reversed_by"):
        return redirect(back)
    if not is_open:
        return answer_invalid(request, "settlement/take_back_charge.html", context)
    try:
        take_back_charge(charge, by=request.user)
    except OtherCurrency:
        return answer_invalid(request, "settlement/take_back_charge.html", {**context, "problem": STANDS})
    messages.success(request, _("Taken back."))
    return redirect(back)


def _sheet_to_fine(request: UserRequest, sheet_id: int) -> tuple[Membership, Sheet]:
    at = sheet_to_read(request.user, sheet_id)
    me = at.membership
    if me is None or not (me.may_score or me.may_keep_money):
        raise PermissionDenied
    return me, at.sheet
