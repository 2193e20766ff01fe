"""The command-line contract: one JSON line in, one JSON answer out. rules.md 6."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from scoring.contract import membership
from scoring.contract.reading import ROW_KINDS, Found, read_names, read_row
from scoring.game.rows import Row, seated_problems
from scoring.game.score import Score, Scorer
from scoring.game.sheet import Line, Sheet, fold_rows
from scoring.rules.kinds import KINDS
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules
from scoring.rules.values import KEY
from scoring.terms import Problem, say

Answer: TypeAlias = dict[str, Any]

SCORED_KINDS: Final = tuple(kind for kind in ROW_KINDS if kind != "table")  # a table changes only in a sheet
_MOST_REMEMBERED: Final = 8  # scorers of different rules; each remembers reckonings
# The other parameter of a combination: a problem names only the first, but either may be wrong.
_PARTNERS: Final = {"overrides.kontra_needs_121": "re_needs_120", "overrides.solo_factor": "notation"}


class Desk:
    """An answerer of lines that keeps the scorers of the rules it has met."""

    def __init__(self) -> None:
        self._scorers: dict[str, Scorer] = {}

    def score(self, line: Answer) -> Answer | list[Problem]:
        """Return the answer to a line of `score`, without its id; or all its problems."""
        found: Found = []
        scorer = self._scorer(line, found)
        read = None
        if isinstance(line.get("game"), dict):
            rules = scorer.rules if scorer else None
            read = read_row(line["game"], rules, found, kinds=SCORED_KINDS)
        else:
            found.append(Problem("game", say("This must be an object.")))
        if found or read is None or scorer is None:
            return found
        return as_answer(scorer.score_row(*read))

    def sheet(self, line: Answer) -> Answer | list[Problem]:
        """Return the answer to a line of `sheet`, without its id; or all its problems."""
        found: Found = []
        return answer_list(line, self._scorer(line, found), found)

    def _scorer(self, line: Answer, found: Found) -> Scorer | None:
        preset, overrides = line.get("preset"), line.get("overrides")
        key = f"{preset!r} {json.dumps(overrides) if overrides is not None else ''}"
        known = self._scorers.get(key)
        if known is not None:
            return known
        rules = get_rules(preset, overrides)
        if not isinstance(rules, Rules):
            found.extend(rules)
            return _of_what_is_sound(preset, overrides, rules)
        if len(self._scorers) >= _MOST_REMEMBERED:
            self._scorers.clear()
        return self._scorers.setdefault(key, Scorer(rules))


# If one of these cannot be read, no game is reported for an unknown key.
_WHAT_GAMES_SAY: Final = frozenset(
    ("extras", "extras_solo", "extra_names", "by_kind", "raises", "limits", "payments", "offender_pays", "redeal_names")
)


def answer_list(line: Answer, scorer: Scorer | None, found: Found) -> Answer | list[Problem]:
    """Return the answer to the list of a line; or all its problems, first those `found` in its rules.
    `scorer`: of these rules.
    """
    players = read_names(line, "players", found)
    first_dealer = line.get("first_dealer")
    if first_dealer is not None and not isinstance(first_dealer, str):
        found.append(Problem("first_dealer", say("This must be the name of a player.")))
        first_dealer = None
    games = line.get("games")
    if not isinstance(games, list):
        found.append(Problem("games", say("This must be a list of games.")))
        games = []
    rules = scorer.rules if scorer else None
    rows = [_row(raw, f"games[{index}]", rules, found) for index, raw in enumerate(games)]
    if players is not None:
        found.extend(membership.dealer_problems(players, first_dealer))
        at_table = list(seated_problems(players))
        found.extend(at_table or membership.row_problems(players, games))
    if found or scorer is None or players is None:
        return found
    whole = [row for row in rows if row is not None]
    return as_sheet_answer(fold_rows(scorer.rules, players, whole, first_dealer=first_dealer, scorer=scorer))


def _of_what_is_sound(preset: object, overrides: object, problems: list[Problem]) -> Scorer | None:
    """Return a scorer with the sound overrides, so that the rest of the line can still be checked.
    None if the preset is unknown, or an unreadable override decides about keys that games use.
    """
    given = overrides if isinstance(overrides, dict) else {}
    wrong = {key for key in given for problem in problems if f"{problem.field}.".startswith(f"overrides.{key}.")}
    if not wrong.isdisjoint(_WHAT_GAMES_SAY):
        return None
    for problem in problems:  # a combination is reported at one parameter and may be due to the other
        wrong.add(_PARTNERS.get(problem.field, ""))
    sound = {key: value for key, value in given.items() if key not in wrong}
    if "solo_names" in wrong and isinstance(given["solo_names"], dict):  # a solo is known by its key, not by its name
        keys = (str(key) for key in given["solo_names"])
        sound["solo_names"] = {key: key for key in keys if KEY.fullmatch(key) and key not in KINDS}
    rules = get_rules(preset, sound)
    return Scorer(rules) if isinstance(rules, Rules) else None


def answer_line(raw: bytes, work: Callable[[Answer], Answer | list[Problem]]) -> tuple[str, bool]:
    """Return the answer to one line as JSON text, and whether it is one without errors."""
    try:
        line = _line(raw)
        if line is not None:
            done = work(line)
            if isinstance(done, dict):
                return _encoded({"id": line.get("id"), **done}), True
            return _encoded({"id": line.get("id"), "error": as_errors(done)}), False
    except (_Unwritable, RecursionError):  # an id such as 1e999, or a line nested too deeply
        pass
    problem = Problem("line", say("This line must be a JSON object."))
    return _encoded({"id": None, "error": as_errors([problem])}), False


def _line(raw: bytes) -> Answer | None:
    try:
        line = _DECODER.decode(raw.decode())
    except ValueError:  # no JSON, no UTF-8, or a number of thousands of digits
        return None
    return line if isinstance(line, dict) else None


class _Unwritable(Exception):
    """An id that was read, but cannot be returned as JSON."""


def _encoded(whole: Answer) -> str:
    try:
        return _ENCODER.encode(whole)
    except ValueError as error:
        raise _Unwritable from error


def as_errors(problems: Iterable[Problem]) -> list[dict[str, str]]:
    return [{"field": problem.field, "problem": str(problem)} for problem in problems]


def as_answer(score: Score) -> Answer:
    """Return all keys of an answer to `score` except the id."""
    won_by, value, net, factors, items, bock_triggers = score.reckoning
    answer: Answer = {
        "winner": won_by,
        "value": value,
        "net": net,
        "factors": [{"key": key, "times": times} for key, times in factors],
        "scores": score.scores,
        "balance": score.balance,
        "items": [{"to": to, "key": key, "points": points} for to, key, points in items],
        "bock_triggers": bock_triggers,
    }
    if score.payments is None:
        return answer
    return {**answer, "payments": [{"by": by, "key": key, "points": points} for by, key, points in score.payments]}


def as_sheet_answer(sheet: Sheet) -> Answer:
    """Return all keys of an answer to `sheet` except the id."""
    return {
        "games": [_as_game(line) for line in sheet.lines],
        "totals": sheet.totals,
        "balances": sheet.balances,
        "bock_left": sheet.bock_left,
        "next_dealer": sheet.next.dealer,
        "next": {
            "number": sheet.next.number,
            "dealer": sheet.next.dealer,
            "sitting_out": sheet.next.sitting_out,
            "bock_level": sheet.next.bock_level,
        },
        "pflichtsolo_open": sheet.pflichtsolo_open,
        "forced_from": sheet.forced_from,
    }


def _as_game(line: Line) -> Answer:
    return {
        "number": line.number,
        "dealer": line.dealer,
        "sitting_out": line.sitting_out,
        "bock_level": line.bock_level,
        **as_answer(line.score),
        "totals": line.totals,
    }


def _row(raw: object, field: str, rules: Rules | None, found: Found) -> Row | None:
    """Return a row of a sheet; None if it could not be read."""
    if not isinstance(raw, dict):
        found.append(Problem(field, say("This must be an object.")))
        return None
    problems: Found = []
    read = read_row(raw, rules, problems)
    found.extend(problem.under(field) for problem in problems)
    return read and read[0]


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)
# Decoded data have no circular references, but 1e999 as an id is read as infinity, which is no JSON.
_ENCODER: Final = json.JSONEncoder(check_circular=False, allow_nan=False)
