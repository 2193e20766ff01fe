"""Middleware that refuses forms in encodings other than UTF-8 before they are read.

Django raises for them, and again while rendering the error page: without this, the response would be a bare 500.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse

_FORM: Final = "application/x-www-form-urlencoded"


class OnlyUtf8:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type == _FORM and charset.lower() != "utf-8":
            return HttpResponse("Forms must be sent as UTF-8.\n", "text/plain", HTTPStatus.BAD_REQUEST)
        return self.get_response(request)
