"""The test database as the migrations leave it, kept for the next worker and the next run: migrating takes seconds.

What is kept is made anew when a migration or a package changes; whatever else is missing, `migrate` adds to the copy.
Only for SQLite, where a database is a file.
"""

from __future__ import annotations

import fcntl
import shutil
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, TextIO

from django.conf import settings

from dokoclub.operations import sqlite

ROOT: Final = Path(settings.BASE_DIR)
FOLDER: Final = ROOT / ".tools" / "test-database"  # `make clean` takes it away


def copy_to(place: Path) -> TextIO | None:
    """The kept database, if there is one; if not, the lock under which it has to be made, for `keep`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lock = (FOLDER / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)  # one migrates, the others wait for the copy
    if not _kept().exists():
        return lock
    shutil.copyfile(_kept(), place)
    lock.close()
    return None


def keep(lock: TextIO) -> None:
    """The database of this process is migrated now."""
    for old in FOLDER.glob("*.sqlite3"):
        old.unlink()
    sqlite.dump_database(FOLDER / "new")
    (FOLDER / "new").replace(_kept())
    lock.close()


def _kept() -> Path:
    return FOLDER / f"{_version()}.sqlite3"


@cache
def _version() -> str:
    """Of everything that decides what a migrated database looks like."""
    sources = [*sorted(ROOT.glob("dokoclub/*/migrations/*.py")), ROOT / "requirements" / "dev.txt"]
    found = sha256()
    for path in sources:
        found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]
