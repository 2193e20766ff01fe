"""Documents name files that exist, link to each other, and stay short."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.house.arrows import ROOT
from tools.architecture import DOCUMENT, write_document

FOLDERS = ("dokoclub", "scoring", "templates", "static", "tests", "docs", "bench", "requirements", "locale", "tools")
A_PATH = re.compile(r"`((?:" + "|".join(FOLDERS) + r")/[\w./-]+)`")
A_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")
DOCUMENTS: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
MOST_WORDS: Final = 22_000


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


def test_the_lists_of_the_architecture_are_current() -> None:
    """After a change: `python -m tools.architecture`."""
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document == write_document(document)


def test_all_of_it_can_be_read_in_two_hours() -> None:
    assert sum(len(document.read_text(encoding="utf-8").split()) for document in DOCUMENTS) <= MOST_WORDS
