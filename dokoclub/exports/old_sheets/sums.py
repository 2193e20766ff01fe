"""Where a file sums up itself, in points or in money: is it right, or is a total taken for a game?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dokoclub.exports.old_sheets import points
from dokoclub.exports.old_sheets.columns import Columns
from dokoclub.exports.old_sheets.lines import Line
from dokoclub.exports.old_sheets.money import Pair, find_misfits
from dokoclub.exports.old_sheets.notes import Note
from dokoclub.exports.old_sheets.sheet import OldSheet
from dokoclub.look.numbers import signed
from scoring.terms import say


def without_total(lines: list[Line]) -> list[Line]:
    """A last row that sums up those above it, and could be no game, is a total without a word before it."""
    games = [line for line in lines if not line.label]
    if not _sums_up(games) or points.looks_like_a_game(games[-1].values):
        return lines
    return [line._replace(label="end") if line is games[-1] else line for line in lines]


def _sums_up(games: Sequence[Line]) -> bool:
    """Does the last row hold the sums of those above it?"""
    *above, last = [line.values for line in games]
    return len(above) > 1 and any(last) and points.sum_points(above) == [value or 0 for value in last]


def sums_as_games(lines: Sequence[Line], kind: str) -> Iterator[Note]:
    """The last row is perhaps no game, but a total: only somebody who was there can say."""
    games = [line for line in lines if not line.label]
    if kind == points.A_GAME and _sums_up(games):
        yield Note(say("This row is read as a game, but it is also the sum of those above it."), games[-1].row)
    if kind == points.RUNNING and len(games) > 1 and games[-1].values == games[-2].values:
        yield Note(say("This row is read as a game without points, but may be the total."), games[-1].row)


def wrong_ends(columns: Columns, lines: Sequence[Line], totals: Sequence[int]) -> Iterator[Note]:
    """Where the file sums up itself, and otherwise than its rows do, which come to `totals`."""
    text = say("The file says {written} here, its rows give {right}.")
    for line in lines:
        if line.label != "end":
            continue
        for place, (written, right) in enumerate(zip(line.values, totals, strict=True)):
            if written is not None and written != right:
                yield Note(text, line.row, columns.tell_place(place), {"written": written, "right": right})


def note_misfits(sheets: Sequence[OldSheet], columns: Columns, lines: Sequence[Line]) -> None:
    """Money that does not fit the points beside it, or above it, is odd about that of `sheets` in which it stands."""
    totals = dict(zip(sheets[0].names, sheets[0].totals, strict=True)) if len(sheets) == 1 else {}
    rows = {row: sheet for sheet in sheets for row, _ in sheet.games}
    text = say("{points} and {money} do not fit together: elsewhere a point is worth {rate}.")
    for pair, rate in find_misfits(_pairs(columns, lines, totals)):
        told = {"money": float(pair.money), "points": signed(pair.points), "rate": round(float(rate), 4)}
        rows.get(pair.row, sheets[-1]).oddities.append(Note(text, pair.row, columns.tell_place(pair.place), told))


def _pairs(columns: Columns, lines: Sequence[Line], totals: dict[str, int]) -> Iterator[Pair]:
    for line in lines:
        for place, amount in line.money:
            points_there = totals.get(columns.names[place]) if line.label == "money" else line.values[place]
            if points_there is not None:
                yield Pair(line.row, place, points_there, amount)
