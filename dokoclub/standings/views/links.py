"""The secret link to the league: an owner makes it, shows it and revokes it."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.selectors import style_of
from dokoclub.evenings.views import read_links
from dokoclub.look.http import PAGE_AND_FORM
from dokoclub.standings import access, services
from dokoclub.standings.selectors.links import league_links

PAGES: Final = read_links.LinkPages(
    gettext_lazy("Link to the league"),
    list_template="standings/list_links.html",
    show_template="standings/show_link.html",
    list_links="standings:list_league_links",
    show_link="standings:show_league_link",
    revoke_link="standings:revoke_league_link",
    opened="standings:show_by_link",
)


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    if request.method == "POST":
        link = services.make_league_link(at.club, by=request.user)
        return redirect("standings:show_league_link", club_id, link.pk)
    context = {"me": at.me, "club": at.club, "links": league_links(at.club), "style": style_of(at.club)}
    return read_links.list_links(request, PAGES, club_id, context)


@require_safe
def show_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    link = access.link_of(at.club, league_link_id)
    return read_links.show_link(request, PAGES, club_id, link, {"me": at.me, "club": at.club})


@require_POST
def revoke_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    return read_links.revoke_link(request, PAGES, club_id, access.link_of(at.club, league_link_id))
