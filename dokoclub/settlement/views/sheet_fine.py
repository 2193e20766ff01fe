"""A fine by a tap from a sheet: by who writes or who keeps the money."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.access import sheet_to_read
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.numbers import money
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.dues import SheetFineForm
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.selectors.dues import fines_in_force, people_to_fine
from dokoclub.settlement.services.accounts import charge_player


@require_http_methods(PAGE_AND_FORM)
def fine_at_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Taken back on the page of the member's account, by a booking."""
    at = sheet_to_read(request.user, sheet_id)
    me, evening = at.membership, at.sheet.evening
    if me is None or not (me.may_score or me.may_keep_money):
        raise PermissionDenied
    fines = fines_in_force(me.club)
    form = SheetFineForm(at.sheet, people_to_fine(me.club), fines, sent_data(request))
    context = {"me": me, "club": me.club, "sheet": at.sheet, "fines": list(fines), "form": form}
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
            return redirect("evenings:show_sheet", at.sheet.pk)
    return answer_invalid(request, "settlement/fine_at_sheet.html", context)
