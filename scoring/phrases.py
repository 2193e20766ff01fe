"""Phrases: texts with values, built here, and translated and printed by the reader's side.
A phrase is plain JSON: a text or a number that is printed as it is, or an object with one of these keys:
    {"say": "{party} wins", "values": {"party": …}}   a text marked by `say`, with phrases for its {gaps}
    {"join": ", ", "parts": […]}                      phrases, one after the other
    {"player": "12"}                                  the name of a player
`dokoclub.ui.texts` prints them on the server, static/js/phrases.js on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from scoring.terms import Player

Phrase: TypeAlias = Any


def say_phrase(text: str, values: Mapping[str, Phrase] | None = None) -> Phrase:
    """Return a text that is marked by `say`, to be filled with `values`."""
    return {"say": text, "values": values} if values else {"say": text}


def join_phrases(parts: Iterable[Phrase], between: str) -> Phrase:
    """Return phrases one after the other."""
    return {"join": between, "parts": list(parts)}


def name_player(player: Player) -> Phrase:
    return {"player": player}


def name_players(players: Iterable[Player]) -> Phrase:
    """Return the names of players in their order: Anna, Ben."""
    return join_phrases([name_player(player) for player in players], ", ")


def sign_points(points: int) -> str:
    """Return points with their sign: +5, −5, ±0."""
    if points == 0:
        return "±0"
    return f"+{points}" if points > 0 else f"−{-points}"
