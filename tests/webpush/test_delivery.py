"""One request: only to the checked address, under the name of the certificate."""

from __future__ import annotations

import socket

import pytest

from dokoclub import webpush
from dokoclub.webpush import LONGEST_LINE, Unreachable, post_message
from tests.webpush.service import NAME, PushService

TRUSTED = webpush.trusted_context  # the machine's own settings, whatever a test changes
HEADERS = {"TTL": "60", "Content-Encoding": "aes128gcm"}


def post(service: PushService, path: str = "/box/1") -> int:
    return post_message(service.address(path), b"sealed", HEADERS)


def test_a_message_arrives_as_it_is(push_service: PushService) -> None:
    assert post(push_service, "/box/1?of=anna") == 201
    (sent,) = push_service.sent
    assert (sent.path, sent.body) == ("/box/1?of=anna", b"sealed")
    assert (sent.headers["TTL"], sent.headers["Content-Encoding"]) == ("60", "aes128gcm")
    assert sent.headers["Host"] == f"{NAME}:{push_service.port}"


def test_the_name_is_looked_up_once_and_told_in_the_handshake(push_service: PushService) -> None:
    post(push_service)
    assert (push_service.asked, push_service.named) == ([NAME], [NAME])


@pytest.mark.parametrize("status", [200, 202, 400, 401, 403, 404, 410, 413, 429, 500, 503])
def test_the_status_is_told(push_service: PushService, status: int) -> None:
    push_service.answers["/box/1"] = status
    assert post(push_service) == status


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(push_service: PushService, status: int) -> None:
    push_service.answers["/box/1"] = status
    assert post(push_service) == status
    assert [sent.path for sent in push_service.sent] == ["/box/1"]


def test_nothing_goes_to_an_address_of_our_own_network(
    push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webpush, "is_public", lambda _address: False)
    with pytest.raises(Unreachable, match="no address on the internet"):
        post(push_service)
    assert push_service.named == []


def test_an_address_that_may_not_be_is_not_even_looked_up(push_service: PushService) -> None:
    for url in (f"http://{NAME}/box", "https://127.0.0.1/box", "https://localhost/box"):
        with pytest.raises(ValueError, match=r".+"):
            post_message(url, b"", {})
    assert push_service.asked == []


def test_whose_certificate_is_another_gets_nothing(push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webpush, "trusted_context", TRUSTED)
    with pytest.raises(Unreachable, match="SSLCertVerificationError"):
        post(push_service)
    assert push_service.sent == []


def test_whose_name_is_another_gets_nothing(push_service: PushService) -> None:
    url = push_service.address().replace(NAME, "other.example.org")
    with pytest.raises(Unreachable, match="SSLCertVerificationError"):
        post_message(url, b"sealed", HEADERS)
    assert push_service.sent == []


def test_where_nobody_listens(push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(webpush, "PORTS", frozenset({port}))
    with pytest.raises(Unreachable, match="ConnectionRefusedError"):
        post_message(f"https://{NAME}:{port}/box", b"", {})


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 9", b"HTTP/1.1 999 x\r\n", b"x" * 10_000, b"\r\n", b"HTTP/2 201\r\n"],
    ids=range(7),
)
def test_what_is_no_answer_is_none(push_service: PushService, answer: bytes) -> None:
    push_service.answers["/box/1"] = lambda connection: connection.sendall(answer)
    with pytest.raises(Unreachable):
        post(push_service)


def test_an_answer_without_end_is_not_read(push_service: PushService) -> None:
    def flood(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 201 " + b"x" * (LONGEST_LINE * 2) + b"\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    push_service.answers["/box/1"] = flood
    assert post(push_service) == 201


def test_who_answers_a_byte_now_and_then_is_left(push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit holds for the whole answer, not for each byte."""
    monkeypatch.setattr(webpush, "SECONDS", 0.4)

    def trickle(connection: socket.socket) -> None:
        connection.settimeout(0.1)
        while True:
            connection.sendall(b"x")
            try:
                connection.recv(1)
            except TimeoutError:
                continue

    push_service.answers["/box/1"] = trickle
    with pytest.raises(Unreachable):
        post(push_service)
