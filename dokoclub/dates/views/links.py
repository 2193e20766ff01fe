"""Personal links that an owner makes, shows and revokes for players; and the calendars of an account."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.access.throttling import limit_unknown
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import HasMoved, Right
from dokoclub.clubs.views.links import handed_over
from dokoclub.core.http import PAGE_AND_FORM
from dokoclub.dates import access
from dokoclub.dates.models import Opens
from dokoclub.dates.presenters import Feed, write_feed, write_moved
from dokoclub.dates.selectors import feeds as feeds_selectors
from dokoclub.dates.services import answering

CALENDAR: Final = "text/calendar; charset=utf-8"
OF_CLUB: Final = "club"


@require_safe
def list_links(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    links = feeds_selectors.answer_links(me.club)
    is_empty = all(one.player.account_id and not one.secret for one in links)  # Nobody needs a link.
    context = {"me": me, "club": me.club, "groups": _in_groups(links), "is_empty": is_empty}
    return render(request, "dates/list_links.html", context)


class LinkGroup(NamedTuple):
    title: str
    people: list[feeds_selectors.PlayersLink]
    seldom: bool = False

    def by_name(self) -> LinkGroup:
        return self._replace(people=sorted(self.people, key=lambda one: one.player.folded_name))


def _in_groups(links: list[feeds_selectors.PlayersLink]) -> list[LinkGroup]:
    """Group the links under titles, in the order of need; each group by name.

    Guests and players with an account hardly need a link: their groups are folded next to others.
    """
    without = [one for one in links if not one.secret]
    alone = [one for one in without if not one.player.account_id]
    groups = [
        LinkGroup(_("Have a link"), [one for one in links if one.secret]),
        LinkGroup(_("Have none yet"), [one for one in alone if not one.player.guest]),
        LinkGroup(_("Guests without a link"), [one for one in alone if one.player.guest], seldom=True),
        LinkGroup(_("Have an account"), [one for one in without if one.player.account_id], seldom=True),
    ]
    return [group.by_name() for group in groups if group.people]


@require_http_methods(PAGE_AND_FORM)
def show_link(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show a link, any number of times; POST creates it."""
    me = enter_club(request.user, club_id, Right.OWN)
    player = access.get_player(me.club, player_id)
    if request.method == "POST":
        answering.make_answer_link(player, by=request.user)
        return redirect("dates:show_link", club_id, player_id)
    secret = feeds_selectors.date_secret(player, Opens.ANSWERS)
    if secret is None or not secret.token:
        return redirect("dates:list_links", club_id)
    link = handed_over(reverse("dates:show_by_link", args=[secret.token]))
    context = {"me": me, "club": me.club, "player": player, "link": link}
    return render(request, "dates/show_link.html", context)


@require_POST
def revoke_link(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    player = access.get_player(me.club, player_id)
    for opens in (Opens.ANSWERS, Opens.OWN):
        secret = feeds_selectors.date_secret(player, opens)
        if secret is not None:
            answering.revoke_secret(secret)
    messages.success(request, _("The link no longer works."))
    return redirect("dates:list_links", club_id)


def answer_file(content: bytes) -> HttpResponse:
    """Return one date as a download."""
    disposition = 'attachment; filename="dokoclub.ics"'
    return HttpResponse(content, content_type=CALENDAR, headers={"Content-Disposition": disposition})


@require_http_methods(PAGE_AND_FORM)
def show_calendars(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the account's own feed, and the club's; POST creates one of them."""
    me = enter_club(request.user, club_id, Right.READ)
    if request.method == "POST":
        answering.make_calendar(request.user, me.club if request.POST.get("of") == OF_CLUB else None)
        return redirect("dates:show_calendars", club_id)
    found = feeds_selectors.get_calendars(request.user, me.club)
    feeds = [
        Feed("own", _("My dates"), _("Of all your clubs, each with your answer."), found.own),
        Feed(OF_CLUB, _("The dates of the club"), _("No names, no answers."), found.club),
    ]
    return render(request, "dates/show_calendars.html", {"me": me, "club": me.club, "feeds": feeds})


@require_POST
def revoke_calendar(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.READ)
    found = feeds_selectors.get_calendars(request.user, me.club)
    secret = found.club if request.POST.get("of") == OF_CLUB else found.own
    if secret is not None:
        answering.revoke_secret(secret)
    messages.success(request, _("The address no longer works."))
    return redirect("dates:show_calendars", club_id)


@login_not_required
@require_safe
@limit_unknown("secret_link")
def read_feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return a feed for calendars, which send no cookie. An unchanged feed gives 304.

    For a club that has moved away, the feed says so.
    """
    try:
        secret = access.calendar_by_token(token)
        content = write_feed(secret, feeds_selectors.dates_in_feed(secret, timezone.now()))
    except HasMoved as moved:
        content = write_moved(moved.club)
    response = HttpResponse(content, content_type=CALENDAR)
    response["ETag"] = f'"{sha256(content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
