"""Nobody signed in: every view asks for an account unless it is marked `@login_not_required`."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render, resolve_url
from django.views.csrf import csrf_failure

from dokoclub.look.addresses import OF_ADDRESSES, refuse_origin
from dokoclub.look.http import Request


class SignInMiddleware(LoginRequiredMiddleware):
    """Read a page: go to sign in and come back. Anything else: 401, and what was typed is still in the browser.

    It answers before the view, so that a club that exists and one that does not look the same.
    """

    def handle_no_permission(  # type: ignore[override]  # Django's can only redirect
        self, request: Request, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponse:
        if request.method in ("GET", "HEAD") and not request.htmx:
            return super().handle_no_permission(request, view_func)
        return signed_out(request)


def signed_out(request: HttpRequest) -> HttpResponse:
    """401: a page for people, JSON for scripts. Never a redirect, which `fetch` would take for success."""
    sign_in = resolve_url(settings.LOGIN_URL)
    if request.accepts("text/html"):
        return render(request, "account/signed_out.html", {"sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)
    return JsonResponse({"error": "signed_out", "sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)


def refuse_token(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's question which form may be trusted comes before ours who is there; nobody is told 401 all the same.

    Pages that are open to everybody, as signing in itself, answer 403 to everybody.
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
