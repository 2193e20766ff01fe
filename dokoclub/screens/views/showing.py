"""What the link of a screen opens, without an account: everything in the room at once, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access.guessers import Guesser, guesser_at_address
from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.accounts.services import guessing
from dokoclub.clubs.views.links import handed_over
from dokoclub.evenings.services import link_token
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.kept import keep_piece
from dokoclub.screens import access
from dokoclub.screens.forms import CodeForm
from dokoclub.screens.models import CODE_LASTS, ScreenLink
from dokoclub.screens.selectors.links import kind_of, phone_token, screen_by_code, version_of
from dokoclub.screens.shown.screen import show_screen

OPENED: Final[dict[str, str]] = {
    "evening": "evenings:show_by_link",
    "tournament": "tournaments:show_by_link",
    "league": "standings:show_by_link",
}
HELD_UP: Final = "held_up"
MOST_AN_HOUR: Final = 50  # wrong codes, from wherever: five tries at each of a million addresses would be many


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
    form = CodeForm(sent_data(request))
    if request.method != "POST":
        return render(request, "screens/type_code.html", {"form": form})
    link = _link_of(request, form)
    if link is None:
        page = answer_invalid(request, "screens/type_code.html", {"form": form})
        if form.has_error("code", HELD_UP):
            page.status_code = HTTPStatus.TOO_MANY_REQUESTS
        return page
    return redirect("screens:open_screen", link_token(link))


def _link_of(request: HttpRequest, form: CodeForm) -> ScreenLink | None:
    """Which the code opens; without one the form says why. After five wrong ones no code is looked at, until all have
    ended: the long address opens.
    """
    if not form.is_valid():
        return None
    here = guesser_at_address(request, "screen code", CODE_LASTS)
    everywhere = Guesser(f"screen code {timezone.now():%Y-%m-%d %H}", MOST_AN_HOUR, shared=True)
    try:
        guess = guessing.count_guess((here, everywhere))
    except guessing.HeldUp:
        told = _("Too many wrong codes. Open the long address, which stands beside the code.")
        form.add_error("code", ValidationError(told, code=HELD_UP))
        return None
    link = screen_by_code(form.cleaned_data["code"])
    if link is None:
        form.add_error("code", _("This code opens nothing. Codes end after 10 minutes: make another one."))
        return None
    guessing.give_back(guess)
    return link
