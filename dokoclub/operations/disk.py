"""Checks if the database accepts writes, and how much disk space is left."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from django.conf import settings

from dokoclub.operations import backup
from dokoclub.operations.schema import Written

EVERY: Final = 10  # seconds between two probes in a process
PATIENCE: Final = 30  # seconds that others may be writing
LEAST: Final = 200 * 1024 * 1024  # bytes
COPIES: Final = 3  # that must fit: the next nightly one, its rehearsal, and one before a restore


class Probe:
    """A write probe that remembers its last result; concurrent callers get that result."""

    def __init__(self, write: Callable[[], Written], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._lock = Lock()
        self._tried: float | None = None
        self._busy: float | None = None  # start of an unbroken series of busy probes
        self._answer = True

    def can_write(self) -> bool:
        """Return True if the database accepts writes; at most one probe in ten seconds.

        While others are writing, it counts as writable, unless that takes too long.
        """
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
    name: str  # "data" or "backups": the first of them on it
    free: int | None  # bytes; None: the folder is unreadable
    is_full: bool  # the next copies may not fit


def list_disks() -> list[Disk]:
    """List the disks of data and backups, each once."""
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
    """Yield a sentence for each disk that may be too full for the next copies."""
    for disk in list_disks():
        if disk.free is None:
            yield f"The folder of the {disk.name} cannot be read."
        elif disk.is_full:
            yield f"The disk of the {disk.name} is nearly full: {disk.free / 1024**2:.0f} MB are left."
