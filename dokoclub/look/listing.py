"""Which pages may stand in a search engine? Those that say nothing of anybody; all others say no, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

PUBLIC: Final = frozenset({"clubs:show_home", "account_login", "evenings:try_out", "look:show_robots"})
UNLISTED: Final = "noindex, nofollow"


class KeepUnlisted:
    """A header rather than a tag in the page: files, drawings and answers to scripts carry it, too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not _is_public(request, response):
            response["X-Robots-Tag"] = UNLISTED
        return response


def _is_public(request: HttpRequest, response: HttpResponseBase) -> bool:
    """As a stranger sees it: who is signed in has another page at the same address."""
    route = request.resolver_match.view_name if request.resolver_match else ""
    return response.status_code == 200 and route in PUBLIC and not request.user.is_authenticated
