"""Which columns hold the players' points, and which the day? Headings are as odd as their authors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dokoclub.exports.old_sheets.days import day_in
from dokoclub.exports.old_sheets.files import Grid
from dokoclub.exports.old_sheets.money import is_money_heading, name_beside_money, name_without_money
from dokoclub.exports.old_sheets.notes import Note, column_letter, name_notes
from dokoclub.exports.old_sheets.numbers import is_empty, is_number, read_number
from scoring.terms import PLAYING, say
from scoring.text import fold_name

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
# What stands beside the players, on either side of them.
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
_PERHAPS_BEHIND: Final = "s"  # "S" may be the sum, or Stefan: the numbers decide


@dataclass(frozen=True)
class Columns:
    """Where to look in the rows of a grid."""

    heading: int  # index of the row with the names
    players: tuple[int, ...]  # indexes of the players' columns
    names: list[str]
    day: int | None  # index of the column with the day
    games: int | None = None  # of one that says how many games there were
    value: int | None = None  # of one that says what each game was worth
    money: Mapping[int, int] = field(default_factory=dict)  # place of a player -> index of the column with his money
    of_evenings: bool = False  # what stands before the players names evenings, not games

    def tell_place(self, place: int) -> str:
        """Of the column of that player: `C (Anna)`."""
        return f"{column_letter(self.players[place])} ({self.names[place]})"


def find_columns(grid: Grid, *, players: int | None = None) -> Columns | list[Note]:
    """`players`: how many columns of players there are, if somebody said so."""
    heading = find_heading(grid)
    if heading is None:
        return [Note(say("There is no row with the names of four players above rows of numbers."))]
    row, cells = grid.rows[heading]
    candidates = _candidates(cells)
    if len(candidates) < PLAYING:
        return [Note(say("At least four columns must have the name of a player."), row)]
    if players is not None and players > len(candidates):
        return [Note(say("Only {number} columns have the name of a player."), row, values={"number": len(candidates)})]
    wide = players or _how_many(grid, heading, cells, candidates)
    found = tuple(candidates[:wide])
    names = [name_beside_money(cells[index], cells) for index in found]
    return list(_name_problems(row, found, names)) or Columns(
        heading,
        found,
        names,
        _day_column(grid, heading, cells, found),
        games=_called(cells, _GAMES, found),
        value=_called(cells, _VALUES, found),
        money=_money(cells, found, names),
        of_evenings=any(fold_name(cell) in _EVENINGS for cell in cells[: found[0]]),
    )


def _candidates(cells: Sequence[str]) -> list[int]:
    """Indexes of the headings that may be names, one beside the other; money between them is none."""
    first = next((index for index, cell in enumerate(cells) if fold_name(cell) not in _BEFORE), len(cells))
    found = []
    for index in range(first, len(cells)):
        if fold_name(cells[index]) in _BEHIND:
            break
        if not is_money_heading(cells[index]):
            found.append(index)
    return found


def _called(cells: Sequence[str], words: Collection[str], players: Collection[int]) -> int | None:
    """The first column with such a heading; one behind the players before one in front of them."""
    some = [index for index, cell in enumerate(cells) if fold_name(cell) in words and index not in players]
    return max(some, key=lambda index: (index > max(players), -index), default=None)


def _money(cells: Sequence[str], players: Sequence[int], names: Sequence[str]) -> dict[int, int]:
    """`Anna €` is the money of Anna; money without a name is that of the column before it."""
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
    """The last row with four texts before the first with four numbers."""
    last = None
    for index, (_, cells) in enumerate(grid.rows):
        if sum(map(is_number, cells)) >= PLAYING:
            return last
        texts = [fold_name(cell) for cell in cells if cell and not is_number(cell)]
        if len(texts) >= PLAYING and len(set(texts)) > 1:  # a row of x is no heading, but X may be a player
            last = index
    return last


def _how_many(grid: Grid, heading: int, cells: Sequence[str], candidates: Sequence[int]) -> int:
    """As many as make the most rows sum to zero; where none does, all before a heading that is hardly a name."""
    most = len(candidates)
    if most == PLAYING:
        return most
    sums = [0] * (most + 1)
    for _, row in grid.rows[heading + 1 :]:
        values = [read_number(row[index]) or 0 for index in candidates if index < len(row)]
        if any(values):
            for wide in range(PLAYING, most + 1):
                sums[wide] += sum(values[:wide]) == 0
    usual = _before_the_sum([cells[index] for index in candidates])
    return max(range(PLAYING, most + 1), key=lambda wide: (sums[wide], wide == usual, wide))


def _before_the_sum(names: Sequence[str]) -> int:
    at = (place for place in range(PLAYING, len(names)) if fold_name(names[place]) == _PERHAPS_BEHIND)
    return next(at, len(names))


def _day_column(grid: Grid, heading: int, cells: Sequence[str], players: Sequence[int]) -> int | None:
    """The one that says so, even if every day in it is wrong; else one before the players with nothing but days."""
    for index, cell in enumerate(cells):
        below = [cell for cell in _below(grid, heading, index) if not is_empty(cell) and not label_of(cell)]
        meant = fold_name(cell) in _SURELY_A_DAY or any(map(_meant_as_day, below))
        if index not in players and below and fold_name(cell) in _DAY and meant:
            return index
    for index in range(players[0]):
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
