"""The club's currency: it changes when nothing is open, and nothing that is past changes with it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.look.fields import replace_value
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.settlement.forms.currency import CurrencyForm
from dokoclub.settlement.selectors.cash_box import balance_of
from dokoclub.settlement.selectors.currency import open_things
from dokoclub.settlement.services.currency import change_currency as change
from dokoclub.settlement.services.refusals import Changed
from dokoclub.settlement.shown.clearing import tell_open


@require_http_methods(PAGE_AND_FORM)
def change_currency(request: UserRequest, club_id: int) -> HttpResponse:
    """With what is open, named, while anything is."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    in_box = balance_of(me.club)
    found = open_things(me.club, timezone.localdate())
    form = CurrencyForm(me.club, in_box, sent_data(request), initial={"seen": in_box})
    context = {"me": me, "club": me.club, "form": form, "in_box": in_box, "found": found, "is_open": bool(found)}
    context["told"] = tell_open(found.pairs, me.club.currency)
    if request.method != "POST":
        return render(request, "settlement/change_currency.html", context)
    if form.is_valid():
        try:
            change(me.club, **form.facts(), by=request.user)
        except Changed:
            form.data = replace_value(form.data, "seen", str(in_box))
            form.add_error(None, _("Something is open, or somebody booked meanwhile. Please look again."))
        else:
            messages.success(request, _("From now on the club counts in %(currency)s.") % form.cleaned_data)
            return redirect("clubs:show_settings", me.club.pk)
    return answer_invalid(request, "settlement/change_currency.html", context)
