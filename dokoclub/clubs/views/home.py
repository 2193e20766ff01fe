"""The start page: my clubs, or how to begin."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dokoclub.accounts import services as accounts
from dokoclub.accounts.adapters import may_register
from dokoclub.accounts.models import Account
from dokoclub.clubs import selectors


@login_not_required
@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """One club: straight to it. None or several: choose."""
    if not isinstance(request.user, Account):
        return _welcome(request)
    clubs = selectors.clubs_of(request.user)
    deleted = selectors.deleted_clubs_of(request.user)
    if len(clubs) == 1 and not deleted:
        return redirect(clubs[0])
    return render(request, "clubs/home.html", {"clubs": clubs, "deleted_clubs": deleted})


def _welcome(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "clubs/welcome.html",
        {
            "empty_install": accounts.is_first_account(),
            "may_register": may_register(request),
            "demo": settings.DEMO,
        },
    )
