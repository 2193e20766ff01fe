"""The coming game: the duty of a solo by each player, and the number of Bock games it could start."""

from __future__ import annotations

from scoring.game.bock import count_raised
from scoring.game.pflichtsolo import duty_if_solo
from scoring.game.sheet import Sheet
from scoring.terms import Player


def coming_duties(sheet: Sheet) -> dict[Player, str]:
    """Return the duty that a solo of each player would have now; empty if the rules know no Pflichtsolo."""
    if not sheet.rules.pflichtsolo:
        return {}
    at_table, number = len(sheet.players), sheet.next.number
    return {
        player: duty_if_solo(sheet.rules, player, sheet.pflichtsolo_open, at_table, number) for player in sheet.players
    }


def coming_raises(sheet: Sheet, *, is_solo: bool) -> int:
    """Count the coming games that would rise by a level if this one started a Bockrunde."""
    bock = sheet.rules.bock
    return count_raised(bock, sheet.bock_left, is_solo=is_solo, at_table=len(sheet.players)) if bock else 0
