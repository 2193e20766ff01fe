"""Backup of SQLite databases: copying, checking and restoring while the site may be running."""

import os
import pwd
import shutil
import sqlite3
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Final, NamedTuple

from django.db import connection

from dokoclub.operations import copies
from dokoclub.operations.copies import BackupRefused
from dokoclub.operations.schema import SOMEBODY, THERE_AND_BACK, Written

HEADER: Final = 32  # bytes of the file; each frame has 24 and a page
FRAME: Final = 24
LOG_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}  # with the byte order of its checksums
READ_FRAMES: Final = slice(16, 20)  # in the log's index: the number of frames that SQLite found intact
SUFFIX: str = ".sqlite3"
MAGIC: bytes = copies.SQLITE
NOT_ITS_FAULT: Final = (  # kinds of errors that an intact database may cause
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
)
GROWTH: Final = 64 * 1024  # bytes that some games take in the log


class Frame(NamedTuple):
    ends_a_save: bool
    salts: bytes  # the same in all frames of one cycle of the log


def count_lost_saves(log: Path, index: Path) -> int:
    """Count the saves after a damaged part of `log`, which SQLite has just read into `index`.

    A single one may be from a power cut, before its save was confirmed: it does not count.
    """
    content, read = log.read_bytes(), index.read_bytes()[READ_FRAMES]
    frames = list_frames(content)
    if not frames or len(read) < 4:
        return 0
    salts = content[16:24] if is_header_whole(content) else frames[0].salts
    (whole,) = struct.unpack("=I", read)
    lost = sum(frame.ends_a_save and frame.salts == salts for frame in frames[whole:])
    return lost if lost > 1 else 0


def list_frames(content: bytes) -> list[Frame]:
    size = struct.unpack(">I", content[8:12])[0] if len(content) >= HEADER else 0
    if size not in {1 << power for power in range(9, 17)}:
        return []
    starts = range(HEADER, len(content) - FRAME - size + 1, FRAME + size)
    return [Frame(content[start + 4 : start + 8] != bytes(4), content[start + 8 : start + 16]) for start in starts]


def is_header_whole(content: bytes) -> bool:
    order = LOG_MAGIC.get(struct.unpack(">I", content[:4])[0])
    if order is None:
        return False
    one = two = 0
    for left, right in struct.iter_unpack(f"{order}II", content[:24]):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two) == content[24:32]


def dump_database(target: Path) -> None:
    """Copy a consistent moment, even during writes; copying only the file would lose data in its log."""
    target.touch(mode=0o600)  # VACUUM INTO keeps the mode of an empty file; a new one would be readable by everybody
    os.truncate(target, 0)
    try:
        with closing(_open(_file())) as opened:
            opened.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as wrong:
        raise BackupRefused(f"{_file().name} cannot be copied to {target.parent}: {wrong}.") from wrong


def check_copy(copy: Path) -> None:
    verdict = _attempt(copy, "PRAGMA integrity_check")
    if verdict != [("ok",)]:
        raise BackupRefused(f"{copy.name} is damaged: {verdict[0][0]}")
    if _attempt(copy, "PRAGMA foreign_key_check"):
        raise BackupRefused(f"{copy.name} is damaged: rows refer to rows that are not there.")


def applied_migrations(copy: Path) -> set[tuple[str, str]]:
    tables = _attempt(copy, "SELECT name FROM sqlite_master WHERE name IN ('django_migrations', 'accounts_account')")
    if len(tables) != 2:
        raise BackupRefused(f"{copy.name} is no database of dokoclub.")
    return {(str(app), str(name)) for app, name in _attempt(copy, "SELECT app, name FROM django_migrations")}


def load_copy(copy: Path) -> None:
    """Restore through SQLite, not by replacing files, so that a running site sees the restored rows at once."""
    try:
        _file().touch(mode=0o600)  # if it is missing
        with closing(_open(copy)) as source, closing(sqlite3.connect(_file(), timeout=20)) as target:
            source.backup(target, pages=-1)  # in one go: in steps it never ends while somebody writes
            target.execute("PRAGMA journal_mode=WAL")
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # no effect with readers; startup compares file and log
    except (OSError, sqlite3.Error) as wrong:
        raise BackupRefused(f"{_file()} cannot be written to: {wrong}.") from wrong


