"""Running points: everybody's total after each game, on a sheet or over all the sheets of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.results import players_of
from scoring.game.sheet import Line
from scoring.terms import Player

Totals: TypeAlias = list[int | None]  # None before he came

_IN_A_LINE: Final = {"scores": "totals", "balance": "balances"}


def running_totals(sheets: Iterable[Folded], column: str = "scores") -> dict[Player, Totals]:
    """By player: 0, then the total after each game of the tables at which he sat, the oldest first.

    `column`: `scores` or `balance`. The sheets stand in the order in which they were played.
    """
    found: dict[Player, Totals] = {}
    for sheet in sheets:
        steps = list(_steps(sheet, column))
        for player in players_of(sheet):
            before = found.get(player, [])
            begin = before[-1] or 0 if before else 0
            totals = [begin + step[player] if player in step else None for step in steps]
            found[player] = [*before, *totals[1:]] if before else totals
    return found


def _steps(sheet: Folded, column: str) -> Iterator[Mapping[Player, int]]:
    """The totals at the beginning and after each game; a penalty belongs to the game before it."""
    step: Mapping[Player, int] = dict.fromkeys(sheet.sheet.players, 0)
    for line in sheet.lines:
        if line.number is not None:
            yield step
        step = _totals(line, column)
    yield step


def _totals(line: Line, column: str) -> Mapping[Player, int]:
    totals: Mapping[Player, int] = getattr(line, _IN_A_LINE[column])
    return totals
