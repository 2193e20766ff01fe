"""nicop2000: a list of running totals by player, as JSON."""

from __future__ import annotations

from typing import Final

from scoring.format.checks import is_day
from scoring.format.peers.common import (
    Imported,
    PeerDocument,
    Refused,
    Source,
    check_zero_sum,
    digest_of,
    take_name,
    take_objects,
    take_value,
)
from scoring.terms import PLAYING, say

NAME: Final = "nicop2000"

_COUNTERS: Final = ("won", "lost", "solo")


def is_mine(source: Source) -> bool:
    read = source.json
    if not isinstance(read, dict) or not {"max", "current", "listname", "players"} <= read.keys():
        return False
    players = read["players"]
    return isinstance(players, list) and any(isinstance(one, dict) and "points" in one for one in players)


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    whole = source.json
    title = whole["listname"] if isinstance(whole["listname"], str) else ""
    document = PeerDocument(NAME, title)
    totals: dict[str, list[int]] = {}
    for player, where in take_objects(whole, "players", ""):
        name = take_name(player.get("name"), where)
        points = take_value(player, "points", list, where)
        if name in totals or points[:1] != [0] or not all(type(number) is int for number in points):
            raise Refused(say("These are no running totals from 0: the file is damaged or newer."), f"{where}/points")
        for key in _COUNTERS:
            if len(take_value(player, key, list, where)) != len(points):
                raise Refused(say("The counters do not fit the totals: the file is damaged."), f"{where}/{key}")
        document.builder.add_player(name, name)
        totals[name] = points
    if len({len(points) for points in totals.values()}) != 1 or len(totals) < PLAYING:
        raise Refused(say("The players have not the same number of games: the file is damaged."), "/players")
    rows = []
    for number in range(1, len(next(iter(totals.values())))):
        changes = {name: points[number] - points[number - 1] for name, points in totals.items()}
        check_zero_sum(changes.values(), f"#{number}")
        moved = {name: change for name, change in changes.items() if change}
        rows.append(document.game(moved if len(moved) == PLAYING else changes))
    if len(totals) > PLAYING:
        document.lose(say("Who sat out in a game worth 0"), times=sum(len(row["points"]) > PLAYING for row in rows))
    document.lose(say("The counters of won, lost and solo games"), times=len(totals))
    document.add_evening(rows, day=_day(whole), key=whole.get("id") or digest_of(totals), seats=totals)
    return document.finish()


def _day(whole: dict[str, object]) -> str | None:
    parts = str(whole.get("date") or "").split(".")
    day = f"{parts[2]:0>4}-{parts[1]:0>2}-{parts[0]:0>2}" if len(parts) == 3 else ""
    return day if is_day(day) else None