def is_in_use() -> bool:
    if not _file().exists() or not _file().stat().st_size:
        return False
    try:
        return bool(_attempt(_file(), "SELECT 1 FROM sqlite_master LIMIT 1"))
    except BackupRefused:
        return True


def check_present(advice: str, *, seconds: float | None = 1) -> None:
    """Raise BackupRefused if the file is damaged, foreign, or has the log of another database.

    Reads for at most `seconds` (None: everything), and writes nothing; a missing file is a new install.
    """
    file, log = _file(), _log()
    _refuse_without_rights(file, log)
    if not _holds_anything(file):
        if _holds_anything(log):
            raise BackupRefused(f"{file} is empty or not there, but its log {log.name} is. {advice}")
        return
    alone = _first_migration(file, "&immutable=1")
    try:
        verdict = _check_quickly(file, seconds)
        if verdict != "ok":
            raise BackupRefused(f"{file} is damaged: {' '.join(verdict.split())}.")
        together = _first_migration(file)
        names = {name for (name,) in _attempt(file, "SELECT name FROM sqlite_master")}
    except BackupRefused as wrong:
        beside = next((one for one in (file.with_name(f"{file.name}-journal"), log) if _holds_anything(one)), None)
        if beside is not None and alone is not None:
            raise BackupRefused(
                f"{wrong} Perhaps {beside.name} is of another database. {_move_away(beside)}"
            ) from wrong
        raise BackupRefused(f"{wrong} {advice}") from wrong
    if alone is not None and together != alone:
        raise BackupRefused(f"{log.name} beside {file} is the log of another database. {_move_away(log)}")
    if names and not {"django_migrations", "accounts_account"} & names:
        raise BackupRefused(f"{file} is no database of dokoclub: see DATA_DIR and DATABASE_URL.")


def save_damaged_log() -> str | None:
    """Keep a copy of a log with an unreadable end, before SQLite drops it; return a sentence about it, or None."""
    file, log = _file(), _log()
    if not (_holds_anything(file) and _holds_anything(log)):
        return None
    with suppress(OSError, sqlite3.Error), closing(_open(file)) as opened:
        opened.execute("PRAGMA schema_version").fetchone()  # reads the log
        lost = count_lost_saves(log, file.with_name(f"{file.name}-shm"))
        if lost:
            kept = log.with_name(f"{log.name}-damaged-{time.time_ns()}")
            shutil.copyfile(log, kept)
            kept.chmod(0o600)
            return f"{log} is damaged: {lost} saves at its end cannot be read and are lost. A copy is kept as {kept}."
    return None


def _refuse_without_rights(file: Path, log: Path) -> None:
    """Refuse files without access, mostly after a start as root, or a copy by another user."""
    if not file.parent.is_dir():
        raise BackupRefused(f"{file} cannot be there, because there is no folder {file.parent}: see DATABASE_URL.")
    for path in (file, log, file.with_name(f"{file.name}-shm"), file.parent):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            user, owner = name_user(os.geteuid()), name_user(path.stat().st_uid)
            raise BackupRefused(
                f"{path} belongs to {owner}, and {user}, who starts the program, may not read and write it. "
                f"Start it as {owner}, or give it away: chown {user} {path}"
            )


def name_user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:  # as in a container
        return str(number)


