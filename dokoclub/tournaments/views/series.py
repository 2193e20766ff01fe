"""A series of tournaments: its list, and how it is made."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.tournaments import access, hooks, selectors, services
from dokoclub.tournaments.forms.series import NewSeriesForm, SeriesForm, initial_of_series
from dokoclub.tournaments.shown.series import list_match_days, list_series, name_score, rules_in_words


@require_safe
def show_series(request: UserRequest, series_id: int) -> HttpResponse:
    """`?player=`: the rounds of somebody, above the list."""
    at = access.series_to_read(request.user, series_id)
    table = selectors.rank_tournaments(at.series)
    lines = list_series(table)
    asked = request.GET.get("player", "")
    context = {
        "me": at.me,
        "club": at.me.club,
        "series": at.series,
        "table": table,
        "lines": lines,
        "column": name_score(at.series),
        "held": table.tournaments if lines else selectors.tournaments_held(at.series),
        "teams": list_match_days(table),
        "rules": rules_in_words(at.series),
        "ways": [way for ways in hooks.series_ways for way in ways(at.series)],
        "chosen": next((line for line in lines if str(line.player.pk) == asked), None),
    }
    return render(request, "tournaments/show_series.html", context)


@require_http_methods(PAGE_AND_FORM)
def found_series(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    form = NewSeriesForm(sent_data(request), tournaments=selectors.tournaments_to_gather(me.club, None))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_series.html", context)
    if form.is_valid():
        try:
            made = services.found_series(me.club, form.facts, key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        else:
            return redirect("tournaments:show_series", made.pk)
    return answer_invalid(request, "tournaments/edit_series.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_series(request: UserRequest, series_id: int) -> HttpResponse:
    at = access.series_to_own(request.user, series_id)
    some = selectors.tournaments_to_gather(at.me.club, at.series)
    form = SeriesForm(sent_data(request), initial=initial_of_series(at.series), tournaments=some)
    context = {"me": at.me, "club": at.me.club, "series": at.series, "form": form}
    if request.method != "POST":
        return render(request, "tournaments/edit_series.html", context)
    if form.is_valid():
        services.change_series(at.series, form.facts, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("tournaments:show_series", series_id)
    return answer_invalid(request, "tournaments/edit_series.html", context)


@require_POST
def delete_series(request: UserRequest, series_id: int) -> HttpResponse:
    at = access.series_to_own(request.user, series_id)
    services.delete_series(at.series)
    messages.success(request, _("The series is gone; its tournaments stay."))
    return redirect("tournaments:list_tournaments", at.me.club.pk)
