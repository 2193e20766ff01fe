"""Bereinigte Punkte: a player's points per game above a partner and opponents of mean strength. rating.md 3.
A ridge regression on the results of games. Each evening's sums are stored, and any day is solved from them: a
correction adds up one evening again, and the order of games plays no part. All numbers of players are in points per
game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import sqrt
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from scoring.terms import Player

FEWEST_GAMES: Final = 50  # with fewer games the spread of results is unknown: then
USUAL_SCALE: Final = 4.5  # points
CLIP: Final = 3  # × the scale: no single game says more
PRIOR: Final = 0.1  # × the scale: the expected spread of players
PRIOR_OF_OFFSET: Final = 0.5  # × the scale
LIST: Final = 24  # games
HALF_LIFE: Final = 365  # days: the weight of an evening
INTERVAL: Final = 1.28  # standard deviations: 80 % lie within
SURE_ENOUGH: Final = 0.5  # Aussagekraft; below it nothing is shown
SURE: Final = 0.75  # below: preliminary


class Kind(Enum):
    """The kind of a game, each with an unknown: the advantage of one side, regardless of the players."""

    NORMAL = "normal"
    ALONE = "alone"


class RatedGame(NamedTuple):
    """A game to rate. `value`: each Kontra player's loss in zero-sum points at Bock level 0; minus: a gain."""

    re: tuple[Player, ...]  # one lone player, or two
    kontra: tuple[Player, ...]
    value: float


Unknown: TypeAlias = Player | Kind
_THIRD: Final = 3  # coefficients are stored in thirds, so that sums are exact, and the same in any order
_COEFFICIENTS: Final = {2: (3, -3, Kind.NORMAL), 1: (6, -2, Kind.ALONE)}  # of Re, of Kontra; 3 is that of the kind


def _nothing() -> dict[tuple[Unknown, Unknown], float]:
    return defaultdict(int)


@dataclass(slots=True)
class Sums:
    """The stored sums of an evening. `results`: by value, the number of such games and the sum of their coefficients.
    By value, because the clipping of a game depends on all games of the club. Whole numbers, until they are aged.
    """

    products: dict[tuple[Unknown, Unknown], float] = field(default_factory=_nothing)  # in ninths
    results: dict[float, tuple[int, dict[Unknown, float]]] = field(default_factory=dict)  # in thirds


def sum_games(games: Iterable[RatedGame]) -> Sums:
    """Sum the games of one evening. Everybody in a game has a rating."""
    sums = Sums()
    for game in games:
        of_re, of_kontra, kind = _COEFFICIENTS[len(game.re)]
        row: list[tuple[Unknown, int]] = [
            *((one, of_re) for one in game.re),
            *((one, of_kontra) for one in game.kontra),
        ]
        row.append((kind, _THIRD))
        for one, mine in row:
            for other, theirs in row:
                sums.products[one, other] += mine * theirs
        number, coefficients = sums.results.get(game.value) or (0, defaultdict(int))
        for one, mine in row:
            coefficients[one] += mine
        sums.results[game.value] = number + 1, coefficients
    return sums


def add_sums(evenings: Iterable[tuple[int, Sums]], *, day: int, half_life: float | None = HALF_LIFE) -> Sums:
    """Add many evenings as if they were one of `day`: aged sums age on with it, exactly except for rounding.
    The number of games by value stays a count: the spread of results has no age.
    """
    found = Sums()
    for of, sums in evenings:
        weight = _weight(day - of, half_life)
        for pair, product in sums.products.items():
            found.products[pair] += weight * product
        for value, (number, coefficients) in sums.results.items():
            before, mine = found.results.get(value) or (0, defaultdict(int))
            for unknown, coefficient in coefficients.items():
                mine[unknown] += weight * coefficient
            found.results[value] = before + number, mine
    return found


def _weight(days: int, half_life: float | None) -> float:
    return 1.0 if half_life is None else 0.5 ** (days / half_life)


