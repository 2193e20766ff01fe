"""How every page answers: a form is shown and sent to one address, what is wrong with it is 422, scripts get pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

PAGE_AND_FORM: Final = ["GET", "HEAD", "POST"]
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_writing: ContextVar[bool] = ContextVar("writing", default=False)
PUBLIC: Final = frozenset({"clubs:show_home", "account_login", "evenings:try_out", "ui:show_robots"})
UNLISTED: Final = "noindex, nofollow"


class Request(HttpRequest):
    """A request as it reaches our views, for the type checker. `if request.htmx`: a script asks, for a piece."""

    htmx: HtmxDetails


def sent_data(request: HttpRequest) -> QueryDict | None:
    """What a form gets: what was sent, were it nothing, or None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


def answer_invalid(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The same page again, with what was typed and what is wrong with it."""
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def is_writing() -> bool:
    """By the method of the request that is answered; False outside of one."""
    return _writing.get()


@contextmanager
def asked_by(method: str | None) -> Iterator[None]:
    """While a request with this method is answered."""
    before = _writing.set(method not in READING)
    try:
        yield
    finally:
        _writing.reset(before)


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
