"""Who sat at the table of an old sheet, and who played in each of its games?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dokoclub.exports.old_sheets.notes import FALLS_SHORT, Note
from dokoclub.exports.old_sheets.points import Values
from dokoclub.exports.old_sheets.sheet import Games, OldSheet
from scoring.game.seating import sitting_out_by_default
from scoring.terms import PLAYING, TABLE_SIZES, say

CROWDED_TABLE: Final = say(
    "{number} players have points in it: four to seven sit at a table. Two tables of an evening come as two sheets."
)
CROWDED: Final = say(
    "{number} players have points in this row: at most four play. If it is a whole evening, choose so below."
)


def at_the_table(names: Sequence[str], games: Games, *, into: OldSheet) -> None:
    """Fill `into` with those who sat there, and with their games."""
    seats = _seats(names, games)
    into.names = [names[seat] for seat in seats]
    if len(seats) not in TABLE_SIZES:
        into.problems.append(Note(CROWDED_TABLE, games[0][0], values={"number": len(seats)}))
        return
    for turn, (row, points) in enumerate(games):
        values = [points[seat] for seat in seats]
        problem = _who_plays(row, turn, values)
        if problem is not None:
            into.problems.append(problem)
        elif total := sum(value or 0 for value in values):
            into.oddities.append(Note(FALLS_SHORT, row, values={"total": total}))
        into.games.append((row, values))


def _seats(names: Sequence[str], games: Games) -> list[int]:
    """Who has a number anywhere; of many, who has points."""
    here = [seat for seat in range(len(names)) if any(points[seat] is not None for _, points in games)]
    if len(here) > max(TABLE_SIZES):
        here = [seat for seat in here if any(points[seat] for _, points in games)]
    return here


def _who_plays(row: int, turn: int, values: Values) -> Note | None:
    """Put None for who sits out, in place: four have a number then. What is wrong, if anything is."""
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


def _idle(size: int, turn: int, written: Sequence[int]) -> Iterator[int]:
    """Of those with a 0, first who would have sat out by rotation: nobody wrote it down."""
    table = [str(seat) for seat in range(size)]
    out = [int(seat) for seat in sitting_out_by_default(table[turn % size], table)]
    yield from (seat for seat in out if seat in written)
    yield from (seat for seat in reversed(range(size)) if seat in written and seat not in out)
