"""A secret link of a tournament and its code, shown at once where there is one that opens; the old ones below."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.models.link import ReadLink
from dokoclub.evenings.selectors import style_of
from dokoclub.evenings.services import link_token
from dokoclub.evenings.views.read_links import LinkPages
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.views.pages import context_of


def list_links(request: UserRequest, pages: LinkPages, at: AtTournament, links: Sequence[ReadLink]) -> HttpResponse:
    """`links`: the last first. One query, for the style of names."""
    held = next((link for link in links if link.is_open), None)
    return _show(request, pages, at, held, [link for link in links if link != held])


def show_link(request: UserRequest, pages: LinkPages, at: AtTournament, link: ReadLink) -> HttpResponse:
    """This one, as often as it is wanted. One query, as above."""
    if not link.is_open:
        return redirect(pages.list_links, at.tournament.pk)
    return _show(request, pages, at, link, [])


def _show(
    request: UserRequest, pages: LinkPages, at: AtTournament, held: ReadLink | None, old: Sequence[ReadLink]
) -> HttpResponse:
    handed = handed_over(reverse(pages.opened, args=[link_token(held)])) if held else None
    context = context_of(at, pages=pages, secret=held, link=handed, old=old, style=style_of(at.me.club))
    return render(request, pages.list_template, context)
