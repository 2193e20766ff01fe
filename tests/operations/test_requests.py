"""What comes in: how much is taken from whom, and for how long is waited."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from dokoclub.exports.club_file.reading import MOST_BYTES
from dokoclub.serving import request as coming_in
from dokoclub.serving.request import BETWEEN, BODY_TIME, HEAD_TIME, LARGEST, SLOWEST, USUAL, Request, may_upload
from dokoclub.serving.worker import adjust_waitress
from tests.cast import Cast
from tests.evenings.pages import phone


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as one:
        yield one


@pytest.fixture
def sent(listener: socket.socket) -> Iterator[Callable[..., Any]]:
    with ExitStack() as open_ones:

        def come_in(head: str, *bodies: bytes) -> Any:
            request = Request(adjust_waitress(listener, 1))
            open_ones.callback(request.close)
            for piece in (head.replace("\n", "\r\n").encode() + b"\r\n\r\n", *bodies):
                request.received(piece)
            return request

        yield come_in


def cookie(cast: Cast) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={phone(cast, 'Dora').cookies[settings.SESSION_COOKIE_NAME].value}"


# --- How much ---------------------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_before_any_of_it_came(sent: Callable[..., Any]) -> None:
    request = sent(f"POST /account/login/ HTTP/1.1\nContent-Length: {USUAL + 1}\nExpect: 100-continue")
    assert request.completed
    assert not request.expect_continue
    status, _headers, body = request.error.to_response()
    assert status == "413 Request Entity Too Large"
    assert body.decode() == ("Das ist zu viel auf einmal: höchstens 1 MB. / This is too much at once: 1 MB at most.")


def test_the_largest_that_is_taken(sent: Callable[..., Any]) -> None:
    request = sent(f"POST /account/login/ HTTP/1.1\nContent-Length: {USUAL}", b"x" * USUAL)
    assert (request.completed, request.error) == (True, None)


def test_pieces_without_a_length_are_counted(sent: Callable[..., Any]) -> None:
    head = "POST /account/login/ HTTP/1.1\nTransfer-Encoding: chunked"
    piece = b"80000\r\n" + b"x" * 0x80000 + b"\r\n"
    assert sent(head, piece).error is None
    assert sent(head, piece, piece, b"1\r\nx\r\n").error.code == 413


@pytest.mark.parametrize("beginning", [b"", b"1\r\nx\r\n0\r\n"])
def test_nothing_of_use_stands_between_the_pieces(sent: Callable[..., Any], beginning: bytes) -> None:
    """It would be kept in memory: a megabyte for each connection of a stranger."""
    head = "POST /account/login/ HTTP/1.1\nTransfer-Encoding: chunked"
    little, much = b"X-Of-No-Use: 1", b"1" * BETWEEN
    assert sent(head, beginning + little).error is None
    assert sent(head, beginning, little, much).error.code == 400


def test_who_is_signed_in_hands_in_files(sent: Callable[..., Any], cast: Cast) -> None:
    path = f"/clubs/{cast.club.pk}/imports/new/"
    for address in (path, "/clubs/from-file/"):
        head = f"POST {address} HTTP/1.1\nCookie: {cookie(cast)}\nContent-Length: "
        assert sent(f"{head}{LARGEST}").error is None
        assert sent(f"{head}{LARGEST + 1}").error.code == 413


def test_a_stranger_hands_in_nothing(cast: Cast) -> None:
    headers = {"COOKIE": cookie(cast)}
    upload = f"/clubs/{cast.club.pk}/imports/new/"
    assert may_upload(upload, headers)
    assert not may_upload(upload, {})
    assert not may_upload(upload, {"COOKIE": f"{settings.SESSION_COOKIE_NAME}=invented; ;;"})
    assert not may_upload(f"/clubs/{cast.club.pk}/", headers)
    assert not may_upload("/no/such/page/", headers)


def test_cookies_of_other_programs_on_the_name_do_no_harm(cast: Cast) -> None:
    upload = f"/clubs/{cast.club.pk}/imports/new/"
    assert may_upload(upload, {"COOKIE": f'prefs={{"a": 1, "b": [2]}}; a b=c; {cookie(cast)}'})


@pytest.mark.django_db(transaction=True)
def test_a_database_server_that_was_started_anew_costs_no_upload(cast: Cast) -> None:
    """The connection that the server keeps is gone, and nothing but a query tells."""
    headers = {"COOKIE": cookie(cast)}
    connection.ensure_connection()
    connection.connection.close()
    assert may_upload("/clubs/from-file/", headers)


def test_an_ordinary_form_asks_nobody_who_sends_it(sent: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coming_in, "may_upload", lambda *_: pytest.fail("asked"))
    assert sent("POST /clubs/from-file/ HTTP/1.1\nContent-Length: 3", b"a=1").error is None


# --- How long ---------------------------------------------------------------------------------------------------------


def later(request: Any, seconds: float) -> bool:
    """Would it be given up then?"""
    request.began -= seconds
    return bool(request.is_overdue())


def test_a_head_that_does_not_end_is_given_up(listener: socket.socket) -> None:
    request = Request(adjust_waitress(listener, 1))
    request.received(b"GET / HTTP/1.1\r\nHost: x\r\n")
    assert not later(request, HEAD_TIME - 5)
    assert later(request, 10)


def test_a_slow_phone_has_the_time_that_its_file_takes(sent: Callable[..., Any]) -> None:
    head = f"POST /account/login/ HTTP/1.1\nContent-Length: {USUAL}"
    assert later(sent(head, b"x"), BODY_TIME + 5)
    assert not later(sent(head, b"x" * SLOWEST * 100), BODY_TIME + 95)
    assert later(sent(head, b"x" * SLOWEST * 100), BODY_TIME + 105)


def test_web_servers_in_front_are_told_to_take_as_much() -> None:
    """Defect: nginx takes 1 MB where nothing else is said, and old sheets and club files were refused by it."""
    told = (Path(settings.BASE_DIR) / "docs" / "operations.md").read_text(encoding="utf-8")
    sizes = re.findall(r"(?:max_size |client_max_body_size )(\d+)m", told, re.IGNORECASE)
    assert sizes  # nginx; Caddy takes as much as comes, and dokoclub says when it is too much
    assert all(int(size) * 1000 * 1000 > MOST_BYTES + USUAL for size in sizes)
