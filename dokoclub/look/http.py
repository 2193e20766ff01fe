"""How every page answers: a form is shown and sent to one address, what is wrong with it is 422, scripts get pieces."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

PAGE_AND_FORM: Final = ["GET", "HEAD", "POST"]


class Request(HttpRequest):
    """A request as it reaches our views, for the type checker. `if request.htmx`: a script asks, for a piece."""

    htmx: HtmxDetails


def sent_data(request: HttpRequest) -> QueryDict | None:
    """What a form gets: what was sent, were it nothing, or None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


def answer_invalid(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The same page again, with what was typed and what is wrong with it."""
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
