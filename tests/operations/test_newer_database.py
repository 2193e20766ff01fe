"""A database that a newer version has changed: this one neither starts on it nor writes into it, and says so."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as present
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.operations import AlterUniqueTogether
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from dokoclub import server
from dokoclub.operations import backup, schema
from dokoclub.operations.schema import applied_migrations, known_migrations
from tests.processes import PATIENCE

pytestmark = pytest.mark.usefixtures("expendable", "backups")

FUTURE = "9999_from_the_future"
SENTENCE = rf"was written by a newer version; this one does not know \w+\.{FUTURE}"
ADVICE = r"Start the newer version again.*`manage.py restore FILE --yes`"


@pytest.fixture(params=["accounts", "an_app_that_came_later"])
def newer(request: pytest.FixtureRequest, expendable: None, backups: Path) -> Iterator[None]:
    """Also where the newer version only brought another app."""
    MigrationRecorder.Migration.objects.create(app=request.param, name=FUTURE)
    yield
    MigrationRecorder.Migration.objects.filter(name=FUTURE).delete()


def test_the_database_of_the_tests_is_of_this_version() -> None:
    assert applied_migrations() == known_migrations()


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("command", ["prepare", "migrate"])
def test_a_start_refuses_it_and_tells_the_way_back(command: str) -> None:
    with pytest.raises(CommandError, match=f"{SENTENCE}.*{ADVICE}"):
        call_command(command, verbosity=0)


@pytest.mark.usefixtures("newer")
def test_so_does_a_server_that_is_started_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dokoclub.server"])
    monkeypatch.setattr(server, "refuse_taken_port", lambda _host, _port: None)
    monkeypatch.setattr(server, "serve_site", lambda _application: pytest.fail("it serves"))

    with pytest.raises(SystemExit, match=SENTENCE):
        server.serve_unprepared()


@pytest.mark.usefixtures("newer")
def test_the_site_says_that_it_is_not_well(client: Client) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["ok"], answer.json()["unknown_migrations"]) == (503, False, 1)


@pytest.mark.usefixtures("newer")
def test_the_status_names_it() -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("status", stdout=out)
    assert ended.value.code == 2
    assert "Migrations of a newer version, which this one would spoil: 1." in out.getvalue()


@pytest.mark.usefixtures("newer")
def test_an_older_copy_may_replace_it() -> None:
    MigrationRecorder.Migration.objects.filter(name=FUTURE).delete()
    copy = backup.back_up()
    MigrationRecorder.Migration.objects.create(app="accounts", name=FUTURE)

    call_command("restore", str(copy), yes=True, stdout=StringIO())

    assert applied_migrations() == known_migrations()


def test_rows_of_an_app_that_was_removed_are_not_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "FORMER_APPS", frozenset({"an_app_of_long_ago"}))
    applied = known_migrations() | {("an_app_of_long_ago", "0001_initial")}

    assert schema.unknown_migrations(applied) == []


# --- Every command that writes ----------------------------------------------------------------------------------------


@pytest.fixture
def newer_folder(tmp_path: Path) -> Path:
    if connection.vendor != "sqlite":
        pytest.skip("the commands of another process find the file of SQLite")
    MigrationRecorder.Migration.objects.create(app="accounts", name=FUTURE)
    connection.close()
    folder = tmp_path / "install"
    folder.mkdir()
    Path(connection.settings_dict["NAME"]).rename(folder / "db.sqlite3")
    return folder


def say(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=present.BASE_DIR, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.mark.cases
@pytest.mark.parametrize("command", ["serve", "seed_demo", "purge", "repost", "createcachetable", "nightly"])
def test_a_command_that_writes_refuses(newer_folder: Path, command: str) -> None:
    done = say(newer_folder, command)

    assert done.returncode == 1
    assert "newer version" in done.stderr
    assert "Traceback" not in done.stderr


def test_one_that_copies_does_not(newer_folder: Path) -> None:
    assert say(newer_folder, "backup").returncode == 0


# --- A step that fails ------------------------------------------------------------------------------------------------


def test_a_migration_that_fails_says_which_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("migrate", "mfa", "0001", verbosity=0)
    copy = backup.back_up()

    def fail(*_given: object) -> None:
        raise ValueError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(AlterUniqueTogether, "database_forwards", fail)
        with pytest.raises(CommandError) as failed:
            call_command("migrate", verbosity=0)
    call_command("migrate", verbosity=0)

    said = str(failed.value)
    assert (
        "The migration mfa.0003_authenticator_type_uniq failed: no room. Of this upgrade 1 migrations are done" in said
    )
    assert f"`manage.py restore FILE --yes`. The newest backup is {copy}." in said
