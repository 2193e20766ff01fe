"""Clubs of players with a known strength, and games made by luck and strength, for the rating to find out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.rating import RatedGame

NOISE = 4.5  # points
ALONE = 0.1  # of all games


@dataclass
class LuckyClub:
    """A club. `strength`: points a game above a partner and opponents of mean strength."""

    dice: random.Random
    strength: Mapping[str, float]

    def play(self, table: Sequence[str]) -> RatedGame:
        """Play a game of four people, drawn into parties; a soloist plays against three."""
        four = self.dice.sample(table, 4)
        number = 1 if self.dice.random() < ALONE else 2
        re, kontra = tuple(four[:number]), tuple(four[number:])
        lead = 2 * (self._mean(re) - self._mean(kontra)) + self.dice.gauss(0, NOISE)
        value = max(1, round(abs(lead)))  # with no winner nobody gains
        return RatedGame(re, kontra, value if lead > 0 else -value)

    def play_evening(self, games: int = 60, present: int = 8) -> list[RatedGame]:
        """Play an evening with newly drawn tables for each game."""
        here = self.dice.sample(sorted(self.strength), present)
        return [self.play(self.dice.sample(here, 4)) for _ in range(games)]

    def play_by_strength(self, games: int, mixed: float = 0.15) -> Iterator[RatedGame]:
        """Play at tables of equals, except for a few drawn ones."""
        ordered = sorted(self.strength, key=lambda one: -self.strength[one])
        for number in range(games):
            start = number % (len(ordered) // 4) * 4
            equals = ordered[start : start + 4]
            yield self.play(self.dice.sample(ordered, 4) if self.dice.random() < mixed else equals)

    def _mean(self, some: Sequence[str]) -> float:
        return sum(self.strength[one] for one in some) / len(some)


def found_lucky_club(seed: int, spread: float, size: int = 10) -> LuckyClub:
    """Return a club. `spread`: standard deviation of strengths, in points a game."""
    dice = random.Random(seed)
    return LuckyClub(dice, {f"P{number:02}": dice.gauss(0, spread) for number in range(size)})


def raw_means(games: Sequence[RatedGame]) -> dict[str, float]:
    """Return everybody's mean points a game, without regard to the other players."""
    made: dict[str, list[float]] = {}
    for game in games:
        for one in game.re:
            made.setdefault(one, []).append(game.value * (3 if len(game.re) == 1 else 1))
        for one in game.kontra:
            made.setdefault(one, []).append(-game.value)
    return {one: sum(points) / len(points) for one, points in made.items()}
