"""The rights for one tournament, which an owner gives."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.tournaments import access, selectors, services
from dokoclub.tournaments.forms.people import OfficialForm
from dokoclub.tournaments.views.pages import context_of, try_it


@require_http_methods(PAGE_AND_FORM)
def list_officials(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    form = OfficialForm(sent_data(request), accounts=selectors.accounts_to_name(at.tournament))
    context = context_of(at, form=form, officials=selectors.officials_of(at.tournament))
    if request.method != "POST":
        return render(request, "tournaments/list_officials.html", context)
    if form.is_valid():
        name = partial(services.name_official, at.tournament, form.chosen, form.cleaned_data["role"], by=request.user)
        return try_it(request, name, _("Saved."), "tournaments:list_officials", tournament_id)
    return answer_invalid(request, "tournaments/list_officials.html", context)


@require_POST
def remove_official(request: UserRequest, tournament_id: int, official_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    official = access.official_of(at.tournament, official_id)
    return try_it(
        request,
        partial(services.remove_official, official),
        _("The right is taken back."),
        "tournaments:list_officials",
        tournament_id,
    )
