"""`manage.py backup`: a checked copy of one moment, and not more of them than wanted."""

import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.operations import backup, postgres, sqlite
from dokoclub.operations.refusal import Refused

pytestmark = pytest.mark.usefixtures("expendable", "backups")


def names_in(copy: Path) -> list[str]:
    if connection.vendor == "postgresql":
        done = postgres._run("pg_restore", "--data-only", "--table=accounts_account", "--file=-", str(copy))
        return [name for name in ("anna", "ben") if f"\t{name}\t" in done]
    with closing(sqlite3.connect(copy)) as opened:
        return [name for (name,) in opened.execute("SELECT username FROM accounts_account ORDER BY 1")]


def test_it_copies_everything_and_says_where(backups: Path) -> None:
    Account.objects.create_user("anna")
    out = StringIO()

    call_command("backup", stdout=out)

    (copy,) = backups.iterdir()
    assert out.getvalue() == f"{copy}\n"
    assert names_in(copy) == ["anna"]


def test_only_its_owner_may_read_it() -> None:
    assert backup.back_up().stat().st_mode & 0o777 == 0o600


def test_it_holds_what_was_committed_and_nothing_of_what_was_not() -> None:
    """Another phone is writing just now; it is neither waited for nor half copied."""
    if connection.vendor != "sqlite":
        pytest.skip("pg_dump promises it")
    Account.objects.create_user("anna")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE accounts_account SET username = 'ben'")

        copy = backup.back_up()

        other.execute("ROLLBACK")
    assert names_in(copy) == ["anna"]


def test_the_oldest_go(settings: Settings) -> None:
    settings.BACKUPS_KEPT = 2

    made = [backup.back_up() for _ in range(3)]

    assert backup.list_copies() == [made[2], made[1]]


def test_none_goes_where_all_are_wanted(settings: Settings) -> None:
    settings.BACKUPS_KEPT = 0

    made = [backup.back_up() for _ in range(3)]

    assert backup.list_copies() == made[::-1]


def test_a_copy_that_is_not_whole_gets_no_name(backups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = postgres if connection.vendor == "postgresql" else sqlite
    dump = engine.dump_database

    def cut_off(target: Path) -> None:
        dump(target)
        target.write_bytes(target.read_bytes()[:5000])

    monkeypatch.setattr(engine, "dump_database", cut_off)

    with pytest.raises(CommandError):
        call_command("backup")

    assert list(backups.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_named(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path / "not-there"

    with pytest.raises(Refused, match="not-there"):
        backup.back_up()
