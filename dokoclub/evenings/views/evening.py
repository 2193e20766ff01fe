"""The page of an evening: its tables while it is open, its result once it is closed. And the list of all evenings."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access as clubs
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.views.printed import show_to_member
from dokoclub.evenings import access, hooks, selectors, services
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.forms.evening import EveningForm, initial_of_evening
from dokoclub.evenings.ledger.running import running_totals
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.shown.finale import tell_finale
from dokoclub.evenings.views.doors import miss_deleted
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@require_safe
def show_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_read(request.user, evening_id)

    def build() -> dict[str, Any]:
        context = _tables_and_ranking(request, at)
        return context if at.evening.is_open else context | _result(at, context["page"])

    return show_to_member(request, "evenings/show_evening.html", build, at.membership)


@require_safe
def follow_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """What every phone asks all the time: 204 while nothing has changed since `stamp`."""
    at = access.evening_to_read(request.user, evening_id)
    if request.GET.get("stamp") == selectors.stamp_of(at.evening):
        return HttpResponse(status=204)
    return render(request, "evenings/_evening.html", _tables_and_ranking(request, at))


def _tables_and_ranking(request: UserRequest, at: AtEvening) -> dict[str, Any]:
    stamp = selectors.stamp_of(at.evening)  # first: what comes in between is fetched once more
    return {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "stamp": stamp,
        "page": selectors.result_page(at.evening, request.user),
        "foot_ways": collect_pieces(hooks.evening_foot_ways, at.membership, at.evening),
    }


def _result(at: AtEvening, page: selectors.EveningPage) -> dict[str, Any]:
    sheets = selectors.folded_sheets(at.evening)
    found = selectors.highlights_on(sheets)
    return {
        "finale": tell_finale(page.ranking, found, running_totals(sheets, page.style.ranked_by)),
        "highlights": found,
        "text": selectors.in_text(at.evening, page.ranking, found),
        "ways": collect_pieces(hooks.evening_ways, at.membership, at.evening),
    }


@require_http_methods(PAGE_AND_FORM)
@miss_deleted
def edit_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """Its date, place and stake."""
    at = access.evening_to_score(request.user, evening_id)
    form = EveningForm(sent_data(request), initial=initial_of_evening(at.evening))
    context = {"me": at.membership, "club": at.evening.club, "evening": at.evening, "form": form}
    if request.method != "POST":
        return render(request, "evenings/edit_evening.html", context)
    if not form.is_valid():
        return answer_invalid(request, "evenings/edit_evening.html", context)
    services.change_evening(at.evening, **form.cleaned_data, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("evenings:show_evening", at.evening.pk)


@require_safe
def list_evenings(request: UserRequest, club_id: int) -> HttpResponse:
    """A year at a time; `?year=`."""
    me = clubs.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "evenings/list_evenings.html", lambda: _year(me, request.GET.get("year", "")), me)


def _year(me: Membership, wanted: str) -> dict[str, Any]:
    years = selectors.years_of_play(me.club)
    year = next((year for year in years if str(year) == wanted), years[0] if years else date_of_play().year)
    return {
        "me": me,
        "club": me.club,
        "years": years,
        "year": year,
        "glances": selectors.evenings_of_year(me.club, year),
        "start": _planned_start(me),
        "deleted": selectors.deleted_evenings(me.club) if me.may(Right.OWN) else [],
    }


def _planned_start(me: Membership) -> str:
    """Return where the evening that is planned for today begins, for those who may."""
    planned = selectors.planned_today(me.club) if me.may_score else None
    return planned.start if planned else ""
