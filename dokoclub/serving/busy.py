"""Who cannot write because others do, hears to come again, and when."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error

from dokoclub.serving.queue import Busy

AGAIN_AFTER: Final = 2  # seconds
# SQLite; PostgreSQL: lock_not_available, deadlock_detected
SQLITE: Final = ("database is locked", "database table is locked")
POSTGRESQL: Final = ("55P03", "40P01")


class AnswerBusy:
    """503 with Retry-After instead of an error of ours. Nothing of the request was written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer_busy(request) if is_busy(exception) else None


def answer_error(request: HttpRequest) -> HttpResponse:
    """For the addresses' handler500: what went wrong outside of a view, as when a session is saved."""
    exception = sys.exc_info()[1]
    return answer_busy(request) if exception and is_busy(exception) else server_error(request)


def answer_busy(request: HttpRequest) -> HttpResponse:
    answer = render(request, "busy.html", status=503)
    answer.headers["Retry-After"] = str(AGAIN_AFTER)
    return answer


def is_busy(exception: BaseException) -> bool:
    if not isinstance(exception, OperationalError):
        return False
    state = getattr(exception.__cause__, "sqlstate", None)
    return isinstance(exception, Busy) or str(exception) in SQLITE or state in POSTGRESQL
