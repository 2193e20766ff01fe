"""Tables of dokoclub that hold no games: they are recognized and refused."""

from typing import Final

from scoring.tables.grid import Grid
from scoring.tables.notes import Note
from scoring.terms import say
from scoring.text import fold_name

# Each heading in all languages of the site, including former names.
_RESULTS: Final = (
    {"round", "runde"}, {"player", "spieler"}, {"games", "spiele"},
    {"plus and minus", "plus und minus", "zero-sum points", "punkte zur null"},
)  # fmt: skip
_PLAYERS: Final = ({"name"}, {"short name", "kurzname"}, {"guest", "gast"}, {"have left", "nicht mehr dabei"})
_RANKS: Final = {"place", "platz", "rank", "rang"}
_COUNTED: Final = {"evenings", "abende", "games", "spiele", "points", "punkte"}
STANDINGS: Final = say("This is a table without games. Use “All games” instead.")


def refuse_own_table(grid: Grid) -> Note | None:
    """Return why a table of this site is not a list of games; None if it is one, or not from this site."""
    row, cells = next(((row, cells) for row, cells in grid.rows if any(cells)), (0, []))
    words = {fold_name(cell) for cell in cells}
    if all(words & said for said in _RESULTS) or all(words & said for said in _PLAYERS):
        return Note(
            say("This is a list of results or players, not of games: leave it out, and take that of games."), row
        )
    if len(cells) > 1 and fold_name(cells[0]) in _RANKS and fold_name(cells[1]) == "name" and words & _COUNTED:
        return Note(STANDINGS, row)
    return None
