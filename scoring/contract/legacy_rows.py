"""Rows from old paper, which neither the command line nor a phone writes. All others are left to `stored_rows`.
These are the sums of a whole evening, and games with points that do not sum to 0.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, TypeAlias

from scoring.contract import attribution, stored_rows
from scoring.contract.reading import read_points
from scoring.game.rows import PointsByHand, Row, Sums, sums_problems
from scoring.rules.kinds import KINDS
from scoring.rules.rules import Rules
from scoring.terms import Player, Problem, say

Json: TypeAlias = dict[str, Any]

SUMS: Final = "sums"  # the kind of that row
DOUBLED: Final = 2  # `times` of a row with half points on paper, stored next to its facts
_KEYS: Final = ("kind", "points", "games")


def parse_row(facts: object, rules: Rules) -> Row | list[Problem]:
    """Return the row in `facts`, or all its problems, by field: as `stored_rows.parse_row`, and old paper."""
    if not isinstance(facts, dict):
        return stored_rows.parse_row(facts, rules)
    if facts.get("kind") == SUMS:
        return _read_sums(facts)
    known = None if facts.get("imported") is True else rules  # such a row need not sum to 0
    return stored_rows.parse_row(facts, known)


def load_row(facts: Json, rules: Rules) -> Row:
    """Return the row of stored facts, which were checked when they were written: the same as `parse_row`, but fast."""
    if facts["kind"] in KINDS:
        return stored_rows.load_row(facts, rules)
    row = parse_row(facts, rules)
    if isinstance(row, list):
        raise ValueError([str(problem) for problem in row])
    return row


def store_row(row: Row) -> Json:
    """Return `row` as it is stored."""
    if not isinstance(row, Sums):
        return stored_rows.store_row(row)
    return {"kind": SUMS, "points": dict(row.points), **({"games": row.games} if row.games else {})}


def check_attribution(raw: object, row: Row, rules: Rules, newcomers: Collection[Player]) -> list[Problem]:
    """List the problems of `raw` for this `row`: as in `attribution`, and `times` of old paper."""
    if not isinstance(raw, dict) or "times" not in raw:
        return attribution.check_attribution(raw, row, rules, newcomers)
    rest = {key: value for key, value in raw.items() if key != "times"}
    found = attribution.check_attribution(rest, row, rules, newcomers)
    if not isinstance(row, (PointsByHand, Sums)):
        found.append(Problem("attribution.times", say("There is no such key in this kind of row.")))
    elif raw["times"] != DOUBLED:
        found.append(Problem("attribution.times", say("Double the points or leave them.")))
    return found


def store_attribution(raw: Json) -> Json:
    """Return `raw` as it is stored."""
    return attribution.store_attribution(raw) | ({"times": raw["times"]} if "times" in raw else {})


def _read_sums(facts: Json) -> Sums | list[Problem]:
    found = [Problem(key, say("There is no such key in this kind of row.")) for key in facts if key not in _KEYS]
    points, games = read_points(facts, found), facts.get("games", 0)
    if type(games) is not int:
        found.append(Problem("games", say("This must be a whole number.")))
    if points is None or found:
        return found
    sums = Sums(points=points, games=games)
    return list(sums_problems(sums)) or sums
