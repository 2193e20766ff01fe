"""A gunicorn worker that lets waitress hold the connections.

gunicorn has one process a core, restarts and ends them; but its threads wait for what a slow phone is still sending.
waitress collects whole requests in one loop, without a thread for any, and only then gives them to one.
"""

from __future__ import annotations

import ctypes
import os
import resource
import socket
import time
from contextlib import suppress
from typing import Any, Final

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from dokoclub.serving.request import BODY_TIME, LARGEST, SLOWEST, Request
from dokoclub.serving.sharing import PAUSE, Sharing, Turn

IDLE: Final = 75.0  # seconds that a connection is kept for a next request
MOST_CONNECTIONS: Final = 4000
AT_THE_DOOR: Final = 16  # who are let in in one turn of the loop; more of them are for other processes
TICK: Final = 1.0  # seconds between two signs of life
SHARING: Final = Sharing()
LINGER: Final = 2.0  # seconds in which somebody who was just here may ask again while the process ends
TURNED_AWAY: Final = 5.0  # seconds for whoever sends too much to stop, and to read why
SPOOLED: Final = LARGEST + 16 * 1024 * 1024  # bytes of an answer that wait for a slow reader in a file, not in a thread
FILES: Final = 2 * MOST_CONNECTIONS + 1000
TRIM_EVERY: Final = 10.0  # seconds


def read_clock() -> float:
    """Seconds, whatever becomes of the date."""
    return time.monotonic()


