"""Columns of an imported table: players' points, day, games, money. Headings vary as much as their authors."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from scoring.tables.candidates import MOST_ROWS, SCALE, find_candidates
from scoring.tables.cells import day_in, find_order, is_dash, is_empty, is_number, read_number
from scoring.tables.grid import Grid
from scoring.tables.notes import Note, column_letter, name_notes
from scoring.tables.players import Found, find_players
from scoring.tables.points import is_money_heading, name_beside_money, name_without_money
from scoring.terms import PLAYING, say
from scoring.text import fold_name

NO_HEADING: Final = say("Add a row with four player names above the numbers.")
_LIKE_A_DAY: Final = re.compile(r"[0-9]+[./-] ?[0-9]+[./-]")

_DAY: Final = frozenset({"datum", "date", "tag", "day", "spieltag", "abend", "spielabend", "evening"})
_SURELY_A_DAY: Final = frozenset({"datum", "date"})  # a "Tag" may be a weekday, an "Abend" a number
START: Final = frozenset({"start", "anfang", "beginn", "übertrag", "vortrag", "begin", "carry-over", "stand vorher"})
END: Final = frozenset(
    {"summe", "gesamt", "total", "totals", "ergebnis", "endstand", "stand", "σ", "sum", "sums", "punktestand", "result"}
)
_GAMES: Final = frozenset(
    {"spiele", "anzahl spiele", "anz. spiele", "spielanzahl", "spielezahl", "games", "number of games"}
)
_VALUES: Final = frozenset({"wert", "spielwert", "value", "punkte", "points", "spielpunkte", "spiel"})
_TABLES: Final = frozenset({"tisch", "table"})
_ROUNDS: Final = frozenset({"runde", "round"})
_CONTROLS: Final = END | {"quersumme", "prüfsumme", "kontrolle", "check", "differenz", "difference"}
# Headings that decide in tables of one or two rows, and nowhere else.
_TIES: Final = _CONTROLS | _GAMES | _VALUES | {
    "#", "nr", "nr.", "no.", "spiel", "game", "runde", "round", "tisch", "table", "bock", "re", "augen von re",
    "card points of re", "re's card points",
}  # fmt: skip
_EVENINGS: Final = frozenset({"abend", "spielabend", "spieltag", "evening", "datum", "date", "monat", "month", "kw"})

# Roles of a column that a user can choose.
PLAYER: Final = "player"
DAY: Final = "day"
OTHER: Final = "other"


@dataclass(frozen=True)
class Columns:
    """The positions of the data in the rows of a grid."""

    heading: int  # index of the row with the names
    players: tuple[int, ...]  # indexes of the players' columns
    names: list[str]
    day: int | None  # index of the column with the day
    games: int | None = None  # index of the column with the number of games
    value: int | None = None  # index of the column with the value of each game
    table: int | None = None  # index of the column with the table
    round: int | None = None  # the same with the round of tables, in a download of this site
    money: Mapping[int, int] = field(default_factory=dict)  # place of a player -> index of the column with their money
    of_evenings: bool = False  # the columns before the players name evenings, not games
    is_asked: bool = False  # the numbers leave open who plays
    may_rest: bool = False  # an empty cell is no slip: a fifth player has no points, or the club writes no 0
    others: bool = False  # columns without points could be players too
    heads: frozenset[str] = frozenset()  # all headings, without case
    total_row: int | None = None  # number of the last row, if it holds sums although its word is also a heading
    day_order: str = ""  # of numeric dates: see `cells.find_order`
    day_is_guess: bool = False
    sign: int = 0  # of all points, if there are only such: 1 or -1

    def format_place(self, place: int) -> str:
        """Return the player's column as `C (Anna)`."""
        return f"{column_letter(self.players[place])} ({self.names[place]})"


