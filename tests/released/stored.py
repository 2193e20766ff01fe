"""What lies beside this module of a released version."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from scoring.league.columns import Kind, round_shown
from tests.released.asked import IN_RESULTS, IN_TABLE, Figures
from tests.released.rows import rows_in

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Release:
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
        """What it came to then, as it is shown since.

        What it counted as 0 without knowing is None, a mean is as on the page, and a share is in per cent. What a table
        of a tournament handed in was kept beside its sheet; since then it counts there.
        """
        found: Figures = json.loads((self.folder / "figures.json").read_text(encoding="utf-8"))
        tables = {
            name: [in_percent(unknown(as_shown(row))) for row in rows]
            for name, rows in found.items()
            if name.startswith("table ")
        }
        return {**found, **tables, "results": [self.as_handed_in(row) for row in found["results"]]}

    def as_handed_in(self, row: list[Any]) -> list[Any]:
        points = self.handed_in.get(tuple(row[:HELD]))
        return row if points is None or row[HELD:] != [0, 0, 0] else [*row[:HELD], 0, points, points]

    @cached_property
    def handed_in(self) -> dict[tuple[Any, ...], int]:
        """Points by date, round, table and player, as its file of the club has them: a row refers to those above it."""
        file = rows_in(self.club_file)

        def row(table: str, number: int) -> dict[str, Any]:
            return file[table][number - 1]

        found = {}
        for place in file["places"]:
            table = row("round_tables", place["table"])
            sheet = row("sheets", table["sheet"])
            evening = row("evenings", sheet["evening"])
            player = row("players", row("entrants", place["entrant"])["player"])
            found[str(evening["date"]), sheet["round"], sheet["table"], player["name"]] = place["points"]
        return found

    @property
    def migrations(self) -> dict[str, str]:
        """SHA-256 by path."""
        lines = (self.folder / "migrations.sha256").read_text(encoding="utf-8").splitlines()
        return {path: digest for digest, path in (line.split("  ") for line in lines)}


GAMES, SCORES, MEAN = (IN_TABLE.index(key) for key in ("games", "scores", "mean_game"))
HELD: Final = IN_RESULTS.index("games")  # behind what says whose result it is
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


def in_percent(row: list[Any]) -> list[Any]:
    """Its files had 0.54 where the page has 54.2 %, as files have since."""
    share = row[WON]
    return row if share is None else [*row[:WON], pytest.approx(100 * share, abs=0.55), *row[WON + 1 :]]


RELEASES: Final = tuple(Release(path.name) for path in sorted(HERE.iterdir()) if (path / "figures.json").exists())
