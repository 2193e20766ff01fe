"""A file read into old sheets: games with points by player, with every problem by row and column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from dokoclub.exports.old_sheets import columns as headings
from dokoclub.exports.old_sheets import points
from dokoclub.exports.old_sheets.budget import Budget, Exhausted
from dokoclub.exports.old_sheets.columns import Columns
from dokoclub.exports.old_sheets.days import day_in
from dokoclub.exports.old_sheets.files import Grid, read_grids
from dokoclub.exports.old_sheets.notes import Note, Unreadable, column_letter
from dokoclub.exports.old_sheets.numbers import is_empty, read_number
from dokoclub.exports.old_sheets.points import Values
from dokoclub.exports.old_sheets.sheet import OldSheet
from dokoclub.exports.old_sheets.table import at_the_table
from scoring.terms import say

HIGHEST_POINTS: Final = 100_000
MOST_NOTES: Final = 200  # of a sheet: who has more, has another problem


@dataclass(frozen=True)
class Options:
    """How to read, where somebody knows better; empty for finding out."""

    separator: str = ""
    encoding: str = ""
    points: str = ""  # "running" or "game"
    players: int | None = None


class _Line(NamedTuple):
    row: int
    day: date | None
    label: str  # "start", "end" or empty
    anew: bool  # the headings stand above it once more
    values: Values


def read_old_sheets(name: str, content: bytes, options: Options, budget: Budget) -> list[OldSheet]:
    """Every sheet of a file; a file that cannot be read is one sheet with that problem. Raises Exhausted."""
    try:
        found = read_grids(name, content, budget, separator=options.separator, encoding=options.encoding)
    except Exhausted:
        raise
    except Unreadable as wrong:
        return [OldSheet(name, problems=[wrong.note])]
    return [sheet for grid in found for sheet in _sheets(grid, options)]


def _sheets(grid: Grid, options: Options) -> list[OldSheet]:
    columns = headings.find_columns(grid, players=options.players)
    if not isinstance(columns, Columns):
        return [OldSheet(grid.title, problems=columns)]
    whole = OldSheet(grid.title, names=columns.names)
    lines = list(_lines(grid, columns, whole.problems))
    if whole.problems:
        whole.problems = whole.problems[:MOST_NOTES]
        return [whole]
    if not any(not line.label for line in lines):
        whole.problems.append(Note(say("There are no games in it.")))
        return [whole]
    usual = _day_above(grid, columns) or day_in(grid.title)
    return list(_evenings(grid, columns, lines, options, usual))


def _day_above(grid: Grid, columns: Columns) -> date | None:
    """`Doppelkopf am 12.3.2021`, above the headings."""
    cells = (cell for _, row in grid.rows[: columns.heading] for cell in row)
    return next(filter(None, map(day_in, cells)), None)


# --- From cells to numbers --------------------------------------------------------------------------------------------


def _lines(grid: Grid, columns: Columns, problems: list[Note]) -> Iterator[_Line]:
    anew = False
    day = None
    for row, cells in grid.rows[columns.heading + 1 :]:
        padded = [*cells, *[""] * (columns.players.stop - len(cells))]
        if headings.is_heading_again(columns, padded):
            anew = True
            continue
        label = _label(padded, columns)
        if label is None:
            continue
        values = [_value(row, index, padded[index], columns, problems) for index in columns.players]
        if columns.day is not None and columns.day < len(padded) and padded[columns.day]:
            day = _day(row, columns.day, padded[columns.day], [] if label else problems) or day
        yield _Line(row, day, label, anew, values)
        anew = False


def _label(cells: Sequence[str], columns: Columns) -> str | None:
    """What kind of row is it? None where it holds nothing for the players."""
    if all(is_empty(cells[index]) for index in columns.players):
        return None
    before = {headings.label_of(cell) for cell in cells[: columns.players.start]}
    return "start" if "start" in before else "end" if "end" in before else ""


def _value(row: int, index: int, cell: str, columns: Columns, problems: list[Note]) -> int | None:
    where = f"{column_letter(index)} ({columns.names[index - columns.players.start]})"
    if is_empty(cell):
        if len(columns.players) == 4:
            problems.append(Note(say("There is no number."), row, where))
        return None
    value = read_number(cell)
    if value is None:
        problems.append(Note(say("“{cell}” is not a number."), row, where, {"cell": cell[:30]}))
    elif value != int(value):
        problems.append(Note(say("{cell}: points are whole numbers."), row, where, {"cell": cell}))
    elif abs(value) > HIGHEST_POINTS:
        problems.append(Note(say("{cell} is too large."), row, where, {"cell": cell}))
    else:
        return int(value)
    return None


def _day(row: int, index: int, cell: str, problems: list[Note]) -> date | None:
    day = day_in(cell)
    if day is None:
        problems.append(Note(say("“{cell}” is not a day."), row, column_letter(index), {"cell": cell[:30]}))
    return day


# --- From numbers to evenings -----------------------------------------------------------------------------------------


def _evenings(
    grid: Grid, columns: Columns, lines: Sequence[_Line], options: Options, usual: date | None
) -> Iterator[OldSheet]:
    """An evening a day, and one wherever the headings stand anew."""
    whole = _grouped(lines)
    parts = whole if options.points == points.RUNNING else [_without_total(part) for part in whole]
    groups = [_plain(part) for part in parts]
    kind = options.points or points.guess_notation(groups)
    doubtful = not options.points and points.is_doubtful(groups)
    if kind == points.RUNNING:
        parts, groups = whole, list(points.in_steps(_plain(part) for part in whole))
    for place, (part, group) in enumerate(zip(parts, groups, strict=True), start=1):
        title = grid.title if len(parts) == 1 else f"{grid.title} · {place}"
        sheet = OldSheet(title, day=part[0].day or usual, names=columns.names, kind=kind)
        rows = [line.row for line in part if not line.label]
        at_the_table(sheet.names, list(zip(rows, group.rows, strict=True)), into=sheet)
        if doubtful and place == 1:
            sheet.oddities.append(Note(_EITHER_WAY[kind]))
        sheet.oddities += _sums_as_games(part, kind)
        sheet.oddities += _wrong_ends(sheet, columns, part, group.start if kind == points.RUNNING else None)
        del sheet.problems[MOST_NOTES:], sheet.oddities[MOST_NOTES:]
        yield sheet


_EITHER_WAY: Final = {
    points.RUNNING: say("These are read as running totals, but may be the points of each game: look at the sums."),
    points.A_GAME: say("These are read as the points of each game, but may be running totals: look at the sums."),
}


def _without_total(lines: list[_Line]) -> list[_Line]:
    """A last row that sums up those above it, and could be no game, is a total without a word before it."""
    games = [line for line in lines if not line.label]
    if not _sums_up(games) or points.looks_like_a_game(games[-1].values):
        return lines
    return [line._replace(label="end") if line is games[-1] else line for line in lines]


def _sums_up(games: Sequence[_Line]) -> bool:
    """Does the last row hold the sums of those above it?"""
    *above, last = [line.values for line in games]
    return len(above) > 1 and any(last) and points.sum_points(above) == [value or 0 for value in last]


def _sums_as_games(lines: Sequence[_Line], kind: str) -> Iterator[Note]:
    """The last row is perhaps no game, but a total: only somebody who was there can say."""
    games = [line for line in lines if not line.label]
    if kind == points.A_GAME and _sums_up(games):
        yield Note(say("This row is read as a game, but it is also the sum of those above it."), games[-1].row)
    if kind == points.RUNNING and len(games) > 1 and games[-1].values == games[-2].values:
        yield Note(say("This row is read as a game without points, but may be the total."), games[-1].row)


def _plain(lines: Sequence[_Line]) -> points.Group:
    """The rows of games, and what they begin with."""
    start = next((line.values for line in lines if line.label == "start"), None)
    return points.Group([line.values for line in lines if not line.label], start)


def _grouped(lines: Sequence[_Line]) -> list[list[_Line]]:
    groups: list[list[_Line]] = []
    for line in lines:
        if not groups or line.anew or line.day != groups[-1][0].day:
            groups.append([])
        groups[-1].append(line)
    return [group for group in groups if any(not line.label for line in group)]


def _wrong_ends(sheet: OldSheet, columns: Columns, lines: Sequence[_Line], start: Values | None) -> Iterator[Note]:
    """Where the file sums up itself, and otherwise than its rows do."""
    totals = dict(zip(sheet.names, sheet.totals, strict=True))
    for line in lines:
        if line.label != "end":
            continue
        for place, (name, written) in enumerate(zip(columns.names, line.values, strict=True)):
            right = totals.get(name, 0) + ((start[place] or 0) if start else 0)
            if written is not None and written != right:
                yield Note(
                    say("The file says {written} here, its rows give {right}."),
                    line.row,
                    f"{column_letter(columns.players[place])} ({name})",
                    {"written": written, "right": right},
                )
