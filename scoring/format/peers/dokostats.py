"""dokostats: the sums of whole evenings, as JSON."""

from __future__ import annotations

from typing import Any, Final

from scoring.format.peers.common import (
    NO_DAY,
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    as_objects,
    take_name,
    take_value,
)
from scoring.game.rows import FEWEST_SUMMED, MOST_SUMMED
from scoring.terms import say

NAME: Final = "dokostats"

_KEYS: Final = {"id", "scores", "rounds", "place"}


def is_mine(source: Source) -> bool:
    read = source.json
    return isinstance(read, list) and bool(read) and all(map(_is_evening, read))


def _is_evening(one: Any) -> bool:
    return isinstance(one, dict) and set(one) == _KEYS


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    document, seen = PeerDocument(NAME), set[int]()
    for evening, where in as_objects(source.json, ""):
        key, games = (take_value(evening, word, int, where) for word in ("id", "rounds"))
        scores = take_value(evening, "scores", dict, where)
        if key in seen or not FEWEST_SUMMED <= len(scores) <= MOST_SUMMED or not 1 <= games <= 500:
            raise Refused(say("This is no evening: the file is damaged or newer."), where)
        seen.add(key)
        points = {}
        for name in scores:
            n = document.builder.add_player(name, take_name(name, where))
            points[str(n)] = take_value(scores, name, int, f"{where}/scores")
        row: Json = {"kind": "sums", "points": points, "games": games}
        sheet = {"rules": document.rules, "players": [int(n) for n in points], "rows": [row]}
        place = evening["place"] if isinstance(evening["place"], str) else ""
        document.builder.add_evening([sheet], key=document.key_of(key), place=place)
        document.lose(say("The single games of an evening: there are only its sums"))
        document.lose(NO_DAY)
    return document.finish()
