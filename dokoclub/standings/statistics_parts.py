"""What statistics add to the page of a player. Named in settings, because clubs knows nothing of them."""

from __future__ import annotations

from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.sections import Part


def of_player(me: Membership, player: Player) -> Part:
    """No query."""
    return Part("standings/_of_player.html", player)
