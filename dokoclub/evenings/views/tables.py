"""The tables of an evening: close a sheet, open it again, take an empty one away, hand its pen to the table."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings import access, hooks, selectors, services
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.views.doors import miss_deleted
from dokoclub.look.http import PAGE_AND_FORM


@require_POST
@miss_deleted
def close_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    services.close_sheet(sheet, by=request.user)
    messages.success(request, _("Table %(table)s is finished.") % {"table": sheet.table})
    return _to_evening(sheet)


@require_POST
def reopen_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_own(request.user, sheet_id).sheet
    try:
        services.reopen_sheet(sheet, by=request.user)
    except services.Closed:
        messages.error(request, _("The evening is closed. An owner can open it again."))
    else:
        messages.success(request, _("Table %(table)s is open again.") % {"table": sheet.table})
    return _to_evening(sheet)


@require_POST
def withdraw_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    try:
        services.withdraw_sheet(sheet, by=request.user)
    except services.Closed:
        messages.error(request, _("The sheet is closed."))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("Table %(table)s is gone.") % {"table": sheet.table})
    return _to_evening(sheet)


def _to_evening(sheet: Sheet) -> HttpResponse:
    return redirect("evenings:show_evening", sheet.evening_id)


@require_http_methods(PAGE_AND_FORM)
def show_pen(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Whoever holds the pen writes on this one sheet, without an account. Handed out by POST only."""
    at = access.sheet_to_score(request.user, sheet_id)
    if request.method == "POST":
        try:
            services.give_pen(at.sheet)
        except services.Closed:
            messages.error(request, _("The sheet is closed."))
            return _to_evening(at.sheet)
        return redirect("evenings:show_pen", sheet_id)
    evening, token = at.sheet.evening, selectors.pen_of(at.sheet)
    context = {
        "me": at.membership,
        "club": evening.club,
        "evening": evening,
        "sheet": at.sheet,
        "is_alone": selectors.has_one_sheet(evening),
        "link": handed_over(reverse("evenings:show_sheet_by_pen", args=[token])) if token else None,
        "parts": collect_pieces(hooks.pen_parts, at.sheet, token) if token and evening.is_open else [],
    }
    return render(request, "evenings/show_pen.html", context)


@require_POST
@miss_deleted
def revoke_pen(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    services.revoke_pen(sheet)
    messages.success(request, _("The pen does not write any more."))
    return redirect("evenings:show_pen", sheet.pk)
