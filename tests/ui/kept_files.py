"""Which files does a phone keep? What the roots name, and what those import, found without the service worker."""

from __future__ import annotations

import re
from pathlib import Path

from dokoclub.core import offline

STATIC = Path(__file__).parents[2] / "static"
NAMED = re.compile(r"""["'](?:/static/([\w./-]+\.(?:js|css|svg|woff2))|\./([\w.-]+\.js))["'#]""")


def read_file(name: str) -> str:
    """A typeface names nothing, whatever its bytes say."""
    return (STATIC / name).read_text("utf-8", errors="replace")


def list_kept_files() -> list[str]:
    """Their names below /static/, sorted."""
    found, left = set(offline.ROOTS), list(offline.ROOTS)
    while left:
        imported = {f"js/{name}" for _path, name in NAMED.findall(read_file(left.pop()))}
        left += imported - found
        found |= imported
    return sorted(found)
