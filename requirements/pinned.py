"""What a wheel of dokoclub needs: the very versions of run.txt; with an extra, those of its own file on top."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

OPTIONAL = ("postgres", "redis")
PIN = re.compile(r"^([\w.-]+==[^\s\\]+(?: ; [^\\\n]+)?)", re.MULTILINE)


class Pinned(MetadataHookInterface):
    """For hatchling, which calls it when a wheel is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        run, *more = (read_pins(Path(self.root) / "requirements" / f"{name}.txt") for name in ("run", *OPTIONAL))
        metadata["dependencies"] = run
        metadata["optional-dependencies"] = {
            name: [pin for pin in pins if pin not in run] for name, pins in zip(OPTIONAL, more, strict=True)
        }


def read_pins(path: Path) -> list[str]:
    """`name==version`, with ` ; marker` where there is one. Their hashes have no place in a wheel."""
    return [pin.strip() for pin in PIN.findall(path.read_text(encoding="utf-8"))]