def find_columns(
    grid: Grid,
    *,
    players: int | None = None,
    roles: Mapping[int, str] | None = None,
    sign: int = 0,
    day_order: str = "",
) -> Columns | list[Note]:
    """Find the players' columns and the meaning of the others.

    `players`: the number of players, if given. `roles`: PLAYER, DAY or OTHER by column index, if given. `sign`: 1 or
    -1 if the club writes only plus or minus points. `day_order`: the order of numeric dates, if given.
    """
    heading = find_heading(grid)
    if heading is None:
        return [Note(NO_HEADING)]
    row, cells = grid.rows[heading]
    chosen = _said_players(cells, roles) if roles else _find_players(grid, heading, players, sign)
    if len(chosen.columns) < PLAYING:
        return [Note(say("Name at least four player columns."), row)]
    if players is not None and players > len(chosen.columns) and not roles:
        number = len(chosen.columns)
        return [Note(say("Only {number} player columns: name at least four."), row, values={"number": number})]
    found = tuple(chosen.columns)
    day = _said_day(roles) if roles else find_day_column(grid, heading, cells, found)
    order, is_guess = find_order(_below(grid, heading, day)) if day is not None else ("", False)
    names = [name_beside_money(cells[index], cells) for index in found]
    return list(_name_problems(row, found, names)) or Columns(
        heading,
        found,
        names,
        day,
        games=_called(cells, _GAMES, found),
        value=_called(cells, _VALUES, found),
        table=_called(cells, _TABLES, found),
        round=_find_round(cells),
        money=_money(cells, found, names),
        of_evenings=any(fold_name(cell) in _EVENINGS for cell in cells[: found[0]]),
        is_asked=chosen.is_asked,
        may_rest=bool(sign) or any(cell and not any(_below(grid, heading, index)) for index, cell in enumerate(cells)),
        others=chosen.others,
        heads=_fold_heads(cells),
        total_row=_find_total_row(grid, heading),
        day_order=day_order or order,
        day_is_guess=is_guess and not day_order,
        sign=_find_sign(grid, heading, found),
    )


def _said_players(cells: Sequence[str], roles: Mapping[int, str]) -> Found:
    return Found([index for index in range(len(cells)) if roles.get(index) == PLAYER])


def _said_day(roles: Mapping[int, str]) -> int | None:
    return next((index for index, role in sorted(roles.items()) if role == DAY), None)


def _find_players(grid: Grid, heading: int, wide: int | None, sign: int) -> Found:
    cells = grid.rows[heading][1]
    heads = _fold_heads(cells)
    total = _find_total_row(grid, heading)
    below = [
        ("end" if number == total else find_label(row, heads), row)
        for number, row in grid.rows[heading + 1 :]
        if any(map(is_number, row))
    ]
    rows = [row for label, row in below if not label][:MOST_ROWS]
    columns = [index for index, cell in enumerate(cells) if cell and not is_money_heading(cell)]
    columns = [
        index for index in columns if not is_of_days([row[index] for row in rows if index < len(row) and row[index]])
    ]
    if not rows:
        return Found(columns[: wide or None])
    candidates = find_candidates(rows, columns)
    candidates = candidates._replace(idle=[at for at in candidates.idle if fold_name(cells[at]) not in _CONTROLS])
    sums = [_sums_of(row) for label, row in below if label == "end"]
    words = [index for index in columns if fold_name(cells[index]) in _TIES]
    return find_players(candidates, sign=sign, sums=sums, words=words, wide=wide or 0)


def _sums_of(row: Sequence[str]) -> dict[int, int]:
    numbers = {index: read_number(cell) for index, cell in enumerate(row)}
    return {index: int(number * SCALE) for index, number in numbers.items() if number is not None}


def _find_sign(grid: Grid, heading: int, players: Sequence[int]) -> int:
    """Return 1 or -1 if all numbers of the players have this sign, as where only plus or only minus is written."""
    numbers = [number for _, row in grid.rows[heading + 1 :] for at, number in _sums_of(row).items() if at in players]
    signs = {1 if number > 0 else -1 for number in numbers if number}
    return signs.pop() if len(signs) == 1 else 0


