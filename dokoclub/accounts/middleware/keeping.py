"""What a browser may keep of a page: nothing, for who is signed in, but what its view allows."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]
Answer = TypeVar("Answer", bound=HttpResponseBase)

NOTHING: Final = "private, no-store"


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
        if request.user.is_authenticated or response.status_code >= HTTPStatus.BAD_REQUEST:
            response["Cache-Control"] = NOTHING
        return response


def empty_cache(response: Answer) -> Answer:
    """What the browser kept goes with the session."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response
