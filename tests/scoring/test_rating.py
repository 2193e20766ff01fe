"""Bereinigte Punkte: the numbers of rating.md, its laws, and its findings about players of known strength."""

from __future__ import annotations

import json
import random
from math import sqrt
from statistics import correlation, fmean
from typing import Any

import pytest

from scoring.contract.cli import answer_line
from scoring.contract.rating import answer_rating
from scoring.rating import (
    FEWEST_GAMES,
    USUAL_SCALE,
    Kind,
    RatedGame,
    Rating,
    rate_players,
    show_ratings,
    sum_games,
)
from scoring.terms import Problem
from tests.scoring.club_of_luck import found_lucky_club, raw_means

ONE = {"re": ["A", "B"], "kontra": ["C", "D"], "value": 4, "evening": 1}
TWO = {"re": ["A", "C"], "kontra": ["B", "D"], "value": -2, "evening": 1}
THREE = {"re": ["D"], "kontra": ["A", "B", "C"], "value": 5, "evening": 1}


def answered(*games: dict[str, Any], scale: float | None = 4.5, half_life_days: float | None = None) -> dict[str, Any]:
    found = answer_rating({"games": [*games], "scale": scale, "half_life_days": half_life_days})
    assert isinstance(found, dict)
    return found


def refused(line: dict[str, Any]) -> list[Problem]:
    found = answer_rating(line)
    assert isinstance(found, list)
    return found


def close(numbers: dict[str, float]) -> Any:
    return pytest.approx(numbers, abs=1e-6)


def rated(games: list[RatedGame], **more: Any) -> Rating:
    return rate_players([(0, sum_games(games))], day=0, half_life=None, **more)


# --- The numbers of the text ------------------------------------------------------------------------------------------


def test_after_one_game() -> None:
    found = answered(ONE)
    assert found["theta"] == close({"A": 0.031008, "B": 0.031008, "C": -0.031008, "D": -0.031008})
    assert found["offsets"] == close({"normal": 0.775194, "alone": 0})
    assert found["variance"]["A"] == pytest.approx(0.2009302, abs=1e-6)


def test_after_two() -> None:
    found = answered(ONE, TWO)
    assert found["theta"] == close({"A": 0.012987, "B": 0.057692, "C": -0.057692, "D": -0.012987})
    assert found["offsets"]["normal"] == pytest.approx(0.324675, abs=1e-6)


def test_after_one_alone() -> None:
    found = answered(ONE, TWO, THREE)
    assert found["theta"] == close({"A": -0.011445, "B": 0.031921, "C": -0.083463, "D": 0.062987})
    assert found["offsets"] == close({"normal": 0.358144, "alone": 0.966407})
    assert found["variance"]["D"] == pytest.approx(0.1938644, abs=1e-6)


def test_a_year_later_a_game_counts_half() -> None:
    found = answered(ONE, TWO | {"evening": 366}, half_life_days=365)
    assert (found["theta"]["A"], found["theta"]["B"]) == pytest.approx((0.000277, 0.038871), abs=1e-6)
    assert found["offsets"]["normal"] == pytest.approx(0.006917, abs=1e-6)
    assert found["variance"]["A"] == pytest.approx(0.2003431, abs=1e-6)


def test_a_single_game_says_only_so_much() -> None:
    found = answered(ONE | {"value": 20})
    assert found["theta"]["A"] == pytest.approx(0.104651, abs=1e-6)
    assert found["offsets"]["normal"] == pytest.approx(2.616279, abs=1e-6)
    assert found == answered(ONE | {"value": 13.5})


# --- Laws -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_neither_order_nor_evenings_of_games_matter(seed: int) -> None:
    games = found_lucky_club(seed, 0.6).play_evening(200)
    whole = rated(games)
    mixed = random.Random(seed).sample(games, len(games))
    parts = [(0, sum_games(mixed[start : start + 7])) for start in range(0, len(mixed), 7)]
    again = rate_players(parts, day=0, half_life=None)
    assert again.theta == pytest.approx(whole.theta, abs=1e-9)
    assert again.variance == pytest.approx(whole.variance, abs=1e-9)
    assert sum(whole.theta.values()) == pytest.approx(0, abs=1e-9)


def test_what_re_wins_kontra_loses() -> None:
    games = [game for game in found_lucky_club(1, 0.6).play_evening(200) if len(game.re) == 2]
    turned = [RatedGame(game.kontra, game.re, -game.value) for game in games]
    one, other = rated(games), rated(turned)
    assert other.theta == pytest.approx(one.theta, abs=1e-9)
    assert other.offsets[Kind.NORMAL] == pytest.approx(-one.offsets[Kind.NORMAL], abs=1e-9)


def test_an_evening_to_come_says_nothing_yet() -> None:
    club = found_lucky_club(2, 0.6)
    first, second = sum_games(club.play_evening()), sum_games(club.play_evening())
    assert rate_players([(1, first), (9, second)], day=8).theta == rate_players([(1, first)], day=8).theta


def test_how_far_results_spread_is_taken_from_them() -> None:
    games = found_lucky_club(3, 0.6).play_evening(FEWEST_GAMES)
    assert rated(games).scale == pytest.approx(sqrt(fmean(game.value**2 for game in games)))
    assert rated(games[1:]).scale == USUAL_SCALE
    assert rated([game._replace(value=0) for game in games]).scale == USUAL_SCALE