def list_days(grid: Grid, columns: Columns) -> list[str]:
    """Return the cells of the column with the day."""
    return [] if columns.day is None else list(_below(grid, columns.heading, columns.day))


def _find_total_row(grid: Grid, heading: int) -> int | None:
    """Return the number of the last row if its word of sums is a heading, too, and its numbers are sums.

    Those of three quarters of the columns are enough; or it repeats the row above, as below running totals.
    """
    heads = _fold_heads(grid.rows[heading][1])
    rows = [
        (number, row)
        for number, row in grid.rows[heading + 1 :]
        if any(map(is_number, row)) and not find_label(row, heads)
    ]
    if len(rows) <= PLAYING or find_label(rows[-1][1], ()) != "end":
        return None
    *above, (number, last) = rows
    said = _sums_of(last)
    columns = {at: [told for _, row in above if (told := _sums_of(row).get(at)) is not None] for at in said}
    are_sums = [said[at] == sum(column) for at, column in columns.items()]
    repeats = [column[-1:] == [said[at]] for at, column in columns.items()]
    is_total = 4 * sum(are_sums) >= 3 * len(said) or all(repeats)
    return number if len(said) >= PLAYING and is_total else None


def _fold_heads(cells: Sequence[str]) -> frozenset[str]:
    return frozenset(fold_name(cell) for cell in cells if cell)


def is_of_days(cells: Sequence[str]) -> bool:
    """Return True if a column, without its empty cells, holds nothing but days."""
    return bool(cells) and all(map(day_in, cells))


def _called(cells: Sequence[str], words: Collection[str], players: Collection[int]) -> int | None:
    """Return the first column with such a heading; prefer one after the players to one before them."""
    some = [index for index, cell in enumerate(cells) if fold_name(cell) in words and index not in players]
    return max(some, key=lambda index: (index > max(players), -index), default=None)


def _find_round(cells: Sequence[str]) -> int | None:
    """Return the column with the round between day and table, as this site writes it; elsewhere rounds are of games."""
    heads = list(map(fold_name, cells))
    three = zip(heads, heads[1:], heads[2:], strict=False)
    wanted = (_SURELY_A_DAY, _ROUNDS, _TABLES)
    found = (at for at, some in enumerate(three, start=1) if all(map(_is_in, some, wanted)))
    return next(found, None)


def _is_in(head: str, words: Collection[str]) -> bool:
    return head in words


def _money(cells: Sequence[str], players: Sequence[int], names: Sequence[str]) -> dict[int, int]:
    """Map players to money columns: `Anna €` is Anna's; a column without a name belongs to the one before it."""
    found: dict[int, int] = {}
    for index, cell in enumerate(cells):
        if index in players or not is_money_heading(cell):
            continue
        bare = name_without_money(cell)
        place = next((place for place, name in enumerate(names) if fold_name(name) == fold_name(bare)), None)
        if place is None and not bare and index - 1 in players:
            place = players.index(index - 1)
        if place is not None:
            found.setdefault(place, index)
    return found


def is_heading_again(columns: Columns, cells: Sequence[str]) -> bool:
    return [cells[index] for index in columns.players if index < len(cells)] == columns.names


def find_heading(grid: Grid) -> int | None:
    """Find the last row with four texts above columns of numbers, before the first row with four numbers.

    Rows of sums above it are passed over.
    """
    found: list[int] = []
    for index, (_, cells) in enumerate(grid.rows):
        if sum(map(is_number, cells)) >= PLAYING:
            if found:
                last = next((one for one in reversed(found) if _is_above_numbers(grid, one, index)), found[-1])
                return _first_like(grid, found, last)
            if not find_label(cells, ()):
                return None
        elif _has_names(cells):
            found.append(index)
    return _first_like(grid, found, found[-1]) if found else None


def _first_like(grid: Grid, found: Sequence[int], heading: int) -> int:
    """Return the first of the found headings with the same cells: the others repeat it."""
    return next(one for one in found if grid.rows[one][1] == grid.rows[heading][1])


