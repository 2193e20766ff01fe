"""Views of an evening: its tables, its result, edit, close, reopen, delete and restore.

Also the list of all evenings. The sheet style of a club and the order of rows on this device are here, too.
"""

from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access as clubs
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.models import Membership, Right
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.cookies import own_name
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.evenings import access, hooks
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.domain.results import running_totals
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.forms import evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.presenters.finale import format_finale
from dokoclub.evenings.selectors import evenings, glances, results, starting
from dokoclub.evenings.services import evenings as evenings_services
from dokoclub.evenings.views.sheet_access import miss_deleted

COOKIE: Final = own_name("sheet_order")
OLDEST: Final = "oldest"
NEWEST: Final = "newest"
YEAR: Final = 365 * 24 * 60 * 60


@require_safe
def show_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_read(request.user, evening_id)

    def build() -> dict[str, Any]:
        return _running(request, at) if at.evening.is_open else _result(request, at)

    return show_to_member(request, "evenings/show_evening.html", build, at.membership)


@require_safe
def follow_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """Answer the constant polling of every phone: 204 while nothing has changed since `stamp`."""
    at = access.evening_to_read(request.user, evening_id)
    if request.GET.get("stamp") == evenings.get_version(at.evening):
        return HttpResponse(status=204)
    return render(request, "evenings/_evening.html", _running(request, at))


def _running(request: UserRequest, at: AtEvening) -> dict[str, Any]:
    context = _tables_and_ranking(request, at)
    return context | _drawn(context["page"], results.replay_sheets(at.evening))


def _drawn(page: evenings.EveningPage, sheets: list[SheetState]) -> dict[str, Any]:
    found = results.highlights_on(sheets)
    totals = running_totals(sheets, page.style.ranked_by)
    has_strip = page.evening.is_open and page.fits_strip
    finale = format_finale(page.ranking, found, totals, has_strip=has_strip)
    return {"finale": finale, "highlights": found}


def _tables_and_ranking(request: UserRequest, at: AtEvening) -> dict[str, Any]:
    stamp = evenings.get_version(at.evening)  # read first: changes in between are then fetched once more
    return {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "stamp": stamp,
        "page": evenings.result_page(at.evening, request.user),
        "foot_links": collect_pieces(hooks.evening_foot_links, at.membership, at.evening),
    }


def _result(request: UserRequest, at: AtEvening) -> dict[str, Any]:
    context, sheets = _tables_and_ranking(request, at), results.replay_sheets(at.evening)
    context |= _drawn(context["page"], sheets)
    story = " ".join(sentence for tell in hooks.evening_stories for sentence in tell(at.evening, sheets))
    text = results.in_text(at.evening, context["page"].ranking, context["highlights"], story)
    return context | {
        "story": story,
        "text": text,
        "ways": collect_pieces(hooks.evening_links, at.membership, at.evening),
    }


@require_http_methods(PAGE_AND_FORM)
@miss_deleted
def edit_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """Edit date, place and stake of an evening."""
    at = access.evening_to_score(request.user, evening_id)
    form = evening.EveningForm(sent_data(request), initial=evening.initial_of_evening(at.evening))
    context = {"me": at.membership, "club": at.evening.club, "evening": at.evening, "form": form}
    if request.method != "POST":
        return render(request, "evenings/edit_evening.html", context)
    if not form.is_valid():
        return answer_invalid(request, "evenings/edit_evening.html", context)
    evenings_services.change_evening(at.evening, **form.cleaned_data, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("evenings:show_evening", at.evening.pk)


@require_safe
def list_evenings(request: UserRequest, club_id: int) -> HttpResponse:
    """List the evenings of a year; `?year=`."""
    me = clubs.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "evenings/list_evenings.html", lambda: _year(me, request.GET.get("year", "")), me)


def _year(me: Membership, wanted: str) -> dict[str, Any]:
    years = glances.years_of_play(me.club)
    year = next((year for year in years if str(year) == wanted), years[0] if years else date_of_play().year)
    return {
        "me": me,
        "club": me.club,
        "years": years,
        "year": year,
        "glances": glances.evenings_of_year(me.club, year),
        "start": _planned_start(me),
        "deleted": evenings.deleted_evenings(me.club) if me.may(Right.OWN) else [],
    }


def _planned_start(me: Membership) -> str:
    """Return the URL to start the evening planned for today, for members with the right to score; else ""."""
    planned = glances.planned_today(me.club) if me.may_score else None
    return planned.start if planned else ""


@require_http_methods(PAGE_AND_FORM)
def close_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """Close the evening after a confirmation that lists open sheets: only owners can reopen it."""
    at = access.evening_to_score(request.user, evening_id)
    if request.method == "POST" or not at.evening.is_open:
        evenings_services.close_evening(at.evening, by=request.user)
        return redirect("evenings:show_evening", at.evening.pk)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "page": evenings.evening_page(at.evening, request.user),
    }
    return render(request, "evenings/close_evening.html", context)


@require_POST
@miss_deleted
def reopen_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_own(request.user, evening_id)
    evenings_services.reopen_evening(at.evening, by=request.user)
    messages.success(request, _("The evening is open again."))
    return redirect("evenings:show_evening", at.evening.pk)


@require_http_methods(PAGE_AND_FORM)
def delete_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_own(request.user, evening_id)
    form = evening.DeleteEveningForm(sent_data(request))
    context = {"me": at.membership, "club": at.evening.club, "evening": at.evening, "form": form}
    if request.method != "POST":
        return render(request, "evenings/delete_evening.html", context)
    if form.is_valid():
        try:
            evenings_services.delete_evening(at.evening, typed=form.cleaned_data["typed"], by=request.user)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Evening deleted. You can restore it for 30 days."))
            return redirect("evenings:list_evenings", at.evening.club_id)
    return answer_invalid(request, "evenings/delete_evening.html", context)


@require_POST
def take_back_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_take_back(request.user, evening_id)
    evenings_services.take_back_evening(at.evening, by=request.user)
    messages.success(request, _("The evening is back."))
    return redirect("evenings:show_evening", at.evening.pk)


@require_http_methods(PAGE_AND_FORM)
def edit_style(request: UserRequest, club_id: int) -> HttpResponse:
    me = clubs.enter_club(request.user, club_id, Right.OWN)
    form = evening.StyleForm(sent_data(request), initial=evening.initial_of_style(starting.get_style(me.club)))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "evenings/edit_style.html", context)
    if not form.is_valid():
        return answer_invalid(request, "evenings/edit_style.html", context)
    evenings_services.change_style(me.club, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("clubs:show_settings", me.club.pk)


@require_safe
def go_on(request: UserRequest) -> HttpResponse:
    """Redirect to the sheet on which this user writes or plays, or else home."""
    sheet = glances.sheet_being_written(request.user)
    return redirect("evenings:show_sheet", sheet.pk) if sheet else redirect("/")


def is_oldest_first(request: HttpRequest) -> bool:
    """Return whether the oldest rows come first, by the request or else by this device's cookie."""
    return (request.GET.get("order") or request.COOKIES.get(COOKIE)) == OLDEST


def remember_order(request: HttpRequest, response: HttpResponse) -> None:
    """Save the requested order in a cookie."""
    asked = request.GET.get("order")
    if asked in (OLDEST, NEWEST):
        response.set_cookie(COOKIE, asked, max_age=YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
