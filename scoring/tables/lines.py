"""Parsing of a sheet's cells into rows of numbers, with every problem by row and column."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from scoring.tables import columns as headings
from scoring.tables.cells import day_in, is_empty, is_number, read_number
from scoring.tables.columns import Columns, find_heading
from scoring.tables.grid import Grid
from scoring.tables.notes import Note, column_letter
from scoring.tables.points import ROWS, Values, read_money
from scoring.terms import PLAYING, TABLE_SIZES, say
from scoring.text import fold_name

_SHARED: Final = 2  # names that two lists with four players share at least
HIGHEST_POINTS: Final = 100_000


def split_grid(grid: Grid) -> list[Grid]:
    """Split a sheet into lists with different names; repeated names do not start a new list."""
    heading = find_heading(grid)
    if heading is None:
        return [grid]
    begins = [0]
    names = _texts(grid.rows[heading][1])
    for index in range(heading + 1, len(grid.rows)):
        cells = grid.rows[index][1]
        texts = _texts(cells)
        if len(texts) < PLAYING or texts == names or any(map(is_number, cells)) or not _has_games(grid, index):
            continue
        above = _above(grid, index)
        is_dated = any(heading_day(row) for _, row in grid.rows[above:index])
        if is_dated or len(texts & names) >= _SHARED:
            begins.append(above)
            names = texts
    return [replace(grid, rows=grid.rows[begin:end]) for begin, end in zip(begins, [*begins[1:], None], strict=True)]


def _texts(cells: Sequence[str]) -> frozenset[str]:
    return frozenset(fold_name(cell) for cell in cells if cell and not is_number(cell))


def _has_games(grid: Grid, index: int) -> bool:
    """Return True if the next row with more than a word or two is one of numbers."""
    for _, cells in grid.rows[index + 1 :]:
        if sum(map(is_number, cells)) >= PLAYING:
            return True
        if len(_texts(cells)) >= PLAYING:
            return False
    return False


def _above(grid: Grid, index: int) -> int:
    """Return the index where a heading's text begins: after the last row of numbers or full row of words."""
    begin = index
    while begin and not any(map(is_number, cells := grid.rows[begin - 1][1])) and len(_texts(cells)) < PLAYING:
        begin -= 1
    return begin


def heading_day(cells: Sequence[str], elsewhere: str = "") -> date | None:
    """Return the day of a row without points, as `Abend vom 12.1.2024`; `elsewhere`: where the year may be."""
    written = [cell for cell in cells if cell]  # a sheet may have millions of empty cells
    if sum(map(is_number, written)) > 1:
        return None
    return next(filter(None, (day_in(cell, elsewhere=elsewhere) for cell in written)), None)


class ParsedLine(NamedTuple):
    """A row with values for the players."""

    row: int
    day: date | None  # from the day column
    label: str  # "start", "end", "money" or empty
    is_first: bool  # preceded by repeated headings or a day
    above: date | None  # the day found above it
    values: Values
    games: int | None = None
    value: int | None = None  # the value of the game
    table: tuple[str, str] = ("", "")  # round and table at which it was played
    money: tuple[tuple[int, Decimal], ...] = ()  # by place of the player


def read_lines(
    grid: Grid, columns: Columns, problems: list[Note], *, factor: int, elsewhere: str, gaps: bool
) -> Iterator[ParsedLine]:
    """Yield the parsed rows. `factor` multiplies all points; `gaps` also allows empty cells with four columns."""
    is_first, above, day = False, None, None
    for row, cells in grid.rows[columns.heading + 1 :]:
        padded = [*cells, *[""] * (max(columns.players) + 1 - len(cells))]
        if headings.is_heading_again(columns, padded):
            is_first = True
            continue
        if (told := _day_of_a_heading(columns, padded, elsewhere)) is not None:
            is_first, above = True, told
            continue
        label = "end" if row == columns.total_row else _label(padded, columns)
        if not _word_before(padded, columns) and any((row, index) in grid.unsolved for index in columns.players):
            problems.append(Note(UNSOLVED, row))
            continue
        if label is None:
            continue
        if label == "money":
            yield _money_line(row, day, columns, padded)
            continue
        cells_there = [padded[index] for index in columns.players]
        values = [_value(row, at, cell, columns, problems, factor, gaps) for at, cell in enumerate(cells_there)]
        if columns.day is not None and columns.day < len(padded) and padded[columns.day]:
            day = _day(row, columns, padded[columns.day], [] if label else problems, elsewhere) or day
        yield ParsedLine(
            row, day, label, is_first, above, values,
            games=_whole(padded, columns.games),
            value=_whole(padded, columns.value),
            table=(_text(padded, columns.round), _text(padded, columns.table)),
            money=tuple(_money(columns, padded)),
        )  # fmt: skip
        is_first, above = False, None


