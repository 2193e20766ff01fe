"""An old sheet as it was read: its players, their points, and all problems and oddities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, TypeAlias

from dokoclub.exports.importers import points
from dokoclub.exports.importers.points import Values
from dokoclub.exports.importers.problems import FALLS_SHORT, Note
from scoring.game.seating import sitting_out_by_default
from scoring.terms import PLAYING, TABLE_SIZES, say

# Shape, title and columns of a table: heading, role, first cells, and whether they hold days and numbers.
Table: TypeAlias = dict[str, Any]
Games: TypeAlias = list[tuple[int, Values]]  # (row of the file, points by seat); None: sits out
CLUB: Final = "club_file"  # in `kept`, at the first sheet of the file of a whole club
CROWDED_TABLE: Final = say(
    "{number} players with points, but four to seven sit at a table. Enter two tables as two sheets."
)
CROWDED: Final = say(
    "{number} players have points in this row: at most four play. If it is a whole evening, choose so below."
)


@dataclass
class OldSheet:
    """An evening at one table. `problems` block the import, `oddities` must be accepted."""

    title: str
    day: date | None = None
    names: list[str] = field(default_factory=list)
    games: Games = field(default_factory=list)  # (row of the file, points by name in the order of `names`)
    kind: str = ""  # as it was read: "running", "game", "evening", or "list" for full game facts
    problems: list[Note] = field(default_factory=list)
    oddities: list[Note] = field(default_factory=list)
    line: dict[str, Any] | None = None  # the whole list, if the file holds more than points
    place: str = ""  # place in the files, see `files.PLACE`
    played: int | None = None  # for a sum: its number of games, if the file gives it
    is_doubtful: bool = False  # running totals and points of each game are both plausible
    foreign_data: dict[str, Any] = field(default_factory=dict)  # ids and keys of other programs, see `foreign_files`
    table: Table | None = None  # the table in the file; only the first of several sheets in it has it

    @property
    def is_sum(self) -> bool:
        """Return True if its only row holds the points of a whole evening."""
        return self.kind == points.EVENING

    @property
    def totals(self) -> list[int]:
        return points.sum_points([row for _, row in self.games]) if self.games else [0] * len(self.names)

    def stored(self) -> dict[str, Any]:
        """Return the sheet as JSON-compatible data, without games if it has problems."""
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
            "foreign_data": {} if self.problems else self.foreign_data,
            "table": self.table,
        }


def at_the_table(names: Sequence[str], games: Games, *, into: OldSheet, is_one_sided: bool = False) -> None:
    """Fill `into` with the players at the table and their games. `is_one_sided`: only plus or minus is written."""
    seats = _seats(names, games)
    into.names = [names[seat] for seat in seats]
    if len(seats) not in TABLE_SIZES:
        into.problems.append(Note(CROWDED_TABLE, games[0][0], values={"number": len(seats)}))
        return
    for turn, (row, scores) in enumerate(games):
        values = [scores[seat] for seat in seats]
        _fill_in(turn, values, is_one_sided=is_one_sided)
        problem = _who_plays(row, turn, values)
        if problem is not None:
            into.problems.append(problem)
        elif total := sum(value or 0 for value in values):
            into.oddities.append(Note(FALLS_SHORT, row, values={"total": total}))
        into.games.append((row, values))


def _seats(names: Sequence[str], games: Games) -> list[int]:
    """List the seats with a number anywhere; if there are too many, only those with points."""
    here = [seat for seat in range(len(names)) if any(points[seat] is not None for _, points in games)]
    if len(here) > max(TABLE_SIZES):
        here = [seat for seat in here if any(points[seat] for _, points in games)]
    return here


def _who_plays(row: int, turn: int, values: Values) -> Note | None:
    """Replace idle players' points with None in place, so that four play. Return the problem, if any."""
    written = [seat for seat, value in enumerate(values) if value is not None]
    if len(written) < PLAYING:
        return Note(say("Only {number} players have points in this row."), row, values={"number": len(written)})
    counting = [seat for seat in written if values[seat]]
    if len(counting) > PLAYING:
        return Note(CROWDED, row, values={"number": len(counting)})
    for seat in _idle(len(values), turn, written):
        if len(written) > PLAYING and not values[seat]:
            values[seat] = None
            written.remove(seat)
    return None


def _fill_in(turn: int, values: Values, *, is_one_sided: bool) -> None:
    """Write the 0 that was left out, in place: of a game worth nothing, or of the losers among four."""
    is_four = is_one_sided and len(values) == PLAYING and points.looks_like_a_game(values)
    if not is_four and any(values):
        return
    out = [*_idle(len(values), turn, range(len(values)))][: len(values) - PLAYING]
    for seat in sorted(range(len(values)), key=lambda seat: seat in out):
        if values[seat] is None and sum(value is not None for value in values) < PLAYING:
            values[seat] = 0


def _idle(size: int, turn: int, written: Sequence[int]) -> Iterator[int]:
    """Yield seats with a 0: first those due to sit out by rotation, since the file does not record it."""
    table = [str(seat) for seat in range(size)]
    out = [int(seat) for seat in sitting_out_by_default(table[turn % size], table)]
    yield from (seat for seat in out if seat in written)
    yield from (seat for seat in reversed(range(size)) if seat in written and seat not in out)
