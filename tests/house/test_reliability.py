"""docs/reliability.md tells the truth: every test and program that it names exists, and each fault has its test.

Tests that docs/offline.md names exist as well.
"""

from __future__ import annotations

import re
from typing import Final

from dev import COMMANDS
from tests.house.arrows import ROOT
from tests.scoring.documents import is_there, table_rows

DOCUMENT: Final = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
OFFLINE: Final = (ROOT / "docs" / "offline.md").read_text(encoding="utf-8")
A_TEST: Final = re.compile(r"`(test_\w+\.test_\w+)`")
HEAD: Final = ["Promise", "Test", "Count", "Result", "How to repeat"]
FAULTS: Final = [f"D{number}" for number in range(1, 15)]


def test_every_test_that_it_names_is_there() -> None:
    named = A_TEST.findall(DOCUMENT)
    assert len(named) > 100
    named += A_TEST.findall(OFFLINE)
    assert [name for name in named if not is_there_in_a_class_too(name)] == []


def is_there_in_a_class_too(name: str) -> bool:
    module, _, function = name.partition(".")
    return is_there(name) or any(
        f"    def {function}(" in source.read_text(encoding="utf-8")
        for source in (ROOT / "tests").rglob(f"{module}.py")
    )


def test_every_promise_has_a_test_a_count_and_a_result() -> None:
    rows = [cells for cells in table_rows(DOCUMENT) if len(cells) == len(HEAD) and cells != HEAD]
    assert len(rows) > 30
    for promise, tests, count, result, how in rows:
        assert A_TEST.search(tests) or "`" in how, promise
        assert promise, tests
        assert count, promise
        assert result, promise


def test_every_program_that_it_names_is_there() -> None:
    for module in re.findall(r"python -m (bench\.\w+)", DOCUMENT):
        file = ROOT / module.replace(".", "/")
        assert file.with_suffix(".py").exists() or (file / "__main__.py").exists(), module
    (targets,) = re.findall(r"^\.PHONY: (bench .+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for command in re.findall(r"`make ([\w-]+)", DOCUMENT):
        assert command in {*COMMANDS, *targets.split()}, command


def test_every_fault_that_was_found_has_its_test() -> None:
    found = {cells[0].partition(" ")[0]: cells[1] for cells in table_rows(DOCUMENT) if len(cells) == 2}
    assert [name for name in found if name in FAULTS] == FAULTS
    assert all(A_TEST.search(found[name]) for name in FAULTS)
