"""Personal links: an owner makes one for a player, shows it again and revokes it."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.clubs.views.links import handed_over
from dokoclub.dates import access, selectors, services
from dokoclub.dates.models import Opens
from dokoclub.look.http import PAGE_AND_FORM


@require_safe
def list_links(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    links = selectors.answer_links(me.club)
    is_empty = all(one.player.account_id and not one.secret for one in links)  # nobody who needs one
    context = {"me": me, "club": me.club, "groups": _in_groups(links), "is_empty": is_empty}
    return render(request, "dates/list_links.html", context)


class Group(NamedTuple):
    title: str
    people: list[selectors.PlayersLink]
    seldom: bool = False

    def by_name(self) -> Group:
        return self._replace(people=sorted(self.people, key=lambda one: one.player.folded_name))


def _in_groups(links: list[selectors.PlayersLink]) -> list[Group]:
    """With titles, in the order in which they are looked for; in each by name. Who comes seldom or has an account
    hardly needs a link: those are folded where there are others.
    """
    without = [one for one in links if not one.secret]
    alone = [one for one in without if not one.player.account_id]
    groups = [
        Group(_("Have a link"), [one for one in links if one.secret]),
        Group(_("Have none yet"), [one for one in alone if not one.player.guest]),
        Group(_("Guests without a link"), [one for one in alone if one.player.guest], seldom=True),
        Group(_("Answer with their account"), [one for one in without if one.player.account_id], seldom=True),
    ]
    return [group.by_name() for group in groups if group.people]


@require_http_methods(PAGE_AND_FORM)
def show_link(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """POST makes it; as often as it is wanted it is shown."""
    me = enter_club(request.user, club_id, Right.OWN)
    player = access.player_of(me.club, player_id)
    if request.method == "POST":
        services.make_answer_link(player, by=request.user)
        return redirect("dates:show_link", club_id, player_id)
    secret = selectors.date_secret(player, Opens.ANSWERS)
    if secret is None or not secret.token:
        return redirect("dates:list_links", club_id)
    link = handed_over(reverse("dates:show_by_link", args=[secret.token]))
    context = {"me": me, "club": me.club, "player": player, "link": link}
    return render(request, "dates/show_link.html", context)


@require_POST
def revoke_link(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = enter_club(request.user, club_id, Right.OWN)
    player = access.player_of(me.club, player_id)
    for opens in (Opens.ANSWERS, Opens.OWN):
        secret = selectors.date_secret(player, opens)
        if secret is not None:
            services.revoke_secret(secret)
    messages.success(request, _("The link no longer works."))
    return redirect("dates:list_links", club_id)
