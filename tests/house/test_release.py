"""The commands for a release, and for the versions of what dokoclub stands on."""

from __future__ import annotations

import hashlib
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import dev
from dokoclub import NEWS, __version__
from tools import release, versions

# --- What must agree --------------------------------------------------------------------------------------------------

AGREED = "# Changes\n\n## 1.2.0 (2027-01-05)\n\n- New.\n\n## 1.1.0\n\n- Old.\n"


def test_a_version_with_its_section_and_without_a_tag_is_ready() -> None:
    assert [*release.check_version("1.2.0", AGREED, ["v1.1.0"])] == []


@pytest.mark.parametrize(
    ("version", "changelog", "tags", "problem"),
    [
        ("1.3.0", AGREED, [], "CHANGELOG.md begins with 1.2.0 (2027-01-05), and this is version 1.3.0."),
        ("1.2.0", AGREED.replace("1.2.0 (", "Unreleased ("), [], "CHANGELOG.md begins with Unreleased (2027-01-05)"),
        ("1.2.0", "# Changes\n", [], "CHANGELOG.md begins with nothing"),
        ("1.2.0", AGREED.replace("1.1.0", "1.2.0"), [], "CHANGELOG.md names a version twice."),
        ("1.2.0", AGREED, ["v1.2.0"], "Version 1.2.0 has a tag already"),
        ("1.2.0", AGREED.replace(" (2027-01-05)", ""), [], "CHANGELOG.md does not say on which day 1.2.0 is released"),
        ("1.2.0", AGREED.replace("- New.", ""), [], "CHANGELOG.md does not say what 1.2.0 changes."),
        ("1.2", AGREED.replace("1.2.0", "1.2"), [], "1.2 is no version of three numbers."),
    ],
)
def test_what_does_not_agree_is_a_sentence(version: str, changelog: str, tags: list[str], problem: str) -> None:
    (found,) = release.check_version(version, changelog, tags)
    assert found.startswith(problem)


def test_the_news_in_the_app_are_those_of_the_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert [*release.check_news(__version__, NEWS)] == []  # of both languages
    titles = [*release.check_news("0.7.1", "0.7")]
    assert [title.partition(" begins with ")[0] for title in titles] == [
        f"docs/handbook/{language}/news.md" for language in ("de", "en")
    ]
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert [*release.check_news("1.3.0", "1.2")] == ["dokoclub.NEWS is 1.2, and this is version 1.3.0."]
    assert [*release.check_news("1.2.3", "1.2")] == []


def answer_git(monkeypatch: pytest.MonkeyPatch, **answers: str) -> None:
    monkeypatch.setattr(release, "ask_git", lambda word, *_more: answers.get(word, ""))


def test_all_that_disagrees_is_listed_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answer_git(monkeypatch, status=" M dev.py\n?? notes\n", tag="v0.0.1\n")
    monkeypatch.setattr(dev, "call", lambda *words, **_options: "makemigrations" in words)
    monkeypatch.setattr(release, "PICTURED", tmp_path / "never taken")

    assert [problem.partition(" ")[0] for problem in list(release.check_agreement())[-3:]] == [
        "2",
        "Translations",
        "The",
    ]


def test_pictures_are_of_the_screens_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    style = tmp_path / "static" / "css" / "look.css"
    style.parent.mkdir(parents=True)
    style.write_text("body { color: red }")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "PICTURED", tmp_path / "noted")
    monkeypatch.setattr(release, "CHANGELOG", tmp_path / "CHANGELOG.md")
    (tmp_path / "CHANGELOG.md").write_text(f"## {__version__} (2027-01-05)\n\n- New.\n")
    monkeypatch.setattr(dev, "call", lambda *_words, **_options: True)
    answer_git(monkeypatch)

    release.note_pictures()
    assert [*release.check_agreement()] == []

    style.write_text("body { color: blue }")
    assert [*release.check_agreement()] == ["The pictures show older screens: `make screenshots` takes them again."]


# --- The packages -----------------------------------------------------------------------------------------------------


def pack(source: Path, folder: Path, content: Callable[[Path], bytes], targets: tuple[str, ...]) -> None:
    """Build an sdist and a wheel of one file each."""
    folder.mkdir(parents=True, exist_ok=True)
    if "sdist" in targets:
        with tarfile.open(folder / "dokoclub-1.tar.gz", "w") as packed:
            packed.addfile(tarfile.TarInfo("dokoclub-1/one"))
    (folder / "dokoclub-1.whl").write_bytes(content(source))


