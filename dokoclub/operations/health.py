"""Is the site well: does the database answer and take what is written, is it migrated, are its backups any good?"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final, TypedDict

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from dokoclub.operations import backup, disk, notes

OLD_REHEARSAL: Final = timedelta(days=3)


class Health(TypedDict):
    ok: bool
    database: bool
    writable: bool
    unapplied_migrations: int | None  # None: the database did not answer
    newest_backup_hours: float | None  # None: there is none
    last_rehearsal_hours: float | None  # of a restore, when it went well; None: never
    warnings: list[str]  # of what is not yet wrong


def check_health() -> Health:
    """Two queries; every ten seconds a write."""
    unapplied = count_unapplied()
    writable = unapplied is not None and disk.probe.can_write()
    hours = _hours(backup.age_of_newest())
    return {
        "ok": unapplied == 0 and writable and is_young_enough(hours),
        "database": unapplied is not None,
        "writable": writable,
        "unapplied_migrations": unapplied,
        "newest_backup_hours": hours,
        "last_rehearsal_hours": _hours(_age_of_rehearsal()),
        "warnings": [*disk.warn_of_full_disk(), *warn_of_rehearsal(), *_warn_of_nights()],
    }


def count_unapplied() -> int | None:
    """Migrations of this version that the database has not seen; None where it does not answer. Two queries."""
    try:
        return len(_known() - set(MigrationRecorder(connection).applied_migrations()))
    except DatabaseError:
        return None


def is_other_version() -> bool:
    """Is the database one of an older or newer version than this one? False where it does not answer. Two queries."""
    apps = {app for app, _ in _known()}
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        return False
    return {migration for migration in applied if migration[0] in apps} != _known()


@cache
def _known() -> frozenset[tuple[str, str]]:
    """The migrations of this version; they do not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _age_of_rehearsal() -> timedelta | None:
    ended = notes.read_note("rehearse_restore").ended
    return datetime.now(UTC) - ended if ended else None


def warn_of_rehearsal() -> Iterator[str]:
    """Never, where nothing does it: then only the age of one that was done by hand."""
    age = _age_of_rehearsal()
    if age is not None and age > OLD_REHEARSAL:
        yield f"The last rehearsal of a restore that went well is {age.days} days old."
    if age is None and settings.NIGHTLY and (waited := backup.age_of_oldest()) and waited > OLD_REHEARSAL:
        yield f"No restore was ever rehearsed, though there have been backups for {waited.days} days."


def _warn_of_nights() -> Iterator[str]:
    """One failure may be a restart; and the try that is running counts as well."""
    for job in notes.list_jobs() if settings.NIGHTLY else ():
        if (failures := notes.read_note(job).failures) > 1:
            yield f"The daily {job} was tried {failures} times and did not end well."


def _hours(age: timedelta | None) -> float | None:
    return None if age is None else round(age.total_seconds() / 3600, 1)


def is_young_enough(hours: float | None) -> bool:
    expected = settings.BACKUP_EXPECTED_HOURS
    return not expected or (hours is not None and hours <= expected)
