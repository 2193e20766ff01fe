"""Programs around the nodes: a shared cache, and a load balancer."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from bench.proxies.documented import change, read_documented
from bench.proxies.fronts import wait_until_listening


class Program:
    """A program that listens on a port, and can be killed and restarted."""

    def __init__(self, command: Sequence[object], port: int, log: Path) -> None:
        self.port, self._command, self._log = port, [str(word) for word in command], log

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        wait_until_listening(self.port, self._process)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def redis_on(program: Path, port: int, folder: Path) -> Program:
    """Return a Redis that stores nothing on disk."""
    command = [program, "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", folder]
    return Program(command, port, folder / "redis.log")


def haproxy_on(program: Path, port: int, nodes: Sequence[int], folder: Path) -> Program:
    file = folder / "haproxy.cfg"
    file.write_text(write_haproxy(port, nodes), encoding="utf-8")
    return Program([program, "-db", "-f", file], port, folder / "haproxy.log")


def write_haproxy(port: int, nodes: Sequence[int]) -> str:
    """Return the configuration as docs/operations.md shows it, except for ports."""
    (text,) = read_documented()["haproxy"]
    text = change(text, "bind :80", f"bind 127.0.0.1:{port}")
    for place, node in enumerate(nodes, start=1):
        text = change(text, f"10.0.0.{place}:8000", f"127.0.0.1:{node}")
    return text
