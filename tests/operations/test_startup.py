"""A start with the wrong database, a damaged one or none says so in a sentence, and never begins anew beside it."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import path_of_list
from dokoclub.operations import backup, scheduler, sqlite
from tests.migrated import lay_static
from tests.processes import PATIENCE, read_to_end, start_child

pytestmark = pytest.mark.usefixtures("expendable", "backups")


@pytest.fixture(autouse=True)
def nothing_to_do(settings: Settings, tmp_path: Path) -> None:
    settings.BEFORE_START = []
    settings.DATA_DIR = tmp_path


def prepare() -> str:
    out = StringIO()
    call_command("prepare", stdout=out)
    return out.getvalue()


def only_with_a_file() -> Path:
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    connection.close()
    return Path(connection.settings_dict["NAME"])


def other_log(tmp_path: Path) -> Path:
    """The log of a new install, as it lies beside its database while that one runs."""
    other = tmp_path / "other.sqlite3"
    source = Path(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(source)) as mine, closing(sqlite3.connect(other)) as made:
        mine.backup(made)
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("PRAGMA wal_autocheckpoint=0")
        made.execute("UPDATE django_migrations SET applied = '2020-01-01 00:00:00'")
        made.execute("DELETE FROM accounts_account")
        made.commit()
        kept = tmp_path / "kept-wal"
        shutil.copy(f"{other}-wal", kept)
    return kept


def test_a_good_database_starts() -> None:
    Account.objects.create_user("anna")
    backup.back_up()

    assert "dokoclub: http" in prepare()


def test_a_new_install_starts() -> None:
    assert "The first account needs this code" in prepare()


def test_a_damaged_file_is_said_to_be_one_and_the_way_back_is_named() -> None:
    file = only_with_a_file()
    copy = backup.back_up()
    file.write_bytes(b"coffee" * 1000)

    with pytest.raises(CommandError, match=rf"not a database.*restore newest --yes.*{copy.name}"):
        prepare()


@pytest.mark.promise("start")
def test_damage_inside_is_found_too() -> None:
    file = only_with_a_file()
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = b"\x07" * 8192
    file.write_bytes(content)

    with pytest.raises(CommandError, match=r"(is damaged|cannot be read).*There is no backup in .*copy DATA_DIR away"):
        prepare()


@pytest.mark.promise("start")
def test_the_log_of_another_database_is_seen_before_it_is_read_into_this_one(tmp_path: Path) -> None:
    """A copy made by hand: it would begin as an empty install."""
    file = only_with_a_file()
    Account.objects.create_user("anna")
    connection.close()
    log = shutil.copy(other_log(tmp_path), f"{file}-wal")
    before = file.read_bytes(), Path(log).read_bytes()

    with pytest.raises(CommandError, match=r"of another database.*move .*-wal away"):
        prepare()

    assert (file.read_bytes(), Path(log).read_bytes()) == before
    Path(log).unlink()
    Path(f"{file}-shm").unlink(missing_ok=True)
    assert Account.objects.get().username == "anna"


def test_so_is_that_of_one_that_has_been_running(tmp_path: Path) -> None:
    """Its log holds only what was written last: by a phone, and by the server itself every now and then."""
    file = only_with_a_file()
    Account.objects.create_user("anna")
    connection.close()
    other = tmp_path / "other.sqlite3"
    shutil.copy(file, other)
    with closing(sqlite3.connect(other)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("UPDATE django_migrations SET applied = '2020-01-01 00:00:00'")
        made.commit()
        made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        made.execute("UPDATE accounts_account SET display_name = 'Berta'")
        made.commit()
        connection.settings_dict["NAME"] = str(other)
        scheduler.mark_log()
        connection.settings_dict["NAME"] = str(file)
        shutil.copy(f"{other}-wal", f"{file}-wal")

    with pytest.raises(CommandError, match=r"of another database.*move .*-wal away"):
        prepare()


def test_a_journal_is_no_log_to_be_moved_away(tmp_path: Path) -> None:
    """What an interrupted write of another database left would be rolled back into this one."""
    file = only_with_a_file()
    Account.objects.create_user("anna")
    connection.close()
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.executescript("PRAGMA cache_size=1; CREATE TABLE games (note TEXT);")
        other.executemany("INSERT INTO games VALUES (?)", [["x" * 4000]] * 20)
        other.commit()
        other.execute("UPDATE games SET note = 'y' || note")
        shutil.copy(tmp_path / "other.sqlite3-journal", f"{file}-journal")
        other.rollback()
    Path(f"{file}-wal").write_bytes(b"what was written last")

    with pytest.raises(CommandError, match=r"cannot be read.*-journal is of another database.*move .*-journal away"):
        prepare()

    Path(f"{file}-journal").unlink()
    Path(f"{file}-wal").unlink()
    assert prepare()
    assert Account.objects.get().username == "anna"


def test_the_own_log_is_no_fault() -> None:
    file = only_with_a_file()
    with closing(sqlite3.connect(file)) as killed:
        killed.execute("PRAGMA journal_mode=WAL")
        killed.execute("UPDATE django_migrations SET name = name")
        killed.commit()

        assert prepare()


def test_a_log_without_its_database_is_kept(tmp_path: Path) -> None:
    """SQLite would throw it away."""
    file = only_with_a_file()
    log = Path(shutil.copy(other_log(tmp_path), f"{file}-wal"))
    file.unlink()

    with pytest.raises(CommandError, match="not there, but its log"):
        prepare()

    assert log.stat().st_size
    assert not file.exists()


def test_a_database_of_something_else_is_named() -> None:
    file = only_with_a_file()
    file.unlink()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("CREATE TABLE soup (name)")

    with pytest.raises(CommandError, match="no database of dokoclub: see DATA_DIR"):
        prepare()


def test_a_missing_file_beside_a_backup_is_no_new_install(settings: Settings) -> None:
    """The disk of the data was not mounted, say."""
    file = only_with_a_file()
    Account.objects.create_user("anna")
    connection.close()
    copy = backup.back_up()
    file.unlink()

    with pytest.raises(CommandError, match=rf"holds nobody, but .*{copy.name} is here.*restore newest"):
        prepare()

    assert not file.exists()


@pytest.mark.promise("start")
def test_a_database_without_people_beside_a_backup_with_some_is_no_new_install() -> None:
    Account.objects.create_user("anna")
    copy = backup.back_up()
    Account.objects.all().delete()

    with pytest.raises(CommandError, match=rf"holds nobody, but .*{copy.name} is here"):
        prepare()


def test_a_backup_of_a_new_install_does_not_stop_it() -> None:
    call_command("seed_demo", evenings=1, verbosity=0)
    backup.back_up()

    assert "The first account needs this code" in prepare()


def test_nobody_beside_the_list_of_whom_it_erased_is_no_new_install() -> None:
    path_of_list().write_text("account 00000000-0000-4000-8000-000000000001\n")

    with pytest.raises(CommandError, match=r"holds nobody, but .*erased_ids is here"):
        prepare()


def test_what_goes_wrong_while_it_is_brought_up_to_date_is_a_sentence(settings: Settings) -> None:
    only_with_a_file()
    settings.BEFORE_START = [("clearsessions", [])]
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE django_session")

    with pytest.raises(CommandError, match=r"could not be prepared: no such table: django_session"):
        prepare()


def test_a_large_database_is_read_for_a_while_only() -> None:
    """Wherever the time ends, that is no fault."""
    file = only_with_a_file()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("CREATE TABLE large (text)")
        opened.executemany("INSERT INTO large VALUES (?)", ((str(number) * 20,) for number in range(300_000)))
        opened.commit()

    assert {sqlite._check_quickly(file, seconds / 1000) for seconds in range(1, 20)} == {"ok"}


def test_at_night_all_of_it_is_read() -> None:
    file = only_with_a_file()
    content = bytearray(file.read_bytes())
    content[-4096:] = b"\x07" * 4096
    file.write_bytes(content)

    with pytest.raises(CommandError, match=r"is damaged|cannot be read"):
        call_command("check_database")


def damage_log(file: Path, place: int) -> None:
    """One bit of it, as a disk does."""
    log = file.with_name(f"{file.name}-wal")
    content = bytearray(log.read_bytes())
    content[place] ^= 1
    log.write_bytes(content)


def write_saves(file: Path, number: int) -> Path:
    """The folder of an install whose server was killed: all saves are in the log only."""
    folder = file.with_name("killed")
    folder.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("PRAGMA wal_autocheckpoint=0")
        opened.execute("CREATE TABLE saves (number)")
        for save in range(number):
            opened.execute("INSERT INTO saves VALUES (?)", [save])
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", folder / f"{file.name}{suffix}")
    return folder / file.name


@pytest.mark.parametrize("place", [0, 9, 40, 3000, 32 + 10 * 4120 + 100])
def test_a_damaged_log_is_kept_and_told(place: int) -> None:
    """SQLite reads it up to there and drops the rest in silence."""
    file = write_saves(only_with_a_file(), 40)
    damage_log(file, place)
    damaged = file.with_name(f"{file.name}-wal").read_bytes()
    connection.settings_dict["NAME"] = str(file)  # until the end of `expendable`

    said = sqlite.save_damaged_log()

    if place == 9:  # the size of a page: nothing in it can be told apart
        assert said is None or "saves" in said
        return
    assert said is not None
    assert re.search(r"is damaged: \d+ saves at its end cannot be read and are lost. A copy is kept as ", said)
    (kept,) = file.parent.glob(f"{file.name}-wal-damaged-*")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (damaged, 0o600)


def test_a_whole_log_is_not_told() -> None:
    file = write_saves(only_with_a_file(), 40)
    connection.settings_dict["NAME"] = str(file)  # until the end of `expendable`

    assert sqlite.save_damaged_log() is None


def test_nor_a_save_that_a_power_cut_has_torn() -> None:
    file = write_saves(only_with_a_file(), 40)
    log = file.with_name(f"{file.name}-wal")
    damage_log(file, log.stat().st_size - 100)
    connection.settings_dict["NAME"] = str(file)  # until the end of `expendable`

    assert sqlite.save_damaged_log() is None


def test_a_start_says_what_is_lost(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(backup.choose_engine(), "save_damaged_log", lambda: "40 saves are lost.")
    prepare()
    assert "40 saves are lost." in capsys.readouterr().err


def test_a_database_of_another_user_is_told_with_both_names(monkeypatch: pytest.MonkeyPatch) -> None:
    file = only_with_a_file()
    monkeypatch.setattr(os, "access", lambda path, _how: path != file)

    owner = sqlite.name_user(file.stat().st_uid)
    with pytest.raises(CommandError, match=f"{file} belongs to {owner}, and .* may not read and write it.*chown"):
        prepare()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    only_with_a_file()
    connection.settings_dict["NAME"] = str(tmp_path / "missing" / "db.sqlite3")  # until the end of `expendable`

    with pytest.raises(CommandError, match=r"there is no folder .*missing: see DATABASE_URL"):
        prepare()


@pytest.mark.promise("start")
def test_a_server_started_by_itself_says_the_same_and_ends(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "db.sqlite3").write_bytes(b"coffee" * 1000)
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(home)}

    done = subprocess.run(
        [sys.executable, "-m", "dokoclub.server"],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert done.returncode == 1
    assert "is not a database" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Listening" not in done.stderr


def test_two_that_start_a_new_install_at_once(tmp_path: Path) -> None:
    """Both are well, and have one key and one code for the first account."""
    lay_static(tmp_path)
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    environment.pop("DATABASE_URL", None)
    command, pipes = [sys.executable, "manage.py", "prepare"], {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with ExitStack() as stack:
        starts = [stack.enter_context(start_child(command, env=environment, **pipes)) for _ in range(2)]
        said = [read_to_end(start) for start in starts]
    assert [start.returncode for start in starts] == [0, 0], said
    assert said[0] == said[1]
    assert not list(tmp_path.glob("secret_key.*"))


def test_a_pool_that_lets_a_save_wait_for_ever_is_refused(settings: Settings) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("about PgBouncer")
    settings.PGBOUNCER = {"HOST": "pool.example"}
    prepare()
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")

    with pytest.raises(CommandError, match="connect_query='SET lock_timeout = 10000' is missing"):
        prepare()
    connection.close()
