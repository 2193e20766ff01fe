"""Names in a sentence, and names before strangers: the short one, or else the first name as long as it is clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player

Names = Mapping[int, str]  # by player


def join_names(names: Sequence[str]) -> str:
    """`Anna, Ben and Cleo`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def full_names(players: Collection[Player]) -> Names:
    return {player.pk: player.name for player in players}


def short_names(players: Collection[Player]) -> Names:
    """Anna Schmidt is Anna, beside another Anna she is Anna S., and beside Anna Singer she is Anna Schmidt."""
    names = {player.pk: _first_name(player) for player in players}
    for longer in (_with_initial, _full_name):
        often = Counter(names.values())
        names |= {player.pk: longer(player) for player in players if often[names[player.pk]] > 1}
    return names


def _first_name(player: Player) -> str:
    return player.short_name or (player.name if player.is_erased else player.name.split()[0])


def _with_initial(player: Player) -> str:
    later_words = player.name.split()[1:]
    return f"{_first_name(player)} {later_words[-1][0]}." if later_words and not player.is_erased else player.name


def _full_name(player: Player) -> str:
    return player.name
