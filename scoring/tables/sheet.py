"""An old sheet as it was read: its players, their points, and all problems and oddities."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import chain, count
from typing import Any, Final, TypeAlias

from scoring.game.seating import sitting_out_by_default
from scoring.tables import columns as headings
from scoring.tables import points
from scoring.tables.cells import day_in, is_empty, is_number, read_number
from scoring.tables.columns import DAY, OTHER, PLAYER, Columns
from scoring.tables.grid import Grid
from scoring.tables.notes import FALLS_SHORT, Note
from scoring.tables.points import Values
from scoring.terms import PLAYING, TABLE_SIZES, say
from scoring.text import LONGEST_NAME, fold_name

LONGEST_TABLE: Final = 30  # characters of its name
# Shape, title and columns of a table: heading, role, first cells, and whether they hold days and numbers.
Table: TypeAlias = dict[str, Any]
Games: TypeAlias = list[tuple[int, Values]]  # (row of the file, points by seat); None: sits out
CLUB: Final = "club_file"  # key of `foreign_data`, at the first sheet of the file of a whole club
CROWDED_TABLE: Final = say(
    "{number} players with points, but four to seven sit at a table. Enter two tables as two sheets."
)
CROWDED: Final = say(
    "{number} players have points in this row: at most four play. If it is a whole evening, choose so below."
)
FEW_PLAY: Final = say("Only {number} players have points in this row.")

SEATING: Final = frozenset({CROWDED_TABLE, CROWDED})


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
    place: str = ""  # place in the files, see `grid.PLACE`
    played: int | None = None  # for a sum: its number of games, if the file gives it
    group: str = ""  # sheets of a source with the same text belong to one evening
    round: int = 1  # of that evening, see `number_tables`
    round_name: str = ""  # as written
    table_name: str = "1"
    notation: str = ""  # of its points, if it is not that of the club
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
            "notation": self.notation,
            "group": self.group,
            "round": self.round,
            "table_name": self.table_name,
            "problems": [note.stored() for note in self.problems],
            "oddities": [note.stored() for note in self.oddities],
            "foreign_data": {} if self.problems else self.foreign_data,
            "table": self.table,
        }


def join_days(sheets: Sequence[OldSheet]) -> None:
    """Make sheets of the same day one evening: the tables or lists of one file."""
    by_day: dict[date, list[OldSheet]] = {}
    for sheet in sheets:
        if sheet.day is not None and not sheet.is_sum:
            by_day.setdefault(sheet.day, []).append(sheet)
    for day, some in by_day.items():
        if len(some) > 1:
            for sheet in some:
                sheet.group = f"{sheet.place.partition(':')[0]} {day.isoformat()}"
            number_tables(some)


def number_tables(sheets: Sequence[OldSheet]) -> None:
    """Set the round and the table of each sheet of an evening, so that a round has each table once.

    Without rounds in the file, people who sit at a table already begin the next round.
    """
    rounds: list[str] = []
    taken: set[tuple[int, str]] = set()
    seated: set[str] = set()
    for sheet in sheets:
        here = {fold_name(name) for name in sheet.names}
        if sheet.round_name:
            rounds += [] if sheet.round_name in rounds else [sheet.round_name]
            sheet.round = rounds.index(sheet.round_name) + 1
        else:
            number = max((one for one, _ in taken), default=1)
            sheet.round = number + bool(here & seated)
            seated = here if sheet.round > number else seated | here
        names = chain(filter(None, [sheet.table_name[:LONGEST_TABLE]]), map(str, count(1)))
        sheet.table_name = next(name for name in names if (sheet.round, name) not in taken)
        taken.add((sheet.round, sheet.table_name))


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
        return Note(FEW_PLAY, row, values={"number": len(written)})
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


# --- The table in the file -------------------------------------------------------------------------------------------


def format_table(grid: Grid, columns: Columns | list[Note], roles: Mapping[int, str]) -> Table | None:
    """Describe the columns of a table and their roles, for the user to check and change."""
    heading = headings.find_heading(grid)
    if heading is None:
        return None
    cells = grid.rows[heading][1]
    below = [row for _, row in grid.rows[heading + 1 :] if any(row)]
    heads = frozenset(fold_name(cell) for cell in cells if cell)
    counted = [row for row in below if any(map(is_number, row)) and not headings.find_label(row, heads)]
    width = max((len(row) for row in (cells, *below[:SHOWN_ROWS])), default=0)
    players = columns.players if isinstance(columns, Columns) else ()
    day = columns.day if isinstance(columns, Columns) else None
    found = []
    for index in range(min(width, MOST_SHOWN)):
        role = roles.get(index) or (PLAYER if index in players else DAY if index == day else OTHER)
        column = [row[index] if index < len(row) else "" for row in below]
        found.append(
            {
                "head": (cells[index] if index < len(cells) else "")[:LONGEST_NAME],
                "role": role,
                "cells": [cell[:SHOWN_CELL] for cell in column[:SHOWN_ROWS]],
                "has_days": any(map(day_in, column[:SHOWN_ROWS])),
                "has_numbers": any(map(is_number, column)),
                "sum": str(sum(_numbers_in(counted, index))),
            }
        )
    shape, odd = headings.format_shape(grid, heading), _count_odd(counted, players) if players else None
    return {"shape": shape, "title": grid.title, "columns": found, "odd": odd, "asks": "", "answers": []}


def format_nameless(grid: Grid) -> Table | None:
    """Describe a table of numbers without names above them, to ask for the names; None if it is no table."""
    rows = [row for _, row in grid.rows if sum(map(is_number, row)) >= PLAYING]
    columns = []
    for index in range(min(max(map(len, rows), default=0), MOST_SHOWN)):
        cells = [row[index] if index < len(row) else "" for row in rows]
        columns.append(
            {
                "head": "",
                "role": OTHER,
                "cells": [cell[:SHOWN_CELL] for cell in cells[:SHOWN_ROWS]],
                "has_days": any(map(day_in, cells[:SHOWN_ROWS])),
                "has_numbers": _are_mostly_numbers([cell for cell in cells if not is_empty(cell)]),
                "sum": str(sum(_numbers_in(rows, index))),
            }
        )
    if sum(column["has_numbers"] is True for column in columns) < PLAYING:
        return None
    shape = f"names{len(columns)}"
    return {"shape": shape, "title": grid.title, "columns": columns, "odd": None, "asks": "names", "answers": []}


def _are_mostly_numbers(written: Sequence[str]) -> bool:
    numbers = sum(map(is_number, written))
    return numbers > 0 and 5 * numbers >= 3 * len(written)


def _numbers_in(rows: Sequence[Sequence[str]], index: int) -> Iterator[Decimal]:
    return (read_number(row[index] if index < len(row) else "") or Decimal(0) for row in rows)


def _count_odd(rows: Sequence[Sequence[str]], players: Sequence[int]) -> int:
    """Count the rows in which the players' numbers do not sum to 0; an empty cell is 0 or the number above."""
    written = carried = 0
    above = dict.fromkeys(players, Decimal(0))
    for row in rows:
        numbers = {at: read_number(row[at]) if at < len(row) else None for at in players}
        above |= {at: number for at, number in numbers.items() if number is not None}
        written += sum(number or Decimal(0) for number in numbers.values()) != 0
        carried += sum(above.values()) != 0
    return min(written, carried)


SHOWN_ROWS: Final = 3
SHOWN_CELL: Final = 20  # characters
MOST_SHOWN: Final = 40  # columns
