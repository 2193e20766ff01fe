"""Migrations that were released are never edited: an install that ran them would not run them again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.released.stored import RELEASES, Release


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.commit)
def test_they_are_as_they_were(release: Release) -> None:
    found = {path: sha256(Path(settings.BASE_DIR, path).read_bytes()).hexdigest() for path in release.migrations}

    assert found == release.migrations | {path: MENDED[path] for path in MENDED if path in release.migrations}


MENDED: Final = {
    # It went through on PostgreSQL only where no row was in a cash box; its tables and rows are the same as before.
    "dokoclub/settlement/migrations/0002_cash_year.py": (
        "3a8c777b5c52ace804ff84ea52ba3dd46c91bfc5817986308a9f5db1e6ba9b79"
    ),
}


# --- Data and tables apart --------------------------------------------------------------------------------------------

MIXED: Final = {("settlement", "0002_cash_year")}  # has the checks of its rows done before it goes on


def writes_rows(operation: Operation) -> bool:
    return isinstance(operation, RunPython | RunSQL)


def test_no_migration_changes_tables_behind_rows() -> None:
    """PostgreSQL alters no table whose rows were written twice in the same transaction."""
    ours = [
        one for one in MigrationLoader(None).disk_migrations.values() if type(one).__module__.startswith("dokoclub.")
    ]
    mixed = set()
    for migration in ours:
        kinds = [writes_rows(operation) for operation in migration.operations]
        if migration.atomic and any(kinds) and not all(kinds[kinds.index(True) :]):
            mixed.add((migration.app_label, migration.name))
    assert mixed == MIXED
