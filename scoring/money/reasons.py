"""Reasons why a party gets or pays, as texts.
Placeholders are filled from `Reason.numbers`; those in CENTS are amounts of money.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.terms import say

REASONS: Final[Mapping[str, str]] = {
    "stake": say("{points} × {stake} per point"),
    "no_loss": say("{points}: no loss, nothing to pay"),
    "gap": say("{gap} × {stake} per point: the gap from {points} to the best, {best}"),
    "too_few_games": say("games: {games}, under half of the most ({most}): left out"),
    "part_of_pot": say("plus points: {points} of {of}, so this part of {pot}"),
    "per_game": say("{minus} minus points × {stake} per point; plus points: {plus} of {of}, so this part of {pot}"),
    "not_played_for": say("{points}: points cost nothing"),
    "missing_points": say("{points} × {stake} per point: penalty, to nobody"),
    "losses": say("all payments in"),
    "cash_box_share": say("{share} percent of the losers' payments, rounded up; everything if nobody won"),
    "place": say("rank {place}"),
    "shared_places": say("ranks {place} to {last}, shared by {sharing}"),
    "place_from_last": say("rank {place} from the last"),
    "shared_from_last": say("ranks {place} to {last} from the last, shared by {sharing}"),
    "no_game": say("no game played, so no rank"),
    "lost_games": say("games lost: {lost}"),
    "lost_solos": say("solos lost: {lost}"),
    "rest": say("the rounding remainder"),
    "present": say("{amount} for being there"),
    "absent": say("{amount} absence fee"),
    "absent_late": say("{amount} absence fee, cancelled too late"),
    "absent_excused": say("{amount} absence fee, cancelled in time"),
    "all_flat": say("all flat fees"),
    "correction": say("{before} until now, {after} after the correction"),
    "open": say("all open amounts"),
}
# Additions to a reason if its numbers name them, in this order: later changes of the amount.
THEN: Final[Mapping[str, str]] = {
    "cap": say("at most {cap} per evening"),
    "unit": say("rounded to {unit}"),
    "paid_in": say("as a part of {paid_in} paid in"),
    "gets": say("and gets {gets} of {all}"),
    "rest": say("and {rest} from rounding"),
}
# The stake is one of them; any hundredths of a cent are in `hundredths`.
CENTS: Final = frozenset({"stake", "pot", "amount", "before", "after", "cap", "unit", "paid_in", "gets", "all", "rest"})
