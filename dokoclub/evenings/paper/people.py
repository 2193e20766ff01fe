"""Names of players, in the order of their seats."""

from __future__ import annotations

from collections.abc import Iterable

from dokoclub.evenings.selectors.people import Names


def called(names: Names, players: Iterable[str]) -> str:
    """Anna, Ben."""
    return ", ".join(names[player].called for player in players)
