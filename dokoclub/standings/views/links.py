"""The secret link to the league: an owner makes it, shows it and revokes it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.selectors import style_of
from dokoclub.look.http import PAGE_AND_FORM
from dokoclub.standings import access, services
from dokoclub.standings.selectors.links import league_links


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    if request.method == "POST":
        link = services.make_league_link(at.club, by=request.user)
        return redirect("standings:show_league_link", club_id, link.pk)
    context = {"me": at.me, "club": at.club, "links": league_links(at.club), "style": style_of(at.club)}
    return render(request, "standings/list_links.html", context)


@require_safe
@never_cache
def show_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    """The link and its QR code, as often as they are wanted."""
    at = access.league_to_own(request.user, club_id)
    link = access.link_of(at.club, league_link_id)
    if not link.is_open:
        return redirect("standings:list_league_links", club_id)
    address = reverse("standings:show_by_link", args=[services.league_token(link)])
    context = {"me": at.me, "club": at.club, "secret": link, "link": handed_over(address)}
    return render(request, "standings/show_link.html", context)


@require_POST
def revoke_link(request: UserRequest, club_id: int, league_link_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    services.revoke_league_link(access.link_of(at.club, league_link_id))
    messages.success(request, _("The link opens nothing any more."))
    return redirect("standings:list_league_links", club_id)
