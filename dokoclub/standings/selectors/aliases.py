"""As whom does somebody play by now who turned out to be another?"""

from __future__ import annotations

from collections.abc import Mapping

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import PlayerMerge


def resolve_aliases(club: Club) -> Mapping[int, int]:
    """By merged player: the one that stays at the end of the chain. One query."""
    kept = dict(PlayerMerge.objects.standing().filter(club=club).values_list("merged", "kept"))
    return {merged: _end(kept, merged) for merged in kept}


def _end(kept: Mapping[int, int], player: int) -> int:
    while player in kept:
        player = kept[player]
    return player
