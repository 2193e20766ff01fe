"""What the pages of all secret links have in common, whatever they open."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.models.link import ReadLink
from dokoclub.evenings.services import link_token, revoke_secret_link


class LinkPages(NamedTuple):
    """The pages of one kind of link: their title, templates, and names of addresses, in which `of` stands first."""

    title: Promise
    list_template: str
    show_template: str
    list_links: str
    show_link: str
    revoke_link: str
    opened: str  # by the token alone


def list_links(request: UserRequest, pages: LinkPages, of: int, context: dict[str, Any]) -> HttpResponse:
    """`of`: the number of what the links open; `context` has `links` and `style`."""
    return render(request, pages.list_template, {**context, "pages": pages, "of": of})


def show_link(request: UserRequest, pages: LinkPages, of: int, link: ReadLink, context: dict[str, Any]) -> HttpResponse:
    """The link and its QR code, as often as they are wanted."""
    if not link.is_open:
        return redirect(pages.list_links, of)
    handed = handed_over(reverse(pages.opened, args=[link_token(link)]))
    return render(request, pages.show_template, {**context, "pages": pages, "of": of, "secret": link, "link": handed})


def revoke_link(request: UserRequest, pages: LinkPages, of: int, link: ReadLink) -> HttpResponse:
    revoke_secret_link(link)
    messages.success(request, _("The link no longer works."))
    return redirect(pages.list_links, of)
