"""Start a process that reads what a stranger sent, and say how it ended.

A new interpreter and no fork: the server has threads, and a fork would take their locks along.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO, Final, NamedTuple

from dokoclub.exports import hooks
from dokoclub.exports.apart.limits import MEMORY, OUT_OF_MEMORY, OUT_OF_ROOM, WALL
from dokoclub.exports.apart.places import AT_ONCE, take_place
from dokoclub.exports.old_sheets.notes import Note
from scoring.terms import say

WAITING: Final = 2  # each keeps a thread, and there are eight

_log: Final = logging.getLogger(__name__)
_queue: Final = BoundedSemaphore(AT_ONCE + WAITING)  # who has a place, and who waits for one, in this process
_ROOT: Final = Path(__file__).resolve().parents[3]
# No password, no key: what reads a stranger's file has no use for them.
_PASSED_ON: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "LANG", "LC_ALL")


class Ending(Enum):
    """How the process ended; what is not WELL has a message."""

    WELL = ""
    MEMORY = say("Reading it takes more than {most} MB of memory: please split it.")
    TIME = say("Reading it takes longer than {most} seconds: please split it.")
    BUSY = say("Other files are being read at the moment. Please try again in a minute.")
    BROKEN = say("It cannot be read.")

    @property
    def note(self) -> Note:
        most = {Ending.MEMORY: MEMORY // 1024 // 1024, Ending.TIME: WALL}.get(self)
        return Note(self.value, values={} if most is None else {"most": most})


class Answer(NamedTuple):
    """What the process wrote, until it ended."""

    written: IO[bytes]
    ending: Ending


@contextmanager
def run_apart(module: str, given: IO[bytes]) -> Iterator[Answer]:
    """`python -m module` with the file `given` as its input: what it answered, which is there inside the `with`."""
    with TemporaryFile() as written:
        if _has_descriptor(given):
            ending = _run(module, given, written)
        else:
            with TemporaryFile() as copy:
                given.seek(0)
                shutil.copyfileobj(given, copy)
                ending = _run(module, copy, written)
        written.seek(0)
        yield Answer(written, ending)


def _has_descriptor(given: IO[bytes]) -> bool:
    try:
        given.fileno()
    except (OSError, AttributeError):
        return False
    return True


def _run(module: str, given: IO[bytes], written: IO[bytes]) -> Ending:
    given.flush()
    os.lseek(given.fileno(), 0, os.SEEK_SET)
    if not _queue.acquire(blocking=False):
        return Ending.BUSY
    try:
        with take_place(WALL) as is_free:
            if not is_free:
                return Ending.BUSY
            code = _wait(_start(module, given, written))
    finally:
        _queue.release()
    ending = _ending_of(code)
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


def _wait(child: subprocess.Popen[bytes]) -> int | None:
    """Its exit code; None where it took too long."""
    with child:
        try:
            return child.wait(timeout=WALL)
        except subprocess.TimeoutExpired:
            return None
        finally:
            child.kill()  # nothing happens to one that has ended


def _ending_of(code: int | None) -> Ending:
    if code is None or code == -getattr(signal, "SIGXCPU", signal.SIGTERM):
        return Ending.TIME
    if code == 0:
        return Ending.WELL
    if code in (OUT_OF_MEMORY, OUT_OF_ROOM) or code < 0:  # aborted by a library, or killed by the system
        return Ending.MEMORY
    return Ending.BROKEN
