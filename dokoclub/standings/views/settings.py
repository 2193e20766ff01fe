"""By which rules the club ranks, and which columns it sees."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.standings import access, services, words
from dokoclub.standings.forms.rules import ColumnsForm, RulesForm, initial_of_rules
from dokoclub.standings.shown.rules_parts import show_parts


@require_http_methods(PAGE_AND_FORM)
def edit_league(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = RulesForm(sent_data(request), initial=initial_of_rules(at.league.parsed, at.league.parsed_month))
    parts = partial(show_parts, form, _("Year and all time"))  # once it is known what is wrong
    context = {"me": at.me, "club": at.club, "form": form, "parts": parts}
    if request.method != "POST":
        return render(request, "standings/edit_league.html", context)
    if form.is_valid():
        try:
            services.change_league(at.club, form.rules(), form.month_rules())
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:list_seasons", club_id)
    return answer_invalid(request, "standings/edit_league.html", context)


@require_http_methods(PAGE_AND_FORM)
def choose_columns(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    ranks = words.ranked_column(at.league.parsed)
    form = ColumnsForm(sent_data(request), initial={"columns": at.league.columns}, ranks=ranks)
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/choose_columns.html", context)
    if not form.is_valid():
        return answer_invalid(request, "standings/choose_columns.html", context)
    services.choose_columns(at.club, form.cleaned_data["columns"])
    messages.success(request, _("Saved."))
    return redirect("standings:show_league", club_id)
