"""What this site wrote itself: lists of games are read as any other, tables of who stands where are told from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from dokoclub.exports.old_sheets.budget import Budget
from dokoclub.exports.old_sheets.files import MOST_COLUMNS, Grid, is_json
from dokoclub.exports.old_sheets.notes import Note, Unreadable
from scoring.terms import say
from scoring.text import clean_all, clean_line, fold_name

# Each heading in the languages in which it is written, and as it was called before.
_RESULTS: Final = (
    {"round", "runde"}, {"player", "spieler"}, {"games", "spiele"},
    {"plus and minus", "plus und minus", "zero-sum points", "punkte zur null"},
)  # fmt: skip
_PLAYERS: Final = ({"name"}, {"short name", "kurzname"}, {"guest", "gast"}, {"have left", "nicht mehr dabei"})
_RANKS: Final = {"place", "platz", "rank", "rang"}
_COUNTED: Final = {"evenings", "abende", "games", "spiele", "points", "punkte"}
_STANDINGS: Final = say(
    "This is a table of who stands where: what was played cannot be told from it. Take “All games” instead."
)


def refuse_own_table(grid: Grid) -> Note | None:
    """Why a table of this site is no list of games; None where it is one, or somebody else's."""
    row, cells = next(((row, cells) for row, cells in grid.rows if any(cells)), (0, []))
    words = {fold_name(cell) for cell in cells}
    if all(words & said for said in _RESULTS) or all(words & said for said in _PLAYERS):
        return Note(
            say("This is a list of results or players, not of games: leave it out, and take that of games."), row
        )
    if len(cells) > 1 and fold_name(cells[0]) in _RANKS and fold_name(cells[1]) == "name" and words & _COUNTED:
        return Note(_STANDINGS, row)
    return None


def load_own_json(content: bytes) -> Mapping[str, Any] | None:
    """A download of this site or the file of a whole club, which say a name or their format; None for all else."""
    if not is_json(content):
        return None
    try:
        whole = clean_all(json.loads(content), clean_line)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) and not whole.keys().isdisjoint({"name", "format"}) else None


def read_own_games(title: str, whole: Mapping[str, Any], budget: Budget) -> Grid:
    """The games in a JSON file of this site, as the CSV of it would have them. Raises Unreadable."""
    games = whole.get("games")
    if "table" in whole and games is None:
        raise Unreadable(_STANDINGS)
    if "format" in whole:
        raise Unreadable(say("This is the file of a whole club: bring it in where clubs are founded."))
    if not isinstance(games, list) or not games or not all(isinstance(row, dict) for row in games):
        raise Unreadable(say("There are no games in it."))
    return _grid(title, games, budget)


_WHERE: Final = ("date", "round", "table", "number")


def _grid(title: str, games: list[Mapping[str, Any]], budget: Budget) -> Grid:
    names: dict[str, None] = {}
    for row in games:
        given = row.get("points")
        if isinstance(given, dict):
            names.update(dict.fromkeys(str(name) for name in given))
    where = [key for key in _WHERE if any(key in row for row in games)]
    heads = [*("no." if key == "number" else key for key in where), *names]
    if len(heads) > MOST_COLUMNS:
        raise Unreadable(say("There are no games in it."))
    rows = [(1, heads)]
    for number, row in enumerate(games, start=2):
        given = row.get("points")
        cells = [row.get(key) for key in where] + [
            given.get(name) if isinstance(given, dict) else None for name in names
        ]
        budget.take_cells(len(cells))
        rows.append((number, ["" if cell is None else str(cell)[:100] for cell in cells]))
    return Grid(title, rows)
