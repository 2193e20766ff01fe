"""A database that a test may destroy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts.services.registration import make_founder
from dokoclub.operations import hooks, sqlite
from tests.cast import Cast, signed_in


@pytest.fixture
def backups(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder for copies, and nobody to be called after a restore."""
    folder = tmp_path / "backups"
    folder.mkdir()
    settings.BACKUP_DIR = folder
    monkeypatch.setattr(hooks, "after_restore", [])
    return folder


@pytest.fixture
def expendable(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """On SQLite the connection moves to a copy of the test database; PostgreSQL's cannot be damaged from here."""
    usual = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        sqlite.dump_database(tmp_path / "expendable.sqlite3")
        connection.close()
        connection.settings_dict["NAME"] = str(tmp_path / "expendable.sqlite3")
    yield
    connection.close()
    connection.settings_dict["NAME"] = usual


@pytest.fixture
def founder(cast: Cast) -> Client:
    """The stranger, who is in another club."""
    make_founder(cast.stranger)
    cast.stranger.refresh_from_db()
    return signed_in(cast.stranger)
