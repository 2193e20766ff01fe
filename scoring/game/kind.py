"""Kinds of games, and the rules' parameters for one kind alone. rules.md 1.11, 1.19."""

from __future__ import annotations

from typing import Any, Final

from scoring.rules.kinds import KINDS_TOGETHER
from scoring.rules.rules import Rules

NORMAL: Final = "normal"
ARMUT: Final = "armut"
SOLO: Final = "solo"
SIDES: Final = (NORMAL, ARMUT, SOLO)


def is_alone(side: str) -> bool:
    """Return whether one player is in Re. `side`: one of SIDES, or the key of a kind or a solo."""
    return side not in KINDS_TOGETHER


def get_kind_value(rules: Rules, side: str, what: str, general: Any) -> Any:
    """Return a parameter for this kind alone: its own entry, or that of all solos, or else the general parameter.
    Source: rules.md 1.19.
    """
    for key in (side, SOLO) if is_alone(side) else (side,):
        entry = rules.by_kind.get(key, {})
        if what in entry:
            return entry[what]
    return general


def is_priced(rules: Rules, side: str) -> bool:
    """Return whether this kind has a fixed price. rules.md 1.19."""
    return get_kind_value(rules, side, "fixed", None) is not None
