"""A server with every fault that the attacks of this folder look for: it shows that they bite.

Eight threads, each waiting for what its client still has to send; bodies in temporary files; answers in
memory until they are read; an answer to HEAD with a body; a wait for the body that `Expect` announces.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
from concurrent.futures import ThreadPoolExecutor
from io import BufferedReader
from threading import Event, Thread
from typing import BinaryIO, Final

THREADS: Final = 8
PAGE: Final = b"x" * 250_000


def serve(connection: socket.socket) -> None:
    """Answer one request after the other until the client closes."""
    answers: list[bytes] = []
    Thread(target=write, args=(connection, answers), daemon=True).start()
    with connection, connection.makefile("rb") as lines:
        while head := read_head(lines):
            if b"100-continue" in head:
                lines.read(1)
            length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
            if length:
                keep_body(lines, int(length[1]))
            page = PAGE[:] if head.startswith(b"GET /try/") else b"well"
            answers.append(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(page) + bytes(bytearray(page)))


def write(connection: socket.socket, answers: list[bytes]) -> None:
    pause = Event()
    while connection.fileno() >= 0:
        if answers:
            try:
                connection.sendall(answers[0])
            except OSError:
                return
            answers.pop(0)
        else:
            pause.wait(0.005)


def read_head(lines: BinaryIO) -> bytes:
    head = b""
    for line in lines:
        head += line
        if line in (b"\r\n", b"\n"):
            return head
    return b""


def keep_body(lines: BufferedReader, length: int) -> None:
    with tempfile.TemporaryFile() as file:
        while length > 0 and (piece := lines.read1(min(length, 65536))):
            file.write(piece)
            file.flush()
            length -= len(piece)


def main() -> None:
    listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])), backlog=2000)
    with ThreadPoolExecutor(THREADS) as threads:
        while True:
            threads.submit(serve, listener.accept()[0])


if __name__ == "__main__":
    main()
