"""Is the site well: does the database answer and take what is written, is it migrated, are its backups any good?"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, TypedDict

from django.conf import settings
from django.db import DatabaseError

from dokoclub.operations import backup, disk, notes
from dokoclub.operations.schema_version import Migrations, applied_migrations, known_migrations, unknown_migrations

OLD_REHEARSAL: Final = timedelta(days=3)


class Health(TypedDict):
    ok: bool
    database: bool
    writable: bool
    unapplied_migrations: int | None  # None: the database did not answer
    unknown_migrations: int | None  # of a newer version, which this one would spoil
    newest_backup_hours: float | None  # None: there is none
    last_rehearsal_hours: float | None  # of a restore, when it went well; None: never
    warnings: list[str]  # of what is not yet wrong


def check_health() -> Health:
    """Two queries; every ten seconds a write."""
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
    """None where the database does not answer. Two queries."""
    try:
        return applied_migrations()
    except DatabaseError:
        return None


def count_unapplied() -> int | None:
    """Migrations of this version that the database has not seen; None where it does not answer. Two queries."""
    applied = _read_applied()
    return None if applied is None else len(known_migrations() - applied)


def is_other_version() -> bool:
    """Is the database one of an older or newer version than this one? False where it does not answer. Two queries."""
    apps = {app for app, _ in known_migrations()}
    applied = _read_applied()
    return applied is not None and {one for one in applied if one[0] in apps} != known_migrations()


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
