"""Backups: copies of the whole database made while the site runs, restoring one of them, and rehearsing that.

The push key (webpush.py), by which browsers know this install, is kept next to the copies: a database restored
elsewhere names browsers that accept this key only.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Final, Protocol

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from dokoclub.operations import copies as copies_operations
from dokoclub.operations import hooks, postgres, sqlite
from dokoclub.operations.copies import BackupRefused
from dokoclub.operations.schema import Written, refuse_newer
from dokoclub.webpush import FILE

USUAL: Final = "dokoclub"
BEFORE_RESTORE: Final = "before-restore"
REHEARSAL: Final = "rehearsal"
UNFINISHED: Final = ".part"
ABANDONED: Final = 60 * 60  # seconds; the writer of such an old file has been killed
TIME: Final = "%Y-%m-%dT%H-%M-%S-%fZ"  # UTC; names sort by age


class Engine(Protocol):
    """Interface of sqlite.py and postgres.py; all errors are BackupRefused."""

    SUFFIX: str
    MAGIC: bytes  # first bytes of its copies

    def dump_database(self, target: Path) -> None: ...
    def check_copy(self, copy: Path) -> None: ...
    def applied_migrations(self, copy: Path) -> set[tuple[str, str]]: ...
    def load_copy(self, copy: Path) -> None: ...
    def is_in_use(self) -> bool: ...
    def check_present(self, advice: str, *, seconds: float | None = 1) -> None: ...
    def save_damaged_log(self) -> str | None: ...
    def holds_people(self, copy: Path | None = None) -> bool: ...
    def try_write(self) -> Written: ...
    def move_damaged(self, target: Path) -> Path | None: ...
    def lend_scratch(self, folder: Path, name: str) -> AbstractContextManager[str]: ...


def back_up(name: str = USUAL) -> Path:
    """Write a copy, check it, and only then give it its name and checksum; then delete the oldest ones."""
    engine = choose_engine()
    folder = Path(settings.BACKUP_DIR)
    path = folder / f"{name}-{datetime.now(UTC).strftime(TIME)}{engine.SUFFIX}"
    unfinished = path.with_name(f"{path.name}{UNFINISHED}")
    try:
        remove_abandoned()
        unfinished.touch(mode=0o600)
        engine.dump_database(unfinished)
        engine.check_copy(unfinished)
        _force_to_disk(unfinished)
        unfinished.rename(path)
        copies_operations.write_checksum(path)
        if name == USUAL:  # before a restore, the key next to the copy must stay in place
            save_key()
    except OSError as wrong:
        raise BackupRefused(f"{folder} cannot be written to: {wrong.strerror}") from wrong
    finally:
        for part in folder.glob(f"{unfinished.name}*"):  # including SQLite's files next to it
            part.unlink()
    _let_old_ones_go(name, but=path)
    return path


def remove_abandoned() -> None:
    """Delete partial copies of killed processes: they must not keep people who are erased later."""
    for path in Path(settings.BACKUP_DIR).glob(f"*{UNFINISHED}*"):
        is_ours = path.name.startswith((f"{USUAL}-", f"{BEFORE_RESTORE}-", f"{REHEARSAL}-"))
        with suppress(FileNotFoundError):  # another process has just removed it
            if is_ours and path.stat().st_mtime < time.time() - ABANDONED:
                path.unlink()


def _force_to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _let_old_ones_go(name: str, *, but: Path) -> None:
    """Delete the oldest copies, but never the new one, even if the clock makes it look oldest."""
    if settings.BACKUPS_KEPT:
        for old in list_copies(name)[settings.BACKUPS_KEPT :]:
            if old != but:
                for part in old.parent.glob(f"{old.name}*"):  # also its checksum, and the log of a damaged one
                    part.unlink()


def list_copies(name: str = USUAL) -> list[Path]:
    """List the copies, newest first, by their names."""
    return sorted(Path(settings.BACKUP_DIR).glob(f"{name}-*{choose_engine().SUFFIX}"), reverse=True)


def find_newest() -> Path | None:
    """Return the newest copy not from the future, if there is one: some clock was wrong."""
    copies = list_copies()
    return next((copy for copy in copies if not is_of_tomorrow(copy)), copies[0] if copies else None)


def is_of_tomorrow(copy: Path) -> bool:
    return copy.name > f"{USUAL}-{datetime.now(UTC).strftime(TIME)}{copy.suffix}"


def newest_copy() -> Path:
    """Return the newest copy. Raises BackupRefused if there is none."""
    newest = find_newest()
    if newest is None:
        raise BackupRefused("There is no backup yet.")
    return newest


def copy_to_restore() -> Path:
    """Return the newest copy. Raises BackupRefused if there is none, or if wrong clocks make it unclear."""
    first, newest = next(iter(list_copies()), None), newest_copy()
    if first != newest:
        raise BackupRefused(
            f"{first and first.name} is of a time to come: the clock is wrong, or was. "
            f"Set it right, or name the copy instead of newest; before now, {newest.name} is the newest."
        )
    return newest


def age_of_newest() -> timedelta | None:
    """Return the age of the newest copy; None if there is none."""
    newest = find_newest()
    return None if newest is None else get_age(newest)


def age_of_oldest() -> timedelta | None:
    """Return the age of the oldest copy; None if there is none, or if it is just being deleted."""
    with suppress(OSError):
        return next((get_age(copy) for copy in reversed(list_copies())), None)
    return None


def get_age(copy: Path) -> timedelta:
    return datetime.now(UTC) - datetime.fromtimestamp(copy.stat().st_mtime, UTC)


def size_of_newest() -> int:
    """Return the size of the newest copy in bytes; 0 if there is none."""
    newest = find_newest()
    return 0 if newest is None else newest.stat().st_size


def restore_copy(copy: Path) -> Path | None:
    """Replace the database by `copy`; return the path of the replaced one, None if there was none.

    Raises BackupRefused before any change if `copy` is damaged, not a database of dokoclub, or of a newer version,
    and if there is no room to keep the present one; and if `copy` cannot be written, naming what was kept.
    """
    engine = choose_engine()
    check_copy(copy)
    kept = _back_up_current(engine)
    connection.close()
    try:
        load_copy(copy)
    except BackupRefused as wrong:
        raise BackupRefused(f"{wrong} What was there before is kept as {kept}." if kept else str(wrong)) from wrong
    bring_key(copy.parent)
    return kept


def check_copy(copy: Path) -> None:
    """Raise BackupRefused if `copy` is damaged, not a database of dokoclub, or of a newer version."""
    engine = choose_engine()
    copies_operations.refuse_no_file(copy)
    copies_operations.compare_checksum(copy)
    copies_operations.refuse_other_kind(copy, engine.MAGIC)
    engine.check_copy(copy)
    refuse_newer(engine.applied_migrations(copy), "The copy")


def load_copy(copy: Path) -> None:
    """Load a checked `copy` into the connected database, and migrate it. Raises BackupRefused."""
    choose_engine().load_copy(copy)
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)  # copies of a single-process server have no cache table
    except (CommandError, DatabaseError) as wrong:
        raise BackupRefused(f"{copy.name} could not be brought up to date: {wrong}") from wrong
    for after_restore in hooks.after_restore:
        after_restore()


def holds_anything() -> bool:
    """Return True if a restore would replace something: a migrated or an unreadable database."""
    return choose_engine().is_in_use()


def choose_engine() -> Engine:
    return postgres if connection.vendor == "postgresql" else sqlite


def _back_up_current(engine: Engine) -> Path | None:
    """Keep the present database. Raises BackupRefused if an intact one finds no room: then it must stay."""
    if not engine.is_in_use():
        return None
    try:
        return back_up(BEFORE_RESTORE)
    except BackupRefused as wrong:
        damaged = engine.move_damaged(
            Path(settings.BACKUP_DIR) / f"{BEFORE_RESTORE}-damaged-{datetime.now(UTC):{TIME}}"
        )
        if damaged is None:
            raise BackupRefused(
                f"Nothing was replaced, because the present database could not be kept: {wrong}"
            ) from wrong
        return damaged


def save_key() -> None:
    """Copy the key next to the copies, if there is one. Raises OSError."""
    _copy_key(Path(settings.DATA_DIR), Path(settings.BACKUP_DIR))


def bring_key(folder: Path) -> None:
    """Copy the key from the folder of a restored copy, if there is one. Raises OSError."""
    _copy_key(folder, Path(settings.DATA_DIR))


def _copy_key(source: Path, target: Path) -> None:
    key, kept = source / FILE, target / FILE
    if not key.is_file() or (kept.is_file() and kept.read_bytes() == key.read_bytes()):
        return
    unfinished = target / f"{FILE}.{os.getpid()}"
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.read_bytes())
        os.fsync(file.fileno())
    unfinished.replace(kept)


Prints = dict[int, tuple[str, str | None]]  # club -> its state and the SHA-256 of its file


def rehearse_restore() -> list[str]:
    """Rehearse a restore; return the findings as sentences. Raises BackupRefused if it would not restore everything.

    The site may run; its database stays unchanged. Only for a process with one thread: meanwhile the connection
    leads to the restored copy.
    """
    copy = newest_copy()
    remove_abandoned()
    check_copy(copy)
    name = f"{REHEARSAL}-{datetime.now(UTC).strftime(TIME)}"
    with choose_engine().lend_scratch(Path(settings.BACKUP_DIR), name) as scratch, _pointed_at(scratch):
        load_copy(copy)
        ledger, problems = _check_ledger()
        restored = {club: (state, _digest(club)) for club, state in _states().items()}
    unwritten = [club for club, (_, digest) in restored.items() if digest is None]
    if unwritten:
        problems.append(f"These clubs cannot be written as files: {', '.join(map(str, unwritten))}.")
    compared, differing = _compare(restored)
    if differing:
        named = ", ".join(map(str, differing))
        problems.append(f"The files of these clubs differ although nobody changed them since the copy: {named}.")
    if problems:
        raise BackupRefused("\n".join([*problems, compared]))
    return [f"{copy.name} can be restored.", ledger, compared]


@contextmanager
def _pointed_at(name: str) -> Iterator[None]:
    usual = connection.settings_dict["NAME"]
    _lead_to(name)
    try:
        yield
    finally:
        _lead_to(usual)


def _lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()  # its ids belong to one database


def _check_ledger() -> tuple[str, list[str]]:
    """Return the output of check_ledger if all is well, else its complaints."""
    said = StringIO()
    try:
        call_command("check_ledger", stdout=said)
    except CommandError as wrong:
        return "", [f"The restored copy does not add up: {wrong}"]
    return said.getvalue().strip(), []


def _compare(restored: Prints) -> tuple[str, list[int]]:
    """Return a sentence on the number of compared clubs, and the list of those that differ.

    Clubs changed since the copy, or during the comparison, cannot be compared.
    """
    same = [club for club, state in _states().items() if club in restored and restored[club][0] == state]
    differing = [club for club in same if _digest(club) != restored[club][1]]
    now = _states() if differing else {}
    wrong = [club for club in differing if now.get(club) == restored[club][0]]
    compared = len(same) - len(differing)
    changed = len(restored) - compared - len(wrong)
    return f"The same files as today: {compared} clubs. Changed since: {changed} clubs.", wrong


def _states() -> Mapping[int, str]:
    return {club: state for prints in hooks.club_prints for club, state in prints.read_states().items()}


def _digest(club: int) -> str | None:
    """Return the SHA-256 of the club's file; None if stored data cannot be written."""
    try:
        return "".join(prints.digest_file(club) for prints in hooks.club_prints)
    except DatabaseError:
        raise
    except Exception:
        return None
