"""The wheel, built here."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Final

from tests.processes import PATIENCE

ROOT: Final = Path(__file__).resolve().parent.parent


def build_wheel(folder: Path) -> Path:
    """In `folder`, as pip does, and without a network: what builds it is among the tests' requirements."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    (made,) = folder.glob("dokoclub-*.whl")
    return made


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until something listens there: the server says that a process has begun just before it does."""
    pause = Event()
    for _ in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        pause.wait(0.1)
    raise AssertionError(f"nothing listens on port {port}")
