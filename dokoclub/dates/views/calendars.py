"""Calendar feeds: their addresses, and what calendars read there."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import HasMoved, Right
from dokoclub.dates import access, selectors, services
from dokoclub.dates.shown.calendar_file import write_feed, write_moved
from dokoclub.dates.shown.feeds import Feed
from dokoclub.dates.views.files import CALENDAR
from dokoclub.look.http import PAGE_AND_FORM

OF_CLUB: Final = "club"


@require_http_methods(PAGE_AND_FORM)
def show_calendars(request: UserRequest, club_id: int) -> HttpResponse:
    """The own feed, and the one of the club; POST makes one of them."""
    me = enter_club(request.user, club_id, Right.READ)
    if request.method == "POST":
        services.make_calendar(request.user, me.club if request.POST.get("of") == OF_CLUB else None)
        return redirect("dates:show_calendars", club_id)
    found = selectors.calendars_of(request.user, me.club)
    feeds = [
        Feed("own", _("My dates"), _("Of all your clubs, each with your answer."), found.own),
        Feed(OF_CLUB, _("The dates of the club"), _("Without names and answers."), found.club),
    ]
    return render(request, "dates/show_calendars.html", {"me": me, "club": me.club, "feeds": feeds})


@require_POST
def revoke_calendar(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.READ)
    found = selectors.calendars_of(request.user, me.club)
    secret = found.club if request.POST.get("of") == OF_CLUB else found.own
    if secret is not None:
        services.revoke_secret(secret)
    messages.success(request, _("The address no longer works."))
    return redirect("dates:show_calendars", club_id)


@login_not_required
@require_safe
@limit_unknown("secret_link")
def read_feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """What calendars read, which send no cookie. Whoever asks again and nothing has changed is told just that.

    Of a club that has moved away they read that it has.
    """
    try:
        secret = access.calendar_by_token(token)
        content = write_feed(secret, selectors.dates_in_feed(secret, timezone.now()))
    except HasMoved as moved:
        content = write_moved(moved.club)
    response = HttpResponse(content, content_type=CALENDAR)
    response["ETag"] = f'"{sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
