"""Pflichtsoli: players that still owe one, and forced solos (Vorführung). TSR 4.2, 4.3; rules.md 1.14."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring.game.game import Game
from scoring.game.kind import SOLO
from scoring.game.seating import clockwise_from, next_after
from scoring.rules.rules import Rules
from scoring.terms import Player


def games_in_list(rules: Rules, at_table: int) -> int | None:
    """Return the number of games in a list. TSR 10.1.
    `games_per_list` is meant for four; at five it is 5/4 of it, so that all play equally many.
    """
    if rules.games_per_list is None or at_table != 5:
        return rules.games_per_list
    return rules.games_per_list * 5 // 4


def still_open(owing: Collection[Player], table: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players at the table that owe a Pflichtsolo, in seat order."""
    return tuple(player for player in table if player in owing)


def forced_from(rules: Rules, owed: int, at_table: int, number: int) -> int | None:
    """Return the game from which every game must be forced, if nobody plays one first; `number`: the next game's.
    As many Pflichtsoli are then open as games are left; at once if there are already more.
    """
    games = games_in_list(rules, at_table)
    if not owed or games is None:
        return None
    return max(games - owed + 1, number)


def is_forced(rules: Rules, owed: int, at_table: int, number: int) -> bool:
    """Return whether game `number` must be a forced solo."""
    return forced_from(rules, owed, at_table, number) == number


def who_is_forced(owed: Sequence[Player], dealer: Player, table: Sequence[Player]) -> Player | None:
    """Return the owing player next on the dealer's left. TSR 4.2."""
    return next((player for player in clockwise_from(next_after(dealer, table), table) if player in owed), None)


def get_duty(rules: Rules, game: Game, owed: Sequence[Player], at_table: int, number: int) -> str | None:
    """Return `pflicht`, `lust` or `forced`, as stated or derived from the list; None if the game is no solo."""
    if game.kind != SOLO:
        return None
    if game.duty is not None:
        return game.duty
    return duty_if_solo(rules, game.re[0], owed, at_table, number)


def duty_if_solo(rules: Rules, player: Player, owed: Sequence[Player], at_table: int, number: int) -> str:
    """Return the duty that a solo of this player as game `number` would have if none is stated."""
    if not rules.pflichtsolo:
        return "lust"
    if is_forced(rules, len(owed), at_table, number):
        return "forced"
    return "pflicht" if player in owed else "lust"
