"""docs/reliability.md is current: each promise has a test or a program that exists."""

from __future__ import annotations

import re
from typing import Final

from dev import COMMANDS
from tests.house.arrows import ROOT
from tools.reliability import DOCUMENT, PROMISES, find_proofs, list_promises, write_document

MAKEFILE: Final = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_it_is_written_from_the_marks() -> None:
    """After a change: `python -m tools.reliability`."""
    assert DOCUMENT.read_text(encoding="utf-8") == write_document()


def test_every_promise_has_a_test_and_every_mark_a_promise() -> None:
    promised, proven = set(list_promises()), set(find_proofs())

    assert len(promised) > 60
    assert (sorted(promised - proven), sorted(proven - promised)) == ([], [])


def test_every_program_is_there() -> None:
    commands = [str(program["command"]) for program in PROMISES["program"]]
    assert len(commands) > 10
    for module in re.findall(r"python -m ([\w.]+)", "\n".join(commands)):
        file = ROOT / module.replace(".", "/")
        assert file.with_suffix(".py").exists() or (file / "__main__.py").exists(), module
    (targets,) = re.findall(r"^\.PHONY: (bench .+)$", MAKEFILE, re.MULTILINE)
    for command in re.findall(r"^make ([\w-]+)", "\n".join(commands), re.MULTILINE):
        assert command in {*COMMANDS, *targets.split()}, command
    for path in re.findall(r"tests/\S+\.py", "\n".join(commands)):
        assert (ROOT / path).exists(), path
