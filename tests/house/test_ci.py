"""What has to pass before a change is taken: on which days, on which databases."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

import dev
from tests.processes import PATIENCE

ROOT = Path(settings.BASE_DIR)


def program(path: Path, script: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


# --- The days at which the tests run ----------------------------------------------------------------------------------


def test_every_special_day_is_tried_and_the_bad_ones_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def call(*command: object, more: dict[str, str]) -> bool:
        assert command[-3:] == ("--ignore=tests/browser", "-k", "demo")
        tried.append(more["DOKO_NOW"])
        return "03-28" not in tried[-1]

    monkeypatch.setattr(dev, "install", lambda _wanted: None)
    monkeypatch.setattr(dev, "call", call)
    with pytest.raises(SystemExit) as stopped:
        dev.test_days("-k", "demo")

    assert stopped.value.code == 1
    assert tuple(tried) == dev.DAYS
    assert capsys.readouterr().err == ("The tests do not pass at 2027-03-28T01:59+01:00, 2027-03-28T03:00+02:00\n")


@pytest.mark.parametrize(("commit", "day"), [("0", 0), ("d", 0), ("76ee1a5", 0x76EE1A5 % 13)])
def test_a_commit_has_its_day(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], commit: str, day: int
) -> None:
    monkeypatch.setattr(dev, "commit", lambda: commit)
    dev.drawn_day()
    assert capsys.readouterr().out == f"{dev.DAYS[day]}\n"


@pytest.mark.parametrize("commit", ["0", "c", "d", "76ee1a5", "ffffffffffffffffffffffffffffffffffffffff"])
def test_and_another_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], commit: str) -> None:
    monkeypatch.setattr(dev, "commit", lambda: commit)
    dev.drawn_day()
    dev.drawn_day("other")
    day, other = capsys.readouterr().out.split()
    assert {day, other} <= {*dev.DAYS}
    assert day != other


def test_outside_of_git_it_is_the_first_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert dev.commit() == "0"
    monkeypatch.setenv("PATH", "")
    assert dev.commit() == "0"


# --- What runs --------------------------------------------------------------------------------------------------------


def test_continuous_integration_does_what_a_developer_does() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if line.startswith("make")] == ["make check", "make test"]
    assert "DOKO_NOW=${given:-$(python3 dev.py drawn-day)}" in lines[lines.index("make test") - 2]


@pytest.mark.parametrize("here", [True, False])
def test_it_tries_postgresql_where_its_programs_are(tmp_path: Path, here: bool) -> None:
    """On another day, without browsers, and without installing anything for it."""
    told = tmp_path / "told"
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    programs = tmp_path / "programs"
    program(programs / "make", f'echo "$1 $DOKO_NOW $DOKO_NO_BROWSER" >> {told}')
    program(
        programs / "python3",
        f"""case "$*" in
            "dev.py has-postgres") exit {0 if here else 2} ;;
            "dev.py drawn-day other") echo other ;;
            "dev.py drawn-day") echo day ;;
            *) exit 1 ;;
        esac""",
    )
    path = f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin"

    done = subprocess.run(
        ["sh", tmp_path / ".ci" / "run"],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )

    tried = ["check", "test day", *(["test-postgres other 1"] if here else [])]
    assert [line.strip() for line in told.read_text().splitlines()] == tried
    assert ("PostgreSQL are LEFT OUT" in done.stdout) is not here


def test_it_runs_in_the_environment_of_a_newcomer(tmp_path: Path) -> None:
    """Nothing of this machine but what finds programs and packages: a test that leans on more fails here first."""
    told = tmp_path / "told"
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    program(tmp_path / "programs" / "make", f"env > {told}")
    program(tmp_path / "programs" / "python3", "exit 2")
    given = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "DATABASE_URL": "x", "EMPTY": "", "LC_ALL": "C"}
    kept = {"HOME": str(tmp_path), "PIP_INDEX_URL": "a b", "SSL_CERT_FILE": "c", "https_proxy": "d", "DOKO_NOW": "day"}
    path = f"{tmp_path / 'programs'}{os.pathsep}/usr/bin{os.pathsep}/bin"

    command = ["sh", str(tmp_path / ".ci" / "run")]
    subprocess.run(command, env={"PATH": path, **given, **kept}, capture_output=True, check=True, timeout=PATIENCE)

    seen = dict(line.split("=", 1) for line in told.read_text().splitlines())
    assert {"PATH": path, "LANG": "C.UTF-8", **kept}.items() <= seen.items()
    assert not given.keys() & seen.keys()
    assert seen.keys() <= {*kept, "PATH", "LANG", "PYTEST_ADDOPTS", "PWD", "OLDPWD", "SHLVL", "_"}


def test_the_throwaway_postgresql_says_where_its_programs_are(tmp_path: Path) -> None:
    """Or that they are nowhere, and then nothing is tested in their place."""
    command = [sys.executable, "-m", "tests.throwaway_postgres"]
    done = subprocess.run(
        command, cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, bool(done.stdout), bool(done.stderr)) in [(0, True, False), (2, False, True)]
