"""How does the install stand? For its founder's page and `manage.py status`: numbers and dates, no name, no game."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection

from dokoclub.builds import name_build
from dokoclub.operations import backup, disk, health, hooks, notes, occurrences
from dokoclub.operations.disk import Disk
from dokoclub.operations.health import Health
from dokoclub.operations.occurrences import SlowPage

CHANGES_SHOWN: Final = 12
SHOWN: Final = 10  # slow pages
_CHANGE: Final = re.compile(r"^- (.+)$", re.MULTILINE)
_MARKS: Final = re.compile(r"\*\*|`|\[([^\]]*)\]\([^)]*\)")


class Job(NamedTuple):
    """Of the daily work."""

    name: str
    ended: datetime | None  # well, the last time
    failures: int  # tries since
    left_out: bool  # this install cannot do it
    is_wrong: bool

    @property
    def is_new(self) -> bool:
        """It has never been tried: the night to come is its first."""
        return not (self.ended or self.failures or self.left_out or self.is_wrong)


class Copies(NamedTuple):
    number: int
    made_at: datetime | None  # the newest
    bytes: int  # of the newest
    is_too_old: bool


class Status(NamedTuple):
    health: Health
    counts: dict[str, int]  # by the keys of words.COUNTS
    copies: Copies
    jobs: list[Job]
    disks: list[Disk]
    database_bytes: int | None  # None: not a file of this machine
    slow: list[SlowPage]
    refused: dict[str, int]
    version: str
    changes: list[str]  # the newest, in English, as CHANGELOG.md tells them

    @property
    def level(self) -> int:
        """0: all is well, 1: look at it some time, 2: look at it now. What `manage.py status` ends with."""
        return 2 if not self.health["ok"] else 1 if self.health["warnings"] else 0


def read_status() -> Status:
    """Two queries, one for each number, and at times a write."""
    found = health.check_health()
    can_count = (
        found["unapplied_migrations"] == found["unknown_migrations"] == 0
    )  # before them the tables may not be there
    return Status(
        health=found,
        counts={name: count() for name, count in hooks.counts.items()} if can_count else {},
        copies=_copies(found),
        jobs=[_job(name) for name in notes.list_jobs()],
        disks=disk.list_disks(),
        database_bytes=_database_bytes(),
        slow=occurrences.list_slow_pages()[:SHOWN],
        refused=occurrences.count_refused_uploads(),
        version=name_build(),
        changes=list_changes(),
    )


def _copies(found: Health) -> Copies:
    newest = backup.find_newest()
    made_at = datetime.fromtimestamp(newest.stat().st_mtime, UTC) if newest else None
    is_too_old = not health.is_young_enough(found["newest_backup_hours"])
    return Copies(len(backup.list_copies()), made_at, backup.size_of_newest(), is_too_old)


def _job(name: str) -> Job:
    note = notes.read_note(name)
    is_old = name == "rehearse_restore" and any(health.warn_of_rehearsal())
    is_wrong = is_old or (settings.NIGHTLY and note.failures > 1)
    return Job(name, note.ended, note.failures, note.left_out, is_wrong)


def _database_bytes() -> int | None:
    """With what was written last, which lies beside it."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    return sum(path.stat().st_size for path in (Path(name), Path(f"{name}-wal")) if path.exists())


def list_changes() -> list[str]:
    """The newest lines of CHANGELOG.md, as plain text."""
    try:
        text = (Path(settings.FILES_DIR) / "CHANGELOG.md").read_text(encoding="utf-8")
    except OSError:
        return []
    return [_MARKS.sub(r"\1", line.group(1)) for line in islice(_CHANGE.finditer(text), CHANGES_SHOWN)]
