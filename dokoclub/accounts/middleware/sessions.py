"""What is done for every request of somebody signed in: the visitor's hands are tied, sessions are renewed."""

import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from dokoclub.accounts import hooks

Respond = Callable[[HttpRequest], HttpResponse]

_READING: Final = {"GET", "HEAD", "OPTIONS"}
# What even a visitor may post: nothing of it writes anything that others see.
_VISITOR_MAY_POST: Final = {"account_logout", "accounts:use_login_link", "look:set_theme", "look:set_language"}
_VISITOR_MAY_READ: Final = {"account_login", "account_logout", "accounts:show_account", "accounts:use_login_link"}
_DAY: Final = 24 * 60 * 60  # seconds


class VisitorGuard:
    """The demo visitor reads; whatever else a view would allow, his writing ends here with 403."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_visitor:
            if not settings.DEMO:
                logout(request)
            elif not _visitor_may(request):
                return render(request, "account/visitor_refused.html", status=403)
        return self.get_response(request)


def _visitor_may(request: HttpRequest) -> bool:
    try:
        name = resolve(request.path_info).view_name
    except Resolver404:
        return request.method in _READING
    if name in hooks.visitor_may_not_read:
        return False
    if request.method not in _READING:
        return name in _VISITOR_MAY_POST
    # The account pages have nothing to show him, and some of allauth's write while they show.
    return name in _VISITOR_MAY_READ or not name.startswith(("account_", "accounts:", "mfa_"))


class RenewSession:
    """A session lasts settings.SESSION_COOKIE_AGE from its last use: written anew at most once a day."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(time.time())
            if now - request.session.get("renewed_at", 0) >= _DAY:
                request.session["renewed_at"] = now
        return self.get_response(request)