def _has_names(cells: Sequence[str]) -> bool:
    texts = [fold_name(cell) for cell in cells if cell and not is_number(cell) and not is_dash(cell)]
    return len(texts) >= PLAYING and len(set(texts)) > 1  # a row of x is no heading, but X may be a player


def _is_above_numbers(grid: Grid, heading: int, first: int) -> bool:
    """Return True if four texts of a row have columns below that are mostly numbers, from row `first` on."""
    rows = [cells for _, cells in grid.rows[first : first + MOST_ROWS]]
    end = next((place for place, cells in enumerate(rows) if place and _has_names(cells)), None)
    numbers = 0
    for index, head in enumerate(grid.rows[heading][1]):
        if head and not is_number(head):
            written = [row[index] for row in rows[:end] if index < len(row) and not is_empty(row[index])]
            numbers += bool(written) and 5 * sum(map(is_number, written)) >= 3 * len(written)
    return numbers >= PLAYING


def find_day_column(grid: Grid, heading: int, cells: Sequence[str], players: Sequence[int]) -> int | None:
    """Find the day column by its heading, even if all its days are wrong; else a column of nothing but days."""
    for index, cell in enumerate(cells):
        below = [cell for cell in _below(grid, heading, index) if not is_empty(cell) and not get_label(cell)]
        meant = fold_name(cell) in _SURELY_A_DAY or any(map(_meant_as_day, below))
        if index not in players and below and fold_name(cell) in _DAY and meant:
            return index
    for index in range(len(cells)):
        below = [cell for cell in _below(grid, heading, index, beside=players) if not get_label(cell)]
        if index not in players and is_of_days(below):
            return index
    return None


def format_shape(grid: Grid, heading: int) -> str:
    """Return a hash of the table's headings and their order, to distinguish tables."""
    cells = [fold_name(cell) for cell in grid.rows[heading][1]]
    while cells and not cells[-1]:
        cells.pop()
    return sha256("\0".join(cells).encode()).hexdigest()[:12]


def _meant_as_day(cell: str) -> bool:
    return day_in(cell) is not None or _LIKE_A_DAY.search(cell) is not None


def get_label(cell: str) -> str:
    """Return "start" or "end" if a cell labels its row as totals, else empty."""
    said = fold_name(cell).rstrip(":. ")
    return "start" if said in START else "end" if said in END else ""


def find_label(cells: Iterable[str], heads: Collection[str]) -> str:
    """Return "start" or "end" if the first text of a row labels it as totals and is nobody's name, else empty."""
    first = next((cell for cell in cells if not is_empty(cell) and not is_number(cell) and not day_in(cell)), "")
    return "" if fold_name(first) in heads else get_label(first)


def _below(grid: Grid, heading: int, index: int, *, beside: Sequence[int] = ()) -> Iterator[str]:
    """Yield the cells of a column, without repeated headings.

    `beside`: if given, only rows with something in these columns, or with nothing but a day.
    """
    head = grid.rows[heading][1]
    rows: Iterable[list[str]] = (cells for _, cells in grid.rows[heading + 1 :] if cells != head)
    if beside:
        rows = (
            cells for cells in rows if any(map(day_in, cells)) or any(cells[at] for at in beside if at < len(cells))
        )
    return (cells[index] for cells in rows if index < len(cells) and cells[index])


def _name_problems(row: int, columns: Sequence[int], names: Sequence[str]) -> Iterator[Note]:
    seen: dict[str, int] = {}
    for index, name in zip(columns, names, strict=True):
        if found := [*name_notes(name)]:
            yield from (note._replace(row=row, column=column_letter(index)) for note in found)
            continue
        other = seen.setdefault(fold_name(name), index)
        if other != index:
            yield Note(
                say("“{name}” is already in column {other}."),
                row,
                column_letter(index),
                {"name": name, "other": column_letter(other)},
            )
