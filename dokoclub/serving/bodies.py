"""Limits of request bodies, checked before Django reads any of them."""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from importlib import import_module
from threading import BoundedSemaphore
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.urls import Resolver404, resolve

from dokoclub.operations.logs import note_refused_upload

USUAL: Final = 1024 * 1024  # bytes of a body: our longest form has a twentieth of it
LARGEST: Final = 85 * 1024 * 1024  # a club file or old sheets, with the form data around them
PIECE: Final = 64 * 1024
UPLOADS: Final = ("exports:hand_in", "exports:found_from_file")

# Plain text, not pages: the form has already shown people the limits, and other clients are unknown.
TOO_LARGE: Final = "Das ist zu viel auf einmal: höchstens {most} MB. / This is too much at once: {most} MB at most."
NO_LENGTH: Final = "Die Länge fehlt (Content-Length). / The length is missing (Content-Length)."
BUSY: Final = "Bitte gleich noch einmal. / Please try again."

# A thread waits for the rest of a body. The other threads stay free for pages, however many bodies arrive slowly.
BODIES: Final = 48

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class LimitBodies:
    """A WSGI application that refuses bodies that are too large, have no length, or are too many at once."""

    def __init__(self, application: Wsgi) -> None:
        self.application = application
        self.places = BoundedSemaphore(BODIES)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if "HTTP_TRANSFER_ENCODING" in environ:
            return _refuse(start_response, "411 Length Required", NO_LENGTH)
        length = int(environ.get("CONTENT_LENGTH", "").lstrip("0") or 0)  # Python parses no number of 5,000 digits
        environ["CONTENT_LENGTH"] = str(length)
        most = find_most(environ) if length > USUAL else USUAL
        if length > most:
            if most == LARGEST:
                note_refused_upload("TOO_LARGE")
                self._drain(environ, length)
            return _refuse(start_response, "413 Content Too Large", TOO_LARGE.format(most=most // USUAL))
        if not length:
            return self.application(environ, start_response)
        if not self.places.acquire(blocking=False):
            return _refuse(start_response, "503 Service Unavailable", BUSY, ("Retry-After", "2"))
        try:
            return self.application(environ, start_response)
        finally:
            self.places.release()

    def _drain(self, environ: dict[str, Any], length: int) -> None:
        """Read a member's file that is somewhat too large. A proxy that cannot finish sending it reads no response."""
        if length > 2 * LARGEST or "HTTP_EXPECT" in environ or not self.places.acquire(blocking=False):
            return
        try:
            while length > 0 and (piece := environ["wsgi.input"].read(min(length, PIECE))):
                length -= len(piece)
        finally:
            self.places.release()


def _refuse(start_response: Callable[..., Any], status: str, text: str, *more: tuple[str, str]) -> list[bytes]:
    body = text.encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), *more]
    start_response(status, headers)
    return [body]


def find_most(environ: Mapping[str, Any]) -> int:
    """Return how many bytes this request may send. One query, only for pages that take files."""
    return LARGEST if may_upload(environ.get("PATH_INFO", ""), environ.get("HTTP_COOKIE", "")) else USUAL


def may_upload(path: str, cookies: str) -> bool:
    """Return whether a signed-in user requests one of the two pages that take files."""
    try:
        if resolve(path).view_name not in UPLOADS:
            return False
    except Resolver404:
        return False
    session = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    return session is not None and is_signed_in(session)


def is_signed_in(session_key: str) -> bool:
    """Return whether the session belongs to an account.

    Retry once: the first connection may be to a database server that has restarted since.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for _try in range(2):
        try:
            return "_auth_user_id" in store(session_key)
        except DatabaseError:
            connection.close()
    return False


_FORM: Final = "application/x-www-form-urlencoded"


class OnlyUtf8:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type == _FORM and charset.lower() != "utf-8":
            return HttpResponse("Forms must be sent as UTF-8.\n", "text/plain", HTTPStatus.BAD_REQUEST)
        return self.get_response(request)