def _holds_anything(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _move_away(log: Path) -> str:
    return f"Keep a copy of both, move {log.name} away and start again; or `manage.py restore newest --yes`."


def _first_migration(file: Path, how: str = "") -> tuple[object, ...] | None:
    """Return the first migration with its time, which identifies an install; None if unreadable.

    `&immutable=1`: without the log of the file.
    """
    statement = "SELECT app, name, applied FROM django_migrations ORDER BY id LIMIT 1"
    try:
        return next(iter(_attempt(file, statement, mode=f"ro{how}")), None)
    except BackupRefused:
        return None


def _check_quickly(file: Path, seconds: float | None) -> str:
    """Return SQLite's verdict, `ok` or the first fault; also `ok` if the time ran out."""
    try:
        with closing(_open(file)) as opened:
            timer = Timer(seconds or 0, opened.interrupt)
            if seconds is not None:
                timer.start()
            try:
                return str(opened.execute("PRAGMA quick_check(1)").fetchone()[0])
            finally:
                timer.cancel()
    except sqlite3.DatabaseError as wrong:
        if getattr(wrong, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            return "ok"
        raise BackupRefused(f"{file} cannot be read: {wrong}.") from wrong


def holds_people(copy: Path | None = None) -> bool:
    """Return True if the database, or a copy of it, contains people."""
    path = copy or _file()
    if not path.exists() or not path.stat().st_size:
        return False
    try:
        return bool(_attempt(path, SOMEBODY))
    except BackupRefused:  # there is no such table yet
        return False


def try_write() -> Written:
    """Probe by writing existing values, without waiting for others as long as a request does.

    It also writes a file: the log may have room for a few games when the disk has none. The write lets
    `check_present` distinguish this log from that of another database.
    """
    try:
        _grow(_file().parent)
    except OSError:
        return Written.NO
    try:
        with closing(_open(_file(), "rw", timeout=0.5)) as opened, opened:
            opened.execute("PRAGMA synchronous=FULL")
            for turn in THERE_AND_BACK:
                opened.execute(turn)
    except sqlite3.Error as wrong:
        code = getattr(wrong, "sqlite_errorcode", 0) & 0xFF  # its kind, without details
        if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Written.NO
        return Written.YES if _is_just_written() else Written.BUSY
    return Written.YES


def _grow(folder: Path) -> None:
    """Check free space with a temporary file, which is removed even after a crash. Raises OSError."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(GROWTH))
        file.flush()
        os.fsync(file.fileno())


def _is_just_written() -> bool:
    """Return True if somebody else wrote: the log has grown in the last ten seconds."""
    with suppress(OSError):
        return abs(time.time() - _log().stat().st_mtime) < 10
    return False


def move_damaged(target: Path) -> Path | None:
    """Move a database that is too damaged to be copied; return its new path. None, without moving, if it is intact.

    The folder may be on another disk. Raises BackupRefused if there is no room.
    """
    connection.close()
    if not _is_damaged():
        return None
    try:
        for suffix in ("-wal", "-shm", "-journal", ""):
            part = _file().with_name(_file().name + suffix)
            if part.exists():
                shutil.move(part, f"{target}{SUFFIX}{suffix}")
    except OSError as wrong:
        raise BackupRefused(
            f"{_file()} is damaged, and cannot be moved to {target.parent}: {wrong.strerror}."
        ) from wrong
    return target.with_name(target.name + SUFFIX)


def _is_damaged() -> bool:
    """Return True only for certain damage, not if SQLite may just lack room for its files."""
    try:
        check_copy(_file())
    except BackupRefused as wrong:
        return getattr(wrong.__cause__, "sqlite_errorcode", 0) & 0xFF not in NOT_ITS_FAULT
    return False


@contextmanager
def lend_scratch(folder: Path, name: str) -> Iterator[str]:
    """Yield an empty, private database next to the backups; it is deleted afterwards."""
    path = folder / f"{name}{SUFFIX}.part"
    try:
        path.touch(mode=0o600)
        yield str(path)
    except OSError as wrong:
        raise BackupRefused(f"{folder} cannot be written to: {wrong.strerror}") from wrong
    finally:
        for suffix in ("", "-wal", "-shm", "-journal", "-turn"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _log() -> Path:
    """Return the write-ahead log, which holds the latest writes until they are moved to the file."""
    return _file().with_name(f"{_file().name}-wal")


def _open(path: Path, mode: str = "ro", *, timeout: float = 20) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=timeout)


def _attempt(path: Path, statement: str, *values: str, mode: str = "ro") -> list[tuple[object, ...]]:
    try:
        with closing(_open(path, mode)) as opened:
            return opened.execute(statement, values).fetchall()
    except sqlite3.DatabaseError as wrong:
        raise BackupRefused(f"{path.name} cannot be read: {wrong}") from wrong
