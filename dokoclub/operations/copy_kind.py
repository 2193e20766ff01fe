"""What sort of file somebody wants to restore, told by its first bytes: a wrong one is named, not tried."""

from pathlib import Path
from typing import Final

from dokoclub.operations.refusal import Refused

SQLITE: Final = b"SQLite format 3\0"
POSTGRESQL: Final = b"PGDMP"
_ENCRYPTED: Final = (b"age-encryption.org/", b"-----BEGIN AGE ", b"-----BEGIN PGP ")
_COMPRESSED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh")
_ENGINES: Final = {SQLITE: "an SQLite", POSTGRESQL: "a PostgreSQL"}


def refuse_no_file(copy: Path) -> None:
    if copy.is_dir():
        raise Refused(f"{copy} is a folder: name the backup in it.")
    if not copy.is_file():
        raise Refused(f"There is no file {copy}.")


def refuse_other_kind(copy: Path, wanted: bytes) -> None:
    """`wanted`: SQLITE or POSTGRESQL. Raise Refused for a file of another kind."""
    try:
        with copy.open("rb") as file:
            begins = file.read(32)
    except OSError as wrong:
        raise Refused(f"{copy} cannot be read: {wrong.strerror}.") from wrong
    if not begins.startswith(wanted):
        raise Refused(f"{copy.name} {_name_kind(copy, begins)}")


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
