"""What /healthz says, and when it calls for somebody."""

import os
import resource
import shutil
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.operations import disk, logs, sqlite
from dokoclub.operations.schema import Written
from tests import clock

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def backups(settings: Settings, tmp_path: Path) -> Path:
    """A new install, whose server was started just now."""
    settings.BACKUP_DIR = settings.DATA_DIR = tmp_path
    return tmp_path


def copy_of_age(folder: Path, hours: float) -> None:

    for ending in (".sqlite3", ".pgdump"):
        path = folder / f"dokoclub-2026-11-20T16-00-00-000000Z{ending}"
        path.touch()
        os.utime(path, (time.time() - hours * 3600,) * 2)


def test_it_is_well_without_any_backup(client: Client) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json() == {
        "ok": True,
        "database": True,
        "writable": True,
        "unapplied_migrations": 0,
        "unknown_migrations": 0,
        "newest_backup_hours": None,
        "last_rehearsal_hours": None,
        "warnings": [],
    }
    assert "no-store" in answer["Cache-Control"]


def test_it_tells_the_age_of_the_newest_backup(client: Client, backups: Path) -> None:
    copy_of_age(backups, hours=30)

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["newest_backup_hours"]) == (200, 30.0)


@pytest.mark.parametrize(("age", "status"), [(None, 503), (30, 503), (20, 200)])
def test_a_backup_may_be_expected(
    client: Client, settings: Settings, backups: Path, age: float | None, status: int
) -> None:
    settings.BACKUP_EXPECTED_HOURS = 25
    if age is not None:
        copy_of_age(backups, hours=age)

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["ok"]) == (status, status == 200)


def test_a_migration_that_did_not_run_is_seen(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="accounts").order_by("pk")[0].delete()

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["unapplied_migrations"] == 1


