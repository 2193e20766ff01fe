"""What lies beside this module of a released version."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final, NamedTuple

from tests.released.asked import Figures

HERE: Final = Path(__file__).parent


class Release(NamedTuple):
    commit: str

    @property
    def folder(self) -> Path:
        return HERE / self.commit

    @property
    def backup(self) -> bytes:
        return gzip.decompress((self.folder / "backup.sqlite3.gz").read_bytes())

    @property
    def club_file(self) -> bytes:
        return gzip.decompress((self.folder / "club.json.gz").read_bytes())

    @property
    def figures(self) -> Figures:
        found: Figures = json.loads((self.folder / "figures.json").read_text(encoding="utf-8"))
        return found

    @property
    def migrations(self) -> dict[str, str]:
        """SHA-256 by path."""
        lines = (self.folder / "migrations.sha256").read_text(encoding="utf-8").splitlines()
        return {path: digest for digest, path in (line.split("  ") for line in lines)}


RELEASES: Final = tuple(Release(path.name) for path in sorted(HERE.iterdir()) if (path / "figures.json").exists())
