"""Links for sharing: as text to send and as a QR code to show."""

from collections.abc import Callable
from typing import NamedTuple

import segno
from django.conf import settings
from django.http import HttpResponse
from django.utils.safestring import SafeString

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Membership
from dokoclub.clubs.models.stamp import get_club_version
from dokoclub.core.cache import Context, render_cached
from dokoclub.environment import is_only_here


class Link(NamedTuple):
    address: str
    qr: SafeString  # an SVG, black on white in every theme, for scanners
    only_here: bool  # phones cannot reach that address
    listens: bool  # the server accepts other devices; only the address is wrong


def handed_over(path: str) -> Link:
    """Build a link with PUBLIC_URL as its base: other devices cannot reach the user's `localhost`."""
    address = settings.PUBLIC_URL + path
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(scale=5, dark="#000", light="#fff", border=3, omitsize=True, svgclass="", lineclass=None)
    only_here = is_only_here(str(settings.PUBLIC_ADDRESS.hostname))
    svg = SafeString(drawing)  # drawn by segno; the address is in it only as squares
    return Link(address, svg, only_here, listens=not is_only_here(settings.HOST))


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
