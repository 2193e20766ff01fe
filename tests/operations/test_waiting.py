"""A start before its database server: it waits, says so, and the service is never given up."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest
from django.db import OperationalError, connection

from dokoclub.operations import startup
from dokoclub.operations.copies import Unreachable
from tests.migrated import lay_static
from tests.processes import read_to_end, read_until, start_child
from tests.throwaway_postgres import cluster, programs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """PostgreSQL that is not there three times, and no second that passes."""
    told: list[str] = []
    monkeypatch.setattr(connection, "vendor", "postgresql")
    monkeypatch.setattr(startup, "sleep", lambda _: told.append("a second"))
    monkeypatch.setattr(connection, "ensure_connection", raiser(3))
    return told


def raiser(times: int) -> object:
    tries = iter(range(times))

    def connect() -> None:
        if next(tries, None) is not None:
            raise OperationalError("connection refused")

    return connect


def test_it_waits_until_the_database_is_there_and_says_so_once(said: list[str]) -> None:
    startup.wait_for_database(said.append)

    first, *rest = said
    assert first == "The database cannot be reached yet: connection refused\nTrying for 300 seconds."
    assert rest == ["a second"] * 3


def test_it_does_not_wait_for_ever(said: list[str]) -> None:
    with pytest.raises(Unreachable, match="cannot be reached: connection refused"):
        startup.wait_for_database(said.append, seconds=2)


def test_a_start_before_postgresql_is_a_start_all_the_same(tmp_path: Path) -> None:
    """Defect: the service gave up for good after half a minute."""
    bin_folder = programs()
    if bin_folder is None:
        pytest.skip("no PostgreSQL on this machine")
    lay_static(tmp_path)
    with cluster(bin_folder) as made:
        made.stop()
        environment = os.environ | made.environment | {"DATA_DIR": str(tmp_path)}
        environment["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
        command = [sys.executable, "manage.py", "prepare"]
        with start_child(command, cwd=ROOT, env=environment, stdout=PIPE, stderr=STDOUT) as preparing:
            read_until(preparing, "cannot be reached yet")
            made.start()
            out, _ = read_to_end(preparing)
        assert preparing.returncode == 0
        assert "The first account needs this code" in out


def test_the_service_is_never_given_up() -> None:
    from dokoclub.operations.systemd import UNIT

    assert "StartLimitIntervalSec=0" in UNIT.splitlines()
    assert "Restart=on-failure" in UNIT.splitlines()
