"""`manage.py restore`: back up, destroy, restore, and everything is there."""

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.operations import backup, hooks
from dokoclub.operations.copies import path_beside
from dokoclub.operations.status import check_health

pytestmark = pytest.mark.usefixtures("expendable", "backups")

Rows = dict[str, list[tuple[object, ...]]]
called: list[str] = []
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  # a disk of its own, on Linux


def first_hook() -> None:
    called.append(f"first, {Account.objects.count()} here")


def second_hook() -> None:
    called.append("second")


def everything() -> Rows:
    """All rows of all tables."""
    with connection.cursor() as cursor:
        found = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")  # noqa: S608
            found[table] = cursor.fetchall()
        return found


def restore(copy: Path | str, yes: bool = True) -> str:
    out = StringIO()
    call_command("restore", str(copy), yes=yes, stdout=out)
    return out.getvalue()


def only_with_a_file() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")


@pytest.mark.promise("restore")
def test_lost_rows_are_back() -> None:
    Account.objects.create_user("anna", password="herz-zehn")
    before = everything()
    copy = backup.back_up()
    Account.objects.all().delete()
    Account.objects.create_user("intruder")

    restore(copy)

    assert everything() == before


def test_a_copy_of_one_process_serves_several(settings: Settings) -> None:
    """Several count in a table how often somebody registers."""
    copy = backup.back_up()
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "shared_cache"}
    }

    restore(copy)

    assert cache.add("tries", 1)


def test_a_destroyed_database_is_back(backups: Path) -> None:
    only_with_a_file()
    Account.objects.create_user("anna")
    before = everything()
    backup.back_up()
    connection.close()
    file = Path(connection.settings_dict["NAME"])
    file.write_bytes(b"coffee" * 1000)

    said = restore("newest")

    assert everything() == before
    (kept,) = backups.glob("before-restore-damaged-*.sqlite3")
    assert kept.read_bytes().startswith(b"coffee")
    assert str(kept) in said


@pytest.mark.promise("no-room")
def test_what_is_restored_is_for_its_owner_alone() -> None:
    only_with_a_file()
    backup.back_up()
    connection.close()
    file = Path(connection.settings_dict["NAME"])
    file.write_bytes(b"coffee" * 1000)
    file.chmod(0o600)

    before = os.umask(0o022)
    try:
        restore("newest")
    finally:
        os.umask(before)

    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.promise("no-room")
def test_a_damaged_database_is_kept_on_the_disk_of_the_backups(settings: Settings, tmp_path: Path) -> None:
    only_with_a_file()
    if not SHARED_MEMORY.is_dir() or SHARED_MEMORY.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("no other disk on this machine")
    Account.objects.create_user("anna")
    with TemporaryDirectory(dir=SHARED_MEMORY) as disk:
        settings.BACKUP_DIR = Path(disk)
        backup.back_up()
        connection.close()
        Path(connection.settings_dict["NAME"]).write_bytes(b"coffee" * 1000)

        restore("newest")

        assert Account.objects.get().username == "anna"
        (kept,) = Path(disk).glob("before-restore-damaged-*.sqlite3")
        assert kept.read_bytes().startswith(b"coffee")


