"""`manage.py backup`: a checked copy of one moment, and not more of them than wanted."""

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.operations import backup, postgres, sqlite
from dokoclub.operations.copies import BackupRefused, path_beside
from tests.processes import PATIENCE

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

    (copy,) = backup.list_copies()
    assert out.getvalue() == f"{copy}\n"
    assert {path.name for path in backups.iterdir()} == {copy.name, f"{copy.name}.sha256"}
    assert names_in(copy) == ["anna"]


@pytest.mark.promise("backup")
def test_only_its_owner_may_read_it() -> None:
    copy = backup.back_up()

    assert copy.stat().st_mode & 0o777 == 0o600
    assert path_beside(copy).stat().st_mode & 0o777 == 0o600


@pytest.mark.promise("no-room")
def test_nor_does_anybody_else_while_it_is_written(backups: Path) -> None:
    private = backups / "private"
    private.touch(mode=0o600)
    (backups / "the same").hardlink_to(private)

    backup.choose_engine().dump_database(private)

    assert private.samefile(backups / "the same")
    assert private.stat().st_size


def test_its_checksum_is_the_one_that_other_programs_work_out() -> None:
    copy = backup.back_up()
    program = shutil.which("sha256sum")
    if program is None:
        pytest.skip("no sha256sum on this machine")

    done = subprocess.run(
        [program, "--check", path_beside(copy)], cwd=copy.parent, capture_output=True, check=False, timeout=PATIENCE
    )

    assert done.returncode == 0


@pytest.mark.promise("backup")
@pytest.mark.parametrize("name", ["dokoclub", "before-restore", "rehearsal"])
def test_what_was_killed_while_it_wrote_is_removed_by_the_next_one(backups: Path, name: str) -> None:
    left = [backups / f"{name}-2026-11-20T03-00-00-000000Z.sqlite3.part{ending}" for ending in ("", "-journal")]
    for path in left:
        path.write_text("a copy of everybody")
        os.utime(path, (time.time() - 3700,) * 2)

    backup.back_up()

    assert [path for path in left if path.exists()] == []


def test_two_may_tidy_up_at_once(backups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is listed may be gone when it is looked at."""
    gone = backups / "dokoclub-2020-01-01T00-00-00-000000Z.sqlite3.part"
    monkeypatch.setattr(Path, "glob", lambda *_: iter([gone]))
    backup.remove_abandoned()


def test_what_is_being_written_and_what_others_left_stays(backups: Path) -> None:
    young = backups / "dokoclub-2026-11-20T03-00-00-000000Z.sqlite3.part"
    foreign = backups / "download.part"
    for path, age in ((young, 3500), (foreign, 7200)):
        path.touch()
        os.utime(path, (time.time() - age,) * 2)

    backup.back_up()

    assert (young.exists(), foreign.exists()) == (True, True)


@pytest.mark.promise("backup")
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


def test_the_oldest_go_with_their_checksums(settings: Settings, backups: Path) -> None:
    settings.BACKUPS_KEPT = 2

    made = [backup.back_up() for _ in range(3)]

    assert backup.list_copies() == [made[2], made[1]]
    assert {*backups.iterdir()} == {*made[1:], *map(path_beside, made[1:])}


def test_a_damaged_one_goes_with_its_log(settings: Settings, backups: Path) -> None:
    settings.BACKUPS_KEPT = 1
    suffix = backup.choose_engine().SUFFIX
    for name in (f"{suffix}", f"{suffix}-wal", f"{suffix}-journal"):
        (backups / f"before-restore-2026-01-01T00-00-00-000000Z{name}").touch()

    copy = backup.back_up(backup.BEFORE_RESTORE)

    assert {*backups.iterdir()} == {copy, path_beside(copy)}


def test_none_goes_where_all_are_wanted(settings: Settings) -> None:
    settings.BACKUPS_KEPT = 0

    made = [backup.back_up() for _ in range(3)]

    assert backup.list_copies() == made[::-1]


@pytest.mark.promise("backup")
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

    with pytest.raises(BackupRefused, match="not-there"):
        backup.back_up()
