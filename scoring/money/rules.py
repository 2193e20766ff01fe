"""Money rules: checked, and to and from JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.money.methods import FLAT, METHODS, PLACES_FROM, POTS, RESTS, ROUNDING_WAYS, ROUNDINGS, SCOPES, MoneyRules
from scoring.rules import stored
from scoring.rules.values import Cents, ListOfCents, OneOf, Rate, Whole
from scoring.terms import Problem, say

VERSION: Final = 3
ADDED: Final[stored.Added] = {  # see rules.ADDED; never change a line that has been released
    2: {
        "places": [0, 50, 100, 150],
        "places_from": "first",
        "game_steps": [50, 50, 50, 100, 100, 200],
        "solo_steps": [100],
        "pot": "box",
        "cap": 0,
        "rounding": 1,
        "rest": "players",
        "absent_by": "all",
        "absent_late": 0,
        "absent_excused": 0,
    },
    3: {"stake_beyond": None, "stake_then": 10, "rounding_way": "half"},
}

STAKE: Final = Rate(10_000)  # cents a point
FLAT_AMOUNT: Final = Cents(0, 100_000)
ABSENT_BY: Final[Mapping[str, tuple[str, ...]]] = {"all": (), "answers": ("absent_late", "absent_excused")}
STEPS: Final = ListOfCents(100_000, most=20)
PARAMETERS: Final[stored.Known] = {
    "method": OneOf(tuple(METHODS), needs={key: method.needs for key, method in METHODS.items()}),
    "stake": STAKE,
    "stake_beyond": Whole(1, 10_000, nullable=True),
    "stake_then": STAKE,
    "scope": OneOf(tuple(SCOPES)),
    "cash_box_share": Whole(0, 100),
    "places": STEPS,
    "places_from": OneOf(tuple(PLACES_FROM)),
    "game_steps": STEPS,
    "solo_steps": STEPS,
    "pot": OneOf(tuple(POTS)),
    "cap": FLAT_AMOUNT,
    "rounding": OneOf(tuple(int(cents) for cents in ROUNDINGS)),
    "rounding_way": OneOf(tuple(ROUNDING_WAYS)),
    "rest": OneOf(tuple(RESTS)),
    "present": FLAT_AMOUNT,
    "absent": FLAT_AMOUNT,
    "absent_by": OneOf(tuple(ABSENT_BY), needs=ABSENT_BY),
    "absent_late": FLAT_AMOUNT,
    "absent_excused": FLAT_AMOUNT,
}


def find_problems(parameters: object) -> list[Problem]:
    """List everything wrong with a complete set of parameters."""
    found = stored.value_problems(parameters, PARAMETERS)
    wrong = {problem.field for problem in found}
    if isinstance(parameters, dict) and wrong.isdisjoint({"method", *FLAT}):
        found.extend(_flat_problems(parameters))
    if isinstance(parameters, dict) and wrong.isdisjoint({"method", "cap", "rounding", "scope"}):
        found.extend(_cap_problems(parameters))
    return found


def from_json(parameters: object) -> MoneyRules | list[Problem]:
    return find_problems(parameters) or stored.build_rules(MoneyRules, parameters)


def store_money_rules(rules: MoneyRules) -> dict[str, Any]:
    """Return the rules as stored with a club or an evening: the parameters and the version of their meaning."""
    return {"version": VERSION, **stored.plain_parameters(rules)}


def restore_money_rules(
    kept: object, *, version: int = VERSION, added: stored.Added = ADDED
) -> MoneyRules | list[Problem]:
    """Read rules that `store_money_rules` wrote, today or long ago; `version` and `added` are there for tests."""
    parameters = stored.upgrade_stored(kept, version, added)
    return parameters if isinstance(parameters, list) else from_json(parameters)


def _flat_problems(given: Mapping[str, Any]) -> Iterator[Problem]:
    amounts = [given["present"], given["absent"]]
    if given["absent_by"] == "answers":
        amounts += [given["absent_late"], given["absent_excused"]]
    if given["method"] == "flat" and not any(amounts):
        yield Problem("present", say("Enter the fee for those present or absent."))


def _cap_problems(given: Mapping[str, Any]) -> Iterator[Problem]:
    needs = METHODS[given["method"]].needs
    if "cap" not in needs or not given["cap"]:
        return
    if given["cap"] % given["rounding"]:
        yield Problem(
            "cap",
            say("Rounding to {cents} cents: make the maximum a multiple of it."),
            {"cents": given["rounding"]},
        )
    if "scope" in needs and given["scope"] == "table":
        yield Problem("cap", say("The most an evening needs the whole evening settled together."))
