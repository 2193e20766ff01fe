"""gsheet (jlnrrg): a sheet of running totals with the value in T, Bock in B and a solo in S."""

from __future__ import annotations

from typing import Final

from scoring.format.building import join_notes
from scoring.format.peers.common import (
    NO_DAY,
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    check_looks_like_game,
    digest_of,
    take_name,
    take_whole,
)
from scoring.terms import PLAYING, say

NAME: Final = "gsheet"

_MARKS: Final = {"#", "T", "B", "S"}
_NEEDED: Final = {"#", "T", "B"}
_MOST_ABOVE: Final = 20


def is_mine(source: Source) -> bool:
    return _find_heading(source.rows) is not None


def _find_heading(rows: list[list[str]]) -> int | None:
    for place, row in enumerate(rows[:_MOST_ABOVE]):
        cells = [cell.strip() for cell in row]
        names = [cell for cell in cells if cell and cell not in _MARKS]
        if set(cells) >= _NEEDED and len(names) >= PLAYING and len(set(cells) - {""}) == sum(map(bool, cells)):
            return place
    return None


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    place = _find_heading(source.rows)
    if place is None:
        raise Refused(say("There are no games in it."))
    head = [cell.strip() for cell in source.rows[place]]
    names = [take_name(cell, "#") for cell in head if cell and cell not in _MARKS]
    document, totals, rows = PeerDocument(NAME), dict.fromkeys(names, 0), list[Json]()
    for name in names:
        document.builder.add_player(name, name)
    for number, cells in enumerate(source.rows[place + 1 :], start=place + 2):
        where = f"line {number}"
        if len(cells) != len(head):
            raise Refused(say("Line {line} has not as many cells as the first."), line=number)
        row = dict(zip(head, map(str.strip, cells), strict=True))
        after = {name: take_whole(row[name], where) for name in names}
        if not row["#"] and not rows and not any(after.values()):
            continue  # the start
        rows.append(_row(document, row, {name: after[name] - totals[name] for name in names}, len(rows) + 1, where))
        totals = after
    document.add_evening(rows, day=None, key=digest_of(source.rows), seats=names)
    document.lose(NO_DAY)
    return document.finish()


def _row(document: PeerDocument, row: Json, changes: dict[str, int], number: int, where: str) -> Json:
    check_looks_like_game([*changes.values()], where)
    value = take_whole(row["T"], where) * 2 ** min(len(row["B"]), 6)
    sizes = {abs(change) for change in changes.values()} - {0}
    if row["#"] != str(number) or not sizes <= {value, 3 * value} or (value and not sizes):
        raise Refused(say("The value of this game does not fit its points: the file is damaged."), where)
    points = {name: change for name, change in changes.items() if change} or dict.fromkeys(changes, 0)
    return document.game(points, note=join_notes(["Solo" if len(sizes) > 1 else "", "Bock" if row["B"] else ""]))
