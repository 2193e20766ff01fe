"""The dates of a club, one of them, and the file of one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Membership, Right
from dokoclub.dates import access, selectors, words
from dokoclub.dates.models import Date
from dokoclub.dates.shown.calendar_file import write_one
from dokoclub.dates.shown.coming import Address, cards_of, list_people
from dokoclub.dates.views.files import answer_file
from dokoclub.evenings.selectors import evening_of_day


@require_safe
def list_dates(request: UserRequest, club_id: int) -> HttpResponse:
    """Who comes? All dates that are not over, and the last ones that are."""
    me = enter_club(request.user, club_id, Right.READ)
    now, player = timezone.now(), selectors.player_of_account(me.club, request.user)
    context = {
        "me": me,
        "club": me.club,
        "player": player,
        "reminds": bool(settings.PUSH_CONTACT),
        "cards": cards_of(selectors.dates_of_club(me.club, now), player, now, Address()),
        "before": cards_of(selectors.replies_before(me.club, now), None, now, Address()),
    }
    return render(request, "dates/list_dates.html", context)


@require_safe
def show_date(request: UserRequest, date_id: int) -> HttpResponse:
    at = access.date_to_read(request.user, date_id)
    return render(request, "dates/show_date.html", page_of_date(at.date, at.me, timezone.now()))


def page_of_date(date: Date, me: Membership, now: datetime) -> dict[str, Any]:
    """All answers, and what there is to do with it."""
    player = selectors.player_of_account(date.club, me.account)
    coming = selectors.read_date(date)
    card = cards_of([coming], player, now, Address())[0]
    address = settings.PUBLIC_URL + reverse("dates:list_dates", args=[date.club_id])
    names = [one.called for one in coming.open]
    return {
        "me": me,
        "club": date.club,
        "date": date,
        "card": card,
        "evening": evening_of_day(date.club, date.day) if card.has_come else None,
        "people": list_people(card, taps=me.may(Right.OWN) and card.is_open) if not card.date.is_cancelled else [],
        "text": words.text_to_share(date, coming.heads, names, address),
    }


@require_safe
def download_date(request: UserRequest, date_id: int) -> HttpResponse:
    at = access.date_to_read(request.user, date_id)
    player = selectors.player_of_account(at.date.club, request.user)
    return answer_file(write_one(selectors.shown_to(at.date, player), leads=True))
