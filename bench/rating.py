"""Does the rating find out who plays well, and what does it cost? `python -m bench.rating [SEEDS]`.

Clubs with players of known strength (`tests.scoring.club_of_luck`), as rating.md 58 asks: is who wins foretold better
than by how often each kind of game is won, are the found strengths right, do the intervals hold.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import erf, log, sqrt
from statistics import correlation, fmean, median
from typing import Final

from scoring.game.score import Scorer
from scoring.rating import LIST, Kind, RatedGame, Rating, Sums, rate_players, show_ratings, sum_games
from scoring.rules.presets import PRESETS
from tests.scoring.club_of_luck import LuckyClub, found_lucky_club, raw_means

SEEDS: Final = 8
PER_EVENING: Final = 60


def main() -> None:
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
    show("log-loss beside each kind's own frequency, SD .3, 40 evenings", gain(seeds, 0.3, 40), "≤ −.003")
    show("the same, SD .6, 10 evenings", gain(seeds, 0.6, 10), "≤ −.010")
    show("the same without any skill, 40 evenings", gain(seeds, 0.0, 40), "≤ +.004")
    for spread, least in ((0.6, "≥ .9"), (0.3, "≥ .82")):
        correlations, held = found_out(seeds, spread)
        show(f"correlation at 960 games each, SD {spread}", correlations, least)
        show(f"80 % intervals that hold, SD {spread}", held, ".65 to .95")
    show("tables by strength, 2,400 games each: error beside that of raw means", by_strength(seeds), "≤ .5")
    show_times()


def show(what: str, found: float, aim: str) -> None:
    print(f"{what:75} {found:+.4f}  ({aim})", flush=True)


# --- Does it tell who wins? ------------------------------------------------------------------------------------------


def gain(seeds: Sequence[int], spread: float, evenings: int) -> float:
    """Mean difference of log-loss, each evening foretold by those before; after a quarter of them."""
    return fmean(gain_of(found_lucky_club(seed, spread), evenings) for seed in seeds)


def gain_of(club: LuckyClub, evenings: int) -> float:
    played: list[list[RatedGame]] = []
    known: list[tuple[int, Sums]] = []
    differences: list[float] = []
    for day in range(0, 7 * evenings, 7):
        games = club.play_evening(PER_EVENING)
        if len(played) >= evenings // 4:
            often = {number: frequency([one for some in played for one in some], number) for number in (1, 2)}
            rating = rate_players(known, day=day)
            differences += [loss(told(rating, game), game) - loss(often[len(game.re)], game) for game in games]
        played.append(games)
        known.append((day, sum_games(games)))
    return fmean(differences)


def frequency(games: Sequence[RatedGame], number: int) -> float:
    of_kind = [game.value > 0 for game in games if len(game.re) == number]
    return (sum(of_kind) + 1) / (len(of_kind) + 2)


def told(rating: Rating, game: RatedGame) -> float:
    """That Re wins: its lead in points, and noise as large as results spread."""
    mean = [fmean(rating.theta.get(one, 0.0) for one in party) for party in (game.re, game.kontra)]
    lead = 2 * (mean[0] - mean[1]) + rating.offsets[Kind.ALONE if len(game.re) == 1 else Kind.NORMAL]
    return (1 + erf(lead / rating.scale / sqrt(2))) / 2


def loss(chance: float, game: RatedGame) -> float:
    return -log(chance if game.value > 0 else 1 - chance)


# --- Does it find the strengths? -------------------------------------------------------------------------------------


def found_out(seeds: Sequence[int], spread: float) -> tuple[float, float]:
    """Mean correlation, and the part of all intervals that hold the true number."""
    correlations, held = [], []
    for seed in seeds:
        club = found_lucky_club(seed, spread)
        rating = rate_players(
            [(day, sum_games(club.play_evening(PER_EVENING))) for day in range(40)], day=40, half_life=None
        )
        names = sorted(club.strength)
        correlations.append(correlation([rating.theta[one] for one in names], [club.strength[one] for one in names]))
        shown = show_ratings(rating, names)
        mean = fmean(club.strength[one] for one in shown)
        held += [abs(shown[one].points - LIST * (club.strength[one] - mean)) <= shown[one].margin for one in shown]
    return fmean(correlations), fmean(held)


def by_strength(seeds: Sequence[int]) -> float:
    """The root mean square error, as a part of that of raw means."""
    ours, raw = [], []
    for seed in seeds:
        club = found_lucky_club(seed, 0.6, size=12)
        games = list(club.play_by_strength(7200))
        ours.append(error(club, rate_players([(0, sum_games(games))], day=0, half_life=None).theta))
        raw.append(error(club, raw_means(games)))
    return sqrt(fmean(ours) / fmean(raw))


def error(club: LuckyClub, found: Mapping[str, float]) -> float:
    mean = fmean(club.strength.values())
    return fmean((found[one] - club.strength[one] + mean) ** 2 for one in club.strength)


# --- What does it cost? ----------------------------------------------------------------------------------------------


def show_times() -> None:
    from bench.games import Games
    from scoring.contract.kept import parse_row

    rules = PRESETS["hausrunde"].rules
    drawn = Games(["1", "2", "3", "4"])
    rows = [parse_row(drawn.draw_facts(), rules) for _ in range(1000)]
    games = found_lucky_club(0, 0.6).play_evening(1000)

    def score() -> None:
        scorer = Scorer(rules)
        for row in rows:
            assert not isinstance(row, list)
            scorer.score_row(row, 0)

    scoring, summing = timed(score), timed(lambda: sum_games(games))
    print(f"sums of 1,000 games: {summing:.1f} ms, {summing / scoring:.1f} × scoring them ({scoring:.1f} ms; ≤ 25)")
    small, large = (timed(partial(solve, sums_of(number))) for number in (30, 60))
    print(f"solving for 60 players: {large:.1f} ms, {large / small:.1f} × 30 ({small:.1f} ms; ≤ 10)")


def sums_of(players: int) -> Sums:
    club = LuckyClub(random.Random(1), {f"P{number:02}": 0.0 for number in range(players)})
    return sum_games(club.play_evening(2000, players))


def solve(sums: Sums) -> None:
    rate_players([(0, sums)], day=0)


def timed(work: Callable[[], object], rounds: int = 7) -> float:
    """Milliseconds of the processor, the median."""
    found = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        found.append((time.process_time() - begin) * 1000)
    return median(found)


if __name__ == "__main__":
    main()
