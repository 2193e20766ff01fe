"""Setzen: tables cut from the ranking, the best at table 1; optionally without reunions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import exp
from random import Random
from typing import Final, NamedTuple, TypeAlias

from scoring.tournament.reunions import Pair, count_meetings
from scoring.tournament.search import TOGETHER, cut_tables
from scoring.tournament.sizes import Rounds, Tables, Who, table_sizes

EXACT_UP_TO: Final = 12  # people: all partitions are checked; above, the best one found
MOVES: Final = 60_000
HOT: Final = 8.0
COLD: Final = 0.3
GROWTH: Final = 30  # the weight of a reunion, against a step away from the table of the exact cut
NEAR: Final = 4  # largest distance in tables for an exchange
Place: TypeAlias = tuple[int, int]  # table and seat
Seats: TypeAlias = list[list[int]]  # positions in the ranking, from 0, table by table


class Cost(NamedTuple):
    """The cost of a seating; the fields are compared in this order."""

    growth: int  # of W; two that must not sit together count TOGETHER
    moved: int  # tables between each person's and the one of the exact cut, summed
    positions: tuple[int, ...]  # in the ranking, table by table, each ascending


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The basis for judging a seating: positions in the ranking instead of people."""

    sizes: tuple[int, ...]
    home: tuple[int, ...]  # the table of the exact cut, by position
    met: tuple[tuple[int, ...], ...]

    def growth_of(self, table: Sequence[int]) -> int:
        return sum(self.met[one][other] for one, other in combinations(table, 2))

    def moved_of(self, number: int, table: Sequence[int]) -> int:
        return sum(abs(self.home[position] - number) for position in table)

    def cost_of(self, seats: Sequence[Sequence[int]]) -> Cost:
        return Cost(
            sum(self.growth_of(table) for table in seats),
            sum(self.moved_of(number, table) for number, table in enumerate(seats)),
            tuple(position for table in seats for position in sorted(table)),
        )


def cut_by_standing(
    ranked: Sequence[Who],
    *,
    history: Rounds = (),
    apart: Collection[Pair] = (),
    avoid: str = "soft",
    seed: int = 0,
) -> Tables:
    """Return the tables of the next round for `ranked` (best first, equal ranks by start number, fill-ins last).
    `never`: the exact cut. `soft`: with the least growth of W, then nearest to the exact cut, then the first in the
    order of the lists of positions. Both keep the pairs in `apart` apart. Larger tables first.
    """
    sizes = tuple(table_sizes(len(ranked)))
    ranking = _judge_by(ranked, sizes, history if avoid == "soft" else (), apart)
    exact = [list(table) for table in cut_tables(range(len(ranked)), sizes)]
    best = exact
    if ranking.cost_of(exact).growth:
        chance = Random(f"{seed} standing")  # noqa: S311  # nothing secret
        best = _search_all(ranking, exact) if len(ranked) <= EXACT_UP_TO else _search_near(ranking, exact, chance)
    return tuple(tuple(ranked[position] for position in sorted(table)) for table in best)


def _judge_by(ranked: Sequence[Who], sizes: tuple[int, ...], history: Rounds, apart: Collection[Pair]) -> _Ranking:
    met: Mapping[Pair, int] = count_meetings(history)
    home = tuple(number for number, size in enumerate(sizes) for _ in range(size))

    def price(one: Who, other: Who) -> int:
        pair = (min(one, other), max(one, other))
        return met.get(pair, 0) + (TOGETHER * len(ranked) if pair in apart else 0)

    return _Ranking(sizes, home, tuple(tuple(price(one, other) for other in ranked) for one in ranked))


# --- Few: everything that can be better is checked -------------------------------------------------------------------


def _search_all(ranking: _Ranking, exact: Seats) -> Seats:
    """Return the best of all partitions: table by table, pruned as soon as a part is worse than the best."""
    best, best_cost = exact, ranking.cost_of(exact)

    def fill(seats: Seats, left: tuple[int, ...], growth: int, moved: int) -> None:
        nonlocal best, best_cost
        if (growth, moved) > best_cost[:2]:
            return
        if not left:
            cost = ranking.cost_of(seats)
            if cost < best_cost:
                best, best_cost = seats, cost
            return
        number = len(seats)
        for table in combinations(left, ranking.sizes[number]):
            rest = tuple(position for position in left if position not in table)
            more = growth + ranking.growth_of(table), moved + ranking.moved_of(number, table)
            fill([*seats, list(table)], rest, *more)

    fill([], tuple(range(len(ranking.home))), 0, 0)
    return best


# --- Many: swaps by annealing, from the exact cut -------------------------------------------------------------------


def _search_near(ranking: _Ranking, exact: Seats, chance: Random) -> Seats:
    seats = [list(table) for table in exact]
    best, best_cost = exact, ranking.cost_of(exact)[:2]
    now = best_cost
    temperature, colder = HOT, (COLD / HOT) ** (1 / MOVES)
    for _ in range(MOVES):
        temperature *= colder
        places = _two_seats(ranking.sizes, chance)
        growth, moved = _change_by(ranking, seats, *places)
        if chance.random() >= exp(min(-(GROWTH * growth + moved) / temperature, 0)):
            continue
        _exchange(seats, *places)
        now = (now[0] + growth, now[1] + moved)
        if now < best_cost:
            best, best_cost = [list(table) for table in seats], now
    return _smooth(ranking, [list(table) for table in best])


def _two_seats(sizes: Sequence[int], chance: Random) -> tuple[Place, Place]:
    """Draw two seats at tables that are not far from each other."""
    one = int(chance.random() * len(sizes))
    other = (one + 1 + int(chance.random() * min(NEAR, len(sizes) - 1))) % len(sizes)
    return (one, int(chance.random() * sizes[one])), (other, int(chance.random() * sizes[other]))


def _change_by(ranking: _Ranking, seats: Seats, one: Place, other: Place) -> tuple[int, int]:
    """Return by how much growth and steps change when two people exchange their seats."""
    (first, seat), (second, place) = one, other
    a, b, home, met = seats[first][seat], seats[second][place], ranking.home, ranking.met
    growth = sum(met[b][who] - met[a][who] for who in seats[first] if who != a)
    growth += sum(met[a][who] - met[b][who] for who in seats[second] if who != b)
    before = abs(home[a] - first) + abs(home[b] - second)
    return growth, abs(home[a] - second) + abs(home[b] - first) - before


def _exchange(seats: Seats, one: Place, other: Place) -> None:
    (first, seat), (second, place) = one, other
    seats[first][seat], seats[second][place] = seats[second][place], seats[first][seat]


def _smooth(ranking: _Ranking, seats: Seats) -> Seats:
    """Swap as long as that improves the seating, even if it only moves a better position further ahead."""
    while better := next(_improvements(ranking, seats), None):
        _exchange(seats, *better)
    return seats


def _improvements(ranking: _Ranking, seats: Seats) -> Iterator[tuple[Place, Place]]:
    for one, other in combinations(range(len(seats)), 2):
        if other - one > NEAR:
            continue
        for seat, place in product(range(len(seats[one])), range(len(seats[other]))):
            change = _change_by(ranking, seats, (one, seat), (other, place))
            if change < (0, 0) or (change == (0, 0) and seats[other][place] < seats[one][seat]):
                yield (one, seat), (other, place)
