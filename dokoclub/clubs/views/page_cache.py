"""Pages of a club that are printed once for a member, and again when anything in the club has changed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Membership
from dokoclub.clubs.models.stamp import stamp_of_all
from dokoclub.core.cache import Context, show_printed


def show_to_member(
    request: UserRequest,
    template: str,
    build: Callable[[], Context],
    me: Membership,
    *,
    stamp: str | None = None,
    browser_keeps: bool = False,
) -> HttpResponse:
    """See `look.printed.show_printed`. What the page shows must rest on tables that are watched (`clubs.hooks`).

    `stamp`: of a page that rests on less than everything in the club.
    """
    reader = f"{me.pk} {me.rights} {request.user}"
    state = stamp_of_all(me.club) if stamp is None else stamp
    return show_printed(request, template, build, stamp=state, reader=reader, browser_keeps=browser_keeps)
