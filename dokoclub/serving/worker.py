"""A gunicorn worker that lets waitress hold the connections.

gunicorn has one process a core, restarts and ends them; but its threads wait for what a slow phone is still sending.
waitress collects whole requests in one loop, without a thread for any, and only then gives them to one.
"""

from __future__ import annotations

import os
import resource
import time
from typing import Any, Final

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from dokoclub.serving.request import LARGEST, Request

IDLE: Final = 75.0  # seconds that a connection is kept for a next request
MOST_CONNECTIONS: Final = 4000  # of a process; what comes then waits until another one ends
TICK: Final = 1.0  # seconds between two signs of life
LINGER: Final = 0.5  # seconds in which a request may still come that was on its way when the process was told to end


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection."""

    parser_class = Request

    @property
    def is_busy(self) -> bool:
        """A request is being received, worked on or answered."""
        return bool(self.requests or self.request is not None or self.total_outbufs_len)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket."""

    channel_class = Channel

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.request is not None and not channel.requests and channel.request.is_overdue():
                channel.will_close = True


class WaitressWorker(Worker):  # type: ignore[misc]  # gunicorn has no types
    """A process of the server."""

    def run(self) -> None:
        raise_limit_of_files()
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(self.cfg.threads)
        connections: dict[int, Any] = {}
        servers = [self._server(listener.sock, connections, dispatcher) for listener in self.sockets]
        while self.alive and self.ppid == os.getppid():
            self._go_on(connections, TICK)
        for server in servers:
            server.accepting = False
        self._finish(connections)
        dispatcher.shutdown()
        wasyncore.close_all(connections)

    def _server(self, listener: Any, connections: dict[int, Any], dispatcher: ThreadedTaskDispatcher) -> Server:
        return Server(
            self.wsgi,
            connections,
            _sock=listener,
            dispatcher=dispatcher,
            adj=adjust_waitress(listener, self.cfg.threads),
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )

    def _go_on(self, connections: dict[int, Any], seconds: float) -> None:
        self.notify()
        wasyncore.loop(timeout=seconds, use_poll=True, map=connections, count=1)

    def _finish(self, connections: dict[int, Any]) -> None:
        """Answer what is under way, and no longer than gunicorn waits for it."""
        begin = time.monotonic()
        while (passed := time.monotonic() - begin) < self.cfg.graceful_timeout:
            is_busy = any(isinstance(one, Channel) and one.is_busy for one in connections.values())
            if not is_busy and passed > LINGER:
                return
            self._go_on(connections, 0.1)


def adjust_waitress(listener: Any, threads: int) -> Adjustments:
    return Adjustments(
        sockets=[listener],
        threads=threads,
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=IDLE,
        cleanup_interval=2,
        max_request_header_size=32 * 1024,
        max_request_body_size=LARGEST + 1,  # each request knows its own, which is lower
        clear_untrusted_proxy_headers=False,  # settings.TRUSTED_PROXIES says which of them hold
        backlog=2048,
        ident=None,
        log_socket_errors=False,
    )


def raise_limit_of_files() -> None:
    """Each connection is one; many systems begin with 1,024."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
