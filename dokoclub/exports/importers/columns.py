"""Columns of an imported table: players' points, day, games, money. Headings vary as much as their authors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from dokoclub.exports.importers.cells import day_in, find_order, is_empty, is_number
from dokoclub.exports.importers.files import Grid
from dokoclub.exports.importers.player_columns import Found, Rows, find_players, is_of_days
from dokoclub.exports.importers.points import is_money_heading, name_beside_money, name_without_money
from dokoclub.exports.importers.problems import Note, column_letter, name_notes
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
# Headings next to the players' columns, on either side.
_BESIDE: Final = _DAY | _GAMES | {
    "", "#", "nr", "nr.", "spiel", "game", "geber", "dealer", "gastgeber", "host", "bei", "teilnehmer", "anwesend",
    "ort", "place", "tisch",
}  # fmt: skip
_BEFORE: Final = _BESIDE | {
    "wochentag", "weekday", "saison", "season", "spieler", "name", "no", "no.", "lfd", "lfd.", "lfd. nr.", "lfd nr",
    "id", "spiel nr.", "spielnr", "spiel-nr.", "spielnummer", "runde", "round", "zeile", "row", "zeit", "uhrzeit",
    "time", "kw", "woche", "monat", "jahr", "table", "liste", "blatt",
}  # fmt: skip
_BEHIND: Final = _BESIDE | _VALUES | {
    "summe", "sum", "total", "gesamt", "quersumme", "prüfsumme", "kontrolle", "check", "differenz", "difference", "art",
    "kind", "bock", "bockrunde", "solo", "soli", "spieltyp", "typ", "type", "anzahl", "einsatz", "kasse", "ansage",
    "ansagen", "absage", "absagen", "re", "kontra", "gewinner", "winner", "notiz", "notizen", "note", "notes",
    "bemerkung", "bemerkung:", "bemerkungen", "kommentar", "comment", "anmerkung",
}  # fmt: skip
_EVENINGS: Final = frozenset({"abend", "spielabend", "spieltag", "evening", "datum", "date", "monat", "month", "kw"})
_NO_NAMES: Final = _BEFORE | _BEHIND
_PERHAPS_BEHIND: Final = "s"  # "S" may be the sum or Stefan: the numbers decide


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
    money: Mapping[int, int] = field(default_factory=dict)  # place of a player -> index of the column with their money
    of_evenings: bool = False  # the columns before the players name evenings, not games
    others: bool = False  # other columns could just as well be players
    day_order: str = ""  # of numeric dates: see `cells.find_order`
    day_is_guess: bool = False

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
    day = _said_day(roles) if roles else _day_column(grid, heading, cells, found)
    order, is_guess = find_order(_below(grid, heading, day)) if day is not None else ("", False)
    names = [name_beside_money(cells[index], cells) for index in found]
    return list(_name_problems(row, found, names)) or Columns(
        heading,
        found,
        names,
        day,
        games=_called(cells, _GAMES, found),
        value=_called(cells, _VALUES, found),
        money=_money(cells, found, names),
        of_evenings=any(fold_name(cell) in _EVENINGS for cell in cells[: found[0]]),
        others=chosen.others,
        day_order=day_order or order,
        day_is_guess=is_guess and not day_order,
    )


def _said_players(cells: Sequence[str], roles: Mapping[int, str]) -> Found:
    return Found([index for index in range(len(cells)) if roles.get(index) == PLAYER])


def _said_day(roles: Mapping[int, str]) -> int | None:
    return next((index for index, role in sorted(roles.items()) if role == DAY), None)


def _find_players(grid: Grid, heading: int, wide: int | None, sign: int) -> Found:
    cells = grid.rows[heading][1]
    money = [index for index, cell in enumerate(cells) if is_money_heading(cell)]
    rows = [row for _, row in grid.rows[heading + 1 :] if not any(map(get_label, row)) and any(map(is_number, row))]
    named = [index for index in _named(cells, rows) if index not in money]
    others = [index for index, cell in enumerate(cells) if cell and index not in money and index not in named]
    found = find_players(rows, named, others, sign=sign, wide=wide or 0)
    return found if len(found.columns) >= PLAYING else Found(named[: wide or None])


def _named(cells: Sequence[str], rows: Rows) -> list[int]:
    """List the columns whose headings may be names; after four with numbers, stop at an unlikely name."""
    found: list[int] = []
    enough = 0
    for index, cell in enumerate(cells):
        if fold_name(cell) not in _NO_NAMES and not (enough >= PLAYING and fold_name(cell) == _PERHAPS_BEHIND):
            found.append(index)
            enough += any(index < len(row) and is_number(row[index]) for row in rows)
        elif enough >= PLAYING:
            break
    return found


def _called(cells: Sequence[str], words: Collection[str], players: Collection[int]) -> int | None:
    """Return the first column with such a heading; prefer one after the players to one before them."""
    some = [index for index, cell in enumerate(cells) if fold_name(cell) in words and index not in players]
    return max(some, key=lambda index: (index > max(players), -index), default=None)


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
    """Find the last row with four texts before the first row with four numbers."""
    last = None
    for index, (_, cells) in enumerate(grid.rows):
        if sum(map(is_number, cells)) >= PLAYING:
            return last
        texts = [fold_name(cell) for cell in cells if cell and not is_number(cell)]
        if len(texts) >= PLAYING and len(set(texts)) > 1:  # a row of x is no heading, but X may be a player
            last = index
    return last


def _day_column(grid: Grid, heading: int, cells: Sequence[str], players: Sequence[int]) -> int | None:
    """Find the day column by its heading, even if all its days are wrong; else a column of nothing but days."""
    for index, cell in enumerate(cells):
        below = [cell for cell in _below(grid, heading, index) if not is_empty(cell) and not get_label(cell)]
        meant = fold_name(cell) in _SURELY_A_DAY or any(map(_meant_as_day, below))
        if index not in players and below and fold_name(cell) in _DAY and meant:
            return index
    for index in range(len(cells)):
        if index not in players and is_of_days([cell for cell in _below(grid, heading, index) if not get_label(cell)]):
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


def _below(grid: Grid, heading: int, index: int) -> Iterator[str]:
    return (cells[index] for _, cells in grid.rows[heading + 1 :] if index < len(cells) and cells[index])


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
