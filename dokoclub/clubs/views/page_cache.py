"""Page cache for members: rendered once per member, and again when anything in the club has changed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Membership
from dokoclub.clubs.models.stamp import get_club_version
from dokoclub.core.cache import Context, render_cached


def show_to_member(
    request: UserRequest,
    template: str,
    build: Callable[[], Context],
    me: Membership,
    *,
    version: str | None = None,
    browser_keeps: bool = False,
) -> HttpResponse:
    """Show a cached page. Its data must come from tables with triggers (`clubs.hooks.watched`).

    See `core.cache.render_cached`. `version`: the version of a page that depends on only part of the club's data.
    """
    reader = f"{me.pk} {me.rights} {request.user}"
    state = get_club_version(me.club) if version is None else version
    return render_cached(request, template, build, version=state, reader=reader, browser_keeps=browser_keeps)
