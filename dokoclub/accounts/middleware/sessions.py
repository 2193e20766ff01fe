"""What is done for every request of somebody signed in: the visitor's hands are tied, sessions are renewed."""

import logging
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from dokoclub.accounts import hooks, services
from dokoclub.accounts.access import trust
from dokoclub.accounts.access.browsers import browser_of
from dokoclub.accounts.access.ratelimits import allow_try, respond_too_often
from dokoclub.accounts.middleware.keeping import empty_cache
from dokoclub.accounts.models import Account

_log = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponse]

_READING: Final = {"GET", "HEAD", "OPTIONS"}
# What even a visitor may post: nothing of it writes anything that others see.
_VISITOR_MAY_POST: Final = {"account_logout", "accounts:use_login_link", "look:set_theme", "look:set_language"}
_VISITOR_MAY_READ: Final = {"account_login", "account_logout", "accounts:show_account", "accounts:use_login_link"}
_DAY: Final = 24 * 60 * 60  # seconds


class VisitorGuard:
    """The demo visitor reads; whatever else a view would allow, his writing ends here with 403.

    But for what `hooks.visitor_may_write` names, where the demo club is made anew each night: so often a minute.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_visitor:
            if not settings.DEMO:
                logout(request)
            elif not _visitor_may(request):
                context = {"writable": settings.DEMO_RESET}
                return render(request, "account/visitor_refused.html", context, status=403)
            elif _writes(request) and not allow_try(request, "demo_write"):
                return respond_too_often(request)
        return self.get_response(request)


def _visitor_may(request: HttpRequest) -> bool:
    try:
        name = resolve(request.path_info).view_name
    except Resolver404:
        return request.method in _READING
    if name in hooks.visitor_may_not_read:
        return False
    if request.method not in _READING:
        return name in _VISITOR_MAY_POST or _writes(request)
    # The account pages have nothing to show him, and some of allauth's write while they show.
    return name in _VISITOR_MAY_READ or not name.startswith(("account_", "accounts:", "mfa_"))


def _writes(request: HttpRequest) -> bool:
    """Is this something that a visitor may write where the demo club is made anew each night?"""
    if not settings.DEMO_RESET or request.method != "POST":
        return False
    return resolve(request.path_info).view_name in hooks.visitor_may_write


class RenewSession:
    """A session lasts settings.SESSION_COOKIE_AGE from its last use: written anew at most once a day."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(time.time())
            if abs(now - request.session.get("renewed_at", 0)) >= _DAY:  # also where the clock was set back
                _renew(request, now)
        return self.get_response(request)


def _renew(request: HttpRequest, now: int) -> None:
    """Where nothing can be written, as on a full disk, it is read on all the same, and renewed another time."""
    try:
        _note_use(request)
    except OperationalError as unwritable:
        _log.warning("A session was not renewed: %s", type(unwritable).__name__)
    else:
        request.session["renewed_at"] = now


def _note_use(request: HttpRequest) -> None:
    """Once a day, but not on the first; a session that began before sign-ins were noted gets its row."""
    if "renewed_at" not in request.session or not isinstance(request.user, Account) or request.user.is_visitor:
        return
    if number := trust.sign_in_of(request):
        services.renew_sign_in(number)
    else:
        key = str(request.session.session_key)
        trust.note_sign_in(request, services.adopt_session(request.user, key, browser_of(request)))


class LeaveEndedSession:
    """Whoever came in by an owner's link and comes into another club is signed out by that, and told."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in _READING and request.user.is_authenticated and trust.is_by_owners_link(request):
            return _leave_if_ended(request, response)
        return response


def _leave_if_ended(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Or the session could not be written, and the answer would be an error. One query."""
    if request.session.exists(str(request.session.session_key)):
        return response
    logout(request)
    messages.info(
        request,
        _("You signed in with a login link, and are in another club now. Please sign in with password or passkey."),
    )
    return empty_cache(response)
