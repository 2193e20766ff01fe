"""Everything open is cleared at once; what that settled, and taking it back."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.look.fields import replace_value
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.clearing import THROUGH, ClearingForm
from dokoclub.settlement.models import Clearing
from dokoclub.settlement.selectors import clearing as selectors
from dokoclub.settlement.services import clearing as services
from dokoclub.settlement.services.refusals import Changed, StillOpen
from dokoclub.settlement.shown.clearing import sentence_of, show_way, title_of_row


@require_http_methods(PAGE_AND_FORM)
def clear_all(request: UserRequest, club_id: int) -> HttpResponse:
    """First what it would come to in either way; sent twice, it is cleared once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    found = selectors.preview_of(me.club)
    form = ClearingForm(sent_data(request), initial={"stamp": found.stamp})
    straight, through = (show_way(way, found.names, me.club.currency) for way in (found.straight, found.through))
    context = {
        "me": me,
        "club": me.club,
        "form": form,
        "found": found,
        "straight": straight,
        "through": through,
        "ways": list(zip(form["way"], (straight, through), strict=True)),
    }
    if request.method != "POST":
        return render(request, "settlement/clear_all.html", context)
    if form.is_valid():
        given = form.cleaned_data
        facts = {"through_others": given["way"] == THROUGH, "stamp": given["stamp"], "key": given["key"]}
        try:
            made = services.clear_all_open(me.club, **facts, by=request.user)
        except Changed:
            form.data = replace_value(form.data, "stamp", found.stamp)
            form.add_error(None, _("Somebody changed this meanwhile. This is what is open now."))
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Cleared. These payments replace everything that was outstanding."))
            return redirect("settlement:show_clearing", me.club.pk, made.pk)
    return answer_invalid(request, "settlement/clear_all.html", context)


@require_safe
def show_clearing(request: UserRequest, club_id: int, clearing_id: int) -> HttpResponse:
    """Its payments, and what it settled. Made to be printed."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_clearing.html", _page(me, _clearing(me, clearing_id)))


@require_POST
def take_back_clearing(request: UserRequest, club_id: int, clearing_id: int) -> HttpResponse:
    """As a whole, until one of its payments was made. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    clearing = _clearing(me, clearing_id)
    try:
        services.take_back_clearing(clearing, by=request.user)
    except Changed:
        return _refused(request, me, clearing, _("One of its payments was made: it stays."))
    except StillOpen:
        return _refused(request, me, clearing, _("An evening that it settled is open again: close it first."))
    messages.success(request, _("Taken back: everything is open again as it was."))
    return redirect("settlement:show_overview", me.club.pk)


def _clearing(me: Membership, clearing_id: int) -> Clearing:
    found = selectors.clearing_of(me.club, clearing_id)
    if found is None:
        raise Http404
    return found


def _refused(request: UserRequest, me: Membership, clearing: Clearing, why: str) -> HttpResponse:
    context = {**_page(me, clearing), "refusal": why}
    return render(request, "settlement/show_clearing.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _page(me: Membership, clearing: Clearing) -> dict[str, Any]:
    found = selectors.cleared_by(clearing)
    currency = clearing.money.currency
    return {
        "me": me,
        "club": me.club,
        "clearing": clearing,
        "is_of_its_day": clearing.money.day == timezone.localdate(clearing.made_at),
        "found": found,
        "payments": [(sentence_of(row, currency), row) for row in found.payments],
        "settled": [(title_of_row(row), sentence_of(row, currency)) for row in found.settled],
    }
