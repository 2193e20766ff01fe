"""Places at the tables: everybody deals first (place 1) and writes (place 4) about equally often.
If all tables are fours and all is planned at once, the counts of one place differ by at most one between people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from scoring.terms import PLAYING
from scoring.tournament.sizes import Rounds, Who

SWEEPS: Final = 8
WEIGHTS: Final = (3, 1, 1, 3)  # dealing first and writing matter most
Counts: TypeAlias = dict[Who, list[int]]  # how often at each place
Chunk: TypeAlias = tuple[Who, int]  # a person's first four rounds, second four …


def order_by_places(rounds: Rounds, history: Rounds = ()) -> Rounds:
    """Return the same tables with people in the order of their places; the places of `history` stay and count."""
    if not history and all(len(table) == PLAYING for tables in rounds for table in tables):
        return _color_places(rounds)
    return _sweep_places(rounds, history)


# --- Fours alone: each chunk of four rounds has each place once -----------------------------------------------------


class _Coloring:
    """Places as colours of the edges between chunks and tables, none twice at either: there always is one (König)."""

    def __init__(self) -> None:
        self.tables: dict[tuple[int, int], list[Chunk | None]] = {}
        self.chunks: dict[Chunk, list[tuple[int, int] | None]] = {}

    def sit_down(self, chunk: Chunk, table: tuple[int, int]) -> None:
        places = self.chunks.setdefault(chunk, [None] * PLAYING)
        seats = self.tables.setdefault(table, [None] * PLAYING)
        mine, free = places.index(None), seats.index(None)
        if seats[mine] is not None:
            self._exchange(table, mine, free)
        places[mine], seats[mine] = table, chunk

    def _exchange(self, table: tuple[int, int], one: int, other: int) -> None:
        """Exchange the two places along their alternating path from `table`, so that `one` becomes free there."""
        path = list(self._path(table, one, other))
        for chunk, at, place in path:
            self.chunks[chunk][place] = self.tables[at][place] = None
        for chunk, at, place in path:
            new = other if place == one else one
            self.chunks[chunk][new], self.tables[at][new] = at, chunk

    def _path(self, table: tuple[int, int], one: int, other: int) -> Iterator[tuple[Chunk, tuple[int, int], int]]:
        at: tuple[int, int] | None = table
        while at is not None and (chunk := self.tables[at][one]) is not None:
            yield chunk, at, one
            at = self.chunks[chunk][other]
            if at is not None:
                yield chunk, at, other


def _color_places(rounds: Rounds) -> Rounds:
    coloring = _Coloring()
    played: dict[Who, int] = {}
    for number, tables in enumerate(rounds):
        for at, table in enumerate(tables):
            for who in table:
                coloring.sit_down((who, played.get(who, 0) // PLAYING), (number, at))
                played[who] = played.get(who, 0) + 1
    return tuple(
        tuple(
            tuple(chunk[0] for chunk in coloring.tables[number, at] if chunk is not None) for at in range(len(tables))
        )
        for number, tables in enumerate(rounds)
    )


# --- Any tables: each in turn as good as possible --------------------------------------------------------------------


def _sweep_places(rounds: Rounds, history: Rounds) -> Rounds:
    seated = [list(tables) for tables in rounds]
    most = max((len(table) for tables in (*history, *rounds) for table in tables), default=PLAYING)
    counts: Counts = {who: [0] * most for tables in (*history, *rounds) for table in tables for who in table}
    for tables in history:
        _count_places(counts, tables, 1)
    for seats in seated:
        _seat_again(seats, counts, known=False)
    for _ in range(SWEEPS):
        before = [list(seats) for seats in seated]
        for seats in seated:
            _seat_again(seats, counts)
        if seated == before:
            break
    return tuple(tuple(tables) for tables in seated)


def _seat_again(tables: list[tuple[Who, ...]], counts: Counts, *, known: bool = True) -> None:
    """Reorder each table as if it alone could change; `known`: its present places are counted already."""
    for at, table in enumerate(tables):
        if known:
            _count_places(counts, [table], -1)
        tables[at] = _best_order(table, counts)
        _count_places(counts, [tables[at]], 1)


def _count_places(counts: Counts, tables: Iterable[Sequence[Who]], by: int) -> None:
    for table in tables:
        for place, who in enumerate(table):
            counts[who][place] += by


def _best_order(table: Sequence[Who], counts: Counts) -> tuple[Who, ...]:
    """Return the best order; the present one if no other is better."""
    return min(permutations(table), key=lambda order: _burden(order, counts))


def _burden(order: Sequence[Who], counts: Counts) -> int:
    """Return how often everybody has had the place already, weighted."""
    return sum(counts[who][place] * _weight(place) for place, who in enumerate(order))


def _weight(place: int) -> int:
    return WEIGHTS[place] if place < PLAYING else 1
