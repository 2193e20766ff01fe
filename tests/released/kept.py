"""What lies beside this module of a released version."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from scoring.league.columns import Kind, round_shown
from tests.released.asked import IN_TABLE, Figures

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
        """What it came to then; what it counted as 0 without knowing is None since, and a mean is as on the page."""
        found: Figures = json.loads((self.folder / "figures.json").read_text(encoding="utf-8"))
        tables = {
            name: [unknown(as_shown(row)) for row in rows] for name, rows in found.items() if name.startswith("table ")
        }
        return {**found, **tables}

    @property
    def migrations(self) -> dict[str, str]:
        """SHA-256 by path."""
        lines = (self.folder / "migrations.sha256").read_text(encoding="utf-8").splitlines()
        return {path: digest for digest, path in (line.split("  ") for line in lines)}


GAMES, SCORES, MEAN = (IN_TABLE.index(key) for key in ("games", "scores", "mean_game"))
WON: Final = IN_TABLE.index("won_percent")
COUNTED: Final = slice(IN_TABLE.index("solos"), None)


def as_shown(row: list[Any]) -> list[Any]:
    """Its files rounded a half to the even neighbour, its pages away from zero, as files do since."""
    mean = Fraction(row[SCORES], row[GAMES] or 1)
    if row[MEAN] != round(float(mean), 2) and row[MEAN] != float(round(mean, 2)):
        return row  # of some of the evenings
    return [*row[:MEAN], float(round_shown(mean, Kind.MEAN)), *row[MEAN + 1 :]]


def unknown(row: list[Any]) -> list[Any]:
    """Whoever has no game with a verdict has points alone: of solos, announcements and extras nobody knows."""
    return row if row[WON] is not None else [*row[: COUNTED.start], *[None] * len(row[COUNTED])]


RELEASES: Final = tuple(Release(path.name) for path in sorted(HERE.iterdir()) if (path / "figures.json").exists())
