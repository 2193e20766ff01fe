"""chohner (Score Tracker): a CSV of running totals."""

from __future__ import annotations

import re
from typing import Final

from scoring.format.building import join_notes
from scoring.format.peers.common import (
    NO_DAY,
    Imported,
    PeerDocument,
    Refused,
    Source,
    check_looks_like_game,
    digest_of,
    take_name,
    take_whole,
)
from scoring.terms import PLAYING, say

NAME: Final = "chohner"

_VALUE: Final = re.compile(r"(\d+)(?: / (\d+))?")


def is_mine(source: Source) -> bool:
    rows = source.rows[:2]
    if len(rows) != 2 or len(rows[0]) < PLAYING + 2:
        return False
    head, start = rows
    return head[0] == "#" and head[-1] == "game" and set(start) == {"0"} and len(start) == len(head)


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    document, rows = PeerDocument(NAME), source.rows
    names = [take_name(name, "#1") for name in rows[0][1:-1]]
    if len(set(names)) < len(names):
        raise Refused(say("A name is in it twice."))
    for name in names:
        document.builder.add_player(name, name)
    before, games = [0] * len(names), []
    for number, row in enumerate(rows[2:], start=1):
        where = f"#{number}"
        if len(row) != len(rows[0]) or row[0] != str(number):
            raise Refused(say("The games are not numbered one by one: the file is damaged."), where)
        after = [take_whole(cell, where) for cell in row[1:-1]]
        changes = [now - then for now, then in zip(after, before, strict=True)]
        _check_value(row[-1], changes, where)
        points = {name: change for name, change in zip(names, changes, strict=True) if change}
        if not points:
            points = dict.fromkeys(names, 0)
            if len(names) > PLAYING:
                document.lose(say("Who sat out in a game worth 0"))
        games.append(document.game(points, note=join_notes(["Solo" if len(set(map(abs, changes)) - {0}) > 1 else ""])))
        before = after
    document.add_evening(games, day=None, key=digest_of(rows), seats=names)
    document.lose(NO_DAY)
    return document.finish()


def _check_value(cell: str, changes: list[int], where: str) -> None:
    """Compare the points with the value: `7`, or `12 / 4` of a solo."""
    check_looks_like_game(changes, where)
    found = _VALUE.fullmatch(cell.strip())
    told = {int(number) for number in found.groups() if number} if found else set()
    if not found or not {abs(change) for change in changes} - {0} <= told | {3 * number for number in told}:
        raise Refused(say("The value of this game does not fit its points: the file is damaged."), where)
    if min(told) and not any(changes):
        raise Refused(say("The value of this game does not fit its points: the file is damaged."), where)
