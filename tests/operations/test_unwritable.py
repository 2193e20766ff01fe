"""A folder of the data that may not be written: said in words at the start, at every save and by every copy.

Root may write everywhere, so where the tests run as root their programs do without that power.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings as present
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.evenings.services import sync
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.sending import save
from tests.evenings.views import SCRIPT, fields

ROOT: Final = Path(present.BASE_DIR)
POWERS: Final = "-dac_override,-dac_read_search,-fowner"  # by which root passes over the rights of files
PATIENCE: Final = 300  # seconds; a program starts in one, but a machine may have more to do


def without_power(*command: str) -> list[str]:
    if os.getuid():
        return [*command]
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("no setpriv on this machine, and root may write everywhere")
    return [setpriv, f"--bounding-set={POWERS}", f"--inh-caps={POWERS}", *command]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    usual = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}
    command = without_power(sys.executable, *arguments)
    return subprocess.run(
        command, cwd=ROOT, env=usual | environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "data"
    made.mkdir()
    yield made
    for path in (made, *made.rglob("*")):
        path.chmod(0o700)


def close(folder: Path) -> None:
    for path in folder.rglob("*"):
        path.chmod(0o500 if path.is_dir() else 0o400)
    folder.chmod(0o500)


SENTENCE: Final = "DATA_DIR is not usable: the user who starts the program may not write into this folder."


@pytest.mark.promise("read-only-folder")
@pytest.mark.parametrize("command", [["prepare"], ["backup"]])
def test_a_start_and_every_command_say_so_in_one_line(folder: Path, command: list[str]) -> None:
    """Defect: it said so at the end of a page of Python."""
    close(folder)
    done = run("manage.py", *command, DATA_DIR=str(folder))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{SENTENCE}\n")


@pytest.mark.promise("read-only-folder")
def test_a_server_says_so_and_ends(folder: Path) -> None:
    close(folder)
    done = run("-m", "dokoclub.server", DATA_DIR=str(folder), PORT="1")
    assert done.returncode == 1
    assert SENTENCE.rstrip(".") in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.promise("read-only-folder")
def test_a_copy_says_so_and_leaves_nothing(folder: Path, prepared: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about the folder beside the file of SQLite")
    backups = folder / "backups"
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    backups.chmod(0o500)
    done = run("manage.py", "backup", DATA_DIR=str(folder))
    assert done.returncode == 1
    assert done.stderr == "BACKUP_DIR is not usable: the user who starts the program may not write into this folder.\n"
    assert not list(backups.iterdir())


WRITES: Final = (
    "\n"
    "import os, sys, django\n"
    "from pathlib import Path\n"
    "django.setup()\n"
    "from django.core.management import CommandError, call_command\n"
    "from django.test import Client\n"
    "from dokoclub.accounts.models import Account\n"
    "from tests.cast import signed_in\n"
    'anna = Account.objects.create_user("anna", password="herzdame sticht karo", '
    'display_name="Anna")\n'
    "phone = signed_in(anna)\n"
    "phone.raise_request_exception = False\n"
    'form = {"name": "Linde", "player_name": "Anna", "preset": "ddv"}\n'
    'print(phone.post("/clubs/new/", form | {"key": '
    '"11111111-1111-4111-8111-111111111111"}).status_code)\n'
    'folder = Path(os.environ["DATA_DIR"])\n'
    "from django.db import connections\n"
    "connections.close_all()\n"
    'for path in folder.rglob("*"):\n'
    "    path.chmod(0o500 if path.is_dir() else 0o400)\n"
    "folder.chmod(0o500)\n"
    "def told(answer):\n"
    '    in_words = "Speichern geht gerade nicht" in answer.content.decode()\n'
    '    print(answer.status_code, answer.headers.get("Retry-After"), in_words)\n'
    'told(phone.post("/clubs/new/", form | {"key": "22222222-2222-4222-8222-222222222222"}))\n'
    "stranger = Client(raise_request_exception=False)\n"
    'told(stranger.post("/account/login/", {"login": "anna", "password": "herzdame sticht '
    'karo"}))\n'
    'told(phone.get("/healthz"))\n'
    "try:\n"
    '    call_command("backup")\n'
    "except CommandError as refused:\n"
    '    print("backup:", refused)\n'
    "folder.chmod(0o700)\n"
    'for path in folder.rglob("*"):\n'
    "    path.chmod(0o700 if path.is_dir() else 0o600)\n"
    "connections.close_all()\n"
    'print(phone.post("/clubs/new/", form | {"key": '
    '"33333333-3333-4333-8333-333333333333"}).status_code)\n'
)


@pytest.mark.promise("read-only-folder")
def test_a_save_says_so_and_goes_on_when_it_may_again(folder: Path, prepared: Path) -> None:
    """The rights are taken while the program runs; not a bare 500, and no answer that is none."""
    if connection.vendor != "sqlite":
        pytest.skip("about the file of SQLite")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    environment = {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "dokoclub.settings", "PYTHONPATH": str(ROOT)}
    done = run("-c", WRITES, ALLOWED_HOSTS="testserver", **environment)
    assert done.returncode == 0, done.stderr
    made, saved, entered, health, copy, again = done.stdout.splitlines()
    assert (made, again) == ("302", "302")
    assert saved == entered == "503 60 True"
    assert health.startswith("503")
    assert copy == f"backup: {folder}/backups cannot be written to: Permission denied"


# --- One by one -------------------------------------------------------------------------------------------------------


def of_sqlite(code: int) -> OperationalError:
    cause = sqlite3.OperationalError()
    cause.sqlite_errorcode = code
    raised = OperationalError("something")
    raised.__cause__ = cause
    return raised


def test_a_game_is_kept_on_the_phone(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = papers.sheet(cast)

    def closed(*_: object, **__: object) -> None:
        raise of_sqlite(sqlite3.SQLITE_READONLY)

    monkeypatch.setattr(sync, "receive_batch", closed)
    answer = save(phone(cast, "Ben"), sheet, fields(cast), headers=SCRIPT)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert (
        "Der Server ist voll oder darf nicht in seinen Ordner schreiben. Neues wurde nicht "
        "gespeichert; Älteres ist sicher. Sag dem Betreiber Bescheid und sende es später noch "
        "einmal."
    ) in answer.content.decode()


@pytest.mark.promise("read-only-folder")
def test_reading_goes_on(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, anna: Account) -> None:
    """Defect: who came on another day was answered 500, because that is noted once a day."""
    client.force_login(anna)
    session = client.session
    session["renewed_at"], session["sign_in"] = 0, 1
    session.save()

    def closed(*_: object) -> None:
        raise of_sqlite(sqlite3.SQLITE_READONLY)

    monkeypatch.setattr("dokoclub.accounts.services.sign_ins.renew_sign_in", closed)
    assert client.get("/account/help/").status_code == 200
    assert client.session["renewed_at"] == 0


@pytest.fixture
def anna(db: None) -> Account:
    return Account.objects.create_user("anna", display_name="Anna")