@dataclass(frozen=True, slots=True)
class Rating:
    """Ratings as of a day. `theta`: points per game; `variance`: of theta; `factor`: of the solved matrix."""

    scale: float
    theta: Mapping[Player, float]
    variance: Mapping[Player, float]
    offsets: Mapping[Kind, float]
    factor: Sequence[Sequence[float]]  # lower triangle; players first, as in `theta`

    @property
    def prior(self) -> float:
        """Return the variance of somebody without a game."""
        return (PRIOR * self.scale) ** 2

    def certainty_of(self, player: Player) -> float:
        """Return the Aussagekraft, 0 … 1.
        Games never reveal the sum of all, so with n people 1/n of the variance must stay.
        """
        return (1 - self.variance[player] / self.prior) / (1 - 1 / len(self.theta))


def rate_players(
    evenings: Iterable[tuple[int, Sums]], *, day: int, half_life: float | None = HALF_LIFE, scale: float | None = None
) -> Rating:
    """Rate players from the evenings up to `day`. Each comes with the number of its day.
    `half_life`: days after which an evening counts half; None: never less. `scale`: the spread of results, in points;
    None: their actual spread.
    """
    known = [(of, sums) for of, sums in evenings if of <= day]
    spread = scale if scale is not None else _get_scale(sums for _, sums in known)
    weighed = [(_weight(day - of, half_life), sums) for of, sums in known]
    players = sorted({one for _, sums in known for one, _ in sums.products if isinstance(one, str)})
    unknowns: list[Unknown] = [*players, *Kind]
    matrix, vector = _equations(weighed, unknowns, spread)
    factor = _cholesky(matrix)
    solution = _solve_back(factor, _solve(factor, vector))
    variances = _diagonal_of_inverse(factor)
    return Rating(
        scale=spread,
        theta=dict(zip(players, solution, strict=False)),
        variance=dict(zip(players, variances, strict=False)),
        offsets=dict(zip(Kind, solution[len(players) :], strict=True)),
        factor=factor,
    )


def _get_scale(evenings: Iterable[Sums]) -> float:
    """Return the root mean square of all results."""
    games, squares = 0, 0.0
    for sums in evenings:
        for value, (number, _) in sums.results.items():
            games += number
            squares += number * value * value
    return sqrt(squares / games) if games >= FEWEST_GAMES and squares else USUAL_SCALE


def _equations(
    evenings: Iterable[tuple[float, Sums]], unknowns: Sequence[Unknown], scale: float
) -> tuple[list[list[float]], list[float]]:
    """Return matrix and right side: prior knowledge, and the games; evenings with their weights."""
    place = {unknown: index for index, unknown in enumerate(unknowns)}
    matrix = [[0.0] * len(unknowns) for _ in unknowns]
    vector = [0.0] * len(unknowns)
    for unknown, index in place.items():
        prior = (PRIOR if isinstance(unknown, str) else PRIOR_OF_OFFSET) * scale
        matrix[index][index] = 1 / prior**2
    noise, most = scale**2, CLIP * scale
    for weight, sums in evenings:
        share = weight / noise
        for (one, other), product in sums.products.items():
            matrix[place[one]][place[other]] += share * product / _THIRD**2
        for value, (_, coefficients) in sums.results.items():
            clipped = share * max(-most, min(most, value)) / _THIRD
            for unknown, coefficient in coefficients.items():
                vector[place[unknown]] += clipped * coefficient
    return matrix, vector


# --- The shown ratings -----------------------------------------------------------------------------------------------


class ShownRating(NamedTuple):
    """The shown rating of one player, relative to the mean of the club's members; points per list of 24 games."""

    points: float
    margin: float  # ± for 80 %
    certainty: float  # Aussagekraft
    rank: int  # 1 + the number of members with their whole interval above

    @property
    def is_preliminary(self) -> bool:
        return self.certainty < SURE


