"""`manage.py send_backup`: the newest copy is given to a command of the founder's, encrypted if told."""

from __future__ import annotations

import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from dokoclub.operations import logs, offsite_backup, scheduler
from tests.processes import PATIENCE

pytestmark = pytest.mark.django_db
NAME = "dokoclub-2026-11-19T16-00-00-000000Z"


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> Path:
    """An install with a copy, on either database, and a place elsewhere."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.BACKUP_COMMAND = f"cp {{files}} {tmp_path / 'elsewhere'}"
    for folder in ("backups", "elsewhere"):
        (tmp_path / folder).mkdir()
    for ending in (".sqlite3", ".pgdump"):
        (tmp_path / "backups" / f"{NAME}{ending}").write_bytes(b"all of it")
        (tmp_path / "backups" / f"{NAME}{ending}.sha256").write_text("its sum")
    (tmp_path / "erased_ids").write_text("account 1234")
    return tmp_path


def send() -> str:
    out = StringIO()
    call_command("send_backup", stdout=out)
    return out.getvalue()


def elsewhere(home: Path) -> list[Path]:
    return [path for path in (home / "elsewhere").rglob("*") if path.is_file()]


def test_the_copy_goes_with_all_that_belongs_to_it(home: Path) -> None:
    assert NAME in send()
    names = sorted(path.name for path in elsewhere(home))

    assert [name.removeprefix(NAME).replace("pgdump", "sqlite3") for name in names] == [
        ".sqlite3",
        ".sqlite3.sha256",
        "erased_ids",
    ]
    assert logs.read_job_log("send_backup").ended
    assert [*(home / "backups").glob(f"{offsite_backup.PREFIX}*")] == []


@pytest.mark.parametrize("command", ["scp -q {files} {there}", "rclone copy {folder} {there}"])
def test_by_what_people_use_for_it(home: Path, settings: Settings, command: str) -> None:
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    settings.BACKUP_COMMAND = command.replace("{there}", str(home / "elsewhere"))
    send()

    assert len(elsewhere(home)) == 3


def test_encrypted_by_age(home: Path, settings: Settings) -> None:
    if shutil.which("age") is None:
        pytest.skip("age is not installed")
    key = home / "key.txt"
    subprocess.run(["age-keygen", "-o", key], check=True, capture_output=True, timeout=PATIENCE)
    recipient = subprocess.run(
        ["age-keygen", "-y", key], check=True, capture_output=True, text=True, timeout=PATIENCE
    ).stdout.strip()
    settings.BACKUP_ENCRYPT = f"age:{recipient}"
    send()

    assert {path.suffix for path in elsewhere(home)} == {".age"}
    (copy,) = (path for path in elsewhere(home) if path.name.endswith((".sqlite3.age", ".pgdump.age")))
    opened = subprocess.run(["age", "-d", "-i", key, copy], check=True, capture_output=True, timeout=PATIENCE).stdout
    assert (opened, b"all of it" in copy.read_bytes()) == (b"all of it", False)


def test_encrypted_by_gpg(home: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("gpg") is None:
        pytest.skip("gpg is not installed")
    (home / "keys").mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home / "keys"))
    made = ["gpg", "--batch", "--passphrase", "", "--quick-gen-key", "anna@example.org", "future-default"]
    subprocess.run(made, check=True, capture_output=True, timeout=PATIENCE)
    settings.BACKUP_ENCRYPT = "gpg:anna@example.org"
    try:
        send()
        (copy,) = (path for path in elsewhere(home) if path.name.endswith((".sqlite3.gpg", ".pgdump.gpg")))
        opened = subprocess.run(
            ["gpg", "--batch", "-d", copy], check=True, capture_output=True, timeout=PATIENCE
        ).stdout
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], check=False, timeout=PATIENCE)

    assert {path.suffix for path in elsewhere(home)} == {".gpg"}
    assert opened == b"all of it"


# --- When it fails ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sh -c 'echo first; echo no route to host >&2; exit 3' {files}", "ended with 3: no route to host"),
        ("false {files}", "ended with 1: it said nothing"),
        ("no-such-program {files}", "no-such-program could not be started"),
        ("sh -c 'exec tail -f /dev/null' {files}", "took longer than 0 minutes"),
    ],
)
def test_it_says_why(settings: Settings, monkeypatch: pytest.MonkeyPatch, command: str, said: str) -> None:
    settings.BACKUP_COMMAND = command
    monkeypatch.setattr(offsite_backup, "LONGEST", 1 if "tail" in command else 60)

    with pytest.raises(CommandError, match=said):
        send()
    assert not logs.read_job_log("send_backup").ended


def test_what_cannot_be_encrypted_does_not_leave(home: Path, settings: Settings) -> None:
    settings.BACKUP_ENCRYPT = "gpg:nobody@example.org"

    with pytest.raises(CommandError, match=r"^BACKUP_ENCRYPT"):
        send()
    assert elsewhere(home) == []


def test_a_night_that_could_not_send_is_told(client: Client, settings: Settings) -> None:
    settings.BACKUP_COMMAND = "false {files}"
    for _ in range(2):
        assert scheduler.do_jobs(["send_backup"]) == ["send_backup"]

    warnings = client.get("/healthz").json()["warnings"]
    assert "The daily send_backup was tried 2 times and did not end well." in warnings


def test_the_command_learns_no_secret_of_ours(home: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "tops3cret")
    monkeypatch.setenv("RCLONE_CONFIG", "/etc/rclone.conf")
    settings.BACKUP_COMMAND = f"sh -c 'env > {home}/elsewhere/env' {{files}}"
    send()

    told = (home / "elsewhere" / "env").read_text()
    assert ("tops3cret" in told, "RCLONE_CONFIG=/etc/rclone.conf" in told) == (False, True)


def test_without_a_command_there_is_no_such_job(settings: Settings, client: Client) -> None:
    with_it = logs.list_jobs()
    settings.BACKUP_COMMAND = ""

    assert with_it == (*logs.JOBS, "send_backup")
    assert logs.list_jobs() == logs.JOBS
    with pytest.raises(CommandError, match="BACKUP_COMMAND is not set"):
        send()
