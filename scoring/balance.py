"""Points by player: the zero-sum balance, and the scores as the sheet writes them. TSR 7.3; rules.md 1.12, 1.15."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from scoring.rules import Rules
from scoring.terms import Player

# Points (Spielpunkte) by player.
Points: TypeAlias = dict[Player, int]

BALANCE_SOLO_FACTOR = 3  # one against three: the only factor that sums to zero


def balance(net: int, re: Sequence[Player], kontra: Sequence[Player], out: Sequence[Player]) -> Points:
    """Zero-sum points: each Re player `net` (× 3 alone), each Kontra player the opposite, `out` 0."""
    of_re = net * BALANCE_SOLO_FACTOR if len(re) == 1 else net
    points = dict.fromkeys(re, of_re)
    for player in kontra:
        points[player] = -net
    for player in out:
        points[player] = 0
    return points


def scores(rules: Rules, net: int, re: Sequence[Player], kontra: Sequence[Player], out: Sequence[Player]) -> Points:
    """Points as the sheet writes them: plus and minus, only plus, or only minus."""
    if rules.notation == "zero_sum":
        return balance(net, re, kontra, out)
    points = dict.fromkeys((*re, *kontra, *out), 0)
    if net == 0:
        return points
    getting, paying = (re, kontra) if net > 0 else (kontra, re)
    written = abs(net) * (rules.solo_factor if len(re) == 1 else 1)
    if rules.notation == "plus_only":
        points.update(dict.fromkeys(getting, written))
    else:
        points.update(dict.fromkeys(paying, -written))
    return points