def test_a_database_that_does_not_answer_is_seen(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(recorder: MigrationRecorder) -> None:
        raise OperationalError("connection refused: password=secret")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", gone)

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json() == {
        "ok": False,
        "database": False,
        "writable": False,
        "unapplied_migrations": None,
        "unknown_migrations": None,
        "newest_backup_hours": None,
        "last_rehearsal_hours": None,
        "warnings": [],
    }


def test_it_costs_two_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client.get("/healthz")

    with django_assert_num_queries(2):
        client.get("/healthz")


def test_it_only_answers(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.head("/healthz").status_code == 200


def test_it_answers_without_tls_on_the_machine_itself(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/healthz").status_code == client.get("/readyz").status_code == 200
    assert client.get("/account/").status_code == 301


# --- Writing ---------------------------------------------------------------------------------------------------------


def take_nothing() -> None:
    """As a full disk does: whatever is read still comes."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET default_transaction_read_only = on")
        else:
            full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            cursor.execute(f"CREATE TRIGGER full_disk BEFORE UPDATE ON django_migrations {full}")


@pytest.mark.promise("health")
@pytest.mark.usefixtures("expendable")
def test_a_database_that_takes_nothing_is_seen(client: Client) -> None:
    take_nothing()

    answer = client.get("/healthz")
    ready = client.get("/readyz")

    assert answer.status_code == 503
    assert (answer.json()["ok"], answer.json()["database"], answer.json()["writable"]) == (False, True, False)
    assert (ready.status_code, ready.json()) == (200, {"ready": True})


@pytest.mark.promise("health")
@pytest.mark.usefixtures("expendable")
def test_a_full_disk_is_seen_although_the_log_has_room_inside() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the disk of PostgreSQL is not ours")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = sqlite.try_write()
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))  # no file grows any more
    try:
        full = sqlite.try_write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)

    assert (before, full) == (Written.YES, Written.NO)


@pytest.mark.usefixtures("expendable")
def test_what_is_tried_is_a_write_that_changes_nothing(client: Client) -> None:
    before = list(MigrationRecorder.Migration.objects.order_by("id").values())

    assert client.get("/healthz").json()["writable"] is True

    assert list(MigrationRecorder.Migration.objects.order_by("id").values()) == before


@pytest.mark.usefixtures("expendable")
def test_what_is_tried_is_really_written() -> None:
    """SQLite leaves out what stays as it is."""
    if connection.vendor != "sqlite":
        pytest.skip("about the log of SQLite")
    log = Path(f"{connection.settings_dict['NAME']}-wal")
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = log.stat().st_size

    assert sqlite.try_write() is Written.YES

    assert log.stat().st_size > before


class Clock:
    """Of a process; goes when it is told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_it_writes_once_in_ten_seconds_and_remembers() -> None:
    hand, writes = Clock(), list[float]()

    def write() -> Written:
        writes.append(hand.seconds)
        return Written.NO

    probe = disk.Probe(write, hand)
    for _ in range(30):
        assert probe.can_write() is False
        hand.seconds += 1

    assert writes == [1000, 1010, 1020]


def test_whoever_asks_seldom_may_meet_a_writer() -> None:
    hand = Clock()
    answers = iter([Written.YES, Written.BUSY])
    probe = disk.Probe(lambda: next(answers), hand)
    probe.can_write()
    hand.seconds += 600

    assert probe.can_write() is True


def test_others_may_write_for_a_while_but_not_for_ever() -> None:
    hand = Clock()
    answers = iter([Written.BUSY] * 4 + [Written.YES, Written.BUSY])
    probe = disk.Probe(lambda: next(answers), hand)

    found = []
    for _ in range(6):
        found.append(probe.can_write())
        hand.seconds += 10

    assert found == [True, True, True, False, True, True]


# --- Warnings --------------------------------------------------------------------------------------------------------


@pytest.mark.promise("health")
def test_a_disk_that_is_nearly_full_is_told_with_what_is_left(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=123 * 1024**2))

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    assert answer.json()["warnings"] == ["The disk of the data is nearly full: 123 MB are left."]


def test_a_disk_without_room_for_the_next_copies_is_nearly_full(
    client: Client, backups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of_age(backups, hours=1)
    for copy in backups.glob("dokoclub-*"):
        before = copy.stat()
        os.truncate(copy, 400 * 1024**2)
        os.utime(copy, (before.st_atime, before.st_mtime))  # the system would write its own time
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=1199 * 1024**2))

    assert client.get("/healthz").json()["warnings"] == ["The disk of the data is nearly full: 1199 MB are left."]


def rehearsed(days: float) -> None:
    clock.set_to(clock.NOW - timedelta(days=days))
    logs.log_end("rehearse_restore")
    clock.set_to(clock.NOW)


@pytest.mark.parametrize(
    ("days", "warnings"),
    [(1, []), (4.5, ["The last rehearsal of a restore that went well is 4 days old."])],
)
def test_an_old_rehearsal_is_told_with_its_age(client: Client, days: float, warnings: list[str]) -> None:
    rehearsed(days)

    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json()["last_rehearsal_hours"] == days * 24
    assert answer.json()["warnings"] == warnings


@pytest.mark.parametrize(("nightly", "hours", "warned"), [(True, 100, 1), (True, 20, 0), (False, 100, 0)])
def test_that_none_was_ever_rehearsed_is_told_where_the_nights_should_have(
    client: Client, settings: Settings, backups: Path, nightly: bool, hours: float, warned: int
) -> None:
    settings.NIGHTLY = nightly
    copy_of_age(backups, hours=hours)

    found = client.get("/healthz").json()["warnings"]

    assert found == ["No restore was ever rehearsed, though there have been backups for 4 days."] * warned


def test_daily_work_that_does_not_end_well_is_told(client: Client, settings: Settings) -> None:
    logs.log_start("backup")
    assert client.get("/healthz").json()["warnings"] == []
    logs.log_start("backup")

    answer = client.get("/healthz")
    settings.NIGHTLY = False
    silent = client.get("/healthz")

    assert answer.json()["warnings"] == ["The daily backup was tried 2 times and did not end well."]
    assert (answer.status_code, silent.json()["warnings"]) == (200, [])


# --- For a balancer --------------------------------------------------------------------------------------------------


def test_a_process_is_ready_by_two_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client.get("/readyz")

    with django_assert_num_queries(2):
        answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (200, {"ready": True})
    assert "no-store" in answer["Cache-Control"]


def test_one_that_is_newer_than_its_database_is_not_ready(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="accounts").order_by("pk")[0].delete()

    assert client.get("/readyz").status_code == 503
