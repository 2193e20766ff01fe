"""Between an entry and a row of `scoring`, there and back. No other module knows how facts are written.

Facts are a row of the command-line contract (rules.md 6) with the ids of players, as texts, for names. They are kept
without what the contract would take for granted, so that the same facts are always written the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias, assert_never

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Entry
from scoring.contract.reading import CALLS, read_row
from scoring.game.game import Game
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Table
from scoring.league.deeds import key_of
from scoring.rules.kinds import KINDS
from scoring.rules.rules import Rules
from scoring.terms import Party, Problem, say

Json: TypeAlias = dict[str, Any]

_TICKS: Final = ("hearts_trick", "bock_by_hand", "step_only")
_LISTS: Final = ("re", "kontra", "sitting_out", "winners", "players")
_PLAYERS: Final = ("dealer", "solo_of", "by")


def scoring_key(player: Player) -> str:
    """Under which name `scoring` knows a player."""
    return str(player.pk)


def parse_row(facts: object, rules: Rules) -> Row | list[Problem]:
    """The row that `facts` describe, or all that is wrong with them, by field.

    Solos and Armut that these rules do not offer are read all the same; Bock levels are worked out, never read.
    """
    if not isinstance(facts, dict):
        return [Problem("", say("This must be an object."))]
    found: list[Problem] = []
    row = read_row({key: value for key, value in facts.items() if key != "bock"}, rules, found)
    return found if row is None or found else row[0]


def row_of(entry: Entry, rules: Rules) -> Row:
    """The row of a stored entry."""
    return with_owing(load_row(entry.facts, rules), entry.attribution)


def load_row(facts: Json, rules: Rules) -> Row:
    """The row of stored facts, which were checked when they were written: the same as `parse_row`, but fast.

    `manage.py check_ledger` holds both beside each other.
    """
    if facts["kind"] not in KINDS:
        row = parse_row(facts, rules)
        if isinstance(row, list):
            raise ValueError([str(problem) for problem in row])
        return row
    announced, extras = facts.get("announced", {}), facts.get("extras", {})
    no_tricks = facts.get("no_tricks")
    return Game(
        kind=facts["kind"],
        re=tuple(facts["re"]),
        kontra=tuple(facts["kontra"]),
        re_augen=facts["re_points"],
        solo=facts.get("solo"),
        duty=facts.get("duty"),
        no_tricks=no_tricks and Party(no_tricks),
        re_call=CALLS[Party.RE][announced.get("re")],
        kontra_call=CALLS[Party.KONTRA][announced.get("kontra")],
        re_extras=tuple(extras.get("re", {}).items()),
        kontra_extras=tuple(extras.get("kontra", {}).items()),
        hearts_trick=facts.get("hearts_trick", False),
        bock_by_hand=facts.get("bock_by_hand", False),
        step_only=facts.get("step_only", False),
        sitting_out=tuple(facts.get("sitting_out", ())),
    )


def with_owing(row: Row, attribution: Json) -> Row:
    """The contract has no word for it: who of those that join owes a Pflichtsolo (rules.md 1.14)."""
    if isinstance(row, Table) and attribution.get("owing"):
        return Table(players=row.players, dealer=row.dealer, owing=frozenset(attribution["owing"]))
    return row


def store_row(row: Row) -> Json:
    """`row` as it is kept."""
    match row:
        case Game():
            return _game(row)
        case ByHand():
            facts = {"kind": "manual", "players": [*row.players], "winners": [*row.winners], "value": row.value}
            return facts | _unless(sitting_out=[*row.sitting_out])
        case PointsByHand():
            facts = {"kind": "manual", "points": dict(row.points)}
            return facts | _unless(sitting_out=[*row.sitting_out], imported=row.imported)
        case Penalty():
            return {"kind": "penalty", "points": dict(row.points)} | _unless(reason=row.reason, solo_of=row.solo_of)
        case Redeal():
            return {"kind": "redeal"} | _unless(reason=row.reason, by=row.by)
        case Table():
            return {"kind": "table", "players": [*row.players]} | _unless(dealer=row.dealer)
        case never:
            assert_never(never)


def _game(game: Game) -> Json:
    by_party = ((Party.RE, game.re_call, game.re_extras), (Party.KONTRA, game.kontra_call, game.kontra_extras))
    return {
        "kind": game.kind,
        "re": [*game.re],
        "kontra": [*game.kontra],
        "re_points": game.re_augen,
    } | _unless(
        solo=game.solo,
        duty=game.duty,
        no_tricks=game.no_tricks and str(game.no_tricks),
        announced={str(party): key_of(party, call) for party, call, _ in by_party if call},
        extras={str(party): counts for party, _, extras in by_party if (counts := _counted(extras))},
        **{tick: getattr(game, tick) for tick in _TICKS},
        sitting_out=[*game.sitting_out],
    )


def _counted(extras: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {key: count for key, count in extras if count}


def _unless(**optional: Any) -> Json:
    """What differs from what the contract takes for granted."""
    return {key: value for key, value in optional.items() if value}


def players_in(row: Row) -> tuple[str, ...]:
    """Who gets points by `row`: the four of a game, those of a penalty."""
    match row:
        case Game() | ByHand() | PointsByHand():
            return row.players
        case Penalty():
            return tuple(row.points)
        case Redeal() | Table():
            return ()
        case never:
            assert_never(never)


def is_game(row: Row) -> bool:
    """Does it have a number, and move the deal?"""
    return isinstance(row, (Game, ByHand, PointsByHand))


def with_other_player(facts: Json, old: str, new: str) -> Json:
    """`facts` in which `new` stands wherever `old` stood."""
    changed = dict(facts)
    for name in _LISTS:
        if name in facts:
            changed[name] = replace_player(facts[name], old, new)
    for name in _PLAYERS:
        if facts.get(name) == old:
            changed[name] = new
    if "points" in facts:
        changed["points"] = {new if player == old else player: points for player, points in facts["points"].items()}
    return changed


def replace_player(players: Sequence[str], old: str, new: str) -> list[str]:
    return [new if player == old else player for player in players]


def without_text(facts: Json) -> Json:
    """`facts` without the free text of a penalty."""
    return {key: value for key, value in facts.items() if key != "reason"}


def named_in(row: Row) -> tuple[str, ...]:
    """Everybody who is named in `row`."""
    match row:
        case Table():
            return row.players
        case Redeal():
            return (row.by,) if row.by else ()
        case _:
            return players_in(row)
