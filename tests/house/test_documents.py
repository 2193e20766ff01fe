"""Documents name files that exist."""

import re

from tests.house.arrows import ROOT

FOLDERS = ("dokoclub", "scoring", "templates", "static", "tests", "docs", "bench", "requirements", "locale")
A_PATH = re.compile(r"`((?:" + "|".join(FOLDERS) + r")/[\w./-]+)`")


def test_every_file_that_a_document_names_is_there() -> None:
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    named = {(path.name, found) for path in documents for found in A_PATH.findall(path.read_text(encoding="utf-8"))}

    assert len(named) > 20
    assert sorted((document, found) for document, found in named if not (ROOT / found).exists()) == []
