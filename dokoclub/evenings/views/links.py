"""Secret links to an evening: a scorer makes one, shows it and revokes it."""

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
from dokoclub.evenings import access, selectors, services
from dokoclub.look.http import PAGE_AND_FORM


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    if request.method == "POST":
        link = services.make_secret_link(at.evening, by=request.user)
        return redirect("evenings:show_link", at.evening.pk, link.pk)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "links": selectors.secret_links(at.evening),
        "style": selectors.style_of(at.evening.club),
    }
    return render(request, "evenings/list_links.html", context)


@require_safe
@never_cache
def show_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    """The link and its QR code, as often as they are wanted."""
    at = access.evening_to_score(request.user, evening_id)
    link = access.link_of(at.evening, link_id)
    link.evening = at.evening
    if not link.is_open:
        return redirect("evenings:list_links", at.evening.pk)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "secret": link,
        "link": handed_over(reverse("evenings:show_by_link", args=[services.link_token(link)])),
    }
    return render(request, "evenings/show_link.html", context)


@require_POST
def revoke_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    services.revoke_secret_link(access.link_of(at.evening, link_id))
    messages.success(request, _("The link opens nothing any more."))
    return redirect("evenings:list_links", at.evening.pk)
