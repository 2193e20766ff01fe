"""What /healthz says, and when it calls for somebody."""

import os
import time
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def backups(settings: Settings, tmp_path: Path) -> Path:
    settings.BACKUP_DIR = tmp_path
    return tmp_path


def copy_of_age(folder: Path, hours: float) -> None:

    for ending in (".sqlite3", ".pgdump"):
        path = folder / f"dokoclub-2026-11-20T16-00-00-000000Z{ending}"
        path.touch()
        os.utime(path, (time.time() - hours * 3600,) * 2)


def test_it_is_well_without_any_backup(client: Client) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json() == {"ok": True, "database": True, "unapplied_migrations": 0, "newest_backup_hours": None}
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
        "unapplied_migrations": None,
        "newest_backup_hours": None,
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

    assert client.get("/healthz").status_code == 200
    assert client.get("/account/").status_code == 301
