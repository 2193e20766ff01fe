"""What a wheel of dokoclub needs: the very versions of run.txt; with [postgres], those of postgres.txt on top."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(r"^([\w.-]+==[^\s\\]+(?: ; [^\\\n]+)?)", re.MULTILINE)


class Pinned(MetadataHookInterface):
    """For hatchling, which calls it when a wheel is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        run, postgres = (read_pins(Path(self.root) / "requirements" / name) for name in ("run.txt", "postgres.txt"))
        metadata["dependencies"] = run
        metadata["optional-dependencies"] = {"postgres": [pin for pin in postgres if pin not in run]}


def read_pins(path: Path) -> list[str]:
    """`name==version`, with ` ; marker` where there is one. Their hashes have no place in a wheel."""
    return [pin.strip() for pin in PIN.findall(path.read_text(encoding="utf-8"))]
