"""Plan dates, change, cancel and take them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.dates import access, selectors, services
from dokoclub.dates.forms.planning import DateForm, NewDatesForm, initial_of_date, initial_of_next
from dokoclub.dates.models import Date
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused


@require_http_methods(PAGE_AND_FORM)
def plan_dates(request: UserRequest, club_id: int) -> HttpResponse:
    """One, or a rhythm written out."""
    me = enter_club(request.user, club_id, Right.SCORE)
    form = NewDatesForm(sent_data(request), initial=initial_of_next(selectors.last_date(me.club)))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "dates/edit_date.html", context)
    if form.is_valid():
        try:
            written = services.write_dates(
                me.club, form.wanted(), form.days(), key=form.cleaned_data["key"], by=request.user
            )
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            _tell(request, len(written), len(form.days()))
            return redirect("dates:list_dates", club_id)
    return answer_invalid(request, "dates/edit_date.html", context)


def _tell(request: UserRequest, written: int, wanted: int) -> None:
    text = ngettext("%(number)s date is planned.", "%(number)s dates are planned.", written) % {"number": written}
    there = wanted - written
    if there:
        more = ngettext("%(number)s was there already.", "%(number)s were there already.", there)
        text = f"{text} {more % {'number': there}}"
    messages.success(request, text)


@require_http_methods(PAGE_AND_FORM)
def edit_date(request: UserRequest, date_id: int) -> HttpResponse:
    at = access.date_to_plan(request.user, date_id)
    form = DateForm(sent_data(request), initial=initial_of_date(at.date))
    context: dict[str, Any] = {"me": at.me, "club": at.date.club, "date": at.date, "form": form}
    if request.method != "POST":
        return render(request, "dates/edit_date.html", context)
    if form.is_valid():
        try:
            services.change_date(at.date, form.wanted(), by=request.user)
        except services.TooLate:
            form.add_error(None, _("The date has begun, and stays as it is."))
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("dates:show_date", date_id)
    return answer_invalid(request, "dates/edit_date.html", context)


@require_POST
def cancel_date(request: UserRequest, date_id: int) -> HttpResponse:
    return _with_state(
        request, date_id, services.cancel_date, _("Cancelled. Calendars learn of it later: tell people.")
    )


@require_POST
def renew_date(request: UserRequest, date_id: int) -> HttpResponse:
    return _with_state(request, date_id, services.renew_date, _("The date takes place."))


def _with_state(request: UserRequest, date_id: int, change: Callable[..., Date], done: str) -> HttpResponse:
    at = access.date_to_plan(request.user, date_id)
    try:
        change(at.date, by=request.user)
    except services.TooLate:
        messages.warning(request, _("The date has begun, and stays as it is."))
    else:
        messages.success(request, done)
    return redirect("dates:show_date", date_id)
