"""Conversion between an entry and a row of `scoring`.

No other module knows the stored form of facts. Facts are a row of the command-line contract (rules.md 6) with the ids
of players, as strings, instead of names. They are stored without the contract's defaults, so that the same facts are
always stored the same way.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, assert_never

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Entry
from scoring.contract.legacy_rows import load_row
from scoring.contract.stored_rows import with_owing
from scoring.game.game import Game
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Sums, Table
from scoring.rules.rules import Rules

Json: TypeAlias = dict[str, Any]

_LISTS: Final = ("re", "kontra", "sitting_out", "winners", "players")
_PLAYERS: Final = ("dealer", "solo_of", "by", "offender", "married")


def scoring_key(player: Player) -> str:
    """Return the name of a player in `scoring`: their id as a string."""
    return str(player.pk)


def get_row(entry: Entry, rules: Rules) -> Row:
    """Return the row of a stored entry."""
    return with_owing(load_row(entry.facts, rules), entry.attribution)


def players_in(row: Row) -> tuple[str, ...]:
    """Return the players who get points by `row`: the four of a game, those of a penalty."""
    match row:
        case Game() | ByHand() | PointsByHand():
            return row.players
        case Penalty() | Sums():
            return tuple(row.points)
        case Redeal() | Table():
            return ()
        case never:
            assert_never(never)


def is_game(row: Row) -> bool:
    """Return whether the row has a number and moves the deal."""
    return isinstance(row, (Game, ByHand, PointsByHand))


def with_other_player(facts: Json, old: str, new: str) -> Json:
    """Return `facts` with `old` replaced by `new` everywhere."""
    changed = dict(facts)
    for name in _LISTS:
        if name in facts:
            changed[name] = replace_player(facts[name], old, new)
    for name in _PLAYERS:
        if facts.get(name) == old:
            changed[name] = new
    if "payments" in facts:
        changed["payments"] = [{**one, "by": new if one["by"] == old else one["by"]} for one in facts["payments"]]
    if "points" in facts:
        changed["points"] = {new if player == old else player: points for player, points in facts["points"].items()}
    return changed


def replace_player(players: Sequence[str], old: str, new: str) -> list[str]:
    return [new if player == old else player for player in players]


def without_text(facts: Json) -> Json:
    """Return `facts` without the free text of a penalty."""
    return {key: value for key, value in facts.items() if key != "reason"}


def named_in(row: Row) -> tuple[str, ...]:
    """Return everybody named in `row`."""
    match row:
        case Table():
            return row.players
        case Redeal():
            return (row.by,) if row.by else ()
        case _:
            return players_in(row)
