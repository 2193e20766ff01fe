"""Writers of an SQLite database queue: it lets one write at a time, and who waits there asks again by chance."""

from __future__ import annotations

import fcntl
import os
import threading
from collections import deque
from pathlib import Path
from typing import Final

from django.db import OperationalError

LONGEST_WAIT: Final = 10.0  # seconds; then it is better to say so


class Busy(OperationalError):
    """So many are writing that the turn did not come in time. Nothing was written."""


class Queue:
    """One of this process at a time, in the order in which they came, and then one of all processes.

    A process that ends, however it ends, leaves its place in the file to the others.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()
        self._file: int | None = None

    def enter(self, seconds: float = LONGEST_WAIT) -> None:
        """Raises Busy."""
        turn = threading.Event()
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                turn.set()
            else:
                self._waiting.append(turn)
        if not turn.wait(seconds) and not self._came_after_all(turn):
            raise Busy("Too many are writing.")
        try:
            self._lock_file()
        except BaseException:
            self._call_next()
            raise

    def leave(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._call_next()

    def _came_after_all(self, turn: threading.Event) -> bool:
        """Called between the end of the wait and now?"""
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        return True

    def _lock_file(self) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def _call_next(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_QUEUES: Final[dict[str, Queue]] = {}
_MAKING: Final = threading.Lock()


def queue_of(database: str) -> Queue:
    """The one of this process for the database in that file."""
    with _MAKING:
        return _QUEUES.setdefault(database, Queue(Path(f"{database}-queue")))
