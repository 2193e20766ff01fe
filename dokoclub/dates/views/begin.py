"""From a date to its evening: who comes sits down."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.dates import access, services
from dokoclub.evenings.selectors import evening_of_day


@require_POST
def begin_evening(request: UserRequest, date_id: int) -> HttpResponse:
    """Guests become players of the club; then the page that opens tables, with everybody who comes.

    Once the evening has begun it leads there.
    """
    at = access.date_to_plan(request.user, date_id)
    begun = evening_of_day(at.date.club, at.date.day)
    if begun:
        return redirect("evenings:show_evening", begun.pk)
    services.enter_guests(at.date, by=request.user)
    return redirect(f"{reverse('evenings:start_evening', args=[at.date.club_id])}?date={at.date.pk}")
