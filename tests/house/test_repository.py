"""What a stranger finds in the repository: files that a forge, a container program and an editor read."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from dokoclub.environment import asked
from tests.house.arrows import ROOT
from tests.processes import PATIENCE
from tools.versions import PYTHONS


def read_yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


# --- Read first -------------------------------------------------------------------------------------------------------


def test_readme_can_be_read_in_a_minute() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert len(text.splitlines()) <= 120
    assert re.findall(r"^## (.+)", text, re.MULTILINE) == ["Run it", "Test it", "Run it for others", "Read on"]
    assert text.count("<img ") == 1


def test_the_package_says_what_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]

    assert tuple(versions) == PYTHONS
    assert project["requires-python"] == f">={PYTHONS[0]}"
    assert {"description", "keywords", "license", "readme"} <= project.keys()
    assert not {"authors", "maintainers", "urls"} & project.keys()  # there is no address that would stay true


# --- Forge ------------------------------------------------------------------------------------------------------------


def test_a_public_forge_runs_what_runs_here() -> None:
    jobs = read_yaml(".github/workflows/ci.yml")["jobs"]
    commands = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    offered = [str(step["with"]["python-version"]).split() for step in jobs["versions"]["steps"] if "with" in step]

    assert commands == {"run": ["bash .ci/run"], "versions": ["python3 dev.py test-versions"]}
    assert [sorted(versions) for versions in offered] == [list(PYTHONS)]


@pytest.mark.parametrize("name", ["fault", "wish"])
def test_an_issue_asks_each_question_once(name: str) -> None:
    form = read_yaml(f".github/ISSUE_TEMPLATE/{name}.yml")
    ids = [field["id"] for field in form["body"]]

    assert form["name"]
    assert form["description"]
    assert len(ids) == len(set(ids))
    assert all(field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


# --- Containers -------------------------------------------------------------------------------------------------------

COMPOSE = read_yaml("compose.yaml")
OURS = [name for name, service in COMPOSE["services"].items() if "build" in service]


def test_compose_starts_the_app_alone_unless_a_profile_is_named() -> None:
    profiles = {name: service.get("profiles", []) for name, service in COMPOSE["services"].items()}
    assert profiles == {"app": [], "database": ["postgres"], "demo": ["demo"]}


@pytest.mark.parametrize("name", OURS)
def test_compose_gives_the_app_a_volume_and_nothing_else(name: str) -> None:
    service = COMPOSE["services"][name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "user" not in service  # the image runs as nobody in particular
    assert [volume.partition(":")[2] for volume in service["volumes"]] == ["/data"]
    assert service["environment"].keys() <= asked.keys()


def test_compose_declares_each_volume_once() -> None:
    used = [volume.partition(":")[0] for service in COMPOSE["services"].values() for volume in service["volumes"]]
    assert sorted(used) == sorted(COMPOSE["volumes"])


def test_compose_publishes_each_port_once() -> None:
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", [])]
    assert len({port.partition(":")[0] for port in ports}) == len(ports) == len(OURS)
    assert {port.partition(":")[2] for port in ports} == {"8000"}


def test_the_demo_is_for_everybody_and_made_anew_each_night() -> None:
    demo = COMPOSE["services"]["demo"]
    assert demo["environment"]["DEMO_RESET"] == "1"
    assert "env_file" not in demo  # what belongs to the club's own install stays there


def test_the_image_with_postgresql_is_a_stage_of_the_containerfile() -> None:
    stages = re.findall(r"^FROM \S+(?: AS (\w+))?$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert stages == ["app", "postgres", ""]  # the last one is built where none is named
    assert COMPOSE["x-app"]["build"]["target"] == "${POSTGRES_PASSWORD:+postgres}"


# --- Editors ----------------------------------------------------------------------------------------------------------


def list_texts() -> list[Path]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("the files of the repository are listed by git")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=PATIENCE)
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()]


def find_breaches(text: bytes) -> list[str]:
    """List what a text does against `.editorconfig`, apart from indents."""
    breaches = {
        "not UTF-8": text.decode("utf-8", errors="ignore").encode() != text,
        "carriage returns": b"\r\n" in text,
        "no newline at the end": bool(text) and not text.endswith(b"\n"),
        "spaces at the end of a line": bool(re.search(rb"[ \t]+$", text, re.MULTILINE)),
    }
    return [breach for breach, found in breaches.items() if found]


def test_every_text_is_as_editors_are_told() -> None:
    told = ConfigParser()
    told.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    expected = {"charset": "utf-8", "end_of_line": "lf", "insert_final_newline": "true"}
    assert expected.items() <= dict(told["*"]).items()
    assert told["*"]["trim_trailing_whitespace"] == "true"

    (foreign,) = (
        re.findall(r"[\w/]+", name.partition("}")[0]) for name in told.sections() if name.startswith("{static")
    )

    found = {str(path.relative_to(ROOT)): find_breaches(path.read_bytes()) for path in list_texts()}
    found = {name: breaches for name, breaches in found.items() if not name.startswith(tuple(foreign))}
    assert len(found) > 1000
    assert {name: breaches for name, breaches in found.items() if breaches} == {}


def test_breaches_are_found() -> None:
    assert find_breaches("gut: ä\n".encode()) == []
    assert find_breaches(b"a \r\nb") == ["carriage returns", "no newline at the end"]
    assert find_breaches(b"a \nb\xff\n") == ["not UTF-8", "spaces at the end of a line"]
