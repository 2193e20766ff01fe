"""Go on writing, from the home screen."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors


@require_safe
def go_on(request: UserRequest) -> HttpResponse:
    """To the sheet that this person writes or plays on; where there is none, home."""
    sheet = selectors.sheet_being_written(request.user)
    return redirect("evenings:show_sheet", sheet.pk) if sheet else redirect("/")
