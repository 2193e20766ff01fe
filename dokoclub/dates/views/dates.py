"""The pages of dates: list, single date, planning and changing, and the file to download."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Membership, Right
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.dates import access, texts
from dokoclub.dates.forms import DateForm, NewDatesForm, initial_of_date, initial_of_next
from dokoclub.dates.models import Date
from dokoclub.dates.presenters import Address, Card, leaf_of, list_cards, list_people, write_one
from dokoclub.dates.selectors import answers, feeds
from dokoclub.dates.services import answering, planning
from dokoclub.dates.views.links import answer_file
from dokoclub.evenings.selectors.glances import evening_of_day


@require_safe
def list_dates(request: UserRequest, club_id: int) -> HttpResponse:
    """List all dates that are not over with their answers, and the last ones that are."""
    me = enter_club(request.user, club_id, Right.READ)
    now, player = timezone.now(), answers.player_of_account(me.club, request.user)
    context = {
        "me": me,
        "club": me.club,
        "player": player,
        "reminds": bool(settings.PUSH_CONTACT),
        "cards": list_cards(answers.dates_of_club(me.club, now), player, now, Address()),
        "before": list_cards(answers.replies_before(me.club, now), None, now, Address()),
    }
    return render(request, "dates/list_dates.html", context)


@require_safe
def show_date(request: UserRequest, date_id: int) -> HttpResponse:
    at = access.date_to_read(request.user, date_id)
    return render(request, "dates/show_date.html", page_of_date(at.date, at.me))


def page_of_date(date: Date, me: Membership, card: Card | None = None) -> dict[str, Any]:
    """Return the context of a date: all answers, and its actions. `card`: after an answer."""
    if card is None:
        player = answers.player_of_account(date.club, me.account)
        card = list_cards([answers.read_date(date)], player, timezone.now(), Address())[0]
    address = settings.PUBLIC_URL + reverse("dates:show_date", args=[date.pk])
    evening = evening_of_day(date.club, date.day) if card.has_come else None
    may_start = me.may_score and card.is_tonight and evening is None
    start = reverse("dates:begin_evening", args=[date.pk]) if may_start else ""
    return {
        "me": me,
        "club": date.club,
        "date": date,
        "card": card,
        "shown": leaf_of(card, start),
        "evening": evening,
        "people": list_people(card) if not card.date.is_cancelled else [],
        "text": texts.text_to_share(date, card.coming.heads, card.open, address),
    }


@require_safe
def download_date(request: UserRequest, date_id: int) -> HttpResponse:
    at = access.date_to_read(request.user, date_id)
    player = answers.player_of_account(at.date.club, request.user)
    return answer_file(write_one(feeds.get_feed_date(at.date, player), leads=True))


@require_POST
def begin_evening(request: UserRequest, date_id: int) -> HttpResponse:
    """Add guests as players of the club, then redirect to the page that opens tables, with all who come.

    Once the evening has begun, redirect there.
    """
    at = access.date_to_plan(request.user, date_id)
    begun = evening_of_day(at.date.club, at.date.day)
    if begun:
        return redirect("evenings:show_evening", begun.pk)
    answering.enter_guests(at.date, by=request.user)
    return redirect(f"{reverse('evenings:start_evening', args=[at.date.club_id])}?date={at.date.pk}")


@require_http_methods(PAGE_AND_FORM)
def plan_dates(request: UserRequest, club_id: int) -> HttpResponse:
    """Plan one date, or a rhythm of dates."""
    me = enter_club(request.user, club_id, Right.SCORE)
    form = NewDatesForm(sent_data(request), initial=initial_of_next(answers.last_date(me.club)))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "dates/edit_date.html", context)
    if form.is_valid():
        try:
            written = planning.write_dates(
                me.club, form.wanted(), form.days(), key=form.cleaned_data["key"], by=request.user
            )
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            _confirm_planned(request, len(written), len(form.days()))
            return redirect("dates:list_dates", club_id)
    return answer_invalid(request, "dates/edit_date.html", context)


def _confirm_planned(request: UserRequest, written: int, wanted: int) -> None:
    text = ngettext("%(number)s date is planned.", "%(number)s dates are planned.", written) % {"number": written}
    there = wanted - written
    if there:
        more = ngettext("%(number)s already existed.", "%(number)s already existed.", there)
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
            planning.change_date(at.date, form.wanted(), by=request.user)
        except planning.TooLate:
            form.add_error(None, _("The date has started and stays as it is."))
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("dates:show_date", date_id)
    return answer_invalid(request, "dates/edit_date.html", context)


@require_POST
def cancel_date(request: UserRequest, date_id: int) -> HttpResponse:
    return _with_state(request, date_id, planning.cancel_date, _("Cancelled. Calendars update later: tell everyone."))


@require_POST
def renew_date(request: UserRequest, date_id: int) -> HttpResponse:
    return _with_state(request, date_id, planning.renew_date, _("The date takes place."))


def _with_state(request: UserRequest, date_id: int, change: Callable[..., Date], done: str) -> HttpResponse:
    at = access.date_to_plan(request.user, date_id)
    try:
        change(at.date, by=request.user)
    except planning.TooLate:
        messages.warning(request, _("The date has started and stays as it is."))
    else:
        messages.success(request, done)
    return redirect("dates:show_date", date_id)
