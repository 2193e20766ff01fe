"""Who imports whom: read from the source, so that an import inside a function counts too."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

ROOT: Final = Path(settings.BASE_DIR)


def modules(package: str) -> dict[str, Path]:
    """Every module of a package by its dotted name, without migrations."""
    found = {}
    for path in sorted((ROOT / package.replace(".", "/")).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache  # a hundred walks ask for the same modules
def imported(name: str, path: Path) -> frozenset[str]:
    """Dotted names that a module imports; `from a import b` counts as a.b, whatever b is."""
    tree = tree_of(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return frozenset(target for node in ast.walk(tree) for target in _targets(node, package))


def _targets(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{base}.{alias.name}" for alias in node.names)