@contextmanager
def full_disk() -> Iterator[None]:
    """As full as that: no file finds room for more than 16 kB."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.promise("no-room")
def test_without_room_to_keep_what_is_there_nothing_is_replaced(backups: Path) -> None:
    backup.back_up()
    Account.objects.create_user("anna")
    before, copies = everything(), {*backups.iterdir()}

    with (
        full_disk(),
        pytest.raises(CommandError, match="Nothing was replaced, because the present database could not be kept"),
    ):
        restore("newest")

    assert everything() == before
    assert {*backups.iterdir()} == copies


@pytest.mark.promise("no-room")
def test_without_room_for_the_copy_it_says_so_and_where_the_damaged_one_lies(backups: Path) -> None:
    only_with_a_file()
    backup.back_up()
    connection.close()
    Path(connection.settings_dict["NAME"]).write_bytes(b"coffee" * 1000)

    with full_disk(), pytest.raises(CommandError) as told:
        restore("newest")

    (kept,) = backups.glob("before-restore-damaged-*.sqlite3")
    assert f"cannot be written to: disk I/O error. What was there before is kept as {kept}." in str(told.value)
    assert kept.read_bytes().startswith(b"coffee")


def test_a_new_machine_needs_no_yes() -> None:
    only_with_a_file()
    Account.objects.create_user("anna")
    copy = backup.back_up()
    connection.close()
    for part in Path(connection.settings_dict["NAME"]).parent.glob("expendable.sqlite3*"):
        part.unlink()

    said = restore(copy, yes=False)

    assert Account.objects.get().username == "anna"
    assert said == f"Restored {copy}.\n"


@pytest.mark.promise("damaged-copy")
def test_nothing_is_replaced_without_a_yes() -> None:
    copy = backup.back_up()
    Account.objects.create_user("anna")

    with pytest.raises(CommandError, match="--yes"):
        restore(copy, yes=False)

    assert Account.objects.get().username == "anna"


def test_what_was_replaced_can_be_had_back() -> None:
    copy = backup.back_up()
    Account.objects.create_user("anna")

    restore(copy)
    assert not Account.objects.exists()
    (kept,) = backup.list_copies("before-restore")
    restore(kept)

    assert Account.objects.get().username == "anna"


@pytest.mark.promise("restore")
def test_the_running_site_sees_it_at_once() -> None:
    only_with_a_file()
    copy = backup.back_up()
    Account.objects.create_user("anna")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as running:
        assert running.execute("SELECT count(*) FROM accounts_account").fetchone() == (1,)

        restore(copy)

        assert running.execute("SELECT count(*) FROM accounts_account").fetchone() == (0,)
        assert running.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_older_copy_is_migrated() -> None:
    call_command("migrate", "mfa", "0002", verbosity=0)
    copy = backup.back_up()
    call_command("migrate", verbosity=0)

    restore(copy)

    assert check_health()["unapplied_migrations"] == 0
    assert MigrationRecorder.Migration.objects.filter(app="mfa").count() == 3


def test_the_hooks_run_on_the_restored_rows_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "after_restore", [first_hook, second_hook])
    Account.objects.create_user("anna")
    copy = backup.back_up()
    Account.objects.all().delete()
    called.clear()

    restore(copy)

    assert called == ["first, 1 here", "second"]


@pytest.mark.promise("damaged-copy")
def test_a_copy_of_a_newer_version_is_refused() -> None:
    migration = MigrationRecorder.Migration.objects.create(app="accounts", name="9999_from_the_future")
    copy = backup.back_up()
    migration.delete()
    Account.objects.create_user("anna")

    with pytest.raises(CommandError, match=r"newer version.*accounts\.9999_from_the_future"):
        restore(copy)

    assert Account.objects.exists()


@pytest.mark.promise("damaged-copy")
def test_a_damaged_copy_is_refused() -> None:
    copy = backup.back_up()
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    Account.objects.create_user("anna")

    with pytest.raises(CommandError):
        restore(copy)

    assert Account.objects.exists()


@pytest.mark.promise("damaged-copy")
@pytest.mark.cases
@pytest.mark.parametrize("place", range(20))
def test_a_copy_with_one_flipped_bit_is_refused(place: int) -> None:
    """SQLite itself passes nine of ten such copies."""
    copy = backup.back_up()
    content = bytearray(copy.read_bytes())
    content[len(content) * place // 20] ^= 1 << place % 8
    copy.write_bytes(content)
    Account.objects.create_user("anna")

    with pytest.raises(CommandError, match="damaged"):
        restore(copy)

    assert Account.objects.exists()


def test_a_checksum_that_is_damaged_itself_is_named() -> None:
    copy = backup.back_up()
    path_beside(copy).write_text("coffee")

    with pytest.raises(CommandError, match=rf"{path_beside(copy).name} is damaged"):
        restore(copy)


def test_a_copy_of_an_older_version_has_no_checksum_and_is_restored() -> None:
    copy = backup.back_up()
    path_beside(copy).unlink()
    Account.objects.create_user("anna")

    restore(copy)

    assert not Account.objects.exists()


# --- Files of another kind --------------------------------------------------------------------------------------------

WRONG_KINDS = {
    "copy.sqlite3.age": (b"age-encryption.org/v1\n-> X25519 abc", "is encrypted: decrypt it first"),
    "copy.pgdump.gpg": (b"\x85\x01\x0c\x03binary", "is encrypted: decrypt it first"),
    "copy.sqlite3.gz": (b"\x1f\x8b\x08\x00", "is compressed: unpack it first"),
    "copy.sqlite3": (b"", "is empty"),
    "copy.txt": (b"coffee" * 100, "is no backup of dokoclub"),
    "dump.sql": (b"--\n-- PostgreSQL database dump\n--\n", "is no backup of dokoclub"),
    "club.json": (b'{"format": "dokoclub"}', "import_club"),
}


@pytest.mark.parametrize("name", WRONG_KINDS)
def test_a_file_of_another_kind_is_named(tmp_path: Path, name: str) -> None:
    content, words = WRONG_KINDS[name]
    (tmp_path / name).write_bytes(content)

    with pytest.raises(CommandError, match=f"^{name} {words}|^{name} .*{words}"):
        restore(tmp_path / name)


def test_a_copy_of_the_other_kind_of_database_is_named(tmp_path: Path) -> None:
    sqlite3_here = connection.vendor == "sqlite"
    content, words = (b"PGDMP\x01\x0e", "a PostgreSQL") if sqlite3_here else (b"SQLite format 3\0", "an SQLite")
    (tmp_path / "copy").write_bytes(content + bytes(100))

    with pytest.raises(CommandError, match=f"^copy is a copy of {words} database.*DATABASE_URL"):
        restore(tmp_path / "copy")


def test_a_folder_is_no_copy(backups: Path) -> None:
    with pytest.raises(CommandError, match="is a folder: name the backup in it"):
        restore(backups)


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_one_that_was_cut_off_says_so(part: float) -> None:
    """Also without a checksum file."""
    copy = backup.back_up()
    path_beside(copy).unlink()
    copy.write_bytes(copy.read_bytes()[: int(copy.stat().st_size * part)])

    with pytest.raises(CommandError, match=rf"^{copy.name} (is damaged|cannot be read)"):
        restore(copy)


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    only_with_a_file()
    other = tmp_path / "recipes.sqlite3"
    with closing(sqlite3.connect(other)) as opened:
        opened.execute("CREATE TABLE soup (name)")

    with pytest.raises(CommandError, match="no database of dokoclub"):
        restore(other)


@pytest.mark.parametrize(("asked", "answer"), [("/no/such/file", "no file"), ("newest", "no backup yet")])
def test_a_copy_that_is_not_there_is_missed(asked: str, answer: str) -> None:
    with pytest.raises(CommandError, match=answer):
        restore(asked)
