"""Whole random tournaments: nothing is lost, every sum is 0, every rank and every cent agrees with the book.

    DOKO_TOURNAMENTS=500 DOKO_SEED=7 python -m pytest -n0 tests/tournaments/test_simulated.py

plays other ones, of up to 168 people; with `-s` it reports the events.
"""

from __future__ import annotations

import os
from typing import Final

import pytest

from dokoclub.tournaments.services import seating
from scoring.tournament import standing
from scoring.tournament.search import Start
from tests.cast import Cast
from tests.tournaments.days import MOST_PEOPLE, DayOfDice

FEW: Final = 12
PLAYED: Final = int(os.environ.get("DOKO_TOURNAMENTS", FEW))
FIRST: Final = int(os.environ.get("DOKO_SEED", "0")) * 1_000_000
MOST: Final = 17 if PLAYED == FEW else MOST_PEOPLE
BY_GAMES: Final = 12 if PLAYED == FEW else 25  # one in this many is played game by game
MOVES: Final = 3_000  # a good plan does not matter here: tests/scoring/test_tournament_seating.py


@pytest.mark.promise("tournament-sums")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + PLAYED))
def test_a_day_that_dice_decide(cast: Cast, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "STARTS", (Start(MOVES),))
    monkeypatch.setattr(standing, "MOVES", MOVES)
    day = DayOfDice(cast, seed, most=MOST, by_games=seed % BY_GAMES == 0)
    day.run()
    print(dict(day.met))
