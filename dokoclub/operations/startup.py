"""Checks before a start writes anything: is this the intact database of this install?"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Final

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

from dokoclub.operations import backup
from dokoclub.operations.copies import BackupRefused, Unreachable
from dokoclub.operations.schema import applied_migrations, refuse_newer

LONGEST_WAIT: Final = 300.0  # seconds; then the service restarts and waits again


@contextmanager
def hold_start() -> Iterator[None]:
    """Allow one start per data folder at a time: two concurrent migrations would create the same tables."""
    path = Path(settings.DATA_DIR) / "start.lock"
    try:
        file = path.open("a")
    except OSError as wrong:
        raise BackupRefused(f"{path} cannot be written to: {wrong.strerror}. Was it made by another user?") from wrong
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def refuse_wrong_start() -> str | None:
    """Refuse a wrong database; return a warning for the operator, or None.

    Raises BackupRefused, with the problem and advice, if the database is damaged, foreign, suddenly empty, or of a
    newer version. Reads a large database for a second at most (`manage.py check_database` reads all of it, every
    night). Raises Unreachable if the database does not answer.
    """
    engine = backup.choose_engine()
    engine.check_present(advise_restore())
    lost = engine.save_damaged_log()
    refuse_newer_database()
    if not engine.holds_people():
        _refuse_empty()
    return lost


def refuse_newer_database() -> None:
    """Raise BackupRefused if a newer version changed the database: this one would fail on every save."""
    if backup.choose_engine().is_in_use():
        with suppress(DatabaseError):  # not ours, or damaged: other checks report it
            advice = f"Start the newer version again. {advise_older_version()}"
            refuse_newer(applied_migrations(), _name(), advice)


def advise_older_version() -> str:
    """Explain the way back after an upgrade: a backup from before it, which may not be the newest."""
    copies = backup.list_copies()
    made = f"The newest backup is {copies[0]}." if copies else f"There is no backup in {settings.BACKUP_DIR}."
    return (
        "To go back, install the version from before and let it restore a backup that it made: "
        f"`manage.py restore FILE --yes`. {made}"
    )


def wait_for_database(tell: Callable[[str], object], *, seconds: float = LONGEST_WAIT) -> None:
    """Wait for a database server that starts later. Raises Unreachable after so many seconds."""
    if connection.vendor == "sqlite":
        return  # connecting would create its file
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
    """Refuse a new install next to traces of an old one: most likely the wrong database, or a missing disk."""
    remains = _find_remains()
    if remains is None:
        return
    raise BackupRefused(
        f"{_name()} holds nobody, but {remains} is here: this would begin as a new install. Is DATA_DIR or "
        f"DATABASE_URL another one than before? {advise_restore()} To start with an empty one, "
        "move it and the files next to it away."
    )


def _name() -> str:
    return f"The database {connection.settings_dict['NAME']}"


def _find_remains() -> Path | None:
    """Find traces of people: the list of erased ids, or a backup with people in it."""
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
