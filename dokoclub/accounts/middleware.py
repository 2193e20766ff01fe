"""Middleware for signed-in users: cache headers, limits of the demo visitor, session renewal, required sign-in."""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

from dokoclub.accounts import hooks
from dokoclub.accounts.access import devices
from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.access.throttling import allow_try, respond_too_often
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import sign_ins
from dokoclub.core.addresses import OF_ADDRESSES, refuse_origin
from dokoclub.core.cookies import YEAR, own_name
from dokoclub.core.http import Request

RespondAny = Callable[[HttpRequest], HttpResponseBase]
Answer = TypeVar("Answer", bound=HttpResponseBase)

NOTHING: Final = "private, no-store"
_log = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponse]

_READING: Final = {"GET", "HEAD", "OPTIONS"}
# POST routes open even to the visitor: they write nothing that others see.
_VISITOR_MAY_POST: Final = {"account_logout", "accounts:use_login_link", "ui:set_theme", "ui:set_language"}
_VISITOR_MAY_READ: Final = {"account_login", "account_logout", "accounts:show_account", "accounts:use_login_link"}
_DAY: Final = 24 * 60 * 60  # seconds
COOKIE: Final = own_name("holder")  # static/js/outbox/device_owner.js and core/sw.js read it


class KeepPrivate:
    """Set Cache-Control on every response to signed-in users and on every error, unless the view has set it.

    The address of an error may hold a secret, and lead to another page a moment later.
    """

    def __init__(self, get_response: RespondAny) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "Cache-Control" in response:
            return response
        if request.user.is_authenticated or response.status_code >= HTTPStatus.BAD_REQUEST:
            response["Cache-Control"] = NOTHING
        return response


def empty_cache(response: Answer) -> Answer:
    """Tell the browser to clear its cache when the session ends."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


class VisitorGuard:
    """Restrict the demo visitor to reading: other requests end here with 403, even if the view would allow them.

    Exceptions are routes in `hooks.visitor_may_write` if the demo club is reset every night, limited per minute.
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
    # The account pages have nothing for visitors, and some of allauth's write on GET.
    return name in _VISITOR_MAY_READ or not name.startswith(("account_", "accounts:", "mfa_"))


def _writes(request: HttpRequest) -> bool:
    """Return True for a POST that the visitor may make because the demo club is reset every night."""
    if not settings.DEMO_RESET or request.method != "POST":
        return False
    return resolve(request.path_info).view_name in hooks.visitor_may_write


class RenewSession:
    """Renew sessions: they last settings.SESSION_COOKIE_AGE from their last use, written at most once a day."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(time.time())
            if abs(now - request.session.get("renewed_at", 0)) >= _DAY:  # abs() also covers a clock that was set back
                _renew(request, now)
        return self.get_response(request)


def _renew(request: HttpRequest, now: int) -> None:
    """Renew the session; if nothing can be written, as on a full disk, just continue and renew it later."""
    try:
        _note_use(request)
    except OperationalError as unwritable:
        _log.warning("A session was not renewed: %s", type(unwritable).__name__)
    else:
        request.session["renewed_at"] = now


def _note_use(request: HttpRequest) -> None:
    """Record the use once a day, but not on the first; sessions from before sign-ins were recorded get a row."""
    if "renewed_at" not in request.session or not isinstance(request.user, Account) or request.user.is_visitor:
        return
    if number := devices.find_sign_in(request):
        sign_ins.renew_sign_in(number)
    else:
        key = str(request.session.session_key)
        devices.note_sign_in(request, sign_ins.adopt_session(request.user, key, get_browser(request)))


class LeaveEndedSession:
    """Sign out a user who came by an owner's link and joins another club, and tell them."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in _READING and request.user.is_authenticated and devices.is_by_owners_link(request):
            return _leave_if_ended(request, response)
        return response


def _leave_if_ended(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Sign out if the session has been deleted; otherwise saving it would fail. One query."""
    if request.session.exists(str(request.session.session_key)):
        return response
    logout(request)
    messages.info(
        request,
        _("You signed in with a login link and are now in another club. Sign in with password or passkey."),
    )
    return empty_cache(response)


class NameHolder:
    """Set a cookie with the account's id, or delete it when signed out. It grants no access: the session does.

    It is set on any response with a session, so that it never differs from the account of the last response.
    """

    def __init__(self, get_response: RespondAny) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 500 and "public" not in response.get("Cache-Control", ""):
            _set_owner_cookie(request, response)
        return response


def _set_owner_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    told = request.COOKIES.get(COOKIE)
    if not request.user.is_authenticated:
        if told is not None:
            response.delete_cookie(COOKIE, samesite="Lax")
    elif told != str(request.user.pk):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, str(request.user.pk), max_age=YEAR, secure=secure, samesite="Lax")


class SignInMiddleware(LoginRequiredMiddleware):
    """Require sign-in: redirect page requests to sign-in and back; answer others with 401, so the input is not lost.

    It answers before the view, so that existing and missing clubs look the same.
    """

    def handle_no_permission(  # type: ignore[override]  # Django's can only redirect
        self, request: Request, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponse:
        if request.method in ("GET", "HEAD") and not request.htmx:
            return super().handle_no_permission(request, view_func)
        return signed_out(request)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Respond 401: a page for people, JSON for scripts. Never a redirect, which `fetch` would take for success."""
    sign_in = resolve_url(settings.LOGIN_URL)
    if request.accepts("text/html"):
        return render(request, "account/signed_out.html", {"sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)
    return JsonResponse({"error": "signed_out", "sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)


def refuse_token(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Respond to a CSRF failure; signed-out users get 401, although Django checks forms before sign-in.

    Pages open to everybody, such as sign-in itself, answer 403 to everybody.
    """
    if reason.startswith(OF_ADDRESSES):
        return refuse_origin(request)
    if _asks_for_an_account(request) and not request.user.is_authenticated:
        return signed_out(request)
    if request.accepts("text/html"):
        return csrf_failure(request, reason)
    return JsonResponse({"error": "csrf"}, status=HTTPStatus.FORBIDDEN)


def _asks_for_an_account(request: HttpRequest) -> bool:
    return request.resolver_match is not None and getattr(request.resolver_match.func, "login_required", True)
