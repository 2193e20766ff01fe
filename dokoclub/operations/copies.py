"""Integrity of copies: a SHA-256 next to each, in a file that `sha256sum --check` can read, and file type checks."""

import hashlib
import os
import re
from pathlib import Path
from typing import Final

NOT_HERE: Final = 3  # exit code of a command for NotHere


class BackupRefused(Exception):
    """The action was refused and changed nothing; the message tells the operator why."""


class NotHere(BackupRefused):
    """This install does not support it; nothing is wrong with the copy."""


class Unreachable(BackupRefused):
    """The database does not answer; it may do so later."""


_LINE: Final = re.compile(r"([0-9a-f]{64}) [ *].+\n?")
SQLITE: Final = b"SQLite format 3\0"
POSTGRESQL: Final = b"PGDMP"
_ENCRYPTED: Final = (b"age-encryption.org/", b"-----BEGIN AGE ", b"-----BEGIN PGP ")
_COMPRESSED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh")
_ENGINES: Final = {SQLITE: "an SQLite", POSTGRESQL: "a PostgreSQL"}


def path_beside(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.sha256")


def write_checksum(copy: Path) -> None:
    """Write the checksum, readable by its owner only, and atomically. Raises OSError."""
    text = f"{_digest(copy)}  {copy.name}\n"
    unfinished = path_beside(copy).with_name(f"{path_beside(copy).name}.part")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path_beside(copy))
    finally:
        unfinished.unlink(missing_ok=True)


def compare_checksum(copy: Path) -> None:
    """Raise BackupRefused if `copy` has changed; copies without a checksum are from older versions and pass."""
    beside = path_beside(copy)
    try:
        if not beside.exists():
            return
        noted = _LINE.fullmatch(beside.read_text(encoding="utf-8", errors="replace"))
        digest = _digest(copy)
    except OSError as wrong:
        raise BackupRefused(f"{copy.name} cannot be read: {wrong.strerror}") from wrong
    if noted is None:
        raise BackupRefused(
            f"{beside.name} is damaged: it holds no SHA-256. Without that file the copy is not compared."
        )
    if noted[1] != digest:
        raise BackupRefused(f"{copy.name} is damaged: it is not what {beside.name} says it was. Take an older copy.")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def refuse_no_file(copy: Path) -> None:
    if copy.is_dir():
        raise BackupRefused(f"{copy} is a folder: name the backup in it.")
    if not copy.is_file():
        raise BackupRefused(f"There is no file {copy}.")


def refuse_other_kind(copy: Path, wanted: bytes) -> None:
    """Raise BackupRefused for a file of another kind. `wanted`: SQLITE or POSTGRESQL."""
    try:
        with copy.open("rb") as file:
            begins = file.read(32)
    except OSError as wrong:
        raise BackupRefused(f"{copy} cannot be read: {wrong.strerror}.") from wrong
    if not begins.startswith(wanted):
        raise BackupRefused(f"{copy.name} {_name_kind(copy, begins)}")


def _name_kind(copy: Path, begins: bytes) -> str:
    if not begins:
        return "is empty."
    if begins.startswith(_ENCRYPTED) or copy.suffix in (".age", ".gpg", ".asc"):
        return "is encrypted: decrypt it first, with age or gpg, and restore what comes of it."
    for kind, name in _ENGINES.items():
        if begins.startswith(kind):
            return f"is a copy of {name} database, and this install runs on another kind: see DATABASE_URL."
    if begins.startswith(_COMPRESSED):
        return "is compressed: unpack it first."
    if begins.lstrip().startswith(b"{"):
        return "is no backup of a database; `manage.py import_club` brings in the file of a club."
    return "is no backup of dokoclub: those are written by `manage.py backup`."
