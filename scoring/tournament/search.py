"""Search for the seating with the fewest reunions: swaps by annealing, the same for the same seed.
Moves are counted, never seconds, so that a slow machine finds the same as a quick one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple, TypeAlias

WARM: Final = 0.3  # the start for making a good plan even
COLD: Final = 0.13  # the end: nearly no move that makes the plan worse is accepted
STEPS: Final = 100  # of cooling
TOGETHER: Final = 30  # the cost of two at one table that must not meet, in reunions
EVENNESS: Final = 0.1  # of a reunion: a toll of 1
TOO_MANY: Final = 3  # further toll of a turn at a larger table past the aim
ANY: Final = 1 << 30  # more than any unevenness

Row: TypeAlias = list[int]
Getter: TypeAlias = Callable[[Row], tuple[int, ...]]
Seated: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]  # round → table → people, numbered from 0


class Start(NamedTuple):
    moves: int
    hot: float = 0.6  # the first temperature: many moves that make the plan worse are accepted
    cold: float = COLD


class Task(NamedTuple):
    """A seating to find. People are numbered from 0; the tables of all rounds have the same sizes."""

    people: int
    sizes: tuple[int, ...]  # larger first
    present: tuple[tuple[int, ...], ...]  # the people of each round: as many as there are seats
    met: Mapping[tuple[int, int], int]  # how often two have met before
    apart: Collection[tuple[int, int]]
    larger: tuple[int, ...]  # how often each has sat at a larger table before
    aim: int  # most turns there that a person should have


class Cost(NamedTuple):
    """The cost of a plan; the fields are compared in this order."""

    growth: int  # of W; two together that must not meet count TOGETHER more
    unevenness: int  # the tolls of all turns at larger tables

    def is_within(self, goal: Cost) -> bool:
        return self.growth <= goal.growth and self.unevenness <= goal.unevenness


class _Fire(NamedTuple):
    temperature: float
    cold: float
    moves: int  # of the whole cooling
    evenness: float = 0  # the weight of a pair of turns, against a reunion


class Found(NamedTuple):
    cost: Cost
    rounds: Seated


@dataclass(slots=True)
class _Hall:
    """A plan while people change their seats, with its meetings, turns and cost."""

    sizes: tuple[int, ...]
    rounds: list[list[Row]]
    met: list[Row]  # everybody with everybody, themselves 0
    larger: Row
    aim: int
    growth: int = 0
    unevenness: int = 0
    sums: list[list[Getter]] = field(default_factory=list)  # of each table: takes its people out of a row

    def swap(self, round_: int, one: int, seat: int, other: int, place: int, worse: int) -> None:
        """Exchange two people of different tables of a round; W grows by `worse`."""
        first, second = self.rounds[round_][one], self.rounds[round_][other]
        leaves, comes = first[seat], second[place]
        self._follow(leaves, comes, first)
        self._follow(comes, leaves, second)
        first[seat], second[place] = comes, leaves
        self.sums[round_][one], self.sums[round_][other] = itemgetter(*first), itemgetter(*second)
        self.growth += worse
        if self.sizes[one] != self.sizes[other]:
            self.unevenness += self.turns_by(one, other, leaves, comes)
            turn = 1 if one < other else -1  # larger tables come first
            self.larger[comes] += turn
            self.larger[leaves] -= turn

    def _follow(self, leaves: int, comes: int, table: Row) -> None:
        """Put `comes` at the seat of `leaves`."""
        met = self.met
        old, new = met[leaves], met[comes]
        for who in table:
            if who != leaves:
                old[who] -= 1
                met[who][leaves] -= 1
                new[who] += 1
                met[who][comes] += 1

    def turns_by(self, one: int, other: int, leaves: int, comes: int) -> int:
        """Return by how much a swap makes the turns at larger tables less even."""
        if self.sizes[one] == self.sizes[other]:
            return 0
        joins, parts = (comes, leaves) if one < other else (leaves, comes)
        return self.toll(self.larger[joins]) - self.toll(self.larger[parts] - 1)

    def toll(self, turns: int) -> int:
        """Return the cost of one more turn at a larger table after so many turns."""
        return turns if turns < self.aim else turns + TOO_MANY

    def take_down(self) -> Found:
        rounds = tuple(tuple(tuple(table) for table in tables) for tables in self.rounds)
        return Found(Cost(self.growth, self.unevenness), rounds)


def search_plan(task: Task, chance: Random, start: Start, goal: Cost) -> Found:
    """Return the plan with the fewest reunions that one start finds, from tables drawn by lot.
    Stop as soon as W grows no more than in `goal`.
    """
    hall = _enter(task, _seat_by_lot(task, chance))
    fire = _Fire(start.hot, start.cold, start.moves)
    return _cool(hall, hall.take_down(), chance, fire, goal._replace(unevenness=ANY))


def even_turns(task: Task, chance: Random, moves: int, found: Found, goal: Cost) -> Found:
    """Return the same plan, or another with no more reunions and more even turns at larger tables."""
    if task.sizes[0] == task.sizes[-1]:
        return found
    return _cool(_enter(task, found.rounds), found, chance, _Fire(WARM, COLD, moves, EVENNESS), goal)


def judge_plan(task: Task, rounds: Seated) -> Found:
    """Return a plan from elsewhere with its cost."""
    return _enter(task, rounds).take_down()


def _seat_by_lot(task: Task, chance: Random) -> Seated:
    return tuple(cut_tables(chance.sample(present, len(present)), task.sizes) for present in task.present)


def cut_tables(people: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Cut the list into tables: the first people at the first table, and so on."""
    ends = [sum(sizes[: table + 1]) for table in range(len(sizes))]
    return tuple(tuple(people[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def _enter(task: Task, rounds: Seated) -> _Hall:
    met = [[0] * task.people for _ in range(task.people)]
    for (one, other), times in task.met.items():
        met[one][other] = met[other][one] = times
    for one, other in task.apart:
        met[one][other] = met[other][one] = met[one][other] + TOGETHER
    hall = _Hall(task.sizes, [[list(table) for table in tables] for tables in rounds], met, list(task.larger), task.aim)
    hall.unevenness = sum(hall.toll(turn) for turns in task.larger for turn in range(turns))
    for tables in hall.rounds:
        hall.sums.append([itemgetter(*table) for table in tables])
        for table in tables:
            _sit_down(hall, table)
    return hall


def _sit_down(hall: _Hall, table: Row) -> None:
    for one, other in combinations(table, 2):
        hall.growth += hall.met[one][other]
        hall.met[one][other] += 1
        hall.met[other][one] += 1
    if len(table) != hall.sizes[-1]:
        for who in table:
            hall.unevenness += hall.toll(hall.larger[who])
            hall.larger[who] += 1


def _cool(hall: _Hall, best: Found, chance: Random, fire: _Fire, goal: Cost) -> Found:
    colder = (fire.cold / fire.temperature) ** (1 / STEPS)
    for _ in range(STEPS):
        if best.cost.is_within(goal):
            break
        best = _shake(hall, best, chance, fire, goal)
        fire = fire._replace(temperature=fire.temperature * colder)
    return best


def _shake(hall: _Hall, best: Found, chance: Random, fire: _Fire, goal: Cost) -> Found:
    """Do one step of cooling. Its loop takes all the time: sums of rows show by how much a swap makes W grow."""
    dice, rounds, met, sums = chance.random, hall.rounds, hall.met, hall.sums
    seats = [(table, seat) for table, size in enumerate(hall.sizes) for seat in range(size)]
    pairs = [size - 1 for size in hall.sizes]
    cold, evenness = -1 / fire.temperature, fire.evenness
    for _ in range(fire.moves // STEPS):
        round_ = int(dice() * len(rounds))
        one, seat = seats[int(dice() * len(seats))]
        other, place = seats[int(dice() * len(seats))]
        if one == other:
            continue
        tables, sum_of = rounds[round_], sums[round_]
        leaves, comes = tables[one][seat], tables[other][place]
        old, new, first, second = met[leaves], met[comes], sum_of[one], sum_of[other]
        worse = sum(first(new)) - sum(first(old)) + sum(second(old)) - sum(second(new))
        worse += pairs[one] + pairs[other] - 2 * old[comes]
        felt = worse + evenness * hall.turns_by(one, other, leaves, comes) if evenness else worse
        if felt <= 0 or dice() < exp(felt * cold):
            hall.swap(round_, one, seat, other, place, worse)
            if (hall.growth, hall.unevenness) < best.cost:
                best = hall.take_down()
                if best.cost.is_within(goal):
                    break
    return best
