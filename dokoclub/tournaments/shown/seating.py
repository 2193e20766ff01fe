"""Who sits where by name, as it hangs on the wall: what everybody looks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.shown.hall import Hall


@dataclass(frozen=True, slots=True)
class Seated:
    entrant: Entrant
    table: int
    seat: int


def list_by_name(hall: Hall) -> Sequence[Sequence[Seated]]:
    """In two halves that stand beside each other, the first one the longer; none where nobody sits. No query."""
    found = [
        Seated(seat.entrant, card.number, seat.number) for card in hall.cards for seat in card.seats if not seat.left
    ]
    found.sort(key=lambda one: (one.entrant.player.folded_name, one.entrant.number))
    middle = (len(found) + 1) // 2
    return [half for half in (found[:middle], found[middle:]) if half]
