"""Can rows stand so under the club's rules? What they lack to 0 goes to the club, and it gives what is too much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dokoclub.exports.old_sheets.notes import FALLS_SHORT, Note
from dokoclub.exports.old_sheets.points import Values
from dokoclub.exports.old_sheets.sheet import OldSheet
from scoring.game import by_hand
from scoring.game.rows import PointsByHand
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, say


def rules_for(games: Sequence[Values], rules: Rules) -> Rules:
    """Those of the club, without what only a played game could fulfil; a list that sums to zero is kept as one."""
    rules = replace(rules, pflichtsolo=False, games_per_list=None)
    if rules.notation != "zero_sum" and all(sum(value or 0 for value in points) == 0 for points in games):
        return replace(rules, notation="zero_sum", solo_factor=3)
    return rules


def judge_sheet(sheet: OldSheet, rules: Rules) -> None:
    """Odd rows of `sheet` are none where a game gives such points under these rules."""
    if sheet.is_sum or sheet.line is not None:  # a list with all that was written brings its own rules
        return
    rules = rules_for([points for _, points in sheet.games], rules)
    games = dict(sheet.games)
    sheet.oddities = [
        _in_words(note, rules) for note in sheet.oddities if not _is_explained(note, games.get(note.row or 0), rules)
    ]


def _is_explained(note: Note, points: Values | None, rules: Rules) -> bool:
    return note.text == FALLS_SHORT and points is not None and _is_a_game(points, rules)


def _in_words(note: Note, rules: Rules) -> Note:
    """Where only plus points are written, no row sums to 0."""
    if note.text != FALLS_SHORT or rules.notation == "zero_sum":
        return note
    return note._replace(text=say("No game gives these points under the rules of the club."))


def _is_a_game(points: Values, rules: Rules) -> bool:
    given = {str(seat): value for seat, value in enumerate(points) if value is not None}
    return len(given) == PLAYING and by_hand.from_points(PointsByHand(points=given), rules) is not None
