"""Attendance and points over time, added up over many evenings without the evenings themselves.
Points are those by which the league ranks. Players and evenings are numbers (ids).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum
from typing import Final, NamedTuple

MOST_STEPS: Final = 60  # more than a chart and its table can show: then months, quarters or years


class OneEvening(NamedTuple):
    """A player's result on one evening, or in one part of it."""

    evening: int
    day: date
    games: int
    decided: int
    points: int
    summed: int = 0  # lists with sums only
    summed_points: int = 0  # the points in them

    @property
    def attended(self) -> bool:
        return self.games > 0 or self.summed > 0


class Reached(NamedTuple):
    """An outstanding evening; the first among equals."""

    points: int
    games: int
    day: date
    evening: int


@dataclass(slots=True)
class Attendance:
    """One player's evenings. Attended: at least one game, or known by its sums; a penalty alone does not count."""

    evenings: int = 0  # attended
    games: int = 0
    decided: int = 0
    points: int = 0
    summed: int = 0  # lists with sums only
    summed_points: int = 0
    best: Reached | None = None
    worst: Reached | None = None

    def add(self, one: OneEvening) -> None:
        self.games += one.games
        self.decided += one.decided
        self.points += one.points
        self.summed += one.summed
        self.summed_points += one.summed_points
        if one.attended:
            self.evenings += 1
            self.stand_out(Reached(one.points, one.games, one.day, one.evening))

    def stand_out(self, best: Reached, worst: Reached | None = None) -> None:
        """Compare with a later `best`, and a later `worst` if that is another evening."""
        worst = worst or best
        self.best = best if self.best is None or best.points > self.best.points else self.best
        self.worst = worst if self.worst is None or worst.points < self.worst.points else self.worst

    def follow(self, later: Attendance) -> None:
        self.evenings += later.evenings
        self.games += later.games
        self.decided += later.decided
        self.points += later.points
        self.summed += later.summed
        self.summed_points += later.summed_points
        if later.best is not None:
            self.stand_out(later.best, later.worst)


class Grain(IntEnum):
    """The unit of one step in a course."""

    EVENING = 0
    MONTH = 1
    QUARTER = 2
    YEAR = 3


def get_quarter(day: date) -> int:
    return (day.month + 2) // 3


GROUPS: Final[Mapping[Grain, Callable[[date], tuple[int, ...]]]] = {
    Grain.MONTH: lambda day: (day.year, day.month),
    Grain.QUARTER: lambda day: (day.year, get_quarter(day)),
    Grain.YEAR: lambda day: (day.year,),
}


class Step(NamedTuple):
    """One evening, or all of a month, a quarter, a year."""

    day: date  # the first in it with anybody at a table
    evening: int  # that evening


class Stretch(NamedTuple):
    """One player's result in a step."""

    evenings: int  # attended
    games: int
    points: int

    def plus(self, other: Stretch) -> Stretch:
        return Stretch(self.evenings + other.evenings, self.games + other.games, self.points + other.points)


@dataclass(slots=True)
class Course:
    """Points over time: evening by evening; if these are too many, month by month, and so on."""

    grain: Grain = Grain.EVENING
    steps: list[Step] = field(default_factory=list)
    players: dict[int, dict[int, Stretch]] = field(default_factory=dict)  # by index of the step

    def follow(self, later: Course) -> None:
        """Append `later`, all of it after this course."""
        self._gather(max(self.grain, later.grain))
        places = self._places(later)
        for player, stretches in later.players.items():
            self._add(player, stretches, places)
        while len(self.steps) > MOST_STEPS and self.grain < Grain.YEAR:
            self._gather(Grain(self.grain + 1))

    def _places(self, later: Course) -> list[int]:
        """Return the index of each step of `later` here; new steps are appended."""
        found = []
        for step in later.steps:
            if not self.steps or not self._is_one(self.steps[-1], step):
                self.steps.append(step)
            found.append(len(self.steps) - 1)
        return found

    def _is_one(self, step: Step, other: Step) -> bool:
        if self.grain is Grain.EVENING:
            return step == other
        group = GROUPS[self.grain]
        return group(step.day) == group(other.day)

    def _add(self, player: int, stretches: Mapping[int, Stretch], places: list[int]) -> None:
        mine = self.players.setdefault(player, {})
        for index, stretch in stretches.items():
            place = places[index]
            mine[place] = mine[place].plus(stretch) if place in mine else stretch

    def _gather(self, grain: Grain) -> None:
        if grain == self.grain:
            return
        finer = Course(self.grain, self.steps, self.players)
        self.grain, self.steps, self.players = grain, [], {}
        places = self._places(finer)
        for player, stretches in finer.players.items():
            self._add(player, stretches, places)


def get_course(evenings: Mapping[int, tuple[OneEvening, ...]]) -> Course:
    """Return the course of everybody's evenings, each the oldest first."""
    some = sorted({Step(one.day, one.evening) for mine in evenings.values() for one in mine})
    found = Course()
    for step in some:
        stretches = {
            player: {0: Stretch(int(one.attended), one.games, one.points)}
            for player, mine in evenings.items()
            for one in mine
            if one.evening == step.evening
        }
        found.follow(Course(steps=[step], players=stretches))
    return found


def compute_attendance(evenings: tuple[OneEvening, ...]) -> Attendance:
    """Return the attendance from one player's evenings, the oldest first."""
    found = Attendance()
    for one in evenings:
        found.add(one)
    return found
