"""Connections as the server holds them: nobody is cut off without a word, and who reads slowly holds up nobody."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from threading import Event, Thread
from typing import Any

import pytest
from waitress import wasyncore
from waitress.task import ThreadedTaskDispatcher

from dokoclub.serving import worker
from dokoclub.serving.request import BODY_TIME, SLOWEST
from dokoclub.serving.worker import (
    AT_THE_DOOR,
    FILES,
    IDLE,
    SPOOLED,
    TURNED_AWAY,
    Channel,
    is_awaited,
    make_server,
    most_connections,
)

PATIENCE = 60  # seconds
LARGE = 40 * 1024 * 1024  # bytes: more than any system keeps for a reader


class Running:
    """A server with two threads, in a loop of its own. /large answers so many bytes, everything else its path."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.connections: dict[int, Any] = {}
        self.dispatcher = ThreadedTaskDispatcher()
        self.dispatcher.set_thread_count(2)
        self.server = make_server(self.answer, self.listener, self.connections, self.dispatcher, threads=2)
        self.stopped = Event()
        self.todo: list[Callable[[], None]] = []
        self.thread = Thread(target=self.run)
        self.thread.start()

    def answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        is_large = environ["PATH_INFO"] == "/large"
        content = bytes(LARGE) if is_large else environ["PATH_INFO"].encode()
        start("200 OK", [("Content-Length", str(len(content)))])
        return (content[place : place + 65536] for place in range(0, len(content), 65536)) if is_large else [content]

    def run(self) -> None:
        while not self.stopped.is_set():
            wasyncore.loop(timeout=0.02, use_poll=True, map=self.connections, count=1)
            while self.todo:
                self.todo.pop()()

    def do(self, what: Callable[[], None]) -> None:
        """In the loop, as everything there."""
        done = Event()
        self.todo.extend([done.set, what])  # the last one first
        assert done.wait(PATIENCE)

    def channels(self) -> list[Channel]:
        return [one for one in [*self.connections.values()] if isinstance(one, Channel)]

    def connect(self) -> socket.socket:
        return socket.create_connection(self.listener.getsockname(), timeout=PATIENCE)

    def stop(self) -> None:
        """What is being answered is written to its end, into a file if nobody reads it; then all is closed."""
        self.stopped.set()
        self.thread.join(PATIENCE)
        self.dispatcher.shutdown(timeout=PATIENCE)
        for channel in self.channels():
            channel.handle_close()
        wasyncore.close_all(self.connections)


@pytest.fixture
def running() -> Iterator[Running]:
    one = Running()
    yield one
    one.stop()


def ask(one: socket.socket, path: str, *more: str) -> None:
    one.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *more, "", ""]).encode())


def read_all(one: socket.socket) -> bytes:
    """Until the other side closes."""
    found = b""
    while piece := one.recv(65536):
        found += piece
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    pause = Event()
    for _ in range(PATIENCE * 50):
        if condition():
            return
        pause.wait(0.02)
    pytest.fail("it did not happen")


# --- Let in -----------------------------------------------------------------------------------------------------------


def test_many_who_come_at_once_need_few_turns_of_the_loop(running: Running) -> None:
    """Where others send much, each turn takes long."""
    with ExitStack() as open_ones:

        def come_and_be_let_in() -> None:
            for _ in range(AT_THE_DOOR + 4):
                open_ones.enter_context(closing(running.connect()))
            running.server.handle_accept()
            let_in.append(len(running.channels()))

        let_in: list[int] = []
        running.do(come_and_be_let_in)
        assert let_in == [AT_THE_DOOR]
        wait_until(lambda: len(running.channels()) == AT_THE_DOOR + 4)


# --- Turned away ------------------------------------------------------------------------------------------------------


def test_who_sends_too_much_reads_why_although_more_is_on_its_way(running: Running) -> None:
    """A connection that is closed with something unread is reset, and with it the answer is lost."""
    with closing(running.connect()) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n")
        for _ in range(200):
            one.sendall(bytes(65536))
        told = read_all(one)
    assert told.startswith(b"HTTP/1.1 413 ")
    assert told.endswith("höchstens 1 MB. / This is too much at once: 1 MB at most.".encode())


