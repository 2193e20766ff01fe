"""Generator of docs/reliability.md from the marks of the tests: `python -m tools.reliability`."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PROMISES: Final[dict[str, Any]] = tomllib.loads((ROOT / "tests" / "promises.toml").read_text(encoding="utf-8"))
DOCUMENT: Final = ROOT / "docs" / "reliability.md"
HEAD: Final = """# What is promised, and what proves it

Written by `python -m tools.reliability` from the marks of the tests and `tests/promises.toml`. Behind each promise
stand its key and the test files; their tests bear `@pytest.mark.promise("key")`. Run a file with
`python3 dev.py test -k NAME`, on PostgreSQL with `make test-postgres ARGS="-k NAME"`.
"""
TAIL: Final = """## What nothing proves

No test shows what survives a power cut: a killed process leaves the kernel's cache alone. Races depend on the machine;
a test that passes once has not seen every order. No test compares the time it takes to refuse known and unknown names.
Safari itself, apps on the home screen and real phones were not tried; Chromium runs in the tests, and Firefox and
WebKitGTK once played whole evenings by hand. An owner of a club can take over the account of a member that has neither
password nor passkey and is signed in nowhere.
"""


def list_promises() -> dict[str, str]:
    """Return the sentence of each promise by its key."""
    return {key: sentence for section in PROMISES["section"] for key, sentence in section["promises"].items()}


def find_proofs() -> dict[str, list[str]]:
    """Return the files of the tests that bear the mark of each key, one for each test."""
    proofs: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.promise(" in source:
            for key in _read_marks(ast.parse(source)):
                proofs.setdefault(key, []).append(path.stem)
    return proofs


def _read_marks(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise":
                    yield from map(ast.literal_eval, mark.args)


def write_document() -> str:
    return "\n".join([HEAD, *_write_sections(find_proofs()), *_write_programs(), TAIL])


def _write_sections(proofs: dict[str, list[str]]) -> Iterator[str]:
    for section in PROMISES["section"]:
        yield f"## {section['title']}\n"
        for key, sentence in section["promises"].items():
            files = " ".join(f"`{file}`" for file in dict.fromkeys(proofs.get(key, [])))
            yield f"- {sentence}. `{key}`: {files}"
        yield ""


def _write_programs() -> Iterator[str]:
    yield "## Programs\n\nWith their last results, of November 2026, on two busy cores.\n"
    for program in PROMISES["program"]:
        yield f"- {program['promise']}. `{program['command']}`: {program['result']}"
    yield ""


if __name__ == "__main__":
    DOCUMENT.write_text(write_document(), encoding="utf-8")
