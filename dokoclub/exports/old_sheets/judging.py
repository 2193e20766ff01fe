"""Can rows stand so under the club's rules? What falls short goes to the club; more than nothing it cannot give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dokoclub.exports.old_sheets.notes import Note
from dokoclub.exports.old_sheets.points import Values
from dokoclub.exports.old_sheets.sheet import OldSheet
from scoring.game import by_hand
from scoring.game.rows import PointsByHand
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, say

FALLS_SHORT = "The points sum to {total}, not to 0."  # as `table.py` says it


def rules_for(games: Sequence[Values], rules: Rules) -> Rules:
    """Those of the club, without what only a played game could fulfil; a list that sums to zero is kept as one."""
    rules = replace(rules, pflichtsolo=False, games_per_list=None)
    if rules.notation != "zero_sum" and all(sum(value or 0 for value in points) == 0 for points in games):
        return replace(rules, notation="zero_sum", solo_factor=3)
    return rules


def judge_sheet(sheet: OldSheet, rules: Rules) -> None:
    """Turn odd rows of `sheet` into problems where they give away points, and into nothing where a game gives them."""
    rules = rules_for([points for _, points in sheet.games], rules)
    games = dict(sheet.games)
    kept = []
    for note in sheet.oddities:
        points = games.get(note.row or 0)
        if note.text != FALLS_SHORT or points is None:
            kept.append(note)
        elif not _is_a_game(points, rules):
            if sum(value or 0 for value in points) > 0:
                sheet.problems.append(_too_many(note, rules))
            else:
                kept.append(note)
    sheet.oddities = kept


def _is_a_game(points: Values, rules: Rules) -> bool:
    given = {str(seat): value for seat, value in enumerate(points) if value is not None}
    return len(given) == PLAYING and by_hand.from_points(PointsByHand(points=given), rules) is not None


def _too_many(note: Note, rules: Rules) -> Note:
    if rules.notation == "zero_sum":
        return note._replace(text=say("The points sum to {total}: they cannot be more than 0."))
    return note._replace(text=say("No game gives these points under the rules of the club."))
