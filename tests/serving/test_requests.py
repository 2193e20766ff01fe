"""What a client sends on one connection is answered as HTTP says, and the next request behind it, too."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.serving.server import Server, read_errors
from tests.serving.wire import Answer, Closed, Line

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
PATHS = ("/healthz", "/", "/account/login/", "/no-such-page/", "/sw.js")
WELL = b'"ok": true'


def ask_twice(port: int, method: str, path: str, *headers: str, body: bytes = b"") -> tuple[Answer, Answer]:
    """Send a request and another one behind it on the same connection; a server may close it where it says so."""
    with Line(port) as line:
        line.send(f"{method} {path} HTTP/1.1", *headers, body=body)
        line.send("GET /healthz HTTP/1.1")
        first = line.read(method)
        if first.headers.get("connection") == "close":
            with pytest.raises(Closed):
                line.read()
            with Line(port) as other:
                other.send("GET /healthz HTTP/1.1")
                return first, other.read()
        return first, line.read()


@pytest.mark.promise("pipelined")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", PATHS)
def test_the_request_behind_is_answered_whatever_the_method(site: Server, method: str, path: str) -> None:
    first, second = ask_twice(site.port, method, path)

    assert first.status < 500
    assert WELL in second.body


@pytest.mark.promise("pipelined")
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_body_is_not_taken_for_the_next_request(site: Server, method: str) -> None:
    body = b"GET /no-such-page/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    _first, second = ask_twice(site.port, method, "/account/login/", f"Content-Length: {len(body)}", body=body)

    assert WELL in second.body


@pytest.mark.parametrize("path", PATHS)
def test_head_says_what_get_says(site: Server, path: str) -> None:
    head, _ = ask_twice(site.port, "HEAD", path)
    get, _ = ask_twice(site.port, "GET", path)

    assert (head.status, head.body) == (get.status, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


def test_nothing_new_keeps_the_connection(site: Server) -> None:
    with Line(site.port) as line:
        line.send("GET /sw.js HTTP/1.1")
        tag = line.read().headers["etag"]
        for _ in range(2):
            line.send("GET /sw.js HTTP/1.1", f"If-None-Match: {tag}")
            assert line.read().status == 304


def test_an_announced_body_that_does_not_exist_is_answered(site: Server) -> None:
    with Line(site.port) as line:
        line.send("GET /healthz HTTP/1.1", "Expect: 100-continue")
        assert WELL in line.read().body
        line.send("GET /healthz HTTP/1.1")
        assert WELL in line.read().body


def test_an_announced_body_is_asked_for(site: Server) -> None:
    with Line(site.port) as line:
        line.send("POST /account/login/ HTTP/1.1", "Expect: 100-continue", "Content-Length: 3", "Cookie: csrftoken=x")
        line.socket.sendall(b"a=1")
        assert line.read().status == 403


@pytest.mark.parametrize(
    "first",
    [
        "GET http://[x]/ HTTP/1.1",
        "GET http://[::1/ HTTP/1.1",
        "GET //[x]/ HTTP/1.1",
        "GET http://localhost:99999999/ HTTP/1.1",
        "GET /%zz%00 HTTP/1.1",
        "GET * HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "GET /healthz HTTP/9.9",
        "GET",
        "\x16\x03\x01",
    ],
)
def test_an_address_that_is_none_is_no_error_of_ours(site: Server, first: str) -> None:
    before = read_errors(site)
    with Line(site.port) as line:
        line.send(first)
        with suppress(Closed):
            assert line.read().status < 500
    assert site.is_answering()
    assert read_errors(site) == before


@pytest.mark.parametrize(
    "header",
    [
        f"Content-Length: {'9' * 5000}",
        f"Content-Length: {'0' * 5000}",
        "Content-Length: -1",
        "Content-Length: ten",
        "Content-Length: 1_0",
        "Content-Length: 3\r\nContent-Length: 4",
        "Content-Length: 3\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: soup",
        "Host: [x]",
        f"X-Long: {'x' * 100_000}",
        "No colon",
    ],
)
def test_a_header_that_makes_no_sense_is_no_error_of_ours(site: Server, header: str) -> None:
    before = read_errors(site)
    with Line(site.port) as line:
        line.send("POST /account/login/ HTTP/1.1", header, body=b"0\r\n\r\n")
        with suppress(Closed, ConnectionError):
            assert 400 <= line.read().status < 500
    assert site.is_answering()
    assert read_errors(site) == before
