"""Who does the daily work, and when? One of the server's processes has it done by a child that gives way to all others.
By day the same looks begin `manage.py remind`, where anybody is to be reminded of something.

What cron did lately is not done again; what was interrupted or went wrong is tried again later, and ever more seldom.
"""

from __future__ import annotations

import fcntl
import logging
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import IO, Final

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from dokoclub.operations import hooks, logs, sqlite
from dokoclub.operations.errors import NOT_HERE

LOOKS: Final = timedelta(minutes=10)  # how often a process looks, and when it does so first
RECENTLY: Final = timedelta(hours=6)  # what it did itself so lately waits for the next night
DAILY: Final = timedelta(hours=24, minutes=30)  # what cron does every day is left to it, also when that is late
AGAIN: Final = timedelta(hours=1)  # after a first failure, then twice as long each time
SELDOM: Final = timedelta(days=1)
LOWEST: Final = 19  # the "nice" of the child

_log = logging.getLogger(__name__)


def watch_nights() -> None:
    """Look for due work as long as this process lives; for servers only. Unless NIGHTLY is 0."""
    if settings.NIGHTLY:
        Thread(target=_watch, name="nights", daemon=True).start()


def mark_log() -> None:
    """Where a log lies beside the database, a later start shall know that the two belong together."""
    if connection.vendor == "sqlite":
        sqlite.try_write()


def _watch() -> None:
    pause = Event()
    while not pause.wait(LOOKS.total_seconds()):
        try:
            mark_log()
            hold_night()
            send_reminders()
        except Exception:
            _log.exception("The daily work could not be begun.")


def hold_night() -> bool:
    """Have a child do what is due, and wait for it; whether there was anything to do that nobody else does."""
    if not list_due():
        return False
    lock = take_lock()
    if lock is None:
        return False
    with lock:
        if not list_due():  # somebody else has ended it just now
            return False
        child = _begin(lock, "nightly", f"--lock={lock.fileno()}")
    child.wait()
    return True


def send_reminders() -> bool:
    """Have a child remind people, where anybody waits for that, and wait for it; whether anybody did."""
    if not any(is_due() for is_due in hooks.reminders):
        return False
    lock = take_lock("remind.lock")
    if lock is None:
        return False
    with lock:
        child = _begin(lock, "remind")
    child.wait()
    return True


def _begin(lock: IO[str], *arguments: str) -> subprocess.Popen[bytes]:
    """The child holds the lock, so that it is free when that one ends, whatever becomes of us."""
    command = [sys.executable, "-m", "dokoclub", "manage", *arguments]
    child = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, pass_fds=[lock.fileno()])  # noqa: S603
    os.setpriority(os.PRIO_PROCESS, child.pid, LOWEST)
    return child


def take_lock(name: str = "night.lock") -> IO[str] | None:
    """None while another process of this machine is at the daily work of this install, or what else is locked."""
    descriptor = os.open(Path(settings.DATA_DIR) / name, os.O_RDWR | os.O_CREAT, 0o600)
    return adopt_lock(descriptor)


def adopt_lock(descriptor: int) -> IO[str] | None:
    """The same by a file that is open already: a lock that was handed on is ours."""
    file = os.fdopen(descriptor, "r+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def list_due() -> list[str]:
    """The jobs that should be done now."""
    now = datetime.now(UTC)
    return [job for job in logs.list_jobs() if is_due(logs.read_note(job), now)]


def is_due(note: logs.Note, now: datetime) -> bool:
    """Once a day, in the small hours where the machine runs then. A clock that was put back counts as long ago.

    What somebody else has done lately is left alone, whatever the hour: so copies are never made twice a day for long.
    """
    if note.failures and _is_within(note.tried, min(AGAIN * 2 ** min(note.failures - 1, 10), SELDOM), now):
        return False
    if note.left_out and _is_within(note.tried, SELDOM, now):
        return False
    if not _is_within(note.ended, DAILY, now):
        return True
    return note.by_night and _is_in_small_hours(now) and not _is_within(note.ended, RECENTLY, now)


def _is_within(moment: datetime | None, span: timedelta, now: datetime) -> bool:
    return moment is not None and timedelta(0) <= now - moment < span


def _is_in_small_hours(now: datetime) -> bool:
    local = timezone.localtime(now)
    return 4 <= local.hour < 6


def do_jobs(jobs: list[str]) -> list[str]:
    """Each one, whatever became of the one before; those that did not end well."""
    return [job for job in jobs if not _do(job)]


def _do(job: str) -> bool:
    logs.note_begun(job)
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            call_command(job, stdout=nowhere)
    except CommandError as failure:
        if failure.returncode == NOT_HERE:
            logs.note_left_out(job)
            _log.warning("%s is left out: %s", job, failure)
            return True
        _log.error("%s did not end well: %s", job, failure)
        return False
    except Exception:
        _log.exception("%s did not end well.", job)
        return False
    logs.note_ended(job, by_night=True)
    _log.info("%s ended well.", job)
    return True
