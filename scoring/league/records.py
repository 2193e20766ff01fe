"""Records of a player's evenings: the rows of league tables, and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from operator import add
from typing import NamedTuple

from scoring.league.counters import Counts


class Record(NamedTuple):
    """One player on one sheet. Players, evenings and sheets are numbers (ids), never names."""

    player: int
    evening: int
    sheet: int
    day: date  # of the evening, regardless of the clock
    counts: Counts = Counts()


class Evening(NamedTuple):
    """One player's evening, all its sheets together."""

    evening: int
    day: date
    counts: Counts
    struck: bool = False  # a Streichergebnis: its points do not count

    @property
    def attended(self) -> bool:
        """Return whether there is at least one game, or sums of the evening; a penalty alone does not count."""
        return self.counts.attended


def total_counts(counts: Sequence[Counts]) -> Counts:
    if len(counts) == 1:
        return counts[0]
    return Counts._make(map(sum, zip(*counts, strict=True))) if counts else Counts()


def evenings_by_player(records: Iterable[Record]) -> Mapping[int, tuple[Evening, ...]]:
    """Return each player's evenings, oldest first."""
    ordered = sorted(records, key=lambda one: (one.day, one.evening))
    return gather_records((player, evening, day, counts) for player, evening, _, day, counts in ordered)


def gather_records(sheets: Iterable[tuple[int, int, date, Counts]]) -> Mapping[int, tuple[Evening, ...]]:
    """Return the same from player, evening, day and counts, for callers that read thousands of them.
    They come by day, and evening after evening: a sheet is added to the last evening of its player, or begins one.
    """
    found: dict[int, list[Evening]] = {}
    for player, evening, day, counts in sheets:
        mine = found.get(player)
        if mine is None:
            found[player] = [Evening(evening, day, counts)]
        elif mine[-1].evening == evening:
            mine[-1] = Evening(evening, day, Counts._make(map(add, mine[-1].counts, counts)))
        else:
            mine.append(Evening(evening, day, counts))
    return {player: tuple(mine) for player, mine in found.items()}


def evenings_before(evenings: Mapping[int, tuple[Evening, ...]], day: date) -> Mapping[int, tuple[Evening, ...]]:
    """Return only the evenings before that day; players left with none are not in it."""
    earlier = {player: tuple(one for one in some if one.day < day) for player, some in evenings.items()}
    return {player: some for player, some in earlier.items() if some}


def evenings_held(evenings: Iterable[Iterable[Evening]]) -> int:
    """Count the evenings on which anybody, guests too, played a game."""
    return len({one.evening for player in evenings for one in player if one.attended})
