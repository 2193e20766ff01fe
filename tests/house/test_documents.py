"""Documents name files that exist, link to each other, and stay short."""

import re
from pathlib import Path
from typing import Final

import pytest
from django.core.management import get_commands

from dev import COMMANDS
from tests.house.arrows import ROOT
from tools.architecture import DOCUMENT, write_document

FOLDERS = ("dokoclub", "scoring", "templates", "static", "tests", "docs", "bench", "requirements", "locale", "tools")
A_PATH = re.compile(r"`((?:" + "|".join(FOLDERS) + r")/[\w./-]+)`")
A_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")
DOCUMENTS: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
MOST_WORDS: Final = 22_000
TO_READ: Final = [document for document in DOCUMENTS if document.name != "statements.md"]  # which is looked up


def find_missing(pattern: re.Pattern[str], document: Path, folder: Path) -> list[str]:
    """List the paths that a document names and that are not there."""
    found = pattern.findall(document.read_text(encoding="utf-8"))
    return [path for path in found if path and not (folder / path).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    assert find_missing(A_PATH, document, ROOT) == []
    assert find_missing(A_LINK, document, document.parent) == []


def test_paths_and_links_are_found() -> None:
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    assert sum(len(A_PATH.findall(text)) for text in texts) > 20
    assert sum(len(A_LINK.findall(text)) for text in texts) > 20


def list_named(pattern: str) -> set[str]:
    """Return the matches in all documents but CHANGELOG, which also tells what has gone."""
    documents = [document for document in DOCUMENTS if document.name != "CHANGELOG.md"]
    return {name for document in documents for name in re.findall(pattern, document.read_text(encoding="utf-8"))}


def test_every_module_that_a_document_runs_is_there() -> None:
    named = list_named(r"python3? -m ((?:tools|bench|docs|tests|scoring|dokoclub)(?:\.\w+)*)")
    files = {name: ROOT / name.replace(".", "/") for name in named}

    assert len(named) > 10
    assert [
        name
        for name, file in sorted(files.items())
        if not file.with_suffix(".py").exists() and not (file / "__main__.py").exists()
    ] == []


def test_every_command_that_a_document_names_is_there() -> None:
    targets = re.findall(r"^([\w -]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)

    assert list_named(r"`(?:\w+=\S+ )*make ([a-z-]+)") <= set(" ".join(targets).split())
    assert list_named(r"dev\.py ([a-z-]+)") <= {*COMMANDS, "NAME"}
    assert list_named(r"manage\.py ([a-z_]+)") <= set(get_commands())


def test_the_lists_of_the_architecture_are_current() -> None:
    """After a change: `python -m tools.architecture`."""
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document == write_document(document)


def test_all_of_it_can_be_read_in_two_hours() -> None:
    assert sum(len(document.read_text(encoding="utf-8").split()) for document in TO_READ) <= MOST_WORDS
