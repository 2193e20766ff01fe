"""`manage.py unit`: what systemd is told, and that it understands."""

import os
import shutil
import stat
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as present
from django.core.management import call_command
from pytest_django import Settings

from dokoclub.environment import asked
from tests.processes import PATIENCE

ROOT = Path(present.BASE_DIR)


@pytest.fixture(autouse=True)
def install(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    monkeypatch.setitem(present.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    monkeypatch.setitem(present.DATABASES["default"], "NAME", str(tmp_path / "db.sqlite3"))
    settings.PROCESSES = 1
    for name in asked:
        monkeypatch.delenv(name, raising=False)


def unit() -> list[str]:
    out = StringIO()
    call_command("unit", stdout=out)
    return out.getvalue().splitlines()


def value_of(name: str) -> str:
    (found,) = [line.removeprefix(f"{name}=") for line in unit() if line.startswith(f"{name}=")]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "Restart=on-failure",
        "NoNewPrivileges=yes",
        "PrivateTmp=yes",
        "ProtectSystem=strict",
        "ProtectHome=read-only",
        "MemoryMax=768M",
        "TasksMax=192",
        "KillMode=mixed",  # the server ends its processes itself: a file that is just being read is still answered
        f"WorkingDirectory={ROOT}",
        f"ExecStart={sys.executable} dev.py run",
    ],
)
def test_it_limits_and_protects(line: str) -> None:
    assert line in unit()


def test_more_processes_may_take_more(settings: Settings) -> None:
    settings.PROCESSES = 4

    assert (value_of("MemoryMax"), value_of("TasksMax")) == ("1536M", "576")


def test_nothing_but_the_data_can_be_written(settings: Settings, tmp_path: Path) -> None:
    alone = value_of("ReadWritePaths")
    settings.BACKUP_DIR = Path("/srv/my backups")

    assert alone == str(tmp_path)
    assert value_of("ReadWritePaths") == f'{tmp_path} "/srv/my backups"'


def test_it_runs_as_whoever_owns_the_data(tmp_path: Path) -> None:
    assert value_of("User") == tmp_path.owner()


def test_what_is_set_now_will_be_set_then(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://doko.example.org")
    monkeypatch.setenv("MAIL_FROM", 'Die "Runde" 100% <doko@example.org>')
    monkeypatch.setenv("EDITOR", "vi")

    found = [line for line in unit() if line.startswith("Environment=")]

    assert {*found} == {
        f"Environment=DATA_DIR={tmp_path}",
        "Environment=PUBLIC_URL=https://doko.example.org",
        r'Environment="MAIL_FROM=Die \"Runde\" 100%% <doko@example.org>"',
    }


def test_secrets_are_named_and_not_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "SECRET_KEY",
        "DATABASE_URL",
        "PGBOUNCER_URL",
        "CACHE_URL",
        "EMAIL_URL",
        "BACKUP_COMMAND",
        "OIDC_CLIENT_SECRET",
    ):
        monkeypatch.setenv(name, "tops3cret")

    found = unit()

    assert "tops3cret" not in "\n".join(found)
    assert found[1].endswith(
        f" into {tmp_path}/secrets.env (mode 600): SECRET_KEY, DATABASE_URL, PGBOUNCER_URL, CACHE_URL, EMAIL_URL,"
        " BACKUP_COMMAND, OIDC_CLIENT_SECRET."
    )
    assert value_of("EnvironmentFile") == f"-{tmp_path}/secrets.env"


def test_systemd_understands_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd-analyze on this machine")
    monkeypatch.setenv("MAIL_FROM", 'Die "Runde" 100% <doko@example.org>')
    file = tmp_path / "dokoclub.service"
    file.write_text("\n".join(unit()) + "\n")
    file.chmod(stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IROTH)

    done = subprocess.run(
        [program, "verify", "--man=no", "--recursive-errors=no", file],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert [line for line in done.stderr.splitlines() if "dokoclub" in line] == []
    assert done.returncode == 0