def show_ratings(rating: Rating, members: Iterable[Player]) -> dict[Player, ShownRating]:
    """Return the ratings of members with enough games; each is compared with these members."""
    known = [one for one in members if one in rating.theta and rating.certainty_of(one) >= SURE_ENOUGH]
    if not known:
        return {}
    mean = sum(rating.theta[one] for one in known) / len(known)
    points = {one: LIST * (rating.theta[one] - mean) for one in known}
    margins = {one: LIST * INTERVAL * sqrt(_variance_beside(rating, one, known)) for one in known}
    lowest = {one: points[one] - margins[one] for one in known}
    highest = {one: points[one] + margins[one] for one in known}
    return {
        one: ShownRating(
            points=points[one],
            margin=margins[one],
            certainty=rating.certainty_of(one),
            rank=1 + sum(lowest[other] > highest[one] for other in known),
        )
        for one in known
    }


def _variance_beside(rating: Rating, player: Player, members: Sequence[Player]) -> float:
    """Return the variance of the difference between a player and the mean of these."""
    return sum(part * part for part in _solve(rating.factor, _contrast(rating, player, members)))


def _contrast(rating: Rating, player: Player, members: Sequence[Player]) -> list[float]:
    """Return the coefficients of the unknowns for the difference between a player and the mean of these."""
    place = {one: index for index, one in enumerate(rating.theta)}
    contrast = [0.0] * len(rating.factor)
    for one in members:
        contrast[place[one]] -= 1 / len(members)
    contrast[place[player]] += 1
    return contrast


def weigh_evenings(
    rating: Rating,
    player: Player,
    members: Sequence[Player],
    evenings: Iterable[tuple[int, Sums]],
    *,
    day: int,
    half_life: float | None = HALF_LIFE,
) -> list[float]:
    """Return by how many points per list each of these evenings moved a player's shown rating.
    Without the evening they would be gone. To first order: the surprise of one evening, times its influence on the
    answer.
    """
    contrast = _contrast(rating, player, members)
    unknowns: list[Unknown] = [*rating.theta, *rating.offsets]
    listens = dict(zip(unknowns, _solve_back(rating.factor, _solve(rating.factor, contrast)), strict=True))
    expected = dict(zip(unknowns, (*rating.theta.values(), *rating.offsets.values()), strict=True))
    most = CLIP * rating.scale
    found = []
    for of, sums in evenings:
        told = sum(
            max(-most, min(most, value)) / _THIRD * sum(number * listens[one] for one, number in coefficients.items())
            for value, (_, coefficients) in sums.results.items()
        )
        foretold = sum(
            product / _THIRD**2 * listens[one] * expected[other] for (one, other), product in sums.products.items()
        )
        found.append(LIST * _weight(day - of, half_life) / rating.scale**2 * (told - foretold))
    return found


# --- Equations -------------------------------------------------------------------------------------------------------


def _cholesky(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower triangle L, row by row, of L · Lᵀ = `matrix`, which is symmetric and positive definite."""
    factor: list[list[float]] = []
    for index, row in enumerate(matrix):
        made: list[float] = []
        for column, above in enumerate(factor):
            made.append((row[column] - sum(map(mul, made, above))) / above[column])
        made.append(sqrt(row[index] - sum(map(mul, made, made))))
        factor.append(made)
    return factor


def _solve(factor: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return y of L · y = `right`."""
    found: list[float] = []
    for row, wanted in zip(factor, right, strict=True):
        found.append((wanted - sum(map(mul, row, found))) / row[-1])
    return found


def _solve_back(factor: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return x of Lᵀ · x = `right`."""
    left = list(right)
    for index in range(len(factor) - 1, -1, -1):
        row = factor[index]
        left[index] /= row[-1]
        for column in range(index):
            left[column] -= row[column] * left[index]
    return left


def _diagonal_of_inverse(factor: Sequence[Sequence[float]]) -> list[float]:
    """Return the diagonal of the inverse of L · Lᵀ: the sums of squares of each column of the inverse of L."""
    size = len(factor)
    totals = [0.0] * size
    for column in range(size):
        found: list[float] = []
        for index in range(column, size):
            row = factor[index]
            wanted = 1.0 if index == column else 0.0
            found.append((wanted - sum(map(mul, row[column:index], found))) / row[index])
        totals[column] = sum(map(mul, found, found))
    return totals
