"""Sheets of a document as the engine sees them: its rules, rows and points worked out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from scoring.contract import legacy_rows
from scoring.contract.reading import read_points
from scoring.contract.stored_rows import with_owing
from scoring.game.game import Game
from scoring.game.rows import ByHand, PointsByHand, Redeal, Row, Sums, Table
from scoring.game.score import Scorer
from scoring.game.sheet import Line, Sheet, fold_rows
from scoring.rules.house import REASONS
from scoring.rules.kinds import KINDS, SOLO_WORDS
from scoring.rules.presets import get_rules
from scoring.rules.rules import ADDED, VERSION, Rules
from scoring.terms import PLAYING, TABLE_SIZES, Player, Problem, say

Json: TypeAlias = dict[str, Any]

_OF_GAMES: Final = (
    "re", "kontra", "re_points", "step_only", "solo", "duty", "no_tricks", "announced", "extras", "hearts_trick",
    "bock_by_hand", "sitting_out",
)  # fmt: skip
HOUSE_FACTS: Final = ("raises", "offender", "married", "payments")  # read from meaning 4 on, as those rules need them
FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(KINDS, (*_OF_GAMES, *HOUSE_FACTS)),
    "manual": ("players", "winners", "value", "points", "imported", "sitting_out", "payments"),
    "penalty": ("points", "reason", "solo_of"),
    "redeal": ("reason", "by"),
    "table": ("players", "dealer"),
    "sums": ("points", "games"),
}
PEOPLE_LISTS: Final = ("re", "kontra", "players", "winners", "sitting_out")
PEOPLE: Final = ("solo_of", "by", "dealer", "offender", "married")
WHO: Final = ("announced", "extras", "marks", "forced", "armut", "hochzeit", "owing", "resting", "times")
_HOUSE_MEANING: Final = 4
_scorers: Final = deque[Scorer](maxlen=8)  # of the rules that were used last


class ReadRules(NamedTuple):
    """Rules of a document; `rules` is None if nobody told them, or if they cannot be read."""

    rules: Rules | None
    meaning: int = VERSION
    told: bool = True


UNTOLD: Final = ReadRules(None, VERSION, told=False)


def read_rules(raw: Json) -> ReadRules | list[Problem]:
    """Return the rules of an entry of `rules`, or its problems by field."""
    if raw["preset"] is None:
        return UNTOLD
    meaning, overrides = raw["meaning"], raw.get("overrides", {})
    if meaning > VERSION:
        text = say("These rules have meaning {meaning}, and this program knows meanings up to {newest}.")
        return [Problem("meaning", text, {"meaning": meaning, "newest": VERSION})]
    found = [
        Problem(f"overrides.{key}", say("This parameter exists since meaning {since}."), {"since": since})
        for since, added in ADDED.items()
        for key in overrides
        if since > meaning and key in added
    ]
    rules = get_rules(raw["preset"], overrides)
    if isinstance(rules, Rules):
        return found or ReadRules(rules, meaning)
    return found + rules


def read_row(raw: Json, of: ReadRules) -> Row | list[Problem]:
    """Return a row whose players are the texts of their numbers, or its problems by field."""
    facts = _engine_facts(raw, of.meaning)
    if of.rules is None:
        facts = _without_own_words(facts)
    if facts.get("imported") and isinstance(facts.get("points"), dict) and len(facts["points"]) != PLAYING:
        return _imported_row(facts)
    row = legacy_rows.parse_row(facts, of.rules)  # type: ignore[arg-type]  # None: unknown rules check less
    return row if isinstance(row, list) else with_owing(row, {"owing": engine_who(raw).get("owing")})


def _engine_facts(raw: Json, meaning: int) -> Json:
    facts: Json = {"kind": raw["kind"]}
    for key in FACTS[raw["kind"]]:
        if key in raw and (meaning >= _HOUSE_MEANING or key not in HOUSE_FACTS):
            facts[key] = _engine_value(key, raw[key])
    return facts


def _engine_value(key: str, value: Any) -> Any:
    if key in PEOPLE_LISTS and isinstance(value, list):
        return [_person(one) for one in value]
    if key in PEOPLE:
        return _person(value)
    if key == "payments" and isinstance(value, list):
        return [{**one, "by": _person(one.get("by"))} if isinstance(one, dict) else one for one in value]
    return value


def _person(value: Any) -> Any:
    """Return the number of a player as a text; another text is nobody."""
    return str(value) if type(value) is int else f"?{value}" if isinstance(value, str) else value


def _without_own_words(facts: Json) -> Json:
    """Replace words that only the club's rules could name; without rules they cannot be wrong."""
    if facts.get("solo") is not None and facts["solo"] not in SOLO_WORDS:
        facts = {**facts, "solo": SOLO_WORDS[0]}
    if facts["kind"] == "redeal" and facts.get("reason") not in REASONS:
        facts = {key: value for key, value in facts.items() if key != "reason"}
    return facts


