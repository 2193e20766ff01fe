"""In what order people sit: one seat on, or again where somebody sat who comes back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Someone = TypeVar("Someone", bound=Hashable)


def order_circle(tables: Iterable[Sequence[Someone]]) -> tuple[Someone, ...]:
    """Everybody who ever sat at a table. `tables`: who sat there, one seating after the other.

    Who is gone keeps the place behind his old neighbour.
    """
    order: list[Someone] = []
    for table in tables:
        now = list(table)
        for place, player in enumerate(order):
            if player not in now:
                now.insert(now.index(order[place - 1]) + 1 if place else 0, player)
        order = now
    return tuple(order)


def with_moved(players: Sequence[Someone], player: Someone, steps: int) -> tuple[Someone, ...]:
    """One seat up (-1) or down (+1); nobody goes beyond the ends."""
    place = players.index(player)
    other = place + steps
    if not 0 <= other < len(players):
        return tuple(players)
    seats = list(players)
    seats[place] = players[other]
    seats[other] = player
    return tuple(seats)


def with_returned(players: Sequence[Someone], player: Someone, order: Sequence[Someone]) -> tuple[Someone, ...]:
    """`players` with `player` again at his place of `order`; who never sat there takes the last seat."""
    if player not in order:
        return (*players, player)
    earlier = [other for other in order[: order.index(player)] if other in players]
    at = players.index(earlier[-1]) + 1 if earlier else 0
    return (*players[:at], player, *players[at:])
