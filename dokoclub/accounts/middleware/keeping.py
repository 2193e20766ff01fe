"""What a browser may keep of a page: nothing, for who is signed in, but what the table here names."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

Respond = Callable[[HttpRequest], HttpResponseBase]
Answer = TypeVar("Answer", bound=HttpResponseBase)

NOTHING: Final = "private, no-store"
# These may be kept, and are asked for again each time: most often nothing has changed, and the answer is 304.
ASKED_AGAIN: Final = "private, no-cache"
KEPT: Final = {
    "evenings:show_sheet": ASKED_AGAIN,
    "standings:show_table": ASKED_AGAIN,
    "standings:show_club_statistics": ASKED_AGAIN,
    "standings:show_player_statistics": ASKED_AGAIN,
    "standings:show_matrix": ASKED_AGAIN,
}
# Masked anew in every page, and good as long as the cookie beside it, which signing in changes.
_FORM_TOKEN: Final = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


class KeepPrivate:
    """Every answer to somebody signed in, and every error, says what may be kept of it, unless its view has said so.

    The address of an error may hold a secret, and be another page a moment later.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "Cache-Control" in response:
            return response
        if not request.user.is_authenticated:
            if response.status_code >= HTTPStatus.BAD_REQUEST:
                response["Cache-Control"] = NOTHING
            return response
        route = request.resolver_match.view_name if request.resolver_match else ""
        is_page = response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
        kept = KEPT.get(route, NOTHING) if is_page else NOTHING
        response["Cache-Control"] = kept
        if kept != ASKED_AGAIN or response.status_code != HTTPStatus.OK or not isinstance(response, HttpResponse):
            return response
        if "ETag" not in response:
            response["ETag"] = _etag(response.content, request.META.get("CSRF_COOKIE", ""))
        return get_conditional_response(request, etag=response["ETag"], response=response) or response


def empty_cache(response: Answer) -> Answer:
    """What the browser kept goes with the session."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


def _etag(page: bytes, cookie: str) -> str:
    """Of what a reader would see, and could send; weak, because it goes out compressed."""
    return f'W/"{blake2b(_FORM_TOKEN.sub(b"", page), key=cookie.encode()[:64], digest_size=12).hexdigest()}"'
