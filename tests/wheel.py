"""The wheel, built here."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
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
