"""The picture of an evening, as the server draws it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import access, hooks, selectors
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.ledger.running import running_totals
from dokoclub.evenings.shown.picture import Picture, draw_evening


@require_safe
def show_picture(request: UserRequest, evening_id: int) -> HttpResponse:
    """Of a closed evening, for its club; of any other there is none yet, only its page."""
    at = access.evening_to_read(request.user, evening_id)
    picture = None if at.evening.is_open else _draw(at)
    if picture is None:
        return redirect("evenings:show_evening", evening_id)
    return render(request, "evenings/picture.svg", {"picture": picture}, content_type="image/svg+xml")


def _draw(at: AtEvening) -> Picture | None:
    page, sheets = selectors.result_page(at.evening), selectors.folded_sheets(at.evening)
    deeds = [deed for told in hooks.evening_deeds for deed in told(at.evening)]
    return draw_evening(
        at.evening,
        page.ranking,
        selectors.highlights_on(sheets),
        running_totals(sheets, page.style.ranked_by),
        deeds,
    )
