"""Views to found, change and delete tournaments and series, and to name officials."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.clubs.presenters.club_page import rules_state
from dokoclub.clubs.selectors import current_rules
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.tournaments import access, hooks
from dokoclub.tournaments.forms import tournament
from dokoclub.tournaments.forms.people import OfficialForm
from dokoclub.tournaments.presenters.seating import list_fixed
from dokoclub.tournaments.presenters.standing import format_rules, list_match_days, list_series, name_score
from dokoclub.tournaments.selectors import lists
from dokoclub.tournaments.services import founding
from dokoclub.tournaments.views import get_context, save_form, try_it


@require_http_methods(PAGE_AND_FORM)
def found_tournament(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    rules = current_rules(me.club)
    own = rules_state(rules)
    form = tournament.NewTournamentForm(sent_data(request), initial={"day": date_of_play()}, own_rules=own)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_tournament.html", context)
    if form.is_valid():
        try:
            made = founding.found_tournament(
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
    """Change a tournament. After the start, decisive settings are read-only; after the end, all are."""
    at = access.tournament_to_direct(request.user, tournament_id)
    rules = current_rules(at.me.club)
    own = rules_state(rules)
    sent = sent_data(request)
    initial = tournament.initial_of_tournament(at.tournament)
    begun = at.tournament.has_begun
    form = tournament.TournamentForm(sent, initial=initial, own_rules=own, keeps_rules=True, has_begun=begun)
    context: dict[str, Any] = get_context(at, form=form, fixed=list_fixed(at.tournament, rules) if begun else [])
    if request.method != "POST":
        return render(request, "tournaments/edit_tournament.html", context)
    if form.is_valid():
        try:
            founding.change_tournament(at.tournament, form.facts(rules.parsed), by=request.user)
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
            lambda: founding.delete_tournament(at.tournament),
            "",
            "tournaments:show_tournament",
            tournament_id,
        )
    return try_it(
        request,
        lambda: founding.delete_tournament(at.tournament),
        _("The tournament is gone."),
        "tournaments:list_tournaments",
        at.me.club.pk,
    )


@require_http_methods(PAGE_AND_FORM)
def list_officials(request: UserRequest, tournament_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    form = OfficialForm(sent_data(request), accounts=lists.accounts_to_name(at.tournament))
    context = get_context(at, form=form, officials=lists.list_officials(at.tournament))
    if request.method != "POST":
        return render(request, "tournaments/list_officials.html", context)
    if form.is_valid():
        name = partial(founding.name_official, at.tournament, form.chosen, form.cleaned_data["role"], by=request.user)
        answer = save_form(request, form, name, _("Saved."), "tournaments:list_officials", tournament_id)
        if answer is not None:
            return answer
    return answer_invalid(request, "tournaments/list_officials.html", context)


@require_POST
def remove_official(request: UserRequest, tournament_id: int, official_id: int) -> HttpResponse:
    at = access.tournament_to_own(request.user, tournament_id)
    official = access.get_official(at.tournament, official_id)
    return try_it(
        request,
        partial(founding.remove_official, official),
        _("Right revoked."),
        "tournaments:list_officials",
        tournament_id,
    )


@require_safe
def show_series(request: UserRequest, series_id: int) -> HttpResponse:
    """Show a series; `?player=` adds a player's rounds above the list."""
    at = access.series_to_read(request.user, series_id)
    table = lists.rank_tournaments(at.series)
    lines = list_series(table)
    asked = request.GET.get("player", "")
    context = {
        "me": at.me,
        "club": at.me.club,
        "series": at.series,
        "table": table,
        "lines": lines,
        "column": name_score(at.series),
        "held": table.tournaments if lines else lists.tournaments_held(at.series),
        "teams": list_match_days(table),
        "rules": format_rules(at.series),
        "ways": [way for ways in hooks.series_links for way in ways(at.series)],
        "chosen": next((line for line in lines if str(line.player.pk) == asked), None),
    }
    return render(request, "tournaments/show_series.html", context)


@require_http_methods(PAGE_AND_FORM)
def found_series(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    form = tournament.NewSeriesForm(sent_data(request), tournaments=lists.tournaments_to_gather(me.club, None))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_series.html", context)
    if form.is_valid():
        try:
            made = founding.found_series(me.club, form.facts, key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        else:
            return redirect("tournaments:show_series", made.pk)
    return answer_invalid(request, "tournaments/edit_series.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_series(request: UserRequest, series_id: int) -> HttpResponse:
    at = access.series_to_own(request.user, series_id)
    some = lists.tournaments_to_gather(at.me.club, at.series)
    form = tournament.SeriesForm(sent_data(request), initial=tournament.initial_of_series(at.series), tournaments=some)
    context = {"me": at.me, "club": at.me.club, "series": at.series, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_series.html", context)
    if form.is_valid():
        founding.change_series(at.series, form.facts, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("tournaments:show_series", series_id)
    return answer_invalid(request, "tournaments/edit_series.html", context)


@require_POST
def delete_series(request: UserRequest, series_id: int) -> HttpResponse:
    at = access.series_to_own(request.user, series_id)
    founding.delete_series(at.series)
    messages.success(request, _("The series is gone; its tournaments stay."))
    return redirect("tournaments:list_tournaments", at.me.club.pk)
