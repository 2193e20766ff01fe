"""Rows of a list that a file brings: from the names in it to the players of the club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from dokoclub.evenings.ledger.facts import with_other_player

Json: TypeAlias = dict[str, Any]


def with_ids(row: Json, ids: Mapping[str, str]) -> tuple[Json, Json]:
    """Facts and attribution of a row that was kept here, with ids in place of names."""
    facts = row["facts"]
    for name, player in ids.items():
        facts = with_other_player(facts, name, f"\0{player}")  # a name may look like the id of somebody else
    for player in ids.values():
        facts = with_other_player(facts, f"\0{player}", player)
    return facts, {key: _said_with(key, said, ids) for key, said in row["attribution"].items()}


def _said_with(key: str, said: Any, ids: Mapping[str, str]) -> Any:
    """Names stand only where people do: a mark or a call may be called like somebody."""
    match key:
        case "announced":
            return {party: {word: ids[name] for word, name in words.items()} for party, words in said.items()}
        case "extras":
            return {
                party: {extra: [_credit(one, ids) for one in some] for extra, some in by_key.items()}
                for party, by_key in said.items()
            }
        case "marks":
            return [_credit(mark, ids) for mark in said]
        case "armut" | "hochzeit":
            return _credit(said, ids)
        case "owing" | "resting":
            return [ids[name] for name in said if name in ids]
        case _:
            return said


def _credit(said: Json, ids: Mapping[str, str]) -> Json:
    return {key: ids[value] if key in ("by", "from") and value is not None else value for key, value in said.items()}
