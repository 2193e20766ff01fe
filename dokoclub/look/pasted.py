"""Links that were pasted with a sign behind them: `https://…/abc).` leads to `https://…/abc`."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path

_BEHIND: Final = re.compile(r"""[.,;:!?)\]}>"'*_“”„’‘»«›‹…|\\]+/?$""")


class LeadWithoutSign:
    """Redirect an address that is not found to the one without the signs at its end, if there can be such a page."""

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
    """Empty where nothing is to be left out, or no page has such an address."""
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
