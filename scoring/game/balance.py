"""Points by player: the zero-sum balance, and the scores as written on the sheet. TSR 7.3; rules.md 1.12, 1.15."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from scoring.rules.rules import Rules
from scoring.terms import Player

# Points (Spielpunkte) by player.
Points: TypeAlias = dict[Player, int]

BALANCE_SOLO_FACTOR = 3  # one against three: the only factor that sums to zero


def balance_points(net: int, re: Sequence[Player], kontra: Sequence[Player], out: Sequence[Player]) -> Points:
    """Return zero-sum points: `net` for each Re player (× 3 alone), the opposite for Kontra, 0 for `out`."""
    return _by_player(net * BALANCE_SOLO_FACTOR if len(re) == 1 else net, -net, re, kontra, out)


def write_scores(
    rules: Rules, net: int, re: Sequence[Player], kontra: Sequence[Player], out: Sequence[Player]
) -> Points:
    """Return the points as written on the sheet: plus and minus, only plus, or only minus."""
    if rules.notation == "zero_sum":
        return balance_points(net, re, kontra, out)
    re_writes = (net > 0) is (rules.notation == "plus_only")
    written = net * solo_factor(rules, is_solo=len(re) == 1, soloist_writes=re_writes)
    return _by_player(written, 0, re, kontra, out) if re_writes else _by_player(0, -written, re, kontra, out)


def solo_factor(rules: Rules, *, is_solo: bool, soloist_writes: bool) -> int:
    """Return the factor of a solo in one-sided lists: for each writing party, or only the soloist. rules.md 1.22."""
    if not is_solo or (rules.solo_factor_for == "soloist" and not soloist_writes):
        return 1
    return rules.solo_factor


def _by_player(
    of_re: int, of_kontra: int, re: Sequence[Player], kontra: Sequence[Player], out: Sequence[Player]
) -> Points:
    points = dict.fromkeys(re, of_re)
    for player in kontra:
        points[player] = of_kontra
    for player in out:
        points[player] = 0
    return points
