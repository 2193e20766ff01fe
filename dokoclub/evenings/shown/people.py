"""Names of players, in the order of their seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import ngettext

from dokoclub.evenings.selectors.people import Names


def sit_out(names: Sequence[str]) -> str:
    """Anna sits out; Anna, Ben sit out."""
    return ngettext("%(names)s sits out", "%(names)s sit out", len(names)) % {"names": ", ".join(names)}


def tell_players(names: Names, players: Iterable[str]) -> str:
    """Anna, Ben."""
    return ", ".join(names[player].called for player in players)
