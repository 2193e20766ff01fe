"""The test database as the migrations leave it, kept for the next worker and the next run: migrating takes seconds.

What is kept is made anew when a migration or a package changes; whatever else is missing, `migrate` adds to the copy.
With SQLite a database is a file; in a throw-away PostgreSQL it is a template for the other workers of that run.
The collected static files are kept in the same way.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from django.conf import settings
from django.db import connection

from dokoclub.core import static_files
from dokoclub.operations import sqlite
from tests.processes import PATIENCE

ROOT: Final = Path(settings.BASE_DIR)
FOLDER: Final = ROOT / ".tools" / "test-database"  # `make clean` takes it away
STATIC: Final = ROOT / ".tools" / "test-static"
CLUSTER: Final = os.environ.get("DOKO_CLUSTER")  # folder of tests/throwaway_postgres.py
COLLECT: Final = """
import django

django.setup()
from dokoclub.core.static_files import collect_static

collect_static()"""


def copy_to(place: Path) -> TextIO | None:
    """The kept database, if there is one; if not, the lock under which it has to be made, for `keep`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lock = _wait_in(FOLDER)
    if not _kept().exists():
        return lock
    shutil.copyfile(_kept(), place)
    lock.close()
    return None


def _wait_in(folder: Path) -> TextIO:
    """One migrates, the others wait for the copy."""
    lock = (folder / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def keep(lock: TextIO) -> None:
    """The database of this process is migrated now."""
    for old in FOLDER.glob("*.sqlite3"):
        old.unlink()
    sqlite.dump_database(FOLDER / "new")
    (FOLDER / "new").replace(_kept())
    lock.close()


def copy_in(cluster: str) -> TextIO | None:
    """Make the database of this worker from the template; without one, return the lock under which to make it."""
    lock = _wait_in(Path(cluster))
    name = connection.ops.quote_name(connection.creation._get_test_db_name())  # type: ignore[attr-defined]
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = 'migrated'")
        if not cursor.fetchone():
            return lock
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE migrated")
    lock.close()
    return None


def keep_in_cluster(lock: TextIO) -> None:
    """Make a template of the database of this worker, which is migrated now and has no tests yet."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE migrated TEMPLATE {name}")
    lock.close()


def _kept() -> Path:
    return FOLDER / f"{_version()}.sqlite3"


@cache
def _version() -> str:
    """Of everything that decides what a migrated database looks like."""
    return _digest(sorted(ROOT.glob("dokoclub/*/migrations/*.py")))


def lay_static(home: Path) -> None:
    """Put the collected files into the data folder of a new install; its first start then finds nothing to collect."""
    STATIC.mkdir(parents=True, exist_ok=True)
    kept = STATIC / _version_of_static()
    with (STATIC / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one collects, the others wait for the copy
        if not kept.exists():
            for old in STATIC.glob("*/"):
                shutil.rmtree(old)
            with TemporaryDirectory(dir=STATIC) as made:
                environment = {"DATA_DIR": made, "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
                command, environment["PATH"] = [sys.executable, "-c", COLLECT], os.environ["PATH"]
                subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=PATIENCE)
                Path(made, "static").replace(kept)
        shutil.copytree(kept, home / "static", dirs_exist_ok=True)


@cache
def _version_of_static() -> str:
    files = (path for path in (ROOT / "static").rglob("*") if path.is_file())
    return _digest([Path(static_files.__file__), *sorted(files)])


def _digest(paths: Iterable[Path]) -> str:
    found = sha256()
    for path in [*paths, ROOT / "requirements" / "dev.txt"]:
        found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]
