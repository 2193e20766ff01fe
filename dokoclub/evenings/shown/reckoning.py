"""Why is a game worth what it is worth? Its reckoning as a page prints it, each line with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dokoclub.clubs.words import rulebook
from dokoclub.look import parts
from dokoclub.look.phrases import print_phrase
from scoring.contract.reckoning_text import is_extra, tell_by_hand, tell_reckoning
from scoring.game.extras import EXTRAS, variant_extras
from scoring.game.game import Game
from scoring.game.score import Reckoning
from scoring.game.verdict import Reason
from scoring.rules.rules import Rules

# Behind which parameter of the rules a line of the reckoning stands, by the beginning of its key.
PARAMETERS: Final = {
    "schwarz_played": "schwarz",
    "announced_": "ansage_points",
    "absage_": "absage_points",
    "against_": "against",
    "solo": "solo_points",
    "gegen_die_alten": "gegen_die_alten",
    "bock": "bock.points",
}
PLAYED: Final = "TSR 7.2.2 a"  # won, and played under 90, 60, 30: the same in all rules


def of_game(rules: Rules, game: Game, reckoning: Reckoning, reasons: Iterable[Reason]) -> parts.Reckoning:
    """A played game; `reasons` tell who needed what."""
    return _printed(tell_reckoning(rules, game, reckoning, reasons), rules)


def by_hand(rules: Rules, reckoning: Reckoning) -> parts.Reckoning:
    """A row of which only winners and value are known, or only the points."""
    return _printed(tell_by_hand(reckoning), rules)


def _printed(told: Mapping[str, Any], rules: Rules) -> parts.Reckoning:
    items = [
        parts.Item(reason=print_phrase(one["text"]), points=one["points"], source=source_of(one["key"], rules))
        for one in told["items"]
    ]
    return parts.Reckoning(
        headline=print_phrase(told["headline"]),
        items=items,
        sum=told["sum"],
        times=[parts.Times(reason=print_phrase(one["text"]), points=one["points"]) for one in told["times"]],
        value=told["value"],
        notes=[print_phrase(note) for note in told["notes"]],
        books=rulebook.books_cited(item.source for item in items),
    )


def source_of(key: str, rules: Rules) -> str:
    """Where a rule book says so; nothing for what only this club counts."""
    if key in EXTRAS:
        return variant_extras(rules).get(key, EXTRAS[key]).source
    if is_extra(key, rules):
        return ""
    for start, parameter in PARAMETERS.items():
        if key.startswith(start):
            return rulebook.source_of(parameter)
    return PLAYED
