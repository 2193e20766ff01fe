"""The counters of a player: each counted once, for results, tables and statistics alike."""

from __future__ import annotations

import random
from datetime import date

import pytest

from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.played import Noted, Place, played_games, with_verdict
from scoring.game.score import Scorer
from scoring.game.sheet import fold_rows
from scoring.league.columns import COLUMNS
from scoring.league.counters import (
    COUNTERS,
    OF_LIST,
    OF_PLAY,
    OF_SUMS,
    VERSION,
    Counts,
    GameCounters,
    count_games,
    counters_of_play,
)
from scoring.league.statistics import count_statistics
from scoring.rules.presets import PRESETS
from scoring.terms import Call
from tests.scoring.paper import NAMES, rows
from tests.scoring.test_statistics import random_rows

PLACE = Place(evening=1, day=date(2026, 11, 20), sheet=7)


def test_a_new_counter_raises_the_version() -> None:
    """Otherwise it would not reach older results. Extras need none: a new one is on no old sheet."""
    assert (VERSION, *OF_LIST, *OF_PLAY) == (
        3,
        "games", "scores", "balance", "minus", "pflichtsoli_open", "summed", "doubled",
        "decided", "won", "solos", "solos_won", "re_announced", "re_kept", "kontra_announced", "kontra_kept",
        "absagen", "absagen_kept", "bock_games", "lost", "solos_lost",
    )  # fmt: skip


def test_every_counter_and_every_extra_adds_up_in_the_league() -> None:
    assert Counts._fields == (*COUNTERS, *OF_SUMS)
    assert (*OF_LIST, *OF_PLAY, *EXTRAS) == COUNTERS
    assert EXTRAS.keys() <= COLUMNS.keys()


def test_who_did_nothing_has_nothing() -> None:
    assert set(counters_of_play(GameCounters()).values()) == {0}


@pytest.mark.parametrize("preset", ["ddv", "forum", "hausrunde"])
def test_a_folded_list_and_a_walk_for_statistics_count_the_same(preset: str) -> None:
    """A game is the same in the replayed list and without it; and players in statistics have the same counts."""
    scorer = Scorer(PRESETS[preset].rules)
    for seed in range(10):
        some = rows(scorer.rules, *random_rows(random.Random(seed), 60))
        walked = list(played_games(scorer, 4, map(Noted, some), PLACE))
        folded = fold_rows(scorer.rules, NAMES[:4], some, scorer=scorer)
        by_fold = [
            with_verdict(scorer.rules, Noted(row), row, line.score.reckoning, line.bock_level, PLACE)
            for row, line in zip(some, folded.lines, strict=True)
            if isinstance(row, Game)
        ]
        assert by_fold == walked

        of_players = count_statistics(walked).players
        assert {player: counters_of_play(mine) for player, mine in count_games(walked).items()} == {
            player: counters_of_play(mine) for player, mine in of_players.items()
        }


def test_a_game_that_nobody_won_is_lost_by_nobody() -> None:
    """Both announced too much: the game is decided, won by nobody, and lost by nobody either."""
    scorer = Scorer(PRESETS["ddv"].rules)
    nobody, lost = (
        Game(re=("A", "B"), kontra=("C", "D"), re_augen=130, re_call=Call.NO_60, kontra_call=call)
        for call in (Call.NO_60, Call.NONE)
    )
    found = count_games(played_games(scorer, 4, map(Noted, [nobody, lost]), PLACE))
    counted = {player: counters_of_play(mine) for player, mine in found.items()}
    assert [(one["decided"], one["won"], one["lost"], one["solos_lost"]) for one in counted.values()] == [
        (2, 0, 1, 0), (2, 0, 1, 0), (2, 1, 0, 0), (2, 1, 0, 0),
    ]  # fmt: skip
