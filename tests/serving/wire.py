"""A client that believes nothing: it reads exactly one answer and keeps what comes behind it."""

from __future__ import annotations

import socket
from types import TracebackType
from typing import Final, NamedTuple

PATIENCE: Final = 15.0  # seconds
WITHOUT_BODY: Final = {204, 304}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Closed(Exception):
    """The server closed the connection."""


class Line:
    """One connection."""

    def __init__(self, port: int, seconds: float = PATIENCE) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self.unread = b""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self.socket.close()

    def send(self, first: str, *headers: str, body: bytes = b"", host: str = "localhost") -> None:
        self.socket.sendall("\r\n".join([first, f"Host: {host}", *headers, "", ""]).encode() + body)

    def read(self, method: str = "GET") -> Answer:
        """Read one answer to a request with this method. Raises Closed, and TimeoutError where none comes."""
        status, headers = self._read_head()
        while status == 100:
            status, headers = self._read_head()
        if method == "HEAD" or status in WITHOUT_BODY:
            return Answer(status, headers, b"")
        if headers.get("transfer-encoding") == "chunked":
            return Answer(status, headers, self._read_pieces())
        return Answer(status, headers, self._read_exactly(int(headers["content-length"])))

    def _read_head(self) -> tuple[int, dict[str, str]]:
        first, *rest = self._read_until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        version, status, *_ = first.split(" ", 2)
        assert version in ("HTTP/1.1", "HTTP/1.0"), f"this is no answer: {first[:80]}"
        pairs = (line.partition(":") for line in rest)
        return int(status), {name.lower(): value.strip() for name, _, value in pairs}

    def _read_pieces(self) -> bytes:
        body = b""
        while size := int(self._read_until(b"\r\n"), 16):
            body += self._read_exactly(size)
            self._read_exactly(2)
        self._read_until(b"\r\n")
        return body

    def _read_until(self, end: bytes) -> bytes:
        while end not in self.unread:
            self._receive()
        found, _, self.unread = self.unread.partition(end)
        return found

    def _read_exactly(self, size: int) -> bytes:
        while len(self.unread) < size:
            self._receive()
        found, self.unread = self.unread[:size], self.unread[size:]
        return found

    def _receive(self) -> None:
        piece = self.socket.recv(65536)
        if not piece:
            raise Closed
        self.unread += piece
