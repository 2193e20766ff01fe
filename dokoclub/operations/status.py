"""State of the install, for the founder's page and `manage.py status`: numbers and dates, no names; and its texts."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.builds import name_build
from dokoclub.operations import backup, disk, hooks, logs
from dokoclub.operations.disk import Disk
from dokoclub.operations.logs import SlowPage
from dokoclub.operations.schema import Migrations, applied_migrations, known_migrations, unknown_migrations

COUNTS: Final = {
    "clubs": pgettext_lazy("how many", "Clubs"),
    "players": _("Players in them"),
    "accounts": _("Accounts"),
    "visits": _("Active accounts, 30 days"),
}
JOBS: Final = {
    "check_database": _("Read the database"),
    "purge": _("Purge deleted data"),
    "clearsessions": _("Remove sessions that are over"),
    "backup": _("Make a backup"),
    "rehearse_restore": _("Rehearse a restore"),
    "reset_demo": _("Reset the demo club"),
    "send_backup": _("Send backup offsite"),
}
REFUSED: Final = {
    "MEMORY": _("took too much memory to read"),
    "TIME": _("took too long to read"),
    "BROKEN": _("could not be read"),
    "TOO_LARGE": _("too large"),
}
DISKS: Final = {"data": _("Data disk"), "backups": _("Backup disk")}


OLD_REHEARSAL: Final = timedelta(days=3)
CHANGES_SHOWN: Final = 12
OPERATORS: Final = "\n### Running an install\n"  # title in CHANGELOG.md, the last one of a version
SHOWN: Final = 10  # slow pages
_CHANGE: Final = re.compile(r"^- (.+)$", re.MULTILINE)
_MARKS: Final = re.compile(r"\*\*|`|\[([^\]]*)\]\([^)]*\)")


class Health(TypedDict):
    ok: bool
    database: bool
    writable: bool
    unapplied_migrations: int | None  # None: the database did not answer
    unknown_migrations: int | None  # from a newer version; this one would damage the data
    newest_backup_hours: float | None  # None: there is none
    last_rehearsal_hours: float | None  # of a successful restore; None: never
    warnings: list[str]  # about possible future problems


def check_health() -> Health:
    """Check the health of the install. Two queries; every ten seconds a write."""
    applied = _read_applied()
    unapplied = None if applied is None else len(known_migrations() - applied)
    unknown = None if applied is None else len(unknown_migrations(applied))
    writable = applied is not None and disk.probe.can_write()
    hours = _hours(backup.age_of_newest())
    return {
        "ok": unapplied == unknown == 0 and writable and is_young_enough(hours),
        "database": applied is not None,
        "writable": writable,
        "unapplied_migrations": unapplied,
        "unknown_migrations": unknown,
        "newest_backup_hours": hours,
        "last_rehearsal_hours": _hours(_age_of_rehearsal()),
        "warnings": [*disk.warn_of_full_disk(), *warn_of_rehearsal(), *_warn_of_nights()],
    }


def _read_applied() -> Migrations | None:
    """Read the applied migrations; None if the database does not answer. Two queries."""
    try:
        return applied_migrations()
    except DatabaseError:
        return None


def count_unapplied() -> int | None:
    """Count the migrations of this version not yet applied; None if the database does not answer. Two queries."""
    applied = _read_applied()
    return None if applied is None else len(known_migrations() - applied)


def is_other_version() -> bool:
    """Return True if the database is of an older or newer version; False if it does not answer. Two queries."""
    apps = {app for app, _ in known_migrations()}
    applied = _read_applied()
    return applied is not None and {one for one in applied if one[0] in apps} != known_migrations()


def _age_of_rehearsal() -> timedelta | None:
    ended = logs.read_job_log("rehearse_restore").ended
    return datetime.now(UTC) - ended if ended else None


def warn_of_rehearsal() -> Iterator[str]:
    """Warn of an old rehearsal; without NIGHTLY, only if one was done by hand and is old."""
    age = _age_of_rehearsal()
    if age is not None and age > OLD_REHEARSAL:
        yield f"The last rehearsal of a restore that went well is {age.days} days old."
    if age is None and settings.NIGHTLY and (waited := backup.age_of_oldest()) and waited > OLD_REHEARSAL:
        yield f"No restore was ever rehearsed, though there have been backups for {waited.days} days."


def _warn_of_nights() -> Iterator[str]:
    """Warn of repeated failures; a single one may be a restart, or the running try."""
    for job in logs.list_jobs() if settings.NIGHTLY else ():
        if (failures := logs.read_job_log(job).failures) > 1:
            yield f"The daily {job} was tried {failures} times and did not end well."


def _hours(age: timedelta | None) -> float | None:
    return None if age is None else round(age.total_seconds() / 3600, 1)


def is_young_enough(hours: float | None) -> bool:
    expected = settings.BACKUP_EXPECTED_HOURS
    return not expected or (hours is not None and hours <= expected)


class Job(NamedTuple):
    """The state of a daily job."""

    name: str
    ended: datetime | None  # last success
    failures: int  # tries since then
    left_out: bool  # not supported by this install
    is_wrong: bool

    @property
    def is_new(self) -> bool:
        """Return True if the job was never tried: its first night is still to come."""
        return not (self.ended or self.failures or self.left_out or self.is_wrong)


class Copies(NamedTuple):
    number: int
    made_at: datetime | None  # of the newest
    bytes: int  # of the newest
    is_too_old: bool


class Status(NamedTuple):
    health: Health
    counts: dict[str, int]  # by the keys of texts.COUNTS
    copies: Copies
    jobs: list[Job]
    disks: list[Disk]
    database_bytes: int | None  # None: not a local file
    slow: list[SlowPage]
    refused: dict[str, int]
    version: str
    changes: list[str]  # in English, from CHANGELOG.md

    @property
    def level(self) -> int:
        """Return 0 if all is well, 1 for a look at some time, 2 for now: the exit code of `manage.py status`."""
        return 2 if not self.health["ok"] else 1 if self.health["warnings"] else 0


def read_status() -> Status:
    """Read the state. Two queries, one per count, and at times a write."""
    found = check_health()
    can_count = found["unapplied_migrations"] == found["unknown_migrations"] == 0  # the tables may not exist before
    return Status(
        health=found,
        counts={name: count() for name, count in hooks.counts.items()} if can_count else {},
        copies=_copies(found),
        jobs=[_job(name) for name in logs.list_jobs()],
        disks=disk.list_disks(),
        database_bytes=_database_bytes(),
        slow=logs.list_slow_pages()[:SHOWN],
        refused=logs.count_refused_uploads(),
        version=name_build(),
        changes=list_changes(),
    )


def _copies(found: Health) -> Copies:
    newest = backup.find_newest()
    made_at = datetime.fromtimestamp(newest.stat().st_mtime, UTC) if newest else None
    is_too_old = not is_young_enough(found["newest_backup_hours"])
    return Copies(len(backup.list_copies()), made_at, backup.size_of_newest(), is_too_old)


def _job(name: str) -> Job:
    note = logs.read_job_log(name)
    is_old = name == "rehearse_restore" and any(warn_of_rehearsal())
    is_wrong = is_old or (settings.NIGHTLY and note.failures > 1)
    return Job(name, note.ended, note.failures, note.left_out, is_wrong)


def _database_bytes() -> int | None:
    """Return the size of the database including its log."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    return sum(path.stat().st_size for path in (Path(name), Path(f"{name}-wal")) if path.exists())


def list_changes() -> list[str]:
    """List lines of CHANGELOG.md about the newest version as plain text, first what concerns those who run it."""
    try:
        text = (Path(settings.FILES_DIR) / "CHANGELOG.md").read_text(encoding="utf-8")
    except OSError:
        return []
    for_players, _title, for_operators = text.partition(OPERATORS)
    return [_MARKS.sub(r"\1", line) for line in islice(_CHANGE.findall(for_operators or for_players), CHANGES_SHOWN)]
