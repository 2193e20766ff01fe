"""Clients that take little of the processor they share with the server: a process each, a socket, bytes made before."""

from __future__ import annotations

import multiprocessing
import os
import resource
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final, NamedTuple
from urllib.parse import urlencode

from bench.serving import TOKEN

LEAST: Final = 1  # answers of each client, however long they take
PATIENCE: Final = 600.0  # seconds for one of them: who asks first for all time counts every game


class Ask(NamedTuple):
    """A request as it goes over the wire; what only prepares the next one is not measured."""

    sent: bytes
    measured: bool = True


class Heard(NamedTuple):
    """What one client saw: begin and end of each measured answer (seconds), and what it took of the processor."""

    times: list[tuple[float, float]]
    ended: float
    processor: float
    wrong: str  # the first line of an answer that was not asked for, or ""


class Job(NamedTuple):
    """For at most so many seconds."""

    port: int
    asks: list[Ask]
    seconds: float


def write_request(path: str, cookie: str, form: dict[str, str] | None = None) -> bytes:
    """As a browser sends it, in one piece."""
    body = b"" if form is None else urlencode(form).encode()
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Accept-Encoding: gzip",
        f"Cookie: {cookie}; csrftoken={TOKEN}",
    ]
    if form is not None:
        lines += [f"X-CSRFToken: {TOKEN}", "HX-Request: true", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/x-www-form-urlencoded"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Crowd:
    """So many processes, which wait for work."""

    def __init__(self, doors: Sequence[Connection]) -> None:
        self.doors = doors

    def ask(self, jobs: Sequence[Job], begin: Callable[[], None]) -> list[Heard]:
        """Each job by a client of its own, all at once; ends the program if an answer is not what was asked for.

        `begin` is called when whatever stands before the first measured one was asked.
        """
        busy = self.doors[: len(jobs)]
        for door, job in zip(busy, jobs, strict=True):
            door.send(job)
        for door in busy:
            door.recv()  # is connected and prepared
        begin()
        for door in busy:
            door.send("go")
        heard: list[Heard] = [door.recv() for door in busy]
        for one in heard:
            if one.wrong:
                sys.exit(f"A client was answered: {one.wrong}")
        return heard


@contextmanager
def gather_crowd(size: int) -> Iterator[Crowd]:
    """To be called while the program is small: each client is a copy of it."""
    context = multiprocessing.get_context("fork")
    doors, clients = [], []
    for _ in range(size):
        here, there = context.Pipe()
        client = context.Process(target=_wait_for_jobs, args=(there,), daemon=True)
        client.start()
        doors.append(here)
        clients.append(client)
    try:
        yield Crowd(doors)
    finally:
        for door in doors:
            door.send(None)
        for client in clients:
            client.join(10)


def _wait_for_jobs(door: Connection) -> None:
    while (job := door.recv()) is not None:
        line, asks = Line(job.port), job.asks
        first = next((place for place, ask in enumerate(asks) if ask.measured), len(asks))
        prepared = _do(job._replace(asks=asks[:first], seconds=PATIENCE), line)
        door.send("ready")
        door.recv()
        door.send(prepared if prepared.wrong else _do(job._replace(asks=asks[first:]), line))
        line.hang_up()


def _do(job: Job, line: Line) -> Heard:
    before, wrong = _processor(), ""
    times: list[tuple[float, float]] = []
    end = time.monotonic() + job.seconds
    for ask in job.asks:
        begin = time.monotonic()
        if begin > end and len(times) >= LEAST:
            break
        status = line.ask(ask.sent)
        if ask.measured:
            times.append((begin, time.monotonic()))
        if status.split(" ")[1] not in ("200", "204"):
            wrong = f"{status} ({ask.sent[:60]!r})"
            break
    return Heard(times, time.monotonic(), _processor() - before, wrong)


class Line:
    """A connection that is kept, and made anew where the server hung up."""

    def __init__(self, port: int) -> None:
        self.port, self.is_open = port, False
        self._connect()

    def _connect(self) -> None:
        self.connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.is_open = True

    def hang_up(self) -> None:
        self.connection.close()
        self.is_open = False

    def ask(self, sent: bytes) -> str:
        """Reads all of the answer; its first line."""
        if not self.is_open:
            self._connect()
        self.connection.sendall(sent)
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += _receive(self.connection)
        head = got[:end].lower()
        missing = _length(head) - (len(got) - end - 4)
        while missing > 0:
            missing -= len(_receive(self.connection))
        if b"\r\nconnection: close" in head:
            self.hang_up()
        return head.partition(b"\r\n")[0].decode()


def _receive(connection: socket.socket) -> bytes:
    piece = connection.recv(1 << 18)
    if not piece:
        raise ConnectionError("The server hung up.")
    return piece


def _length(head: bytes) -> int:
    place = head.find(b"\r\ncontent-length:")
    return int(head[place + 17 :].split(b"\r\n", 1)[0]) if place >= 0 else 0


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
