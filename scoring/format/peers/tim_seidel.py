"""tim-seidel: a CSV with the ids of people for names."""

from __future__ import annotations

from typing import Final

from scoring.format.building import join_notes
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Question,
    Refused,
    Source,
    check_zero_sum,
    moment_of,
    seconds_in,
    take_name,
    take_whole,
)
from scoring.terms import PLAYING, say

NAME: Final = "tim-seidel"

_TAIL: Final = ["tacken", "winningFaction", "gameType", "soloType", "isBockrunde"]
_FACTIONS: Final = ("RE", "CONTRA", "NONE")
_TYPES: Final = ("NORMAL", "HOCHZEIT", "SCHWARZVERLOREN", "SOLO")
_SOLOS: Final = ("NONE", "BUBENSOLO", "DAMENSOLO", "TRUMPFSOLO", "STILLEHOCHZEIT", "HOCHZEITALLEINE")


def is_mine(source: Source) -> bool:
    head = source.text[:65_536].split("\n", 1)[0].strip().split(";")
    return head[:2] == ["gameId", "timestamp"] and head[-len(_TAIL) :] == _TAIL


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused, and Question without names for the ids."""
    lines = [line.rstrip("\r") for line in source.text.split("\n")]
    head = lines[0].split(";")
    ids = _ids(head)
    days: dict[str, list[tuple[int, Json, dict[str, int]]]] = {}
    totals: dict[str, tuple[int, int]] = dict.fromkeys(ids, (0, 0))
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            continue
        cells = line.split(";")
        if len(cells) != len(head):
            raise Refused(say("Line {line} has not as many cells as the first."), line=number)
        row = dict(zip(head, cells, strict=True))
        points = _points(row, ids, f"line {number}")
        seconds = seconds_in(take_whole_long(row["timestamp"], f"line {number}"), f"line {number}")
        days.setdefault(str(source.day_of(seconds)), []).append((seconds, row, points))
        for key, won in points.items():
            totals[key] = (totals[key][0] + 1, totals[key][1] + won)
    played = {key: total for key, total in totals.items() if total[0]}
    if not played:
        raise Refused(say("There are no games in it."))
    if not played.keys() <= source.names.keys():
        raise Question(played)
    return _document(source, days, played)


def take_whole_long(text: str, where: str) -> int:
    """Return milliseconds. Raises Refused."""
    if not text.isascii() or not text.isdigit():
        raise Refused(say("This is no moment: the file is damaged or newer."), where)
    return int(text[:20])


def _ids(head: list[str]) -> list[str]:
    pairs = head[2 : -len(_TAIL)]
    ids = [name.removesuffix("_tacken") for name in pairs[::2]]
    if len(pairs) % 2 or pairs != [f"{key}_{what}" for key in ids for what in ("tacken", "faction")]:
        raise Refused(say("The first line does not fit: the file is damaged or newer."))
    if len(set(ids)) < len(ids) or len(ids) < PLAYING:
        raise Refused(say("The first line does not fit: the file is damaged or newer."))
    return ids


def _points(row: Json, ids: list[str], where: str) -> dict[str, int]:
    """Return the points of the four who played."""
    known = ((row["gameType"], _TYPES), (row["soloType"], _SOLOS), (row["isBockrunde"], ("true", "false")))
    if any(word not in words for word, words in (*known, *((row[f"{key}_faction"], _FACTIONS) for key in ids))):
        raise Refused(say("A word in this row is unknown: the file is damaged or newer."), where)
    points = {key: take_whole(row[f"{key}_tacken"], where) for key in ids if row[f"{key}_faction"] != "NONE"}
    value = abs(take_whole(row["tacken"], where))
    if len(points) != PLAYING or any(abs(won) not in (value, 3 * value) for won in points.values()):
        raise Refused(say("These points come from no game: the file is damaged."), where)
    check_zero_sum(points.values(), where)
    return points


def _document(
    source: Source, days: dict[str, list[tuple[int, Json, dict[str, int]]]], played: dict[str, tuple[int, int]]
) -> Imported:
    document = PeerDocument(NAME)
    for key in played:
        document.builder.add_player(key, take_name(source.names[key], key))
    document.lose(say("Card points and bonus points: the file does not have them"))
    for day in sorted(days):
        games = sorted(days[day], key=lambda game: game[0])
        rows = [
            document.game(
                points,
                note=join_notes(
                    [
                        "" if row["gameType"] == "NORMAL" else row["gameType"].capitalize(),
                        "" if row["soloType"] == "NONE" else row["soloType"].capitalize(),
                        "Bock" if row["isBockrunde"] == "true" else "",
                    ]
                ),
                key=row["gameId"],
                written=moment_of(seconds),
            )
            for seconds, row, points in games
        ]
        document.add_evening(rows, day=day, key=f"{day}:{games[0][1]['gameId']}")
    return document.finish()
