"""docs/rules.md tells the truth: what it names exists, and no parameter is read elsewhere."""

import ast
import re
from collections.abc import Iterator

from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from tests.scoring.documents import MODULES, ROOT, is_there, table_rows

DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS = [
    *(f"1.{number}" for number in range(1, 29)),
    *("2.0", "2.1", "2.2", "2.2b", "2.3", "2.4", "2.5", "2.6", "2.6b", "2.7", "2.7b", "2.8", "2.9"),
    "5",
    "6",
]
# Where parameters are declared and checked, not obeyed.
OTHERS = {"parameters", "presets", "values", "stored"}


def names(text: str) -> list[str]:
    """`module.function` and `test_file.test_name`, as they stand in backticks."""
    found = re.findall(r"`((?:\w+\.)+\w+)`", text)
    return [name for name in found if not name.startswith("bock.") or name.split(".")[1] not in BOCK_PARAMETERS]


def test_every_name_in_the_document_exists() -> None:
    named = [name for name in names(DOCUMENT) if not name.endswith((".md", ".py"))]
    assert len(named) > 150
    assert [name for name in named if not is_there(name)] == []


def test_every_paragraph_has_a_function_and_a_test() -> None:
    found = {
        cells[0]: (names(cells[2]), names(cells[3]))
        for cells in table_rows(DOCUMENT)
        if len(cells) == 4 and cells[0] != "§"
    }
    assert list(found) == PARAGRAPHS
    for paragraph, (functions, tests) in found.items():
        assert functions, paragraph
        assert tests, paragraph
        assert all(test.startswith("test_") for test in tests)


def test_every_parameter_is_read_where_the_document_says_and_nowhere_else() -> None:
    said = {
        parameter: set(names(cells[1]))
        for cells in table_rows(DOCUMENT)
        if len(cells) == 2 and cells[0] != "parameter"
        for parameter in re.findall(r"`([\w.]+)`", cells[0])
    }
    assert set(said) == {*PARAMETERS, *(f"bock.{key}" for key in BOCK_PARAMETERS)}
    assert readers() == {parameter: functions for parameter, functions in said.items() if functions}


def readers() -> dict[str, set[str]]:
    """Parameter → the functions that read it from rules or from their Bock."""
    found: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if module not in OTHERS:
            for parameter, function in _reads(ast.parse(path.read_text(encoding="utf-8")), module):
                found.setdefault(parameter, set()).add(function)
    return found


def _reads(tree: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for node in ast.iter_child_nodes(tree):
        inside = f"{name}.{node.name}" if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else name
        if isinstance(node, ast.Attribute):
            base = node.value
            owner = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""
            of_rules = owner in ("rules", "bock", "own", "other") or inside.startswith("rules.Rules.")
            if of_rules and node.attr in PARAMETERS:
                yield node.attr, inside
            if of_rules and node.attr in BOCK_PARAMETERS:
                yield f"bock.{node.attr}", inside
        yield from _reads(node, inside)
