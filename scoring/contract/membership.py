"""Check that everybody in a row sits at the table. rules.md 5, last words.
Works on rows as JSON, so that a row with another mistake in it is checked too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.contract.reading import ROW_KINDS
from scoring.terms import Player, Problem, say

_LISTS: Final = ("re", "kontra", "players", "sitting_out")


def dealer_problems(players: Sequence[Player], first_dealer: Player | None) -> Iterator[Problem]:
    if first_dealer is not None and first_dealer not in players:
        yield Problem("first_dealer", say("{player} does not sit at the table."), {"player": first_dealer})


def row_problems(players: Sequence[Player], rows: Sequence[object]) -> Iterator[Problem]:
    """List players in a row that do not sit at the table then."""
    table = set(players)
    for index, row in enumerate(rows):
        if not isinstance(row, dict) or row.get("kind") not in ROW_KINDS:
            continue
        if row.get("kind") == "table":
            table = set(_names(row.get("players"))) or table
            continue
        for field, named in _named(row):
            for player in dict.fromkeys(named):
                if player not in table:
                    yield Problem(
                        f"games[{index}].{field}", say("{player} does not sit at the table."), {"player": player}
                    )


def _named(row: Mapping[str, Any]) -> Iterator[tuple[str, list[Player]]]:
    """Yield the players in a row, by field."""
    for field in _LISTS:
        yield field, _names(row.get(field))
    if isinstance(row.get("points"), dict):
        for player in row["points"]:
            yield f"points.{player}", [player]
    yield "solo_of", _names([row.get("solo_of")])
    if row.get("kind") == "redeal":
        yield "by", _names([row.get("by") or None])


def _names(value: object) -> list[Player]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []
