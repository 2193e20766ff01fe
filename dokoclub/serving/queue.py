"""Writers of an SQLite database queue: it lets one write at a time, and who waits there asks again by chance."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import deque
from pathlib import Path
from typing import Final

from django.db import OperationalError

LONGEST_WAIT: Final = 10.0  # seconds; then it is better to say so
LOOK: Final = 0.001  # seconds between two looks whether the other processes are done


class Busy(OperationalError):
    """So many are writing that the turn did not come in time. Nothing was written."""


class Place:
    """Where somebody of this process stands: the earlier he came, the smaller the number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_first_here = threading.Event()


class Queue:
    """All of this machine, one after the other, in the order in which they came.

    Who stands in it holds a byte of the file: the moment of his coming. He has his turn when he can hold all bytes
    before it, too. The system takes the bytes back from a process that ends, however it ends, and nothing is ever
    written into the file, so a full disk stops nobody.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = threading.Lock()
        self._line: deque[Place] = deque()  # those of this process; only the first one asks the file
        self._file: int | None = None

    def enter(self, seconds: float = LONGEST_WAIT) -> None:
        """Raises Busy."""
        end = time.monotonic() + seconds
        place = self._line_up(end)
        try:
            if not place.is_first_here.wait(seconds):
                raise Busy("Too many are writing.")
            self._repeat(end, 0, place.number + 1)
        except BaseException:
            self._go(place)
            raise

    def leave(self) -> None:
        """Of the one whose turn it is."""
        self._go(self._line[0])

    def _line_up(self, end: float) -> Place:
        with self._guard:
            if self._file is None:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            number = time.monotonic_ns()  # one clock for all processes
            if self._line:
                number = max(number, self._line[-1].number + 1)
            self._repeat(end, number, 1)
            place = Place(number)
            self._line.append(place)
            self._line[0].is_first_here.set()
        return place

    def _repeat(self, end: float, start: int, length: int) -> None:
        """Hold these bytes as soon as no other process holds one of them. Raises Busy."""
        assert self._file is not None  # noqa: S101  # opened by the first who lined up
        while True:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise Busy("Too many are writing.") from None
                time.sleep(LOOK)
            else:
                return

    def _go(self, place: Place) -> None:
        with self._guard:
            assert self._file is not None  # noqa: S101
            start = 0 if place is self._line[0] else place.number
            fcntl.lockf(self._file, fcntl.LOCK_UN, place.number + 1 - start, start)
            self._line.remove(place)
            if self._line:
                self._line[0].is_first_here.set()


_QUEUES: Final[dict[str, Queue]] = {}
_MAKING: Final = threading.Lock()


def queue_of(database: str) -> Queue:
    """The one of this process for the database in that file."""
    with _MAKING:
        return _QUEUES.setdefault(database, Queue(Path(f"{database}-queue")))