class Refusal(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """An answer to a request that did not come whole."""

    def execute(self) -> None:
        self.channel.is_refusing = True
        super().execute()


class Task(WSGITask):  # type: ignore[misc]
    """A request that is being answered."""

    def set_close_on_finish(self) -> None:
        """waitress would hang up after each 204 and 304, which is what phones hear most of all."""
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or wants_close or self.version != "1.1":
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        """While the process ends, the answer is the last one on its connection, and says so."""
        if self.channel.server.is_ending:
            super().set_close_on_finish()
        header: bytes = super().build_response_header()
        return header


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    parser_class = Request
    task_class = Task
    error_task_class = Refusal
    is_refusing = False
    turned_away: float | None = None  # since when it only waits for the other side to close
    sent = 0  # bytes
    slow_since: tuple[float, int] | None = None  # when an answer began to wait for its reader, and what was sent then

    @property
    def is_busy(self) -> bool:
        """A request is being received, worked on or answered."""
        return bool(self.requests or self.request is not None or self.total_outbufs_len)

    def handle_write(self) -> None:
        if not (self.is_refusing and self.close_when_flushed) or self.will_close:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if self.connected and not self.total_outbufs_len:
            self._turn_away()

    def _turn_away(self) -> None:
        """Whoever closes while something comes resets the connection, and the other side never reads why."""
        self.turned_away, self.close_when_flushed = read_clock(), False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.handle_close()

    def received(self, data: bytes) -> bool:
        return False if self.turned_away is not None else bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close)
        self.sent += sent
        return sent

    def is_overdue(self, now: float) -> bool:
        """Does it hold up a place for longer than it may: sends or reads too slowly, or was turned away?"""
        if self.turned_away is not None:
            return now - self.turned_away > TURNED_AWAY
        if self._reads_slowly(now):
            return True
        return self.request is not None and not self.requests and self.request.is_overdue()

    def _reads_slowly(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self.slow_since = None
            return False
        if self.slow_since is None:
            self.slow_since = (now, self.sent)
        began, before = self.slow_since
        return now - began > BODY_TIME + (self.sent - before) / SLOWEST


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket."""

    channel_class = Channel
    is_ending = False
    turn: Turn | None = None  # without one, it has nobody to share with
    is_waiting = False  # somebody wants to be let in, and other processes may have fewer

    def readable(self) -> bool:
        self.is_waiting = False
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Some at once: where many send much, a turn of the loop takes long, and one a turn would be too few."""
        for _ in range(AT_THE_DOOR):
            self.is_waiting = not (self.is_ending or self.turn is None or self.turn.may_take())
            before = len(self.active_channels)
            if not self.is_waiting:
                super().handle_accept()
            if len(self.active_channels) == before:
                return
            if self.turn is not None:
                self.turn.note_taken()

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        self.drop_overdue(read_clock())

    def drop_overdue(self, now: float) -> None:
        """At once, not when something can be written: who reads nothing never lets that happen."""
        for channel in [*self.active_channels.values()]:
            if channel.is_overdue(now):
                channel.handle_close()

    def stop_listening(self) -> None:
        """Take who is at the door, then close it: who comes later is refused at once, or taken by another process."""
        self.is_ending, before = True, -1
        while len(self.active_channels) > before:
            before = len(self.active_channels)
            self.handle_accept()
        wasyncore.dispatcher.close(self)


class WaitressWorker(Worker):  # type: ignore[misc]  # gunicorn has no types
    """A process of the server."""

    def run(self) -> None:
        raise_limit_of_files()
        place = SHARING.find_place(self.age)
        turn = Turn(SHARING, place)
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(self.cfg.threads)
        connections: dict[int, Any] = {}
        servers = [
            make_server(self.wsgi, listener.sock, connections, dispatcher, self.cfg.threads)
            for listener in self.sockets
        ]
        trimmed = read_clock()
        for server in servers:
            server.turn = turn
        while self.alive and self.ppid == os.getppid():
            SHARING.tell_connections(place, sum(len(server.active_channels) for server in servers))
            if any(server.is_waiting for server in servers):
                time.sleep(PAUSE)
            self._go_on(connections, TICK)
            if read_clock() - trimmed > TRIM_EVERY:
                trim_memory()
                trimmed = read_clock()
        for server in servers:
            server.stop_listening()
        self._finish(servers, connections)
        dispatcher.shutdown()
        wasyncore.close_all(connections)

    def _go_on(self, connections: dict[int, Any], seconds: float) -> None:
        self.notify()
        wasyncore.loop(timeout=seconds, use_poll=True, map=connections, count=1)

    def _finish(self, servers: list[Server], connections: dict[int, Any]) -> None:
        """Answer what is under way, and who was just here, no longer than gunicorn waits for it."""
        begin = read_clock()
        while (now := read_clock()) - begin < self.cfg.graceful_timeout:
            for server in servers:
                server.drop_overdue(now)
            if not any(isinstance(one, Channel) and is_awaited(one) for one in connections.values()):
                return
            self._go_on(connections, 0.1)


def is_awaited(channel: Channel) -> bool:
    """Is something under way on it, or may there be in a moment?"""
    return channel.is_busy or time.time() - channel.last_activity < LINGER


def make_server(
    application: Any, listener: Any, connections: dict[int, Any], dispatcher: ThreadedTaskDispatcher, threads: int
) -> Server:
    """For one listening socket. `connections`: all that the loop looks at."""
    return Server(
        application,
        connections,
        _sock=listener,
        dispatcher=dispatcher,
        adj=adjust_waitress(listener, threads),
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        bind_socket=False,
    )


def adjust_waitress(listener: Any, threads: int) -> Adjustments:
    return Adjustments(
        sockets=[listener],
        threads=threads,
        connection_limit=most_connections(),
        channel_timeout=IDLE,
        cleanup_interval=2,
        inbuf_overflow=64 * 1024,  # more of a body waits in a file: thousands may send half of one
        outbuf_overflow=256 * 1024,
        outbuf_high_watermark=SPOOLED,
        max_request_header_size=32 * 1024,
        max_request_body_size=LARGEST + 1,  # each request knows its own, which is lower
        clear_untrusted_proxy_headers=False,  # settings.TRUSTED_PROXIES says which of them hold
        backlog=2048,
        ident=None,
        log_socket_errors=False,
    )


def most_connections() -> int:
    """Of a process, each with a file for what it sends; what comes then waits until another one ends."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS if files == resource.RLIM_INFINITY else max(10, min(MOST_CONNECTIONS, (files - 200) // 2))


def trim_memory() -> None:
    """Give back what a large request took: glibc keeps it for the thread that had it. Some milliseconds."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other systems do so by themselves, or not at all
    if trim is not None:
        trim(0)


def raise_limit_of_files() -> None:
    """Many systems begin with 1,024 for a process, and macOS calls endless what it does not grant."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
