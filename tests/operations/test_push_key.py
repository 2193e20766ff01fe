"""The key for messages is in the backup: a restored database names browsers that listen to it alone."""

import stat
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from dokoclub.operations import backup
from dokoclub.webpush import load_key, name_key

pytestmark = pytest.mark.usefixtures("expendable", "backups")


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return Path(settings.DATA_DIR)


def key_of(data: Path) -> str:
    return name_key(load_key(data))


def test_it_lies_beside_the_copies_readable_by_its_owner_alone(data: Path) -> None:
    mine = key_of(data)
    kept = backup.back_up().parent / "vapid_key"
    assert (key_of(kept.parent), stat.S_IMODE(kept.stat().st_mode)) == (mine, 0o600)
    assert list(kept.parent.glob("vapid_key*")) == [kept]


def test_another_machine_has_it_with_the_restored_copy(data: Path) -> None:
    mine, copy = key_of(data), backup.back_up()
    (data / "vapid_key").unlink()
    theirs = key_of(data)  # made when that one was started
    call_command("restore", str(copy), yes=True)
    assert mine != theirs
    assert key_of(data) == mine
    assert stat.S_IMODE((data / "vapid_key").stat().st_mode) == 0o600


def test_without_one_nothing_is_copied(data: Path) -> None:
    copy = backup.back_up()
    call_command("restore", str(copy), yes=True)
    assert [*copy.parent.glob("vapid_key*"), *data.glob("vapid_key*")] == []
