"""House rules that must fit together: the checks, each with its message. rules.md 1.18 to 1.27."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS, KINDS_TOGETHER, SOLOS
from scoring.rules.parameters import EXTRA_KEYS, REDEALS
from scoring.terms import Problem, say

REASONS: Final = (*REDEALS, "misdeal")  # why cards are dealt again, apart from a club's own reasons
# A fixed price excludes these.
_BESIDE_A_PRICE: Final = ("points", "extras", "gegen_die_alten")


def house_problems(parameters: Mapping[str, Any], wrong: Collection[str]) -> Iterator[Problem]:
    """List house rules that do not fit together; `wrong`: the fields that are not even fine alone."""
    found = [
        *_kind_problems(parameters),
        *_step_problems(parameters, wrong),
        *_payment_problems(parameters),
        *_redeal_problems(parameters),
    ]
    yield from (problem for problem in found if problem.field not in wrong)


def _kind_problems(parameters: Mapping[str, Any]) -> Iterator[Problem]:
    """Check the parameters of single kinds and solos. rules.md 1.19."""
    for key, entry in _entries(parameters, "by_kind"):
        field = f"by_kind.{key}"
        if key not in (*KINDS, HOCHZEIT_ALONE, *SOLOS, *_names(parameters, "solo_names")) or key == "karo":
            yield Problem(field, say("There is no such kind of game or solo."))
        for what in _BESIDE_A_PRICE if "fixed" in entry else ():
            if what in entry:
                yield Problem(f"{field}.{what}", say("A fixed price leaves nothing to add."))
        if key in KINDS_TOGETHER and "leads" in entry:
            yield Problem(f"{field}.leads", say("Nobody plays alone in this kind of game."))


def _step_problems(parameters: Mapping[str, Any], wrong: Collection[str]) -> Iterator[Problem]:
    """Check doubling steps and Feigheit. rules.md 1.21, 1.24."""
    bock = parameters.get("bock")
    doubled = (parameters.get("ansage"), bock.get("effect") if isinstance(bock, dict) else None)
    if parameters.get("steps") == "double" and "double_game" in doubled:
        yield Problem("steps", say("Where every step doubles, the game alone cannot be doubled."))
    feigheit, limits = parameters.get("feigheit"), parameters.get("limits")
    most = len(limits) if isinstance(limits, (list, tuple)) else 0
    if "limits" not in wrong and isinstance(feigheit, int) and feigheit > most:
        yield Problem("feigheit", say("There are not so many steps."))


def _payment_problems(parameters: Mapping[str, Any]) -> Iterator[Problem]:
    """Check the payments. rules.md 1.27."""
    extras = {*EXTRA_KEYS}
    for key in ("extras", "extras_solo", "extra_names"):
        extras |= {*_names(parameters, key)}
    for _key, entry in _entries(parameters, "by_kind"):
        extras |= {*_names(entry, "extras")}
    for key, entry in _entries(parameters, "payments"):
        field, points = f"payments.{key}", entry.get("points")
        if key in extras:
            yield Problem(field, say("An extra is called that already."))
        if type(points) is int and points == 0:
            yield Problem(f"{field}.points", say("Nothing is paid with 0 points."))
        elif type(points) is int and points > 0 and entry.get("with") == "nobody":
            yield Problem(f"{field}.points", say("For nobody: points below 0, a deduction."))


def _redeal_problems(parameters: Mapping[str, Any]) -> Iterator[Problem]:
    """Check the names of reasons to deal again. rules.md 1.18."""
    for key in _names(parameters, "redeal_names"):
        if key in REASONS:
            yield Problem(f"redeal_names.{key}", say("A reason is called that already."))


def _entries(parameters: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the entries that are objects; other values are reported elsewhere."""
    return [(str(name), entry) for name, entry in _names(parameters, key).items() if isinstance(entry, dict)]


def _names(parameters: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = parameters.get(key)
    return value if isinstance(value, dict) else {}
