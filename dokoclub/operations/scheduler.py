"""Scheduling of daily jobs: one of the server's processes runs them in a child with low priority.

During the day, the same checks start `manage.py remind` if reminders are due. Recent runs by cron are not repeated;
interrupted and failed jobs are retried with growing delays.
"""

import fcntl
import logging
import multiprocessing
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
from dokoclub.operations.copies import NOT_HERE

LOOKS: Final = timedelta(minutes=10)  # interval of checks, and delay of the first
RECENTLY: Final = timedelta(hours=6)  # its own recent jobs wait for the next night
DAILY: Final = timedelta(hours=24, minutes=30)  # daily cron jobs are left to cron, even if late
AGAIN: Final = timedelta(hours=1)  # after a first failure, then doubled each time
SELDOM: Final = timedelta(days=1)
LOWEST: Final = 19  # niceness of the child

_log = logging.getLogger(__name__)


def watch_nights() -> None:
    """Start the thread that checks for due jobs; for servers only, unless NIGHTLY is 0."""
    if settings.NIGHTLY:
        Thread(target=_watch, name="nights", daemon=True).start()


def mark_log() -> None:
    """Write to SQLite's log, so that a later start can match the log with its database."""
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
    """Run due jobs in a child and wait for it. Return whether any ran."""
    if not list_due():
        return False
    lock = take_lock()
    if lock is None:
        return False
    with lock:
        if not list_due():  # another process has just finished it
            return False
        child = _begin(lock, "nightly", f"--lock={lock.fileno()}")
    child.wait()
    return True


def send_reminders() -> bool:
    """Send due reminders in a child and wait for it. Return whether any were due."""
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
    """Start a child that holds the lock, so that the lock is released when the child ends."""
    command = [sys.executable, "-m", "dokoclub", "manage", *arguments]
    server = multiprocessing.parent_process()
    group = os.getpgid(server.pid or 0) if server else None  # Ctrl-C in a terminal ends it together with the server
    child = subprocess.Popen(  # noqa: S603
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, pass_fds=[lock.fileno()], process_group=group
    )
    os.setpriority(os.PRIO_PROCESS, child.pid, LOWEST)
    return child


def take_lock(name: str = "night.lock") -> IO[str] | None:
    """Take a lock file; None while another process of this machine holds it."""
    descriptor = os.open(Path(settings.DATA_DIR) / name, os.O_RDWR | os.O_CREAT, 0o600)
    return adopt_lock(descriptor)


def adopt_lock(descriptor: int) -> IO[str] | None:
    """Lock an open file; a lock that was handed on is ours."""
    file = os.fdopen(descriptor, "r+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def list_due() -> list[str]:
    """List the jobs to run now."""
    now = datetime.now(UTC)
    return [job for job in logs.list_jobs() if is_due(logs.read_job_log(job), now)]


def is_due(note: logs.JobLog, now: datetime) -> bool:
    """Return True if a job is due: once a day, at night if the machine is on. Future times count as long ago.

    Recent runs by others are respected at any hour, so copies are not made twice a day for long.
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
    """Run each job, regardless of earlier failures; return those that failed."""
    return [job for job in jobs if not _do(job)]


def _do(job: str) -> bool:
    logs.log_start(job)
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            call_command(job, stdout=nowhere)
    except CommandError as failure:
        if failure.returncode == NOT_HERE:
            logs.log_skipped(job)
            _log.warning("%s is left out: %s", job, failure)
            return True
        _log.error("%s did not end well: %s", job, failure)
        return False
    except Exception:
        _log.exception("%s did not end well.", job)
        return False
    logs.log_end(job, by_night=True)
    _log.info("%s ended well.", job)
    return True
