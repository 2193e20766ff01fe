"""A client of the value table: one formula, no rule. It does in Python what a phone without a network does.

It reads only the JSON that `python3 -m scoring table` prints; docs/rules.md prints the formula.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

TOGETHER = ("normal", "hochzeit", "armut")  # classes with two players in Re
NO_BOCK: Mapping[str, Any] = {"effect": None}


class Facts(NamedTuple):
    augen: int  # of Re
    no_tricks: str | None
    re_level: int
    kontra_level: int
    game_class: str  # normal, armut, solo, or that of a kind or a solo
    re_extras: Mapping[str, int]
    kontra_extras: Mapping[str, int]
    bock: int


class Answer(NamedTuple):
    winner: str | None
    net: int
    is_zero_game: bool

    @property
    def value(self) -> int:
        return abs(self.net)


def answer(table: Mapping[str, Any], facts: Facts) -> Answer:
    """Return the answer by the formula of the issue on the value table, line by line."""
    rules, verdict = table["rules"], look_up(table, facts)
    bock = rules["bock"] or NO_BOCK
    if facts.game_class not in TOGETHER and not bock.get("in_solo", True):
        bock = NO_BOCK
    winner, effect = verdict["winner"], bock["effect"]

    of_game, s = verdict["game"], extras(table, facts, winner)
    if rules["gegen_die_alten_as"] == "game":
        of_game += verdict["alten"]
    else:
        s += verdict["alten"]
    is_zero_game = kept(rules, winner, of_game + s) == 0
    of_game *= 2**facts.bock if effect == "double_game" and winner else 1
    n = kept(rules, winner, of_game * verdict.get("game_times", 1) + s)
    if rules["steps"] == "double" and n:
        n = 2 ** (min(abs(n), 21) - 1) * (1 if n > 0 else -1)
    n *= verdict["times"][0 if n > 0 else 1]
    n *= 2 if rules["at_120"] == "double" and winner and 2 * facts.augen == table["pack"] else 1
    n *= 2**facts.bock if effect == "double_all" else 1
    n += (1 if winner == "re" else -1) * bock["points"] * facts.bock if effect == "add" and winner else 0

    return Answer(winner, n * rules["points_times"], is_zero_game)


def kept(rules: Mapping[str, Any], winner: str | None, n: int) -> int:
    """Return `n`, or 0 if the points would be the losers' and they cannot gain."""
    if rules["loser_can_gain"] or winner is None or (n > 0) == (winner == "re"):
        return n
    return 0


def look_up(table: Mapping[str, Any], facts: Facts) -> Any:
    cells_of_class = table["classes"][facts.game_class]["cells"]
    for (low, high, no_tricks), cells in zip(table["outcomes"], cells_of_class, strict=True):
        if low <= facts.augen <= high and no_tricks == facts.no_tricks:
            return table["verdicts"][cells[6 * facts.re_level + facts.kontra_level]]
    return None


def extras(table: Mapping[str, Any], facts: Facts, winner: str | None) -> int:
    """Return the extras of Re minus those of Kontra; 0 if nobody won and they are not kept."""
    if winner is None and "extras" not in table["rules"]["no_winner_keeps"]:
        return 0
    worth = table["classes"][facts.game_class]["extras"]
    return counted(table, facts.re_extras, worth) - counted(table, facts.kontra_extras, worth)


def counted(table: Mapping[str, Any], counts: Mapping[str, int], worth: Mapping[str, int]) -> int:
    """Return the extras of a party; its two Karlchen together at most the cap."""
    if not counts:
        return 0
    capped, cap = table["capped"], table["rules"]["karlchen_cap"]
    karlchen = sum(counts.get(key, 0) * worth.get(key, 0) for key in capped)
    others = sum(count * worth.get(key, 0) for key, count in counts.items() if key not in capped)
    return others + (karlchen if cap is None else min(karlchen, cap))


def points(table: Mapping[str, Any], net: int, alone: bool) -> tuple[list[int], list[int]]:
    """Return scores and balance of a Re and of a Kontra player."""
    rules = table["rules"]
    balance = [net * (3 if alone else 1), -net]
    if rules["notation"] == "zero_sum":
        return balance, balance
    of_re = net > 0
    soloist_writes = of_re == (rules["notation"] == "plus_only")
    counts_often = alone and (rules["solo_factor_for"] == "whoever" or soloist_writes)
    written = abs(net) * (rules["solo_factor"] if counts_often else 1)
    if rules["notation"] == "plus_only":
        return [written if of_re else 0, 0 if of_re else written], balance
    return [0 if of_re else -written, -written if of_re else 0], balance
