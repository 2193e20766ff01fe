"""What `manage.py prepare` tells whoever starts the server."""

import stat
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.operations.management.commands.prepare import make_private

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_to_do(settings: Settings) -> None:
    """The database of the tests is migrated already."""
    settings.BEFORE_START = []


def told(settings: Settings, address: str) -> str:
    settings.PUBLIC_URL, settings.PUBLIC_ADDRESS = address, urlsplit(address)
    out = StringIO()
    call_command("prepare", stdout=out)
    return out.getvalue()


def test_at_home_it_names_both_addresses_and_draws_nothing(settings: Settings) -> None:
    said = told(settings, "http://localhost:8000")

    assert "dokoclub: http://localhost:8000 or http://127.0.0.1:8000\n" in said
    assert "█" not in said


def test_one_address_is_named_once(settings: Settings) -> None:
    assert "dokoclub: http://[::1]:8000\n" in told(settings, "http://[::1]:8000")


def test_a_home_network_is_named_as_one(settings: Settings) -> None:
    sentence = "This is for a home network: on the internet a web server with https stands in front."
    assert sentence in told(settings, "http://192.168.1.5:8000")
    assert sentence not in told(settings, "http://localhost:8000")
    settings.HTTPS = True
    assert sentence not in told(settings, "https://doko.example.org")


def test_for_phones_it_draws_the_address(settings: Settings) -> None:
    said = told(settings, "http://192.168.1.5:8000")

    assert "dokoclub: http://192.168.1.5:8000\n" in said
    assert said.count("█") > 100


def test_an_address_brings_the_code_along_until_somebody_is_here(settings: Settings) -> None:
    said = told(settings, "http://192.168.1.5:8000")
    code = said.partition("The first account needs this code: ")[2].split()[0]
    assert f"This address brings it along: http://192.168.1.5:8000/?code={code}\n" in said

    Account.objects.create_user("anna")

    assert "?code=" not in told(settings, "http://192.168.1.5:8000")


def test_the_key_for_messages_is_made_where_they_are_wanted(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    key = tmp_path / "vapid_key"
    told(settings, "http://localhost:8000")
    assert not key.exists()

    settings.PUSH_CONTACT = "doko@example.org"
    told(settings, "http://localhost:8000")
    made = key.read_text()
    told(settings, "http://localhost:8000")

    assert (key.read_text(), stat.S_IMODE(key.stat().st_mode)) == (made, 0o600)


def test_the_code_is_told_until_somebody_is_here(settings: Settings) -> None:
    assert "The first account needs this code: " in told(settings, "http://localhost:8000")

    Account.objects.create_user("anna")

    assert "code" not in told(settings, "http://localhost:8000")


def test_what_has_to_be_done_is_done_first(settings: Settings) -> None:
    settings.BEFORE_START = [("check", ["--tag=nothing-of-that-name"])]

    with pytest.raises(Exception, match="nothing-of-that-name"):
        told(settings, "http://localhost:8000")


def test_files_that_others_may_read_become_private(settings: Settings, tmp_path: Path) -> None:
    """Older versions made them so."""
    settings.BACKUP_DIR = tmp_path
    names = ("db.sqlite3", "db.sqlite3-wal", "dokoclub-2026-01-01.sqlite3", "before-restore-2026-01-01.sqlite3")
    for name in (*names, "other.txt"):
        (tmp_path / name).touch(mode=0o644)
        (tmp_path / name).chmod(0o644)

    make_private({"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "db.sqlite3"})

    ours = names if connection.vendor == "sqlite" else names[:2]
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ours} == {0o600}
    assert stat.S_IMODE((tmp_path / "other.txt").stat().st_mode) == 0o644


def test_the_file_of_a_new_database_is_private(tmp_path: Path) -> None:
    make_private({"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "db.sqlite3"})
    make_private({"ENGINE": "django.db.backends.postgresql", "NAME": "doko"})

    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
