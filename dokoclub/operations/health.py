"""Is the site well: does the database answer, is it migrated, is the newest backup young enough?"""

from functools import cache
from typing import TypedDict

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from dokoclub.operations import backup


class Health(TypedDict):
    ok: bool
    database: bool
    unapplied_migrations: int | None  # None: the database did not answer
    newest_backup_hours: float | None  # None: there is none


def check_health() -> Health:
    """Two queries."""
    unapplied = _unapplied()
    hours = _backup_hours()
    return {
        "ok": unapplied == 0 and _is_young_enough(hours),
        "database": unapplied is not None,
        "unapplied_migrations": unapplied,
        "newest_backup_hours": hours,
    }


def _unapplied() -> int | None:
    try:
        return len(_known() - set(MigrationRecorder(connection).applied_migrations()))
    except DatabaseError:
        return None


@cache
def _known() -> frozenset[tuple[str, str]]:
    """The migrations of this version; they do not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _backup_hours() -> float | None:
    age = backup.age_of_newest()
    return None if age is None else round(age.total_seconds() / 3600, 1)


def _is_young_enough(hours: float | None) -> bool:
    expected = settings.BACKUP_EXPECTED_HOURS
    return not expected or (hours is not None and hours <= expected)