def test_large_games_are_clipped_by_the_scale_of_the_day() -> None:
    """A later scale does not matter: the sums of an evening are stored."""
    games = found_lucky_club(4, 0.6).play_evening(100)
    clipped = [game._replace(value=max(-3.0, min(3.0, game.value))) for game in games]
    assert rated(games, scale=1.0).theta == pytest.approx(rated(clipped, scale=1.0).theta, abs=1e-9)


def test_nobody_has_played() -> None:
    assert answered() == {"theta": {}, "variance": {}, "offsets": {"normal": 0, "alone": 0}}
    assert show_ratings(rated([]), ["A"]) == {}


# --- Shown values -----------------------------------------------------------------------------------------------------


def test_of_whom_too_little_is_known_nothing_is_shown() -> None:
    club = found_lucky_club(5, 0.6)
    games = [club.play(["P00", "P01", "P02", "P03"]) for _ in range(40)]
    assert show_ratings(rated(games), club.strength) == {}
    games += [club.play(["P00", "P01", "P02", "P03"]) for _ in range(400)]
    games += [club.play(["P00", "P01", "P02", "P09"]) for _ in range(5)]
    shown = show_ratings(rated(games), club.strength)
    assert shown.keys() == {"P00", "P01", "P02", "P03"}
    assert not any(one.is_preliminary for one in shown.values())


def test_points_are_beside_the_mean_of_those_shown() -> None:
    games = [game for seed in range(8) for game in found_lucky_club(6, 0.6).play_evening(120)]
    shown = show_ratings(rated(games), [f"P{number:02}" for number in range(9)])
    assert "P09" not in shown
    assert sum(one.points for one in shown.values()) == pytest.approx(0, abs=1e-6)
    assert all(one.margin > 0 for one in shown.values())
    best = max(shown.values(), key=lambda one: one.points)
    assert best.rank == 1
    equal = [one for one in shown.values() if abs(one.points - best.points) < best.margin]
    assert all(one.rank == 1 for one in equal)


def test_an_interval_is_narrower_the_more_is_known() -> None:
    club = found_lucky_club(7, 0.6)
    games = [game for _ in range(10) for game in club.play_evening()]
    few, many = (show_ratings(rated(some), club.strength) for some in (games[:300], games))
    both = few.keys() & many.keys()
    assert both
    assert all(many[one].margin < few[one].margin for one in both)


# --- Players of known strength ----------------------------------------------------------------------------------------


def test_it_finds_out_who_plays_well() -> None:
    """Each plays 960 games: rating.md 58 asks for .9 in the mean of eight clubs."""
    found = []
    for seed in range(3):
        club = found_lucky_club(seed, 0.6)
        theta = rated([game for _ in range(40) for game in club.play_evening()]).theta
        found.append(correlation([theta[one] for one in sorted(theta)], [club.strength[one] for one in sorted(theta)]))
    assert fmean(found) >= 0.85


def test_playing_with_the_good_is_no_merit() -> None:
    """At tables of equals everybody makes about nothing; the drawn games tell the players apart."""
    club = found_lucky_club(11, 0.6, size=12)
    games = list(club.play_by_strength(7200))
    mean = fmean(club.strength.values())

    def error(found: dict[str, float]) -> float:
        return sqrt(fmean((found[one] - club.strength[one] + mean) ** 2 for one in club.strength))

    assert error(dict(rated(games).theta)) <= error(raw_means(games)) / 2


# --- Typed values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "field", "problem"),
    [
        ({}, "games", "This must be a list of games."),
        ({"games": [3]}, "games[0]", "This must be an object."),
        ({"games": [ONE | {"re": "A"}]}, "games[0].re", "This must be a list of names."),
        ({"games": [ONE | {"re": ["A", "B", "C"]}]}, "games[0].re", "Choose one or two Re players."),
        ({"games": [ONE | {"kontra": ["C"]}]}, "games[0].re", "Choose one or two Re players."),
        ({"games": [ONE, ONE | {"re": ["A", "C"]}]}, "games[1].kontra", "Choose each player once per game."),
        ({"games": [ONE | {"value": "4"}]}, "games[0].value", "This must be a number from -1000000 to 1000000."),
        ({"games": [ONE | {"value": True}]}, "games[0].value", "This must be a number from -1000000 to 1000000."),
        (
            {"games": [ONE | {"evening": 1.5}]},
            "games[0].evening",
            "This must be a whole number from -10000000 to 10000000.",
        ),
        ({"games": [], "scale": 0}, "scale", "This must be a number from 1e-06 to 1000000."),
        ({"games": [], "half_life": 365}, "half_life", "There is no such key in this line."),
        ({"games": [ONE | {"day": 1}]}, "games[0].day", "There is no such key in this line."),
        ({"games": [], "half_life_days": -1}, "half_life_days", "This must be a number from 1e-06 to 1000000."),
    ],
)
def test_what_cannot_be_is_told(line: dict[str, Any], field: str, problem: str) -> None:
    assert [(one.field, str(one)) for one in refused(line)] == [(field, problem)]


def test_a_missing_field_is_told() -> None:
    assert {one.field for one in refused({"games": [{}]})} == {
        f"games[0].{name}" for name in ("re", "kontra", "value", "evening")
    }


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e999", "-1e999"])
def test_what_is_no_number_is_refused(value: str) -> None:
    told = json.dumps({"games": [ONE]}).replace("4", value)
    text, good = answer_line(told.encode(), answer_rating)
    assert not good
    assert "error" in text


def test_too_many_players_are_refused() -> None:
    games = [ONE | {"re": [f"A{number}", f"B{number}"]} for number in range(250)]
    assert "At most 500 players" in str(refused({"games": games})[0])
