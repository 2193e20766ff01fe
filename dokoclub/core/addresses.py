"""Requests to a wrong address: refused hosts and origins, logged for the operator, and stray signs in a URL."""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.encoding import escape_uri_path

from dokoclub.core.cookies import Respond

log = logging.getLogger("dokoclub.addresses")

LONGEST: Final = 200  # characters of a header in the log
OF_ADDRESSES: Final = ("Origin checking failed", "Referer checking failed")  # the beginnings of Django's reasons
_BEHIND: Final = re.compile(r"""[.,;:!?)\]}>"'*_“”„’‘»«›‹…|\\]+/?$""")


class OnlyOwnHosts:
    """Middleware that refuses hosts missing from ALLOWED_HOSTS before any other.

    Static files pass, as the error page needs its styles.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            request.get_host()
        except DisallowedHost:
            if not request.path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
                return refuse_host(request)
        return self.get_response(request)


def refuse_host(request: HttpRequest) -> HttpResponseBase:
    host = request.headers.get("Host", "")[:LONGEST]
    name = split_domain_port(host)[0]
    log.warning(
        "A request for another host was refused: to let it in, add it to ALLOWED_HOSTS, or name it by PUBLIC_URL.",
        extra={"facts": {"host": host, "origin": _origin(request), "public_url": settings.PUBLIC_URL}},
    )
    return _refuse(request, host, f"ALLOWED_HOSTS={name}" if name else "ALLOWED_HOSTS", HTTPStatus.BAD_REQUEST)


def refuse_origin(request: HttpRequest) -> HttpResponseBase:
    """Refuse a form from a page under another address than the server knows, and log the setting to check."""
    log.warning(
        "A form from another origin was refused: PUBLIC_URL has to be the address that browsers show, and a proxy has "
        "to pass on Host and set X-Forwarded-Proto.",
        extra={
            "facts": {
                "host": request.headers.get("Host", "")[:LONGEST],
                "origin": _origin(request),
                "scheme": request.scheme,
                "public_url": settings.PUBLIC_URL,
            }
        },
    )
    return _refuse(request, _origin(request), "PUBLIC_URL", HTTPStatus.FORBIDDEN)


def _origin(request: HttpRequest) -> str:
    return (request.headers.get("Origin") or request.headers.get("Referer", ""))[:LONGEST]


def _refuse(request: HttpRequest, opened: str, setting: str, status: HTTPStatus) -> HttpResponseBase:
    if not request.accepts("text/html"):
        return JsonResponse({"error": "address", "public_url": settings.PUBLIC_URL, "check": setting}, status=status)
    facts = {"opened": opened, "public": settings.PUBLIC_URL, "setting": setting}
    with translation.override(translation.get_language_from_request(request)):
        return render(request, "wrong_address.html", facts, status=status)


class LeadWithoutSign:
    """Middleware that redirects a URL not found to the URL without trailing signs, if such a page can exist."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.NOT_FOUND or request.method not in ("GET", "HEAD"):
            return response
        path = _without_signs(request.path_info)
        if not path:
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(escape_uri_path(path) + (f"?{query}" if query else ""))


def _without_signs(path: str) -> str:
    """Return the path without trailing signs, or "" where there are none or no page has such a URL."""
    plain = _BEHIND.sub("", path)
    if plain in (path, "") or plain.startswith("//"):
        return ""
    return next((one for one in (plain, f"{plain}/") if _is_page(one)), "")


def _is_page(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
