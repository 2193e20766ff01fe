"""doko-kasse (hgebker): payments into a cash box, which are no points and are refused with that word."""

from __future__ import annotations

from typing import Any, Final

from scoring.format.peers.common import Imported, Refused, Source
from scoring.terms import say

NAME: Final = "doko-kasse"


def is_mine(source: Source) -> bool:
    read = source.json
    items = read.get("Items") if isinstance(read, dict) else None
    if isinstance(items, list) and items:
        return all(
            isinstance(one, dict) and isinstance(one.get("Datum"), dict) and "S" in one["Datum"] for one in items
        )
    first = source.text[:65_536].split("\n", 1)[0]
    return '"semester"' in first and _is_evening(first)


def _is_evening(line: str) -> bool:
    found: Any = Source(line.encode()).json
    return isinstance(found, dict) and isinstance(found.get("_id"), str) and isinstance(found.get("semester"), str)


def read_source(source: Source) -> Imported:
    """Raise Refused: there are no games in it."""
    raise Refused(say("These are payments, not points. Enter them in the kitty."))
