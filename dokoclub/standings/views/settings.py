"""Settings of the league: rules, columns, seasons, corrections and closing of months."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.corrections import find_last_evening
from dokoclub.standings import access, forms, texts
from dokoclub.standings.access import AtLeague
from dokoclub.standings.models import League
from dokoclub.standings.models.periods import Period, Span, get_season_period, period_around
from dokoclub.standings.presenters.effects import Effect, compare_tables
from dokoclub.standings.presenters.table_notes import show_parts
from dokoclub.standings.selectors import closings, people
from dokoclub.standings.selectors.closings import get_corrections
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.services import league as league_services
from dokoclub.standings.services.closings import ClosingConflict
from dokoclub.standings.services.closings import close_month as close
from dokoclub.ui.forms import FoldedPart
from scoring.league.rules import StandingsRules


@require_http_methods(PAGE_AND_FORM)
def edit_league(request: UserRequest, club_id: int) -> HttpResponse:
    """Change the rules of the tables outside seasons; `preview` shows what they make of the last year or month."""
    at = access.league_to_own(request.user, club_id)
    form = forms.RulesForm(sent_data(request), initial=forms.initial_of_rules(at.league.parsed, at.league.parsed_month))
    parts = partial(show_parts, form, _("Year and all time"))  # built once the errors are known
    context = {"me": at.me, "club": at.club, "form": form, "parts": parts}
    if request.method != "POST":
        return render(request, "standings/edit_league.html", context | {"effect": _find_effect(at, form)})
    if "preview" in request.POST:
        return _preview(request, at, form)
    if form.is_valid():
        try:
            league_services.change_league(at.club, form.rules(), form.month_rules())
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:list_seasons" if at.club.uses("seasons") else "clubs:show_settings", club_id)
    return answer_invalid(request, "standings/edit_league.html", context | {"effect": _find_effect(at, form)})


def _preview(request: UserRequest, at: AtLeague, form: forms.RulesForm, long: Period | None = None) -> HttpResponse:
    """Show the table under the typed rules; an invalid form answers 204, which keeps the last one."""
    if not form.is_valid():
        return HttpResponse(status=204)
    return render(request, "standings/_effect.html", {"effect": _find_effect(at, form, long)})


def _find_effect(at: AtLeague, form: forms.RulesForm, long: Period | None = None) -> Effect | None:
    """Return the table of the last evening's year, or of `long`, under the typed rules.

    Return that of its month if only the rules of months differ, and None if nobody has played. Five queries.
    """
    evening = find_last_evening(at.club)
    if evening is None:
        return None
    before, then = _rules_to_compare(form)
    years, months = zip(before, then, strict=True)
    is_short = years[0] == years[1] and months[0] != months[1]
    period = period_around(Span.MONTH, evening.date) if is_short else long or period_around(Span.YEAR, evening.date)
    compared, today = months if is_short else years, date_of_play()
    found = [league_table(at.club, period, rules, today=today, columns=()) for rules in compared]
    return compare_tables(*found) if not found[1].is_empty else None


def _rules_to_compare(form: forms.RulesForm) -> list[tuple[StandingsRules, StandingsRules]]:
    """Return the rules in force and the typed ones, each those of years and of months."""
    stored = form.stored_rules(), form.stored_month_rules()
    return [stored, (form.rules(), form.month_rules()) if form.is_valid() else stored]


@require_http_methods(PAGE_AND_FORM)
def choose_columns(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    ranks = texts.ranked_column(at.league.parsed)
    form = forms.ColumnsForm(sent_data(request), initial={"columns": at.league.columns}, ranks=ranks)
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/choose_columns.html", context)
    if not form.is_valid():
        return answer_invalid(request, "standings/choose_columns.html", context)
    league_services.choose_columns(at.club, form.cleaned_data["columns"])
    messages.success(request, _("Saved."))
    return redirect("standings:show_league", club_id)


@require_http_methods(PAGE_AND_FORM)
def close_month(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    at = access.league_to_own(request.user, club_id, period)
    if period.span is not Span.MONTH:
        raise Http404
    live = league_table(at.club, period, at.rules, today=date_of_play())
    closed = closings.closed_month(at.club, live)
    newest = closed.closing.number if closed else 0
    seen = request.POST.get("expected", "0") if request.method == "POST" else str(newest)
    form = forms.CloseForm(sent_data(request), again=seen != "0", initial={"expected": newest})
    context = {
        "me": at.me,
        "club": at.club,
        "period": period,
        "league": live,
        "people": live.people.by_number,
        "closed": closed,
        "is_unchanged": closed is not None and closings.is_unchanged(closed, live),
        "form": form,
        "is_nothing": live.is_empty and not closed and not live.running,
        "is_over": period.is_over(date_of_play()),
    }
    if request.method != "POST":
        return render(request, "standings/close_month.html", context)
    if form.is_valid():
        try:
            closing = close(at.club, period, **form.cleaned_data, by=request.user)
        except ClosingConflict as overtaken:
            messages.warning(
                request, _("Meanwhile version %(number)s was closed.") % {"number": overtaken.newer.number}
            )
            return redirect("standings:show_table", club_id, period)
        except ValidationError as refused:
            form.add_error(None, refused)
        except Reused:
            form.used_before()
        else:
            messages.success(
                request,
                _("%(month)s is closed, version %(number)s.") % {"month": period, "number": closing.number},
            )
            return redirect("standings:show_table", club_id, period)
    return answer_invalid(request, "standings/close_month.html", context)


@require_safe
def list_corrections(request: UserRequest, club_id: int) -> HttpResponse:
    """List the corrections with author and time, including those taken back."""
    at = access.league_to_read(request.user, club_id)
    context = {"me": at.me, "club": at.club, "corrections": get_corrections(at.club)}
    return render(request, "standings/list_corrections.html", context)


@require_http_methods(PAGE_AND_FORM)
def correct_points(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = forms.CorrectionForm(sent_data(request), club=at.club, initial={"day": date_of_play()})
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/correct_points.html", context)
    if form.is_valid():
        try:
            written = league_services.correct_points(at.club, **form.cleaned_data, by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("The points of %(name)s are corrected.") % {"name": written.player.name})
            return redirect("standings:list_corrections", club_id)
    return answer_invalid(request, "standings/correct_points.html", context)


@require_POST
def take_back_correction(request: UserRequest, club_id: int, correction_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    correction = access.correction_to_take_back(at.club, correction_id)
    league_services.take_back_correction(correction, by=request.user)
    messages.success(request, _("The correction counts no longer."))
    return redirect("standings:list_corrections", club_id)


@require_safe
def list_seasons(request: UserRequest, club_id: int) -> HttpResponse:
    """List all seasons, with their rules and those of the time between them."""
    at = access.league_to_read(request.user, club_id)
    seasons = people.list_seasons(at.club)
    context = {
        "me": at.me,
        "club": at.club,
        "seasons": [(season, get_season_period(season), _format_rules(season.parsed)) for season in seasons],
        "rules": _format_public_rules(at.league),
        "today": date_of_play(),
    }
    return render(request, "standings/list_seasons.html", context)


def _format_public_rules(league: League) -> list[tuple[str, list[str]]]:
    """Return the rules of years and of months; joined if they are the same."""
    years, months = _format_rules(league.parsed), _format_rules(league.parsed_month)
    if years == months:
        return [(_("All tables"), years)]
    return [(_("Year and all time"), years), (_("Months and quarters"), months)]


def _format_rules(rules: StandingsRules) -> list[str]:
    """List the sentences of the rules. Without the number of evenings held, a minimum is shown as it was set."""
    return list(texts.format_rules(rules, None))


@require_http_methods(PAGE_AND_FORM)
def make_season(request: UserRequest, club_id: int) -> HttpResponse:
    """Make a season; the form starts with the rules of the last season, else those of the club."""
    at = access.league_to_own(request.user, club_id)
    form = forms.NewSeasonForm(sent_data(request), initial=_proposed(at))
    context = {"me": at.me, "club": at.club, "form": form, "parts": _parts(form)}
    if request.method != "POST":
        return render(request, "standings/edit_season.html", context)
    if form.is_valid():
        try:
            season = league_services.make_season(at.club, form.season(), key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Season “%(name)s” created.") % {"name": season.name})
            return redirect("standings:show_table", club_id, get_season_period(season))
    return answer_invalid(request, "standings/edit_season.html", context)


def _parts(form: forms.SeasonForm) -> Callable[[], list[FoldedPart]]:
    """Return the folded parts, which the page builds once the errors are known."""
    return partial(show_parts, form, _("Season table"))


def _proposed(at: AtLeague) -> dict[str, Any]:
    last = next(iter(people.list_seasons(at.club)), None)
    source = last or at.league
    return forms.initial_of_rules(source.parsed, source.parsed_month)


@require_http_methods(PAGE_AND_FORM)
def edit_season(request: UserRequest, club_id: int, season_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    season = access.season_to_change(at.club, season_id)
    form = forms.SeasonForm(sent_data(request), initial=forms.initial_of_season(season))
    period = get_season_period(season)
    context = {"me": at.me, "club": at.club, "season": season, "period": period, "form": form, "parts": _parts(form)}
    if request.method != "POST":
        context["effect"] = _find_effect(at, form, period)
        return render(request, "standings/edit_season.html", context)
    if "preview" in request.POST:
        return _preview(request, at, form, period)
    if form.is_valid():
        try:
            league_services.change_season(season, form.season(), by=request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:show_table", club_id, get_season_period(season))
    context["effect"] = _find_effect(at, form, period)
    return answer_invalid(request, "standings/edit_season.html", context)


@require_http_methods(PAGE_AND_FORM)
def delete_season(request: UserRequest, club_id: int, season_id: int) -> HttpResponse:
    """Delete a season; its evenings remain."""
    at = access.league_to_own(request.user, club_id)
    season = access.season_to_change(at.club, season_id)
    if request.method != "POST":
        context = {"me": at.me, "club": at.club, "season": season}
        return render(request, "standings/delete_season.html", context)
    league_services.delete_season(season, by=request.user)
    messages.success(request, _("The season “%(name)s” is gone; its evenings stay.") % {"name": season.name})
    return redirect("standings:list_seasons", club_id)