def _day_of_a_heading(columns: Columns, cells: Sequence[str], elsewhere: str) -> date | None:
    """Return the next list's day from a line below a list, as `Abend vom 12.1.2024`."""
    if columns.day is not None or any(is_number(cells[index]) for index in columns.players):
        return None
    return heading_day(cells, elsewhere)


def _label(cells: Sequence[str], columns: Columns) -> str | None:
    """Return the kind of row: "start", "end", "money" or empty; None if it has nothing for the players."""
    if all(is_empty(cells[index]) for index in columns.players) or _is_sentence(cells):
        return None
    if word := _word_before(cells, columns):
        return word
    before = [cell for cell in cells[: columns.players[0]] if cell]
    money = any(fold_name(cell).rstrip(":") in ROWS for cell in before)
    return "money" if money or all(_is_money(cells[index]) for index in columns.players) else ""


def _is_sentence(cells: Sequence[str]) -> bool:
    """Return True for a row of nothing but one text with several words."""
    written = [cell for cell in cells if cell]
    return len(written) == 1 and " " in written[0] and not is_number(written[0]) and read_money(written[0]) is None


def _word_before(cells: Sequence[str], columns: Columns) -> str:
    """Return "start" or "end" if a word before the players labels the row as totals, else empty."""
    return headings.find_label(cells[: columns.players[0]], columns.heads)


def _is_money(cell: str) -> bool:
    """Return True for an empty cell or an amount with a currency sign; plain numbers are points."""
    return is_empty(cell) or (not is_number(cell) and read_money(cell) is not None)


def _value(
    row: int, place: int, cell: str, columns: Columns, problems: list[Note], factor: int, gaps: bool
) -> int | None:
    where = columns.format_place(place)
    if is_empty(cell):
        if len(columns.players) == PLAYING and not gaps and not columns.may_rest:
            problems.append(Note(MISSING, row, where))
        return None
    value = read_number(cell)
    if value is None:
        problems.append(Note(say("“{cell}” is not a number."), row, where, {"cell": cell[:30]}))
    elif abs(value * factor) > HIGHEST_POINTS:
        problems.append(Note(say("{cell} is too large."), row, where, {"cell": cell}))
    elif value * factor == int(value * factor):
        return int(value * factor)
    elif factor == 1 and value * 2 == int(value * 2):
        problems.append(Note(HALF, row, where, {"cell": cell}))
    else:
        problems.append(Note(say("{cell}: use whole points."), row, where, {"cell": cell}))
    return None


MISSING: Final = say("Enter a number.")
UNSOLVED: Final = say(
    "The formulas of this row have no results in the file: open it in a spreadsheet program and save it again."
)
HALF: Final = say("{cell}: use whole points, or double all points below.")


def _day(row: int, columns: Columns, cell: str, problems: list[Note], elsewhere: str) -> date | None:
    day = day_in(cell, elsewhere=elsewhere, order=columns.day_order)
    if day is None:
        where = column_letter(columns.day or 0)
        problems.append(Note(say("“{cell}” is not a day."), row, where, {"cell": cell[:30]}))
    return day


def _whole(cells: Sequence[str], index: int | None) -> int | None:
    value = read_number(cells[index]) if index is not None and index < len(cells) else None
    return int(value) if value is not None and value == int(value) else None


def _text(cells: Sequence[str], index: int | None) -> str:
    return cells[index] if index is not None and index < len(cells) else ""


def _money(columns: Columns, cells: Sequence[str]) -> Iterator[tuple[int, Decimal]]:
    for place, index in columns.money.items():
        amount = read_money(cells[index]) if index < len(cells) else None
        if amount is not None:
            yield place, amount


def _money_line(row: int, day: date | None, columns: Columns, cells: Sequence[str]) -> ParsedLine:
    amounts = ((place, read_money(cells[index])) for place, index in enumerate(columns.players))
    found = tuple((place, amount) for place, amount in amounts if amount is not None)
    return ParsedLine(row, day, "money", False, None, [None] * len(columns.players), money=found)


def split_tables(group: list[ParsedLine], columns: Columns) -> list[list[ParsedLine]]:
    """Split the rows of an evening by round and table: where this site says so, or more people play than fit at one."""
    tables = dict.fromkeys(line.table for line in group if not line.label)
    seats = zip(*(line.values for line in group if not line.label), strict=True)
    if len(tables) < 2 or (columns.round is None and sum(map(any, seats)) <= max(TABLE_SIZES)):
        return [group]
    return [[line for line in group if line.table == table] for table in tables]
