"""Processes that serve, and what they use: memory, temporary files, lines of log."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from tests.processes import start_child
from tests.wheel import ROOT, free_port

PATIENCE: Final = 120  # seconds; a server starts in two, but a machine may have more to do
LARGE: Final = "/try/ddv/"  # the largest answer that a stranger may ask for
FILES: Final = 2048  # that each server may have open: so few that a thousand connections are many


class Server(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    folder: Path

    def is_answering(self, seconds: float = PATIENCE, path: str = "/healthz") -> bool:
        """Return whether a newcomer is answered in that time."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request("GET", path)
            return connection.getresponse().read() != b""
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def count_memory(self) -> int:
        """Return the bytes of memory that belong to its processes alone."""
        return sum(_private_bytes(pid) for pid in self._list_processes())

    def count_temporary(self) -> int:
        """Return the bytes of its open temporary files, of those without a name too."""
        return sum(_temporary_bytes(pid, str(self.temporary)) for pid in self._list_processes())

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    def list_workers(self) -> list[int]:
        """Return the processes that answer."""
        return self._list_processes()[1:]

    def read_log(self) -> str:
        return (self.folder / "log").read_text()

    def _list_processes(self) -> list[int]:
        found = [self.process.pid]
        for pid in found:
            with suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found


def _private_bytes(pid: int) -> int:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return 0


def _temporary_bytes(pid: int, folder: str) -> int:
    total = 0
    for link in Path(f"/proc/{pid}/fd").glob("*"):
        with suppress(OSError):
            if os.readlink(link).startswith(folder):
                total += link.stat().st_size
    return total


@contextmanager
def real_server(folder: Path, data: Path | None = None) -> Iterator[Server]:
    """Start the site, on a data folder of its own or on that of another server."""
    own = {"PROCESSES": "1", "NIGHTLY": "0", "LOG_LEVEL": "WARNING", "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    own["DATA_DIR"] = str(data or folder)
    with _running([sys.executable, "manage.py", "serve"], folder, own) as server:
        yield server


@contextmanager
def naive_server(folder: Path) -> Iterator[Server]:
    with _running([sys.executable, "-m", "tests.serving.naive"], folder, {}) as server:
        yield server


@contextmanager
def _running(command: list[str], folder: Path, own: dict[str, str]) -> Iterator[Server]:
    port = free_port()
    (folder / "tmp").mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder / "tmp"), "PORT": str(port)}
    environment |= {"PUBLIC_URL": f"http://127.0.0.1:{port}", **own}
    with (folder / "log").open("wb") as log:
        limits = [sys.executable, "-c", LIMITED, str(FILES), *command]
        child = start_child(limits, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True)
        with child as process:
            server = Server(process, port, folder)
            try:
                _wait_for(server)
                yield server
            finally:
                _end(process)


LIMITED: Final = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]),) * 2)
os.execv(sys.argv[2], sys.argv[2:])
"""


def _wait_for(server: Server) -> None:
    pause = Event()
    for _ in range(PATIENCE * 10):
        if server.process.poll() is not None:
            break
        if server.is_answering(1):
            return
        pause.wait(0.1)
    raise AssertionError(f"it did not start: {server.read_log()}")


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def raise_limit_of_files(wanted: int) -> None:
    """Let this process open so many files, if the system allows that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard >= 0 else wanted, hard))


def read_errors(server: Server) -> list[str]:
    """Return the lines of its log that are about an exception. A refused Host is none."""
    lines = [line for line in server.read_log().splitlines() if "DisallowedHost" not in line]
    return [line for line in lines if "Traceback" in line or '"where"' in line or '"level": "error"' in line]
