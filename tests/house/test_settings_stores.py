"""Where the environment may have it stored: databases and caches, each as safe as it can be."""

from pathlib import Path
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from tests.house.environment import settings_of


def test_several_processes_share_one_cache(tmp_path: Path) -> None:
    alone, several = settings_of(tmp_path, PROCESSES="1"), settings_of(tmp_path, PROCESSES="3")

    assert alone["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert several["CACHES"]["default"]["BACKEND"].endswith("DatabaseCache")


def test_machines_share_a_redis_or_valkey(tmp_path: Path) -> None:
    found = settings_of(tmp_path, CACHE_URL="valkeys://doko:p%40ss@cache.example:6380/2", PROCESSES="1")["CACHES"]

    assert found["default"]["LOCATION"] == "rediss://doko:p%40ss@cache.example:6380/2"


def test_without_its_client_postgresql_is_refused_by_name(tmp_path: Path) -> None:
    with (
        mock.patch("importlib.util.find_spec", return_value=None),
        pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL is not usable: its client is not installed"),
    ):
        settings_of(tmp_path, DATABASE_URL="postgres://doko:tops3cret@localhost/doko")


def test_without_its_client_the_cache_is_refused_by_name(tmp_path: Path) -> None:
    with (
        mock.patch("importlib.util.find_spec", return_value=None),
        pytest.raises(ImproperlyConfigured, match=r"^CACHE_URL is not usable: its client is not installed"),
    ):
        settings_of(tmp_path, CACHE_URL="redis://:tops3cret@localhost")


def test_sqlite_is_kept_safe(tmp_path: Path) -> None:
    database = settings_of(tmp_path)["DATABASES"]["default"]

    assert database["NAME"] == str(tmp_path / "db.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] == 20
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        assert f"PRAGMA {pragma};" in database["OPTIONS"]["init_command"]


@pytest.mark.django_db
@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 20000)])
def test_sqlite_obeys(pragma: str, value: str | int) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


def test_postgresql_by_its_address(tmp_path: Path) -> None:
    database = settings_of(tmp_path, DATABASE_URL="postgres://doko:p%40ss$@db.example:5433/doko")["DATABASES"][
        "default"
    ]

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"], database["HOST"]) == ("doko", "p@ss$", "db.example")
    assert (database["PORT"], database["NAME"]) == (5433, "doko")
    assert "init_command" not in database.get("OPTIONS", {})


def test_what_the_address_asks_for_is_kept(tmp_path: Path) -> None:
    """Defect: the limit of a wait took the place of `sslmode`, and the connection went without TLS."""
    options = settings_of(tmp_path, DATABASE_URL="postgres://db.example/doko?sslmode=require")["DATABASES"]["default"][
        "OPTIONS"
    ]

    assert options == {"sslmode": "require", "options": "-c lock_timeout=10s"}


def test_through_pgbouncer_nothing_is_left_in_a_session(tmp_path: Path) -> None:
    """Neither cursors nor prepared statements, nor what it would refuse at the start of one."""
    urls = {
        "DATABASE_URL": "postgres://doko@db.example/doko",
        "PGBOUNCER_URL": "postgres://doko@pool.example:6432/doko",
    }
    found = settings_of(tmp_path, **urls)
    pages = found["DATABASES"]["default"]

    assert (pages["HOST"], pages["PORT"], found["DATABASE"]["HOST"]) == ("pool.example", 6432, "db.example")
    assert pages["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert pages["OPTIONS"] == {"prepare_threshold": None}
