"""The end of a tournament, and second thoughts."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.tournaments import access, services
from dokoclub.tournaments.views.pages import try_it


@require_POST
def end_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_direct(request.user, tournament_id)
    end = partial(services.end_tournament, at.tournament, by=request.user)
    return try_it(
        request, end, _("The tournament has ended. The list is final."), "tournaments:show_tournament", tournament_id
    )


@require_POST
def resume_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    resume = partial(services.resume_tournament, at.tournament, by=request.user)
    return try_it(request, resume, _("The tournament goes on."), "tournaments:show_tournament", tournament_id)