def test_nobody_is_turned_away_for_ever(running: Running) -> None:
    with closing(running.connect()) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n")
        assert b"413" in read_all(one)
        (channel,) = running.channels()
        running.do(lambda: running.server.drop_overdue(time_after(0)))
        assert running.channels() == [channel]
        running.do(lambda: running.server.drop_overdue(time_after(TURNED_AWAY + 1)))
        assert running.channels() == []


def time_after(seconds: float) -> float:
    """As the server will see it."""
    return worker.read_clock() + seconds


# --- Slow readers -----------------------------------------------------------------------------------------------------


def test_who_does_not_read_keeps_no_thread_from_others(running: Running) -> None:
    with ExitStack() as open_ones:
        for _ in range(4):  # twice as many as there are threads
            ask(open_ones.enter_context(closing(running.connect())), "/large")
        other = open_ones.enter_context(closing(running.connect()))
        ask(other, "/small", "Connection: close")
        assert read_all(other).endswith(b"/small")


def test_who_does_not_read_is_dropped_at_last(running: Running) -> None:
    with closing(running.connect()) as one:
        ask(one, "/large")
        wait_until(lambda: any(not channel.requests and channel.sent for channel in running.channels()))
        (channel,) = running.channels()
        assert not channel.is_overdue(time_after(0))
        assert not channel.is_overdue(time_after(BODY_TIME - 5))
        running.do(lambda: running.server.drop_overdue(time_after(BODY_TIME + 5)))
        assert running.channels() == []


def test_a_slow_phone_has_the_time_that_its_file_takes(running: Running) -> None:
    with closing(running.connect()) as one:
        ask(one, "/large")
        wait_until(lambda: any(not channel.requests and channel.sent for channel in running.channels()))
        (channel,) = running.channels()
        assert not channel.is_overdue(time_after(0))
        channel.sent += SLOWEST * 100
        assert not channel.is_overdue(time_after(BODY_TIME + 90))
        assert channel.is_overdue(time_after(BODY_TIME + 110))


def test_the_largest_file_waits_for_its_reader_outside_of_memory(running: Running) -> None:
    assert running.server.adj.outbuf_high_watermark == SPOOLED
    assert running.server.adj.outbuf_overflow <= 1024 * 1024


# --- A process that ends ----------------------------------------------------------------------------------------------


def test_while_it_ends_an_answer_is_the_last_one_on_its_connection(running: Running) -> None:
    with closing(running.connect()) as one:
        ask(one, "/before")
        assert b"connection: close" not in one.recv(65536).lower()
        running.do(running.server.stop_listening)
        ask(one, "/after")
        told = read_all(one)
    assert b"connection: close" in told.lower()
    assert told.endswith(b"/after")


def test_who_stands_at_the_door_is_let_in_and_who_comes_later_is_refused(running: Running) -> None:
    place = running.listener.getsockname()

    def stop_with_somebody_at_the_door() -> None:
        at_the_door.append(socket.create_connection(place, timeout=PATIENCE))
        running.server.stop_listening()

    at_the_door: list[socket.socket] = []
    running.do(stop_with_somebody_at_the_door)
    with closing(at_the_door[0]) as one:
        ask(one, "/hello")
        assert read_all(one).endswith(b"/hello")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place, timeout=PATIENCE)


def test_who_was_just_here_is_awaited(running: Running) -> None:
    with closing(running.connect()) as one:
        ask(one, "/hello")
        one.recv(65536)
        wait_until(lambda: not running.channels()[0].is_busy)
        (channel,) = running.channels()
        assert is_awaited(channel)
        channel.last_activity = time.time() - IDLE / 2
        assert not is_awaited(channel)


# --- Files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "asked"),
    [
        ((1024, 4096), (4096, 4096)),
        ((1024, 1_000_000), (FILES, 1_000_000)),
        ((256, resource.RLIM_INFINITY), (FILES, resource.RLIM_INFINITY)),
        ((20_000, 20_000), None),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), None),
    ],
)
def test_it_asks_for_as_many_files_as_it_needs_and_never_for_endless_ones(
    limits: tuple[int, int], asked: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS has no limit to name, and refuses whoever asks for none."""
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: heard.append(wanted))

    worker.raise_limit_of_files()

    assert heard == ([asked] if asked else [])


@pytest.mark.parametrize(("files", "connections"), [(1024, 412), (FILES, 4000), (100, 10)])
def test_connections_leave_files_for_what_they_send(
    files: int, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert most_connections() == connections


def test_a_system_that_grants_no_more_files_serves_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    worker.raise_limit_of_files()
