"""Which columns hold the players' points, and which the day? Headings are as odd as their authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError

from dokoclub.exports.old_sheets.days import day_in
from dokoclub.exports.old_sheets.files import Grid
from dokoclub.exports.old_sheets.notes import Note, column_letter
from dokoclub.exports.old_sheets.numbers import is_empty, is_number, read_number
from dokoclub.look.names import clean_name, fold_name
from scoring.terms import PLAYING, say

LONGEST_NAME: Final = 40
_LIKE_A_DAY: Final = re.compile(r"[0-9]+[./-] ?[0-9]+[./-]")

_DAY: Final = frozenset({"datum", "date", "tag", "day", "spieltag", "abend", "spielabend", "evening"})
_SURELY_A_DAY: Final = frozenset({"datum", "date"})  # a "Tag" may be a weekday, an "Abend" a number
START: Final = frozenset({"start", "anfang", "beginn", "übertrag", "vortrag", "begin", "carry-over", "stand vorher"})
END: Final = frozenset(
    {"summe", "gesamt", "total", "totals", "ergebnis", "endstand", "stand", "σ", "sum", "sums", "punktestand", "result"}
)
# What stands before the players.
_BEFORE: Final = _DAY | {
    "", "#", "nr", "nr.", "no", "no.", "lfd", "lfd.", "lfd. nr.", "lfd nr", "id", "spiel", "spiel nr.", "spielnr",
    "spiel-nr.", "spielnummer", "game", "runde", "round", "zeile", "row", "zeit", "uhrzeit", "time", "geber", "dealer",
    "kw", "woche", "monat", "jahr", "ort", "place", "tisch", "table", "liste", "blatt",
}  # fmt: skip
# What stands behind them.
_BEHIND: Final = _DAY | {
    "", "wert", "spielwert", "value", "punkte", "points", "spielpunkte", "summe", "sum", "total", "gesamt", "quersumme",
    "prüfsumme", "kontrolle", "check", "art", "kind", "bock", "bockrunde", "solo", "soli", "spieltyp", "typ", "type",
    "spiel", "game",
    "ansage", "ansagen", "absage", "absagen", "re", "kontra", "gewinner", "winner", "notiz", "notizen", "note", "notes",
    "bemerkung", "bemerkungen", "kommentar", "comment", "anmerkung", "geber", "dealer", "ort", "place", "tisch", "nr",
    "nr.", "#",
}  # fmt: skip
_PERHAPS_BEHIND: Final = "s"  # "S" may be the sum, or Stefan: the numbers decide


@dataclass(frozen=True)
class Columns:
    """Where to look in the rows of a grid."""

    heading: int  # index of the row with the names
    players: range  # indexes of the players' columns
    names: list[str]
    day: int | None  # index of the column with the day


def find_columns(grid: Grid, *, players: int | None = None) -> Columns | list[Note]:
    """`players`: how many columns of players there are, if somebody said so."""
    heading = _heading(grid)
    if heading is None:
        return [Note(say("There is no row with the names of four players above rows of numbers."))]
    row, cells = grid.rows[heading]
    first = next((index for index, cell in enumerate(cells) if fold_name(cell) not in _BEFORE), len(cells))
    most = _named(cells, first)
    if most < PLAYING:
        return [Note(say("At least four columns must have the name of a player."), row)]
    if players is not None and players > most:
        return [Note(say("Only {number} columns have the name of a player."), row, values={"number": most})]
    wide = players or _how_many(grid, heading, cells, first, most)
    found = range(first, first + wide)
    names = [cells[index] for index in found]
    day = _day_column(grid, heading, cells, found)
    return list(_name_problems(row, found, names)) or Columns(heading, found, names, day)


def is_heading_again(columns: Columns, cells: Sequence[str]) -> bool:
    return [cells[index] for index in columns.players if index < len(cells)] == columns.names


def _heading(grid: Grid) -> int | None:
    """The last row with four texts before the first with four numbers."""
    last = None
    for index, (_, cells) in enumerate(grid.rows):
        if sum(map(is_number, cells)) >= PLAYING:
            return last
        texts = [fold_name(cell) for cell in cells if cell and not is_number(cell)]
        if len(texts) >= PLAYING and len(set(texts)) > 1:  # a row of x is no heading, but X may be a player
            last = index
    return last


def _named(cells: Sequence[str], first: int) -> int:
    """How many headings in a row may be names."""
    behind = (index for index in range(first, len(cells)) if fold_name(cells[index]) in _BEHIND)
    return next(behind, len(cells)) - first


def _how_many(grid: Grid, heading: int, cells: Sequence[str], first: int, most: int) -> int:
    """As many as make the most rows sum to zero; where none does, all before a heading that is hardly a name."""
    if most == PLAYING:
        return most
    sums = [0] * (most + 1)
    for _, row in grid.rows[heading + 1 :]:
        values = [read_number(cell) or 0 for cell in row[first : first + most]]
        if any(values):
            for wide in range(PLAYING, most + 1):
                sums[wide] += sum(values[:wide]) == 0
    usual = _before_the_sum(cells, first, most)
    return max(range(PLAYING, most + 1), key=lambda wide: (sums[wide], wide == usual, wide))


def _before_the_sum(cells: Sequence[str], first: int, most: int) -> int:
    at = (index - first for index in range(first + PLAYING, first + most) if fold_name(cells[index]) == _PERHAPS_BEHIND)
    return next(at, most)


def _day_column(grid: Grid, heading: int, cells: Sequence[str], players: range) -> int | None:
    """The one that says so, even if every day in it is wrong; else one before the players with nothing but days."""
    for index, cell in enumerate(cells):
        below = [cell for cell in _below(grid, heading, index) if not is_empty(cell) and not label_of(cell)]
        meant = fold_name(cell) in _SURELY_A_DAY or any(map(_meant_as_day, below))
        if index not in players and below and fold_name(cell) in _DAY and meant:
            return index
    for index in range(players.start):
        below = list(_below(grid, heading, index))
        if below and all(map(day_in, below)):
            return index
    return None


def _meant_as_day(cell: str) -> bool:
    return day_in(cell) is not None or _LIKE_A_DAY.search(cell) is not None


def label_of(cell: str) -> str:
    """ "start" or "end" where a cell says that its row holds totals; else empty."""
    said = fold_name(cell).rstrip(":. ")
    return "start" if said in START else "end" if said in END else ""


def _below(grid: Grid, heading: int, index: int) -> Iterator[str]:
    return (cells[index] for _, cells in grid.rows[heading + 1 :] if index < len(cells) and cells[index])


def _name_problems(row: int, columns: range, names: Sequence[str]) -> Iterator[Note]:
    seen: dict[str, int] = {}
    for index, name in zip(columns, names, strict=True):
        try:
            clean_name(name)
        except ValidationError:
            yield Note(
                say("“{name}” cannot be the name of a player."),
                row,
                column_letter(index),
                {"name": name[:LONGEST_NAME]},
            )
            continue
        if len(name) > LONGEST_NAME:
            yield Note(say("A name has at most {most} characters."), row, column_letter(index), {"most": LONGEST_NAME})
        other = seen.setdefault(fold_name(name), index)
        if other != index:
            yield Note(
                say("“{name}” already stands in column {other}."),
                row,
                column_letter(index),
                {"name": name, "other": column_letter(other)},
            )
