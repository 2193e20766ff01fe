"""Stored rating data of some evenings: the sums for the solution, aged to their last day, and counts.
Sums of a month, a year or of all time age on as one evening does (`scoring.rating.add_sums`): no page reads them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from typing import Any, Final

from scoring.game.balance import balance_points
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rating import Kind, RatedGame, Sums, Unknown, add_sums, sum_games
from scoring.terms import Player

VERSION: Final = "1"  # raise it when the stored data changes: data of an older version are counted again


@dataclass(slots=True)
class Beside:
    """Further figures of a player next to the rating, without ageing."""

    games: int = 0
    points: int = 0  # zero-sum, at Bock level 0
    partners: Counter[Player] = field(default_factory=Counter)  # games on one side, as three against one, too
    opponents: Counter[Player] = field(default_factory=Counter)


@dataclass(slots=True)
class Rated:
    """The rating data of some evenings. `day`: the last of theirs, to which the sums are aged; 0: there was none."""

    day: int = 0
    sums: Sums = field(default_factory=Sums)
    players: dict[Player, Beside] = field(default_factory=dict)


def rate_games(day: date, scored: Iterable[tuple[Scorer, Iterable[Game]]]) -> Rated:
    """Return the data of one evening, from the played games of each list with their scorer.
    Bock does not count, because it is luck.
    """
    games = [(game, scorer.reckoning(game, 0).net or 0) for scorer, some in scored for game in some]
    players: dict[Player, Beside] = {}
    for game, net in games:
        _count_beside(players, game, net)
    return Rated(
        day.toordinal(), sum_games(RatedGame(tuple(game.re), tuple(game.kontra), net) for game, net in games), players
    )


def _count_beside(players: dict[Player, Beside], game: Game, net: int) -> None:
    points = balance_points(net, game.re, game.kontra, ())
    for side, others in ((game.re, game.kontra), (game.kontra, game.re)):
        for player in side:
            mine = players.setdefault(player, Beside())
            mine.games += 1
            mine.points += points[player]
            mine.partners.update(one for one in side if one != player)
            mine.opponents.update(others)


def add_rated(some: Iterable[Rated]) -> Rated:
    """Add up evenings in any order; none of them is changed."""
    parts = [one for one in some if one.day]
    day = max((one.day for one in parts), default=0)
    found = Rated(day, add_sums(((one.day, one.sums) for one in parts), day=day))
    for player, theirs in chain.from_iterable(one.players.items() for one in parts):
        mine = found.players.setdefault(player, Beside())
        mine.games += theirs.games
        mine.points += theirs.points
        for counter, more in ((mine.partners, theirs.partners), (mine.opponents, theirs.opponents)):
            for other, number in more.items():
                counter[other] += number
    return found


# --- As JSON: numbers in the order of players, of the products those on one side of the diagonal ---------------------


def dump_rated(rated: Rated) -> Any:
    """Return the data for `json.dumps` in the form that `load_rated` reads."""
    players = sorted(rated.players)
    unknowns: list[Unknown] = [*players, *Kind]
    products = [rated.sums.products.get((one, other), 0) for one, other in _pairs(unknowns)]
    results = [
        [value, number, [coefficients.get(one, 0) for one in unknowns]]
        for value, (number, coefficients) in rated.sums.results.items()
    ]
    beside = [_dump_beside(rated.players[player], players) for player in players]
    return [rated.day, players, products, results, beside]


def _dump_beside(mine: Beside, players: Sequence[Player]) -> list[Any]:
    counters = ([counter[other] for other in players] for counter in (mine.partners, mine.opponents))
    return [mine.games, mine.points, *counters]


def load_rated(stored: Any) -> Rated:
    """Read data that `dump_rated` wrote in this version."""
    day, players, products, results, beside = stored
    unknowns: list[Unknown] = [*players, *Kind]
    found = Rated(day)
    for (one, other), product in zip(_pairs(unknowns), products, strict=True):
        if product:
            found.sums.products[one, other] = found.sums.products[other, one] = product
    for value, number, coefficients in results:
        found.sums.results[value] = number, _by_name(unknowns, coefficients)
    for player, (games, points, partners, opponents) in zip(players, beside, strict=True):
        counters = (Counter(_by_name(players, numbers)) for numbers in (partners, opponents))
        found.players[player] = Beside(games, points, *counters)
    return found


def _pairs(unknowns: Sequence[Unknown]) -> Iterable[tuple[Unknown, Unknown]]:
    return ((one, other) for index, one in enumerate(unknowns) for other in unknowns[index:])


def _by_name(names: Sequence[Any], numbers: Sequence[Any]) -> dict[Any, Any]:
    return {name: number for name, number in zip(names, numbers, strict=True) if number}
