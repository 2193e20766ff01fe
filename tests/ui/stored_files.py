"""The files that a phone stores: the roots and their imports, found without the service worker."""

from __future__ import annotations

import re
from pathlib import Path

from dokoclub.core import offline

STATIC = Path(__file__).parents[2] / "static"
NAMED = re.compile(r"""["'](?:/static/([\w./-]+\.(?:js|css|svg|woff2))|\./([\w.-]+\.js))["'#]""")


def read_file(name: str) -> str:
    """Read a file; a typeface refers to no others, whatever its bytes say."""
    return (STATIC / name).read_text("utf-8", errors="replace")


def list_imports(name: str) -> set[str]:
    """List the files that a file names: in its own folder, or anywhere below /static/."""
    folder = name.rpartition("/")[0]
    return {path or f"{folder}/{neighbour}" for path, neighbour in NAMED.findall(read_file(name))}


def list_kept_files() -> list[str]:
    """List their names below /static/, sorted."""
    found, left = set(offline.ROOTS), list(offline.ROOTS)
    while left:
        imported = list_imports(left.pop())
        left += imported - found
        found |= imported
    return sorted(found)
