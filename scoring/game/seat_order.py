"""Seat order: moving a player by one seat, and returning one to an earlier seat."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Someone = TypeVar("Someone", bound=Hashable)


def order_circle(tables: Iterable[Sequence[Someone]]) -> tuple[Someone, ...]:
    """Return all players that ever sat at a table. `tables`: the players of one seating after the other.
    A player that has left keeps the place behind the former neighbour.
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
    """Return the players with one of them a seat up (-1) or down (+1); nobody goes beyond the ends."""
    place = players.index(player)
    other = place + steps
    if not 0 <= other < len(players):
        return tuple(players)
    seats = list(players)
    seats[place] = players[other]
    seats[other] = player
    return tuple(seats)


def with_returned(players: Sequence[Someone], player: Someone, order: Sequence[Someone]) -> tuple[Someone, ...]:
    """Return `players` with `player` back at the place in `order`; a newcomer takes the last seat."""
    if player not in order:
        return (*players, player)
    earlier = [other for other in order[: order.index(player)] if other in players]
    at = players.index(earlier[-1]) + 1 if earlier else 0
    return (*players[:at], player, *players[at:])
