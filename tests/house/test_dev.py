"""The one command: what it does once, what it does not do again, and what it says when it cannot."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

import dev
from tests.processes import PATIENCE

ROOT = Path(settings.BASE_DIR)


class Calls(list[str]):
    """What dev.py would have run; whatever contains a word of `failing` goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.failing: set[str] = set()

    def __call__(self, *command: object, **_options: object) -> bool:
        line = " ".join(map(str, command))
        self.append(line)
        well = not any(word in line for word in self.failing)
        if well and " venv " in line:
            dev.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            dev.PYTHON.write_text("made anew")
        return well


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls = Calls()
    monkeypatch.setattr(dev, "call", calls)
    return calls


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of requirements only."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "TOOLS", tmp_path / ".tools")
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(dev, "STAMP", tmp_path / ".venv" / "installed")
    monkeypatch.setattr(dev, "pip_configuration", dict)
    return tmp_path


@pytest.fixture
def uv_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program(tmp_path / "programs" / "uv", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


# --- Installing ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("checkout", "uv_on_path")
def test_a_second_start_installs_nothing(calls: Calls) -> None:
    dev.install("run")
    first = len(calls)

    dev.install("run")

    assert first > 0
    assert len(calls) == first


@pytest.mark.usefixtures("checkout", "uv_on_path")
def test_what_tests_need_is_enough_to_run(calls: Calls) -> None:
    dev.install("dev")
    calls.clear()

    dev.install("run")
    dev.install("postgres")

    assert calls == []


@pytest.mark.usefixtures("uv_on_path")
def test_a_changed_requirement_is_installed_into_the_same_environment(checkout: Path, calls: Calls) -> None:
    dev.install("run")
    calls.clear()
    dev.PYTHON.write_text("still the same")
    with (checkout / "requirements" / "run.txt").open("a") as file:
        file.write("# newer\n")

    dev.install("run")

    assert [line for line in calls if "pip sync" in line]
    assert dev.PYTHON.read_text() == "still the same"


@pytest.mark.usefixtures("checkout", "uv_on_path")
def test_an_environment_of_another_python_or_place_is_made_anew(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    dev.install("run")
    calls.clear()
    dev.PYTHON.write_text("of the old one")
    monkeypatch.setattr(sys, "version", "3.99")

    dev.install("run")

    assert dev.PYTHON.read_text() == "made anew"


@pytest.mark.usefixtures("uv_on_path")
def test_hashes_are_always_asked_for(checkout: Path, calls: Calls) -> None:
    calls.failing = {"pip sync"}
    dev.install("run")

    installing = [line for line in calls if "run.txt" in line]
    assert len(installing) == 2
    assert all("--require-hashes" in line for line in installing)


@pytest.mark.usefixtures("checkout", "uv_on_path")
def test_pip_installs_where_uv_reaches_no_index(calls: Calls) -> None:
    calls.failing = {"pip sync"}

    dev.install("run")

    assert "-m pip --python" in calls[-1]


@pytest.mark.usefixtures("checkout")
def test_pip_installs_where_there_is_no_uv(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    dev.install("run")

    assert "--target" in calls[0]
    assert "-m pip --python" in calls[-1]


@pytest.mark.usefixtures("checkout", "uv_on_path")
def test_it_says_so_when_nothing_can_be_installed(calls: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    calls.failing = {"pip"}

    with pytest.raises(SystemExit) as stopped:
        dev.install("run")

    assert stopped.value.code == 2
    assert "could not be installed" in capsys.readouterr().err
    assert not dev.STAMP.exists()


def test_uv_is_told_what_pip_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("UV_INDEX", "https://mine.example.org")

    told = dev.uv_settings(
        {
            "index-url": "https://mirror.example.org/simple",
            "extra-index-url": "https://a.example.org\nhttps://b.example.org",
            "find-links": "/wheels\n/more",
            "cert": "/etc/office.pem",
        }
    )

    assert told["UV_DEFAULT_INDEX"] == "https://mirror.example.org/simple"
    assert told["UV_FIND_LINKS"] == "/wheels,/more"
    assert told["SSL_CERT_FILE"] == told["NODE_EXTRA_CA_CERTS"] == "/etc/office.pem"
    assert "UV_INDEX" not in told  # what somebody told uv himself goes first


def test_a_variable_has_pips_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = ":env:.index-url='https://b.example.org'\nglobal.index-url='https://a.example.org'\n"
    done = subprocess.CompletedProcess([], 0, stdout=listed)
    monkeypatch.setattr(subprocess, "run", lambda *_command, **_options: done)

    assert dev.pip_configuration() == {"index-url": "https://b.example.org"}


# --- The browser -----------------------------------------------------------------------------------------------------


def test_a_name_that_only_tells_where_to_get_one_is_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "chromium", "echo 'install it from the shop'; exit 1")
    real = program(tmp_path / "google-chrome", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DOKO_CHROMIUM", raising=False)

    assert dev.chromium_on_path() == str(real)


def test_a_named_browser_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "chromium", "exit 0")
    named = program(tmp_path / "mine", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DOKO_CHROMIUM", str(named))

    assert dev.chromium_on_path() == str(named)


@pytest.mark.parametrize(("user", "asks_apt"), [(0, True), (1000, False)])
@pytest.mark.usefixtures("checkout")
def test_without_any_browser_it_tries_everything_and_says_so(
    calls: Calls,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    user: int,
    asks_apt: bool,
) -> None:
    program(tmp_path / "apt-get", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DOKO_CHROMIUM", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: user)
    calls.failing = {"playwright"}

    with pytest.raises(SystemExit) as stopped:
        dev.chromium()

    assert stopped.value.code == 2
    assert "DOKO_NO_BROWSER=1" in capsys.readouterr().err
    assert any("playwright install chromium" in line for line in calls)
    assert any("apt-get" in line for line in calls) == asks_apt


@pytest.mark.usefixtures("checkout")
def test_playwrights_own_browser_is_used_where_it_starts(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("DOKO_CHROMIUM", raising=False)

    assert dev.chromium() == ""
    assert not any("install" in line for line in calls)


@pytest.mark.usefixtures("calls")
def test_browsers_are_never_left_out_in_silence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOKO_NO_BROWSER", "1")

    assert dev.browser_choice() == ["--ignore=tests/browser"]
    assert "LEFT OUT" in capsys.readouterr().out


# --- The rest --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", ["outside", "data", ".venv/data", ".hypothesis"])
def test_clean_spares_data_wherever_it_lies(checkout: Path, monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setenv("DATA_DIR", str(checkout / data))
    for folder in (data, ".venv/lib", ".tools", "app/__pycache__", ".hypothesis"):
        (checkout / folder).mkdir(parents=True, exist_ok=True)
    (checkout / data / "db.sqlite3").touch()

    dev.clean()

    assert (checkout / data / "db.sqlite3").exists()
    assert not (checkout / ".tools").exists()
    assert not (checkout / "app" / "__pycache__").exists()
    assert (checkout / "requirements").exists()


def test_every_command_has_a_make_target_and_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (targets,) = re.findall(r"^\.PHONY: help (.+)$", makefile, re.MULTILINE)

    assert set(targets.split()) == dev.COMMANDS.keys()
    assert all(name in str(dev.__doc__) for name in dev.COMMANDS)


@pytest.mark.parametrize(
    ("target", "module"),
    [
        ("bench", "bench"),
        ("bench-bombs", "bench.bombs"),
        ("chaos", "bench.chaos"),
        ("screenshots", "docs.screenshots.make"),
    ],
)
def test_make_runs_the_tools_as_modules(target: str, module: str) -> None:
    if not (make := shutil.which("make")):
        pytest.skip("make is not here")
    command = [make, "--no-print-directory", "--dry-run", target, "ARGS=x"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert done.stdout.splitlines()[-1] == f".venv/bin/python -m {module} x"


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["help"], 0), (["rum"], 1)])
def test_it_helps(arguments: list[str], code: int) -> None:
    done = subprocess.run(
        [sys.executable, "dev.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert done.returncode == code
    assert "python3 dev.py NAME" in done.stdout
    assert ("There is no command rum." in done.stderr) is (arguments == ["rum"])


def test_it_needs_nothing_but_python() -> None:
    source = (ROOT / "dev.py").read_text(encoding="utf-8")
    names = re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)

    assert set(names) <= sys.stdlib_module_names


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["run", "postgres", "redis", "dev", "docs", "release", "cluster"])
def test_requirements_are_pinned_and_hashed_and_name_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())

    assert all("==" in block and "--hash=sha256:" in block for block in blocks)
    assert "://" not in text


def test_tests_run_on_what_is_served() -> None:
    assert pins("run").items() <= pins("postgres").items() <= pins("dev").items()
    assert pins("run").items() <= pins("redis").items() <= pins("dev").items()


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, ["run"]),
        ({"DATABASE_URL": "postgres:///doko"}, ["postgres"]),
        ({"CACHE_URL": "valkey://localhost", "DATABASE_URL": "sqlite:////doko"}, ["redis"]),
        ({"DATABASE_URL": "postgresql:///doko", "CACHE_URL": "rediss://cache"}, ["postgres", "redis"]),
    ],
)
def test_clients_are_installed_for_what_the_variables_name(
    variables: dict[str, str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", variables)

    assert dev.needed_to_serve() == wanted
