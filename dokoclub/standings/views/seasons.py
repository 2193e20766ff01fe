"""The seasons of a club."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.folding import FoldedPart
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.standings import access, services, words
from dokoclub.standings.access import AtLeague
from dokoclub.standings.forms.rules import initial_of_rules as rules_initial
from dokoclub.standings.forms.seasons import NewSeasonForm, SeasonForm, initial_of_season
from dokoclub.standings.models import League
from dokoclub.standings.models.periods import of_season
from dokoclub.standings.selectors import starting
from dokoclub.standings.shown.rules_parts import show_parts
from scoring.league.rules import StandingsRules


@require_safe
def list_seasons(request: UserRequest, club_id: int) -> HttpResponse:
    """All seasons, and by which rules they and the time between them are ranked."""
    at = access.league_to_read(request.user, club_id)
    seasons = starting.seasons_of(at.club)
    context = {
        "me": at.me,
        "club": at.club,
        "seasons": [(season, of_season(season), _told(season.parsed)) for season in seasons],
        "rules": _told_outside(at.league),
        "today": date_of_play(),
    }
    return render(request, "standings/list_seasons.html", context)


def _told_outside(league: League) -> list[tuple[str, list[str]]]:
    """Of years and of months; in one where they are the same."""
    years, months = _told(league.parsed), _told(league.parsed_month)
    if years == months:
        return [(_("All tables"), years)]
    return [(_("Year and all time"), years), (_("Months and quarters"), months)]


def _told(rules: StandingsRules) -> list[str]:
    """Sentences. Without knowing how many evenings were held, a minimum is told as it was set."""
    return list(words.rules_in_words(rules, None))


@require_http_methods(PAGE_AND_FORM)
def make_season(request: UserRequest, club_id: int) -> HttpResponse:
    """Proposed are the rules of the last season, else those of the club."""
    at = access.league_to_own(request.user, club_id)
    form = NewSeasonForm(sent_data(request), initial=_proposed(at))
    context = {"me": at.me, "club": at.club, "form": form, "parts": _parts(form)}
    if request.method != "POST":
        return render(request, "standings/edit_season.html", context)
    if form.is_valid():
        try:
            season = services.make_season(at.club, form.season(), key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("The season “%(name)s” is there.") % {"name": season.name})
            return redirect("standings:show_table", club_id, of_season(season))
    return answer_invalid(request, "standings/edit_season.html", context)


def _parts(form: SeasonForm) -> Callable[[], list[FoldedPart]]:
    """For the page to ask once it is known what is wrong."""
    return partial(show_parts, form, _("Table of the season"))


def _proposed(at: AtLeague) -> dict[str, Any]:
    last = next(iter(starting.seasons_of(at.club)), None)
    source = last or at.league
    return rules_initial(source.parsed, source.parsed_month)


@require_http_methods(PAGE_AND_FORM)
def edit_season(request: UserRequest, club_id: int, season_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    season = access.season_to_change(at.club, season_id)
    form = SeasonForm(sent_data(request), initial=initial_of_season(season))
    context = {"me": at.me, "club": at.club, "season": season, "period": of_season(season), "form": form}
    context["parts"] = _parts(form)
    if request.method != "POST":
        return render(request, "standings/edit_season.html", context)
    if form.is_valid():
        try:
            services.change_season(season, form.season(), by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:show_table", club_id, of_season(season))
    return answer_invalid(request, "standings/edit_season.html", context)


@require_http_methods(PAGE_AND_FORM)
def delete_season(request: UserRequest, club_id: int, season_id: int) -> HttpResponse:
    """Its evenings stay."""
    at = access.league_to_own(request.user, club_id)
    season = access.season_to_change(at.club, season_id)
    if request.method != "POST":
        context = {"me": at.me, "club": at.club, "season": season}
        return render(request, "standings/delete_season.html", context)
    services.delete_season(season, by=request.user)
    messages.success(request, _("The season “%(name)s” is gone; its evenings stay.") % {"name": season.name})
    return redirect("standings:list_seasons", club_id)
