"""Page cache for members: rendered once per member, and again when anything in the club has changed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Membership
from dokoclub.clubs.models.stamp import stamp_of_all
from dokoclub.core.cache import Context, render_cached


def show_to_member(
    request: UserRequest,
    template: str,
    build: Callable[[], Context],
    me: Membership,
    *,
    stamp: str | None = None,
    browser_keeps: bool = False,
) -> HttpResponse:
    """Show a cached page. Its data must come from tables with triggers (`clubs.hooks.watched`).

    See `core.cache.render_cached`. `stamp`: the version of a page that depends on only part of the club's data.
    """
    reader = f"{me.pk} {me.rights} {request.user}"
    state = stamp_of_all(me.club) if stamp is None else stamp
    return render_cached(request, template, build, stamp=state, reader=reader, browser_keeps=browser_keeps)
