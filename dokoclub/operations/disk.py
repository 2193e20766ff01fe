"""Can anything be written, and how much room is left?"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from django.conf import settings

from dokoclub.operations import backup
from dokoclub.operations.write_probe import Written

EVERY: Final = 10  # seconds between two tries in a process
PATIENCE: Final = 30  # seconds for which somebody else may be writing
LEAST: Final = 200 * 1024 * 1024  # bytes
COPIES: Final = 3  # that must find room: of the next night, of its rehearsal, and one before a restore


class Probe:
    """Writes now and then, and remembers how that went; whoever asks meanwhile is told the last answer."""

    def __init__(self, write: Callable[[], Written], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._lock = Lock()
        self._tried: float | None = None
        self._busy: float | None = None  # since when every try met somebody who was writing
        self._answer = True

    def can_write(self) -> bool:
        """At most one write in ten seconds. While others are writing it can be done, unless that takes too long."""
        now = self._clock()
        if self._lock.acquire(blocking=False):
            try:
                if self._tried is None or not 0 <= now - self._tried < EVERY:
                    self._try(now)
            finally:
                self._lock.release()
        return self._answer

    def _try(self, now: float) -> None:
        self._tried = now
        written = self._write()
        if written is not Written.BUSY:
            self._busy = None
        elif self._busy is None:
            self._busy = now
        self._answer = written is Written.YES or (self._busy is not None and now - self._busy < PATIENCE)


def make_probe() -> Probe:
    return Probe(lambda: backup.choose_engine().try_write())


probe = make_probe()


class Disk(NamedTuple):
    name: str  # "data" or "backups": what lies on it first
    free: int | None  # bytes; None: the folder cannot be read
    is_full: bool  # the next copies may not find room


def list_disks() -> list[Disk]:
    """Where data and backups lie: each disk once."""
    places = {"data": Path(settings.DATA_DIR), "backups": Path(settings.BACKUP_DIR)}
    needed = max(LEAST, COPIES * backup.size_of_newest())
    found: dict[object, Disk] = {}
    for name, folder in places.items():
        try:
            device, free = folder.stat().st_dev, shutil.disk_usage(folder).free
        except OSError:
            found[name] = Disk(name, None, is_full=False)
        else:
            found.setdefault(device, Disk(name, free, is_full=free < needed))
    return [*found.values()]


def warn_of_full_disk() -> Iterator[str]:
    """A sentence for each disk on which the next copies may not find room."""
    for disk in list_disks():
        if disk.free is None:
            yield f"The folder of the {disk.name} cannot be read."
        elif disk.is_full:
            yield f"The disk of the {disk.name} is nearly full: {disk.free / 1024**2:.0f} MB are left."
