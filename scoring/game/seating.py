"""Dealer, players that sit out, and the first to lead. TSR 10.1; FOR "Geber-Doko"; rules.md 1.14."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from scoring.game.kind import SOLO, get_kind_value
from scoring.rules.rules import Rules
from scoring.terms import Player

# Seats that sit out, clockwise from the dealer as 0, by the number of players at the table.
SITTING_OUT: Final = {4: (), 5: (0,), 6: (0, 3), 7: (0, 3, 5)}


def next_after(player: Player, table: Sequence[Player]) -> Player:
    """Return the player on the left."""
    return table[(table.index(player) + 1) % len(table)]


def clockwise_from(player: Player, table: Sequence[Player]) -> list[Player]:
    """List everybody at the table, `player` first."""
    start = table.index(player)
    return [*table[start:], *table[:start]]


def sitting_out_by_default(dealer: Player, table: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players that sit out, clockwise from the dealer."""
    clockwise = clockwise_from(dealer, table)
    return tuple(clockwise[seat] for seat in SITTING_OUT.get(len(table), ()))


def first_to_lead(
    rules: Rules,
    dealer: Player,
    table: Sequence[Player],
    out: Collection[Player],
    soloist: Player | None = None,
    duty: str | None = None,
    before: int = 0,
) -> Player:
    """Return the player of the first card: the soloist if the rules say so, else the first to play left of the dealer.
    `duty` and `before` describe the solo, as for `soloist_leads`.
    """
    if soloist is not None and soloist_leads(rules, SOLO, duty, before):
        return soloist
    return next(player for player in clockwise_from(next_after(dealer, table), table) if player not in out)


def soloist_leads(rules: Rules, side: str, duty: str | None, before: int) -> bool:
    """Return whether a lone player leads. rules.md 1.18.
    That depends on the solo, its duty, and the number of the player's solos `before` on this list.
    `duty`: None for a game that is no solo by choice; then no duty prevents it.
    """
    if duty is not None and duty not in rules.solo_leads_duties:
        return False
    if rules.solo_leads_first is not None and before >= rules.solo_leads_first:
        return False
    leads: bool = get_kind_value(rules, side, "leads", rules.solo_leads == "soloist")
    return leads


def sitting_out(players: Collection[Player], dealer: Player, table: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players at the table that are not among the `players` of a game, clockwise from the dealer."""
    return tuple(player for player in clockwise_from(dealer, table) if player not in players)


def dealer_after_game(
    rules: Rules, dealer: Player, table: Sequence[Player], *, is_solo: bool, is_pflicht: bool, is_first: bool = False
) -> Player:
    """Return the next in seat order, or the same again after a solo. `is_first`: the player's first on this list."""
    if is_solo and _deals_again(rules, table, is_pflicht=is_pflicht, is_first=is_first):
        return dealer
    return next_after(dealer, table)


def _deals_again(rules: Rules, table: Sequence[Player], *, is_pflicht: bool, is_first: bool) -> bool:
    match rules.dealer_after_solo:
        case "same_after_pflichtsolo":
            return is_pflicht
        case "same_at_four":
            return len(table) == 4
        case "same":
            return True
        case "same_after_first_solo":
            return is_first
        case _:  # next
            return False


def dealer_at_new_table(dealer: Player, before: Sequence[Player], table: Sequence[Player]) -> Player:
    """Return the next dealer after a change of table: the next by rotation that still sits there."""
    for player in clockwise_from(dealer, before):
        if player in table:
            return player
    return table[0]
