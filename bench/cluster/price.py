"""Price of the standby for a save. Both settings take turns, so that a busy moment affects both."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any, Final

from bench.cluster.databases import Pair
from bench.games import UNWRITTEN, Games
from bench.serving import Question, Visitor

TURNS: Final = 10
SAVES: Final = 12  # of each turn
A_SHEET: Final = 40  # games on it
WAYS: Final = {"local": "on the first one's disk", "on": "on both disks"}


def measure_price(pair: Pair, port: int, plan: dict[str, Any]) -> dict[str, list[float]]:
    """Return the milliseconds of whole requests by setting."""
    visitor, saves = Visitor(), all_saves(port, plan)
    taken: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(SAVES):
        visitor.ask(next(saves))
    for turn in range(TURNS):
        for way in sorted(WAYS, reverse=bool(turn % 2)):
            pair.answer_when(way)
            taken[way] += [visitor.ask(next(saves)) for _ in range(SAVES)]
    pair.answer_when("on")
    return taken


def all_saves(port: int, plan: dict[str, Any]) -> Iterator[Question]:
    """Yield saves on the first sheet of each table, on which the crowd never writes."""
    for table in plan["tables"]:
        games, path = Games(table["players"]), f"/sheets/{table['sheets'][0]}/ops/"
        for number in range(A_SHEET):
            yield Question("save", port, path, table["cookie"], games.fill_form(), base=UNWRITTEN + number)


def show_price(taken: dict[str, list[float]]) -> Iterator[str]:
    medians = {way: statistics.median(times) for way, times in taken.items()}
    for way, words in WAYS.items():
        times = statistics.quantiles(taken[way], n=20)
        yield f"a save, answered when it is {words:<24} {medians[way]:>6.1f} ms, 95 % below {times[-1]:.1f}"
    yield f"the standby's price                                 × {medians['on'] / medians['local']:.2f}"
