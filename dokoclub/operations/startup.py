"""Is this the database of this install, and whole? Asked before a start writes anything to it."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Final

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

from dokoclub.operations import backup
from dokoclub.operations.errors import BackupRefused, Unreachable
from dokoclub.operations.schema import applied_migrations, refuse_newer

LONGEST_WAIT: Final = 300.0  # seconds; after that the service is started again, and waits again


@contextmanager
def hold_start() -> Iterator[None]:
    """One of this data folder after the other: two that migrate at once would make the same tables."""
    path = Path(settings.DATA_DIR) / "start.lock"
    try:
        file = path.open("a")
    except OSError as wrong:
        raise BackupRefused(f"{path} cannot be written to: {wrong.strerror}. Was it made by another user?") from wrong
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def refuse_wrong_start() -> str | None:
    """Return what the operator has to know all the same.

    Raises Refused, with what is wrong and what to do, where the database is damaged, foreign, suddenly empty,
    or of a newer version.

    Reads a large database for a second at most (`manage.py check_database` reads all of it, every night).
    Raises Unreachable where there is none to be asked.
    """
    engine = backup.choose_engine()
    engine.check_present(advise_restore())
    lost = engine.keep_damaged_log()
    refuse_newer_database()
    if not engine.holds_people():
        _refuse_empty()
    return lost


def refuse_newer_database() -> None:
    """Raise Refused where a newer version has changed the database: this one would answer every save with an error."""
    if backup.choose_engine().is_in_use():
        with suppress(DatabaseError):  # nothing of ours, or damaged: others say so
            advice = f"Start the newer version again. {advise_older_version()}"
            refuse_newer(applied_migrations(), _name(), advice)


def advise_older_version() -> str:
    """Tell the way back behind an upgrade: with a backup from before it, which may not be the newest."""
    copies = backup.list_copies()
    made = f"The newest backup is {copies[0]}." if copies else f"There is no backup in {settings.BACKUP_DIR}."
    return (
        "To go back, install the version from before and let it restore a backup that it made: "
        f"`manage.py restore FILE --yes`. {made}"
    )


def wait_for_database(tell: Callable[[str], object], *, seconds: float = LONGEST_WAIT) -> None:
    """Wait for a database server that starts later than this one. Raises Unreachable after so many seconds."""
    if connection.vendor == "sqlite":
        return  # connecting would make its file
    for second in range(int(seconds) + 1):
        try:
            connection.ensure_connection()
        except OperationalError as wrong:
            if second == int(seconds):
                raise Unreachable(f"The database cannot be reached: {str(wrong).strip()}") from wrong
            if not second:
                tell(f"The database cannot be reached yet: {str(wrong).strip()}\nTrying for {seconds:g} seconds.")
            sleep(1)
        else:
            return


def advise_restore() -> str:
    copies = backup.list_copies()
    if copies:
        return f"`manage.py restore newest --yes` puts {copies[0].name} in its place and keeps what is there now."
    return f"There is no backup in {settings.BACKUP_DIR}: copy DATA_DIR away before you try anything."


def _refuse_empty() -> None:
    """A new install beside the remains of an old one: most likely the wrong database, or a disk that is missing."""
    remains = _find_remains()
    if remains is None:
        return
    raise BackupRefused(
        f"{_name()} holds nobody, but {remains} is here: this would begin as a new install. Is DATA_DIR or "
        f"DATABASE_URL another one than before? {advise_restore()} To begin anew all the same, "
        "move it and what lies beside it away."
    )


def _name() -> str:
    return f"The database {connection.settings_dict['NAME']}"


def _find_remains() -> Path | None:
    """The first sign of people: whom the install has erased, or a backup in which somebody is."""
    erased = Path(settings.DATA_DIR) / "erased_ids"
    with suppress(OSError):
        if erased.stat().st_size:
            return erased
    engine = backup.choose_engine()
    for copy in backup.list_copies()[:1]:
        with suppress(BackupRefused):
            if engine.holds_people(copy):
                return copy
    return None
