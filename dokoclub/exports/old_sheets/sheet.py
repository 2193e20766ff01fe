"""An old sheet as it was read: who sat there, with what points, and what is wrong or odd about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from dokoclub.exports.old_sheets import points
from dokoclub.exports.old_sheets.notes import Note
from dokoclub.exports.old_sheets.points import Values

# Shape, where it is, and its columns: heading, role, first cells, sum of the numbers.
Table: TypeAlias = dict[str, Any]
Games: TypeAlias = list[tuple[int, Values]]  # row of the file, points by seat; None: sits out


@dataclass
class OldSheet:
    """An evening at one table. `problems` keep it from being imported, `oddities` must be agreed to."""

    title: str
    day: date | None = None
    names: list[str] = field(default_factory=list)
    games: Games = field(default_factory=list)  # (row of the file, points by name in the order of `names`)
    kind: str = ""  # as it was read: "running", "game", "evening", or "list" where all was written down
    problems: list[Note] = field(default_factory=list)
    oddities: list[Note] = field(default_factory=list)
    line: dict[str, Any] | None = None  # the whole list, where the file holds more than points
    place: str = ""  # in the files: see `leaving`
    played: int | None = None  # of a sum: how many games it holds, where the file says so
    is_doubtful: bool = False  # it may hold running totals or points of each game
    table: Table | None = None  # the table in the file; of several sheets in it, the first has it

    @property
    def is_sum(self) -> bool:
        """Its only row holds what a whole evening gave."""
        return self.kind == points.EVENING

    @property
    def totals(self) -> list[int]:
        return points.sum_points([row for _, row in self.games]) if self.games else [0] * len(self.names)

    def stored(self) -> dict[str, Any]:
        """As JSON can hold it; games of a sheet with problems are not kept."""
        games = [] if self.problems else self.games
        return {
            "title": self.title,
            "day": self.day and self.day.isoformat(),
            "kind": self.kind,
            "names": self.names,
            "games": games,
            "line": None if self.problems else self.line,
            "totals": self.totals,
            "length": len(games),
            "place": self.place,
            "played": self.played,
            "problems": [note.stored() for note in self.problems],
            "oddities": [note.stored() for note in self.oddities],
            "table": self.table,
        }
