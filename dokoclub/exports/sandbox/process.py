"""Start a limited process to read a stranger's file, and report how it ended.

It is a new interpreter, not a fork: the server has threads, and a fork would inherit their locks.
"""

import fcntl
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO, Final, NamedTuple

from django.conf import settings

from dokoclub.exports import hooks
from scoring.tables.notes import Note
from scoring.terms import say

MEMORY: Final = 256 * 1024 * 1024  # bytes of address space, including Python itself
PROCESSOR: Final = 20  # seconds
WALL: Final = 25  # seconds, for all files of an upload
MOST_ANSWERED: Final = 160 * 1024 * 1024  # bytes: the rows of a club file, one per line
NICENESS: Final = 5  # saving a game has priority

OUT_OF_MEMORY: Final = 71  # exit codes not used by Python otherwise
OUT_OF_ROOM: Final = 72
AT_ONCE: Final = 2  # more would leave no capacity for saving games
LOOK_EVERY: Final = 0.1  # seconds
WAITING: Final = 2  # each blocks one of eight threads

_log: Final = logging.getLogger(__name__)
_queue: Final = BoundedSemaphore(AT_ONCE + WAITING)  # running and waiting readers in this process
_ROOT: Final = Path(__file__).resolve().parents[3]
# No password, no key: the reader of a stranger's file does not need them.
_PASSED_ON: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "LANG", "LC_ALL")


def limit_process(longer: int = 1) -> None:
    """Limit memory, time and output. On systems without such limits, only the budgets of the readers apply.

    `longer`: how many times the usual time.
    """
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:
        return
    for kind, most, hard in (
        (resource.RLIMIT_AS, MEMORY, MEMORY),
        (
            resource.RLIMIT_CPU,
            longer * PROCESSOR,
            longer * PROCESSOR + 2,
        ),  # the soft limit sends a signal that shows the cause
        (resource.RLIMIT_FSIZE, MOST_ANSWERED, MOST_ANSWERED),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(ValueError, OSError):  # macOS has the memory limit, but refuses it
            resource.setrlimit(kind, (most, hard))


def run_limited(read_given: Callable[[], None], longer: int = 1) -> None:
    """Run `read_given` within the limits. Errors stay inside: their messages could quote the upload."""
    limit_process(longer)
    try:
        read_given()
        sys.stdout.flush()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except OSError:
        os._exit(OUT_OF_ROOM)


@contextmanager
def take_place(patience: float) -> Iterator[bool]:
    """Wait up to `patience` seconds for a place; yield whether there is one, held during the `with`.

    A place is a file lock: the system releases it if the process is killed.
    """
    end = time.monotonic() + patience
    place = _find_place()
    while place is None and time.monotonic() < end:
        time.sleep(LOOK_EVERY)
        place = _find_place()
    try:
        yield place is not None
    finally:
        if place is not None:
            os.close(place)


def _find_place() -> int | None:
    for number in range(AT_ONCE):
        place = os.open(
            Path(settings.DATA_DIR) / f"reading-{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(place)
        else:
            return place
    return None


class Ending(Enum):
    """How the process ended; all endings except WELL have a message."""

    WELL = ""
    MEMORY = say("Too big for {most} MB of memory: split the file.")
    TIME = say("Too big to read in {most} seconds: split the file.")
    BUSY = say("Other files are being read at the moment. Please try again in a minute.")
    BROKEN = say("This file can't be read.")

    def get_note(self, longer: int = 1) -> Note:
        most = {Ending.MEMORY: MEMORY // 1024 // 1024, Ending.TIME: longer * WALL}.get(self)
        return Note(self.value, values={} if most is None else {"most": most})


class Answer(NamedTuple):
    """The output of the process until it ended."""

    written: IO[bytes]
    ending: Ending


@contextmanager
def run_apart(module: str, given: IO[bytes], longer: int = 1) -> Iterator[Answer]:
    """Run `python -m module` with the file `given` as its input; yield its answer, available inside the `with`."""
    with TemporaryFile() as written:
        if _has_descriptor(given):
            ending = _run(module, given, written, longer)
        else:
            with TemporaryFile() as copy:
                given.seek(0)
                shutil.copyfileobj(given, copy)
                ending = _run(module, copy, written, longer)
        written.seek(0)
        yield Answer(written, ending)


def _has_descriptor(given: IO[bytes]) -> bool:
    try:
        given.fileno()
    except (OSError, AttributeError):
        return False
    return True


def _run(module: str, given: IO[bytes], written: IO[bytes], longer: int) -> Ending:
    given.flush()
    os.lseek(given.fileno(), 0, os.SEEK_SET)
    if not _queue.acquire(blocking=False):
        return Ending.BUSY
    try:
        with take_place(WALL) as is_free:
            if not is_free:
                return Ending.BUSY
            code = _wait(_start(module, given, written), longer * WALL)
    finally:
        _queue.release()
    ending = _get_ending(code)
    if ending is not Ending.WELL:
        _log.warning("A file was not read: %s (%s)", ending.name, code)
        for after_refusal in hooks.after_refusal:
            after_refusal(ending.name)
    return ending


def _start(module: str, given: IO[bytes], written: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", module],
        stdin=given.fileno(),
        stdout=written.fileno(),
        stderr=subprocess.DEVNULL,
        cwd=_ROOT,
        env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
    )


def _wait(child: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit code; None after a timeout."""
    with child:
        try:
            return child.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            child.kill()  # harmless if it has ended


def _get_ending(code: int | None) -> Ending:
    if code is None or code == -getattr(signal, "SIGXCPU", signal.SIGTERM):
        return Ending.TIME
    if code == 0:
        return Ending.WELL
    if code in (OUT_OF_MEMORY, OUT_OF_ROOM) or code < 0:  # aborted by a library or killed by the system
        return Ending.MEMORY
    return Ending.BROKEN
