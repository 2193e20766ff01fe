"""Servers as `make run` starts them, to kill and restart, and the processes below them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from bench.serving import free_port
from tests.throwaway_postgres import Cluster

SERVER: Final = [sys.executable, "-m", "dokoclub.server", "bench.chaos.warm"]
PATIENCE: Final = 120  # seconds


class Site:
    """A server, with its processes."""

    def __init__(
        self, home: Path, processes: int, *, port: int | None = None, more: Mapping[str, str] | None = None
    ) -> None:
        """Start the server. `more`: environment variables for it alone."""
        self.port, self._processes, self._more = port or free_port(), processes, more or {}
        self._log, self._folder = home / "server.log", Path.cwd()
        self._server = self._start()

    def kill_worker(self, place: int) -> None:
        """Kill a worker. If two die within some seconds, the server ends, and is restarted as by systemd."""
        if self._server.poll() is not None:
            self._server = self._start()
        workers = self.workers()
        if workers:
            kill(workers[place % len(workers)])

    def kill_master(self) -> None:
        """Kill the master and restart it at once. Its workers notice within a second, and end."""
        self._server.kill()
        self._server.wait()
        self._server = self._start()

    def kill_all(self) -> None:
        self.die()
        self.rise()

    def die(self) -> None:
        workers = self.workers()
        self._server.kill()
        for worker in workers:
            kill(worker)
        self._server.wait()

    def rise(self) -> None:
        self._server = self._start()

    @property
    def pid(self) -> int:
        return self._server.pid

    def workers(self) -> list[int]:
        return children(self._server.pid)

    def serve_from(self, folder: Path) -> None:
        """Let another version of the site take over."""
        self.stop()
        self._folder = folder
        self._server = self._start()
        self.wait()

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._server.poll() is not None:  # as systemd does
                self._server = self._start()
            with suppress(OSError, HTTPException):
                connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            time.sleep(0.05)
        sys.exit(f"The server does not answer any more: see {self._log}.")

    def _start(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {"PORT": str(self.port), "PROCESSES": str(self._processes), "NIGHTLY": "0"}
        environment |= self._more
        with open(self._log, "ab") as log:
            return subprocess.Popen(SERVER, cwd=self._folder, env=environment, stdout=log, stderr=log)


def backends_of(cluster: Cluster, *, database: str = "") -> list[int]:
    """Return the processes of a PostgreSQL that work for the site, in that database."""
    found = children(int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0]))
    told = f"postgres: doko {database} " if database else "postgres: doko "
    return [pid for pid in found if command_of(pid).startswith(told)]


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""
