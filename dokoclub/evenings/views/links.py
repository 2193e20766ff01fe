"""Secret links to an evening: a scorer makes one, shows it and revokes it."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.evenings import access, hooks, selectors, services
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.views import read_links
from dokoclub.look.http import PAGE_AND_FORM

PAGES: Final = read_links.LinkPages(
    gettext_lazy("Spectator link"),
    list_template="evenings/list_links.html",
    show_template="evenings/show_link.html",
    list_links="evenings:list_links",
    show_link="evenings:show_link",
    revoke_link="evenings:revoke_link",
    opened="evenings:show_by_link",
)


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    if request.method == "POST":
        link = services.make_secret_link(at.evening, by=request.user)
        return redirect("evenings:show_link", at.evening.pk, link.pk)
    links, style = selectors.secret_links(at.evening), selectors.style_of(at.evening.club)
    return read_links.list_links(request, PAGES, evening_id, {**_of(at), "links": links, "style": style})


@require_safe
def show_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    link = access.link_of(at.evening, link_id)
    link.evening = at.evening
    parts = collect_pieces(hooks.link_parts, link, services.link_token(link))
    return read_links.show_link(request, PAGES, evening_id, link, {**_of(at), "parts": parts})


@require_POST
def revoke_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    return read_links.revoke_link(request, PAGES, evening_id, access.link_of(at.evening, link_id))


def _of(at: AtEvening) -> dict[str, Any]:
    return {"me": at.membership, "club": at.evening.club, "evening": at.evening}
