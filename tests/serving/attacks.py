"""What strangers do to a server: each attack is a context in which the server has to go on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from typing import Final

from tests.processes import join_all
from tests.serving.server import LARGE, Server, raise_limit_of_files

COOKIE: Final = f"csrftoken={'b' * 32}"  # with it Django reads a body before it refuses the form
HALF_HEADS: Final = 300
IDLE: Final = 1200
SLOW: Final = 100
UNFINISHED: Final = 40
UNREAD: Final = 10
QUESTIONS: Final = 400  # of each of the clients that read nothing


@contextmanager
def half_heads(server: Server) -> Iterator[None]:
    with _connections(server, HALF_HEADS, b"GET / HTTP/1.1\r\nHost: localhost\r\n"):
        yield


@contextmanager
def idle_connections(server: Server) -> Iterator[None]:
    with _connections(server, IDLE, b""):
        yield


@contextmanager
def slow_bodies(server: Server) -> Iterator[None]:
    with _dripping(server, b""):
        yield


@contextmanager
def slow_bodies_with_cookie(server: Server) -> Iterator[None]:
    with _dripping(server, f"Cookie: {COOKIE}\r\n".encode()):
        yield


@contextmanager
def unfinished_bodies(server: Server) -> Iterator[None]:
    """All but the last byte of the largest body that is taken from anybody."""
    head = f"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nCookie: {COOKIE}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n"
    with _connections(server, UNFINISHED, head.encode(), b"x" * 999_999):
        yield


@contextmanager
def unread_answers(server: Server) -> Iterator[None]:
    """Many requests on a connection whose answers nobody reads."""
    question = f"GET {LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with _connections(server, UNREAD, question * QUESTIONS):
        yield


@contextmanager
def _connections(server: Server, number: int, *sent: bytes) -> Iterator[list[socket.socket]]:
    """Open connections and send the same on each, as far as the server takes it."""
    raise_limit_of_files(number + 500)
    with ExitStack() as stack:
        lines = []
        for _ in range(number):
            with suppress(OSError):  # the server need not take them all
                line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=1))
                lines.append(line)
                for piece in sent:
                    line.sendall(piece)
        yield lines


@contextmanager
def _dripping(server: Server, header: bytes) -> Iterator[None]:
    """Bodies of which a byte comes now and then."""
    head = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\n" + header
    head += b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
    with _connections(server, SLOW, head) as lines:
        stop = Event()
        thread = Thread(target=_drip, args=(lines, stop))
        thread.start()
        try:
            yield
        finally:
            stop.set()
            join_all(thread)


def _drip(lines: list[socket.socket], stop: Event) -> None:
    while not stop.wait(0.5):
        for line in lines:
            with suppress(OSError):
                line.send(b"x")