@pytest.mark.parametrize(
    ("content", "differs"),
    [
        (lambda _source: b"the same", []),
        (lambda source: str(source).encode(), ["dokoclub-1.whl of commit", "dokoclub-1.whl of sdist"]),
    ],
)
def test_what_is_not_the_same_twice_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: Callable[[Path], bytes], differs: list[str]
) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path / "checkout")
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "unpack_commit", lambda folder: folder.mkdir())
    monkeypatch.setattr(release, "build", lambda source, folder, *targets: pack(source, folder, content, targets))

    found = release.build_twice()

    assert found == [
        f"{name}, built again from its {source}, is another file."
        for name, source in (one.split(" of ") for one in differs)
    ]


def test_a_folder_that_is_no_package_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answer_git(monkeypatch, log="1700000000\n")
    with pytest.raises(release.ReleaseError, match=r"^The packages could not be built: "):
        release.build(tmp_path, tmp_path / "dist", "wheel")


def test_outside_of_git_there_is_no_release(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(release.ReleaseError, match="a release is a commit"):
        release.ask_git("status")


def test_a_checkout_without_git_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As an unpacked archive of a forge is."""
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SystemExit):
        release.main()
    assert "Not ready for release:\n- git tag does not answer" in capsys.readouterr().err


def test_the_list_of_parts_is_about_dokoclub_and_names_what_the_wheel_contains_of_others() -> None:
    place = [{"url": "file:///home/anna/dokoclub-1.whl"}]
    parts = [{"name": "Django", "externalReferences": place}, {"name": "dokoclub", "externalReferences": place}]

    listed = release.describe_parts({"metadata": {"tools": {}}, "components": parts})

    assert listed["metadata"]["component"] == {"name": "dokoclub", "type": "application"}
    assert [part["name"] for part in listed["components"]] == ["Django", "uplot"]
    assert listed["components"][1]["purl"] == "pkg:npm/uplot@1.6.32"
    assert "anna" not in str(listed)


def test_the_sums_are_those_of_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / "dokoclub-1.whl").write_bytes(b"a")
    (tmp_path / "site").mkdir()

    assert release.write_sums() == {"dokoclub-1.whl": hashlib.sha256(b"a").hexdigest()}
    assert (tmp_path / "SHA256SUMS").read_text() == f"{hashlib.sha256(b'a').hexdigest()}  dokoclub-1.whl\n"


# --- Other versions ---------------------------------------------------------------------------------------------------


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_an_interpreter_is_one_that_says_its_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A shim of pyenv exists for versions that are not chosen, and then fails."""
    program(tmp_path / "programs" / "python3.9", "exit 127")
    kept = program(tmp_path / "pyenv" / "versions" / "3.9.18" / "bin" / "python", "echo 3.9")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))

    assert versions.find_interpreter("3.9") == kept
    assert versions.find_interpreter("3.8") is None
    assert versions.find_interpreter(f"{sys.version_info.major}.{sys.version_info.minor}") == Path(sys.executable)


def test_the_newest_django_runs_on_the_last_python(tmp_path: Path) -> None:
    pairs = versions.list_pairs({"3.11": tmp_path, "3.12": tmp_path})
    assert [(pair.version, pair.newest_django) for pair in pairs] == [("3.11", False), ("3.12", False), ("3.12", True)]
    assert len({pair.folder for pair in pairs}) == 3
    assert versions.list_pairs({}) == []


@pytest.mark.parametrize(
    ("here", "passing", "printed", "complaint"),
    [
        (["3.11", "3.12", "3.13"], True, "", ""),
        (["3.11"], True, "Python 3.12 is LEFT OUT", ""),
        (["3.11"], False, "Python 3.13 is LEFT OUT", "The tests do not pass on 3.11, 3.11"),
        ([], True, "Python 3.11 is LEFT OUT", "none is here"),
    ],
)
def test_versions_are_left_out_by_name_and_failures_too(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    here: list[str],
    passing: bool,
    printed: str,
    complaint: str,
) -> None:
    monkeypatch.setenv("DOKO_PORTION", "0")
    monkeypatch.setattr(versions, "find_interpreter", lambda version: Path("python") if version in here else None)
    monkeypatch.setattr(versions, "run_tests", lambda pair, _arguments: "" if passing else pair.version)

    if complaint:
        with pytest.raises(SystemExit):
            versions.main([])
    else:
        versions.main([])

    told = capsys.readouterr()
    assert printed in told.out
    assert ("LEFT OUT" in told.out) is bool(printed)
    assert complaint in told.err
