"""Found a tournament, change it, take it away before it has begun."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.shown.states import rules_state
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.tournaments import access, services
from dokoclub.tournaments.forms.tournament import NewTournamentForm, TournamentForm, initial_of_tournament
from dokoclub.tournaments.shown.fixed import list_fixed
from dokoclub.tournaments.views.pages import context_of, try_it


@require_http_methods(PAGE_AND_FORM)
def found_tournament(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    rules = current_rules(me.club)
    own = rules_state(rules)
    form = NewTournamentForm(sent_data(request), initial={"day": date_of_play()}, own_rules=own)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_tournament.html", context)
    if form.is_valid():
        try:
            made = services.found_tournament(
                me.club, form.facts(rules.parsed), key=form.cleaned_data["key"], by=request.user
            )
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return redirect("tournaments:show_tournament", made.pk)
    return answer_invalid(request, "tournaments/edit_tournament.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    """Once it has begun only what decides nothing, after the end nothing: what is decided is told."""
    at = access.tournament_to_direct(request.user, tournament_id)
    rules = current_rules(at.me.club)
    own = rules_state(rules)
    sent = sent_data(request)
    initial = initial_of_tournament(at.tournament)
    begun = at.tournament.has_begun
    form = TournamentForm(sent, initial=initial, own_rules=own, keeps_rules=True, has_begun=begun)
    context: dict[str, Any] = context_of(at, form=form, fixed=list_fixed(at.tournament, rules) if begun else [])
    if request.method != "POST":
        return render(request, "tournaments/edit_tournament.html", context)
    if form.is_valid():
        try:
            services.change_tournament(at.tournament, form.facts(rules.parsed), by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:show_tournament", tournament_id)
    return answer_invalid(request, "tournaments/edit_tournament.html", context)


@require_POST
def delete_tournament(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    if at.tournament.has_begun:
        return try_it(
            request,
            lambda: services.delete_tournament(at.tournament),
            "",
            "tournaments:show_tournament",
            tournament_id,
        )
    return try_it(
        request,
        lambda: services.delete_tournament(at.tournament),
        _("The tournament is gone."),
        "tournaments:list_tournaments",
        at.me.club.pk,
    )
