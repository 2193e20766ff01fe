"""Generator of the lists of apps and layers in docs/architecture.md: `python -m tools.architecture`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
DOCUMENT: Final = ROOT / "docs" / "architecture.md"
ORDER: Final = ROOT / "tests" / "house" / "test_architecture.py"  # holds the order of apps and layers
BEGIN: Final = "<!-- written by python -m tools.architecture -->\n"
END: Final = "<!-- end -->"
OF_LAYERS: Final = (  # in the order of LAYERS
    "addresses",
    "requests and answers; what an app adds to the pages of a club",
    "frozen shapes for templates",
    "what people type, checked",
    "what changes the database",
    "what reads the database; rights",
    "from stored entries to events and scored rows",
    "texts",
    "tables",
)


def read_order(name: str) -> Any:
    """Return APPS or LAYERS, as the test of the architecture has it."""
    for node in ast.parse(ORDER.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(name)


def describe_app(app: str) -> str:
    """Return the docstring of an app."""
    source = (ROOT / "dokoclub" / app / "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def write_document(document: str) -> str:
    """Return the document with its lists as they are now."""
    head, _begin, rest = document.partition(BEGIN)
    _old, _end, tail = rest.partition(END)
    return "".join([head, BEGIN, "\n".join(_write_lists()), "\n", END, tail])


def _write_lists() -> Iterator[str]:
    yield "\n## Apps\n\nEach may import those below it.\n"
    yield from (f"- `{app}`: {describe_app(app)}" for app in read_order("APPS"))
    yield f"\n`operations` stands apart: {describe_app('operations')}"
    yield "\n## Layers of an app\n\nEach may use those below it.\n"
    for layers, text in zip(read_order("LAYERS"), OF_LAYERS, strict=True):
        yield f"- {', '.join(f'`{layer}`' for layer in sorted(layers))}: {text}"
    yield ""


if __name__ == "__main__":
    DOCUMENT.write_text(write_document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
