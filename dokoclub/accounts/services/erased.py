"""Whom must a restored backup forget again? A file of random ids beside the database, which no restore replaces."""

import os
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Literal

from django.conf import settings
from django.db import OperationalError, connection, transaction

Kind = Literal["account", "player"]

_LINE: Final = re.compile(r"(account|player) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def path_of_list() -> Path:
    return Path(settings.DATA_DIR) / "erased_ids"


def remember_erased(kind: Kind, uuid: str) -> None:
    """Write `uuid` down once the running transaction is committed; one that is rolled back erased nobody.

    `uuid` is random, never a primary key: after a restore the database gives the same keys to others.
    """
    transaction.on_commit(partial(_append, kind, str(uuid)))
    transaction.on_commit(_empty_log, robust=True)


def read_erased(kind: Kind) -> set[str]:
    """The ids of everybody of that kind who was ever erased; lines cut short by a crash are passed over."""
    if not path_of_list().exists():
        return set()
    lines = path_of_list().read_text(encoding="ascii", errors="replace").splitlines()
    found = (match for line in lines if (match := _LINE.fullmatch(line)))
    return {match[2] for match in found if match[1] == kind}


def _append(kind: Kind, uuid: str) -> None:
    if uuid in read_erased(kind):  # erased again after a restore
        return
    descriptor = os.open(path_of_list(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        # The line break comes first too: after a line cut short, the next one still stands alone.
        os.write(descriptor, f"\n{kind} {uuid}\n".encode("ascii"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _empty_log() -> None:
    """SQLite's log beside the database still holds the rows as they were; while others are busy, it stays a while."""
    if connection.vendor == "sqlite":
        with suppress(OperationalError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
