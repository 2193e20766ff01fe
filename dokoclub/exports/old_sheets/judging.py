"""Can rows stand so under the club's rules? What they lack to 0 goes to the club, and it gives what is too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from dokoclub.exports.old_sheets.notes import FALLS_SHORT, Note
from dokoclub.exports.old_sheets.points import Values
from dokoclub.exports.old_sheets.sheet import OldSheet
from scoring.contract.kept import HIGHEST_POINTS, find_large
from scoring.contract.old_paper import SUMS, parse_row
from scoring.game import by_hand
from scoring.game.rows import PointsByHand, Row
from scoring.game.sheet import fold_rows
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, say


def rules_for(games: Sequence[Values], rules: Rules) -> Rules:
    """Those of the club, without what only a played game could fulfil; a list that sums to zero is kept as one."""
    rules = replace(rules, pflichtsolo=False, games_per_list=None)
    if rules.notation != "zero_sum" and all(sum(value or 0 for value in points) == 0 for points in games):
        return replace(rules, notation="zero_sum", solo_factor=3)
    return rules


def facts_of(keys: Sequence[str], points: Values, *, is_sum: bool, played: int | None = None) -> dict[str, Any]:
    """Return the facts that are stored of a row. `keys`: the players, in the order of `points`."""
    given = {key: value for key, value in zip(keys, points, strict=True) if value is not None}
    if is_sum:
        return {"kind": SUMS, "points": given, **({"games": played} if played else {})}
    resting = [key for key in keys if key not in given]
    facts = {"kind": "manual", "points": given, "imported": True}
    return facts | ({"sitting_out": resting} if resting else {})


def judge_sheet(sheet: OldSheet, rules: Rules) -> None:
    """Tell what saving would refuse, and drop what is odd only until the rules are asked."""
    if sheet.line is not None or sheet.problems:  # a list with all that was written was judged by its own rules
        return
    rules = rules_for([points for _, points in sheet.games], rules)
    sheet.problems += _save_problems(sheet, rules)
    if sheet.is_sum:
        return
    games = dict(sheet.games)
    sheet.oddities = [
        _in_words(note, rules) for note in sheet.oddities if not _is_explained(note, games.get(note.row or 0), rules)
    ]


def _save_problems(sheet: OldSheet, rules: Rules) -> Iterator[Note]:
    """Read and reckon the rows as saving does."""
    keys = [str(seat) for seat in range(len(sheet.names))]
    rows: list[Row] = []
    for row, points in sheet.games:
        facts = facts_of(keys, points, is_sum=sheet.is_sum, played=sheet.played)
        read = parse_row(facts, rules)
        if isinstance(read, list):
            yield from (Note(problem.problem, row, values=problem.values) for problem in read)
            return
        rows.append(read)
        if any(abs(value or 0) > HIGHEST_POINTS for value in points):
            yield Note(say("This number is too large."), row)
            return
    if not sheet.is_sum:
        lines = fold_rows(rules, keys, rows, first_dealer=keys[0]).lines
        for place, problem in find_large(rows, lines):
            yield Note(problem.problem, sheet.games[place][0], values=problem.values)


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