def _imported_row(facts: Json) -> PointsByHand | list[Problem]:
    """Return a row of old paper with points of fewer or more than four players."""
    found: list[Problem] = []
    points, out = read_points(facts, found), tuple(facts.get("sitting_out", ()))
    plays = [player for player in out if points and player in points]
    found += [Problem("sitting_out", say("{player} plays."), {"player": player}) for player in plays]
    return found if points is None or found else PointsByHand(points=points, sitting_out=out, imported=True)


def engine_who(raw: Json) -> Json:
    """Return the known keys of `who`, with the texts of numbers for players."""
    who = raw.get("who", {})
    return {key: _engine_who(key, who[key]) for key in WHO if key in who}


def _engine_who(key: str, value: Any) -> Any:
    if key in ("forced", "times", "key", "trick"):
        return value
    if isinstance(value, dict):
        return {word: _engine_who(word if word in ("key", "trick") else key, one) for word, one in value.items()}
    if isinstance(value, list):
        return [_engine_who(key, one) for one in value]
    return _person(value)


class Replayed(NamedTuple):
    """The rows of a sheet that count, by their place in `rows`, and their results."""

    rows: Mapping[int, Row]
    lines: Mapping[int, Line]  # none for sums
    totals: Mapping[Player, Json]


def replay_sheet(sheet: Json, rules: Rules, rows: Mapping[int, Row]) -> Replayed:
    """Work a sheet out. `rows`: its checked rows that count, by place."""
    if any(isinstance(row, Sums) for row in rows.values()):
        return Replayed(rows, {}, sum_points(rows))
    seats = [str(n) for n in sheet["players"]]
    dealer = sheet.get("first_dealer")
    first = None if dealer is None else str(dealer)
    played = fold_rows(rules, seats, rows.values(), first_dealer=first, scorer=_get_scorer(rules))
    return Replayed(rows, dict(zip(rows, played.lines, strict=True)), dict(_list_totals(played, rows)))


def _get_scorer(rules: Rules) -> Scorer:
    """Return a scorer that remembers values of earlier sheets with the same rules."""
    known = next((scorer for scorer in tuple(_scorers) if scorer.rules is rules), None)
    if known is None:
        known = Scorer(rules)
        _scorers.append(known)
    return known


def _list_totals(played: Sheet, rows: Mapping[int, Row]) -> Iterator[tuple[Player, Json]]:
    games = count_games(rows.values())
    for player, scores in played.totals.items():
        yield player, {"games": games.get(player, 0), "scores": scores, "balance": played.balances[player]}


def count_games(rows: Sequence[Row] | Any) -> dict[Player, int]:
    """Count the games of each player."""
    games: dict[Player, int] = {}
    for row in rows:
        if isinstance(row, (Game, ByHand, PointsByHand)):
            for player in row.players:
                games[player] = games.get(player, 0) + 1
    return games


def sum_points(rows: Mapping[int, Row]) -> dict[Player, Json]:
    """Return the totals of a sheet of sums."""
    return {
        player: {"games": row.games, "scores": points, "balance": points}
        for row in rows.values()
        if isinstance(row, Sums)
        for player, points in row.points.items()
    }


def describe_row(row: Row, line: Line) -> Json | None:
    """Return `computed` of a row; None for a row that gives no points."""
    if isinstance(row, (Redeal, Table)):
        return None
    value = line.score.reckoning.value
    named = row.points if isinstance(row, PointsByHand | Sums) or not hasattr(row, "players") else row.players
    people = [*named, *getattr(row, "sitting_out", ())]
    computed: Json = {"number": line.number, "dealer": int(line.dealer), "bock": line.bock_level}
    if value is not None:
        computed["value"] = value
    return computed | {"scores": {player: line.score.scores[player] for player in people}}


def compute_sheet(sheet: Json, of: ReadRules) -> Json:
    """Return a checked sheet with `computed` at its rows and `totals`, if its rules are known."""
    read = {place: read_row(row, of) for place, row in enumerate(sheet["rows"]) if "struck" not in row}
    rows = {place: row for place, row in read.items() if not isinstance(row, list)}
    if of.rules is None or len(rows) < len(read) or not rows:
        return sheet
    replayed = replay_sheet(sheet, of.rules, rows)
    told = {place: describe_row(rows[place], line) for place, line in replayed.lines.items()}
    return {
        **sheet,
        "rows": [
            {**row, "computed": told[place]} if told.get(place) else row for place, row in enumerate(sheet["rows"])
        ],
        "totals": dict(replayed.totals),
    }


def compute_document(document: Json) -> Json:
    """Return a checked document with everything that can be worked out."""
    rules = {raw["n"]: read_rules(raw) for raw in document.get("rules", ())}
    known = {n: read for n, read in rules.items() if not isinstance(read, list)}
    evenings = [
        {
            **evening,
            "sheets": [compute_sheet(sheet, known.get(sheet["rules"], UNTOLD)) for sheet in evening["sheets"]],
        }
        for evening in document.get("evenings", ())
    ]
    return {**document, "evenings": evenings} if evenings else document


def may_sit(count: int, *, is_sums: bool) -> bool:
    """Return whether so many players fit on a sheet: at a table, or in the sums of an evening."""
    return count in TABLE_SIZES or (is_sums and count >= 2)
