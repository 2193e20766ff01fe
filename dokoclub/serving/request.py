"""How long a request may take to come in, and how much of it is taken before anybody has looked at it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import parse_cookie
from django.urls import Resolver404, resolve
from waitress.parser import HTTPRequestParser
from waitress.utilities import BadRequest, RequestEntityTooLarge

from dokoclub.operations.occurrences import note_refused_upload

USUAL: Final = 1024 * 1024  # bytes of a body: the longest form of ours has a twentieth of it
LARGEST: Final = 85 * 1024 * 1024  # a club file, or old sheets, with what a form puts around them
UPLOADS: Final = ("exports:hand_in", "exports:found_from_file")

# No page of ours: whoever sees it has been told by the form before, or is nobody we know.
TOO_LARGE: Final = "Das ist zu viel auf einmal: höchstens {most} MB. / This is too much at once: {most} MB at most."

BETWEEN: Final = 16 * 1024  # bytes that do not belong to the body, between and behind its pieces

HEAD_TIME: Final = 20.0  # seconds for the head
BODY_TIME: Final = 30.0  # seconds for the body, and as many more as it needs at SLOWEST
SLOWEST: Final = 1024  # bytes a second


class Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request that is coming in. A body that is too large is answered with 413, and no more of it is taken."""

    adj: Any
    error: Any
    body_rcv: Any
    body_bytes_received: int

    def __init__(self, adjustments: Any) -> None:
        super().__init__(adjustments)
        self.began = time.monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked or self.content_length > USUAL:
            most = LARGEST if may_upload(self.path, self.headers) else USUAL
            self.adj = _WithMost(self.adj, most + 1)
            if self.content_length > most:
                self.expect_continue = False

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if self.chunked and not self.error and self._is_talkative():
            self.error, self.completed = BadRequest("Too much between the pieces of the body."), True
        if isinstance(self.error, RequestEntityTooLarge) and not isinstance(self.error, TooLarge):
            if self.adj.max_request_body_size > LARGEST:
                note_refused_upload("TOO_LARGE")
            self.error = TooLarge(TOO_LARGE.format(most=(self.adj.max_request_body_size - 1) // USUAL))
        return taken

    def _is_talkative(self) -> bool:
        """What stands between and behind the pieces of a body is kept in memory, and is never of any use."""
        waiting = self.body_rcv
        return waiting is not None and len(waiting.control_line) + len(waiting.trailer) > BETWEEN

    def is_overdue(self) -> bool:
        passed = time.monotonic() - self.began
        if not self.headers_finished:
            return passed > HEAD_TIME
        return passed > BODY_TIME + self.body_bytes_received / SLOWEST


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """In words for people, which waitress's own are not."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        return f"{self.code} {self.reason}", [("Content-Type", "text/plain; charset=utf-8")], self.body.encode()


class _WithMost:
    """Waitress's adjustments with another largest body."""

    def __init__(self, adjustments: Any, most: int) -> None:
        self._adjustments = adjustments
        self.max_request_body_size = most

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adjustments, name)


def may_upload(path: str, headers: Mapping[str, str]) -> bool:
    """Is this one of the two pages that take files, asked by somebody signed in? One query, only for these pages."""
    try:
        if resolve(path).view_name not in UPLOADS:
            return False
    except Resolver404:
        return False
    session = parse_cookie(headers.get("COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    return session is not None and is_signed_in(session)


def is_signed_in(session_key: str) -> bool:
    """Asked twice where need be: the connection may be to a database server that was started anew since."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for _try in range(2):
        try:
            return "_auth_user_id" in store(session_key)
        except DatabaseError:
            connection.close()
    return False
