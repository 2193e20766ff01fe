"""What the link of a screen opens, without an account: everything in the room at once, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.accounts.views.entering import answer_wrong
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.kept import keep_piece
from dokoclub.screens import access
from dokoclub.screens.forms import ScreenCodeForm
from dokoclub.screens.models import ScreenLink
from dokoclub.screens.selectors.links import kind_of, phone_token, version_of
from dokoclub.screens.shown.screen import show_screen
from dokoclub.screens.views.guesses import OF_SCREENS, look_up

OPENED: Final[dict[str, str]] = {
    "evening": "evenings:show_by_link",
    "tournament": "tournaments:show_by_link",
    "league": "standings:show_by_link",
}


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def open_screen(request: HttpRequest, token: str) -> HttpResponse:
    """A link that never was, one that ended and one that was revoked get the same answer."""
    try:
        link = access.screen_by_token(token)
    except Http404:
        return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)
    now = timezone.localtime()
    context = {
        "link": link,
        "token": token,
        "piece": _print(link, version_of(link)),
        "now": int(now.timestamp() * 1000),
        "zone": (now.utcoffset() or timedelta()) // timedelta(minutes=1),
    }
    return render(request, "screens/show_screen.html", context)


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def follow_screen(request: HttpRequest, token: str) -> HttpResponse:
    """What every screen asks all the time, for all tables at once: 204 while nothing has changed. One query then."""
    link = access.screen_by_token(token)
    version = version_of(link)
    etag = f'"{version}"'
    if request.GET.get("version") == version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"ETag": etag})
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": etag})
    return HttpResponse(_print(link, version), headers={"ETag": etag})


def _print(link: ScreenLink, version: str) -> SafeString:
    """Printed once for all screens with this link, whatever their number."""

    def work() -> str:
        token = phone_token(link)
        code = handed_over(reverse(OPENED[kind_of(link)], args=[token])).qr if token else None
        return render_to_string("screens/_screen.html", {"screen": show_screen(link, code), "version": version})

    return SafeString(keep_piece(f"screen {link.pk}", version, work))


@login_not_required
@not_to_be_found(referrer="same-origin")
@require_http_methods(PAGE_AND_FORM)
def type_code(request: HttpRequest) -> HttpResponse:
    """Six digits by remote control, instead of the long address."""
    form = ScreenCodeForm(sent_data(request))
    if request.method != "POST":
        return render(request, "screens/type_code.html", {"form": form})
    opened = look_up(request, form, OF_SCREENS)
    if opened is None:
        return answer_wrong(answer_invalid(request, "screens/type_code.html", {"form": form}), form)
    return redirect("screens:open_screen", opened.token)
