"""Money rules checked, and to and from JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.money.settlement import METHODS, SCOPES, MoneyRules
from scoring.rules import stored
from scoring.rules.values import Cents, OneOf, Whole
from scoring.terms import Problem, say

VERSION: Final = 1
ADDED: Final[stored.Added] = {}  # see rules.ADDED; never change a line that has been released

STAKE: Final = Whole(1, 10_000)  # cents a point
FLAT_AMOUNT: Final = Cents(0, 100_000)
PARAMETERS: Final[stored.Known] = {
    "method": OneOf(tuple(METHODS), needs={key: method.needs for key, method in METHODS.items()}),
    "stake": STAKE,
    "scope": OneOf(tuple(SCOPES)),
    "cash_box_share": Whole(0, 100),
    "present": FLAT_AMOUNT,
    "absent": FLAT_AMOUNT,
}


def find_problems(parameters: object) -> list[Problem]:
    """Everything wrong with a complete set of parameters."""
    found = stored.value_problems(parameters, PARAMETERS)
    wrong = {problem.field for problem in found}
    if isinstance(parameters, dict) and wrong.isdisjoint({"method", "present", "absent"}):
        found.extend(_flat_problems(parameters))
    return found


def from_json(parameters: object) -> MoneyRules | list[Problem]:
    return find_problems(parameters) or stored.build_rules(MoneyRules, parameters)


def store_rules(rules: MoneyRules) -> dict[str, Any]:
    """As kept with a club or an evening: the parameters and the version of their meaning."""
    return {"version": VERSION, **stored.plain_parameters(rules)}


def restore_rules(kept: object, *, version: int = VERSION, added: stored.Added = ADDED) -> MoneyRules | list[Problem]:
    """Rules as `store` wrote them, today or long ago; `version` and `added` are there for tests."""
    parameters = stored.upgrade_stored(kept, version, added)
    return parameters if isinstance(parameters, list) else from_json(parameters)


def _flat_problems(given: Mapping[str, Any]) -> Iterator[Problem]:
    if given["method"] == "flat" and not given["present"] and not given["absent"]:
        yield Problem("present", say("Say what those present or those absent pay."))
