"""The wheel: everything that the app needs is in it, and nothing else. That it serves: test_serving.py."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import get_commands

from dokoclub import __version__, command
from tests.house.test_dev import pins
from tests.processes import PATIENCE
from tests.wheel import build_wheel

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("templates", "static", "locale", "docs/handbook")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    return ZipFile(build_wheel(tmp_path_factory.mktemp("wheel")))


def needed() -> set[str]:
    """By their place in the wheel."""
    found = (path for folder in ("dokoclub", "scoring", *FOLDERS) for path in (ROOT / folder).rglob("*"))
    files = {path.relative_to(ROOT).as_posix() for path in found if path.is_file() and path.suffix != ".pyc"}
    packed = {f"dokoclub/packed/{name}" if name.startswith(FOLDERS) else name for name in files}
    return packed | {"dokoclub/packed/CHANGELOG.md"}


def test_everything_is_in_it_and_nothing_else(wheel: ZipFile) -> None:
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert files == needed()
    assert len(files) > 1000
    assert any(name.endswith("LICENSE") and ".dist-info/" in name for name in wheel.namelist())


@pytest.mark.parametrize("optional", ["postgres", "redis"])
def test_it_asks_for_the_versions_that_were_tested(wheel: ZipFile, optional: str) -> None:
    """As run.txt pins them, and with [postgres] as postgres.txt does: there is no second list."""
    (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    told = message_from_bytes(wheel.read(name))
    asked = [line.partition(";") for line in told.get_all("Requires-Dist", [])]
    always = dict(pin.strip().split("==") for pin, _, marker in asked if "extra ==" not in marker)
    extra = dict(pin.strip().split("==") for pin, _, marker in asked if f"extra == '{optional}'" in marker)

    assert always == pins("run")
    assert always | extra == pins(optional)
    assert told["Version"] == __version__
    assert told["Requires-Python"] == ">=3.11"


# --- The command ------------------------------------------------------------------------------------------------------


def say(*words: str, data: Path = Path("/nowhere")) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)}
    program = [sys.executable, "-m", "dokoclub", *words]
    return subprocess.run(
        program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.mark.parametrize(("words", "code"), [([], 0), (["help"], 0), (["--version"], 0), (["rum"], 2)])
def test_it_helps(words: list[str], code: int) -> None:
    done = say(*words)

    assert (done.returncode, (done.stdout or done.stderr).startswith(f"dokoclub {__version__}+")) == (code, True)
    assert ("There is no word rum." in done.stderr) is (words == ["rum"])


def test_a_bad_variable_is_a_sentence() -> None:
    unusable = say("backup", data=Path("data"))

    assert unusable.stderr == "DATA_DIR is not usable: say a path from the root, such as /srv/dokoclub.\n"


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("run", ["serve"]),
        ("restore newest --yes", ["restore newest --yes"]),
        ("demo --evenings=3", ["migrate --verbosity=0", "seed_demo --evenings=3"]),
        ("manage check_ledger", ["check_ledger"]),
    ],
)
def test_each_word_is_a_command(monkeypatch: pytest.MonkeyPatch, typed: str, runs: list[str]) -> None:
    said: list[str] = []
    monkeypatch.setattr(sys, "argv", ["dokoclub", *typed.split()])
    monkeypatch.setattr(command, "run_django", lambda arguments: said.append(" ".join(arguments[1:])))
    monkeypatch.delenv("DEMO", raising=False)
    monkeypatch.setenv("PUBLIC_URL", "https://doko.example.org")

    command.run_word()

    assert said == runs
    assert "DEMO" not in os.environ  # only at home


def test_its_words_name_commands_that_there_are() -> None:
    assert {step[0] for word in command.WORDS.values() for step in word.steps if step} <= get_commands().keys()


# --- The container ----------------------------------------------------------------------------------------------------


def test_the_container_is_for_nobody_in_particular() -> None:
    """Its base is a short name, it does not run as root, and it keeps everything in one volume."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    first_words = [line.split()[0] for line in lines if line[:1].isupper()]

    assert re.fullmatch(r"ARG BASE=[\w.:-]+", next(line for line in lines if line.startswith("ARG")))
    assert "USER 10001:10001" in lines
    assert [line for line in lines if line.startswith("VOLUME")] == ["VOLUME /data"]
    assert first_words.count("HEALTHCHECK") == 1
