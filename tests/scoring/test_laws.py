"""Laws for every possible game: 243 outcomes × 6 × 6 announcements × solo or not, under every preset."""

from collections import defaultdict
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from scoring.game.game import Game, Outcome, get_side
from scoring.game.score import Scorer
from scoring.game.verdict import has_won, reason_for
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from scoring.terms import Call, Party
from tests.scoring.paper import DESK, game

OUTCOMES = [(0, Party.RE), *((augen, None) for augen in range(241)), (240, Party.KONTRA)]


def every_game() -> list[Game]:
    return [
        Game(
            kind="normal" if len(re) == 2 else "solo",
            solo=None if len(re) == 2 else "damen",
            re=tuple(re),
            kontra=tuple(kontra),
            re_augen=augen,
            no_tricks=no_tricks,
            re_call=re_call,
            kontra_call=kontra_call,
        )
        for re, kontra in (("AB", "CD"), ("A", "BCD"))
        for re_call in Call
        for kontra_call in Call
        for augen, no_tricks in OUTCOMES
    ]


GAMES = every_game()


def rules(preset: str) -> Rules:
    return PRESETS[preset].rules


def test_there_are_17_496_games() -> None:
    assert len(set(GAMES)) == 17_496


@pytest.mark.parametrize("preset", PRESETS)
def test_every_row_sums_to_zero_and_every_notation_keeps_its_signs(preset: str) -> None:
    scorer = Scorer(rules(preset))
    for one in GAMES:
        score = scorer.score(one)
        assert sum(score.balance.values()) == 0
        if preset == "ddv":
            assert len({points % 2 for points in score.balance.values()}) == 1
        if preset == "forum":
            assert min(score.scores.values()) >= 0
        else:
            assert score.scores == score.balance


@pytest.mark.parametrize("preset", PRESETS)
def test_there_are_never_two_winners(preset: str) -> None:
    own = rules(preset)
    for one in GAMES:
        outcome = Outcome(one.re_augen, one.no_tricks, one.re_call, one.kontra_call, get_side(one))
        assert not (has_won(own, outcome, Party.RE) and has_won(own, outcome, Party.KONTRA))


@pytest.mark.parametrize("preset", ["ddv", "ham", "parlett", "wikipedia2010"])
def test_the_reason_says_what_decided(preset: str) -> None:
    """A party that needed Augen won if and only if it had them."""
    own = rules(preset)
    for one in GAMES:
        outcome = Outcome(one.re_augen, one.no_tricks, one.re_call, one.kontra_call, get_side(one))
        for party in Party:
            why = reason_for(own, outcome, party)
            if why.needed is not None:
                assert why.won is (why.had >= why.needed)
            else:
                assert why.absage is Call.SCHWARZ


@pytest.mark.parametrize("preset", PRESETS)
def test_more_augen_never_turn_a_win_of_re_into_a_loss(preset: str) -> None:
    """Without Absagen the points of Re never fall either."""
    scorer = Scorer(rules(preset))
    by_announcements: defaultdict[Any, list[tuple[str, int]]] = defaultdict(list)
    for one in GAMES:
        won = scorer.reckoning(one)
        assert won.net is not None
        order = {"kontra": 0, "none": 1, "re": 2}[str(won.winner)]
        by_announcements[one.re, one.re_call, one.kontra_call].append((str(order), won.net))
    for (_, re_call, kontra_call), outcomes in by_announcements.items():
        winners = [order for order, _ in outcomes]
        assert winners == sorted(winners)
        if not (re_call.is_absage or kontra_call.is_absage):
            assert [net for _, net in outcomes] == sorted(net for _, net in outcomes)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_value_has_the_sign_of_the_net(preset: str) -> None:
    scorer = Scorer(rules(preset))
    for one in GAMES:
        for level in (0, 2):
            reckoning = scorer.reckoning(one, level)
            assert reckoning.value == abs(reckoning.net or 0)


# --- Seats change nothing ----------------------------------------------------------------------------------------------

WRITTEN = [
    game({"Re": "AB", "Augen": "155", "Re calls": "no90", "extras": "re fuchs, kontra doppelkopf"}),
    game({"Re": "AB", "Augen": "110", "Kontra calls": "kontra", "extras": "kontra 2 fuchs", "Bock": "1"}),
    game({"Re": "A", "Augen": "119", "Re calls": "re"}),
]


def points_by(written: dict[str, Any], preset: str, rename: Callable[[str], str]) -> dict[str, tuple[int, int]]:
    """Return score and balance by the old names, after scoring under other names."""
    renamed = {**written, **{party: [rename(name) for name in written[party]] for party in ("re", "kontra")}}
    answer = DESK.score({"preset": preset, "game": renamed})
    assert isinstance(answer, dict)
    players = [*written["re"], *written["kontra"]]
    return {name: (answer["scores"][rename(name)], answer["balance"][rename(name)]) for name in players}


@pytest.mark.parametrize("preset", PRESETS)
def test_exchanging_players_inside_a_party_changes_nothing(preset: str) -> None:
    for written in WRITTEN:
        expected = DESK.score({"preset": preset, "game": written})
        for re in permutations(written["re"]):
            for kontra in permutations(written["kontra"]):
                answer = DESK.score({"preset": preset, "game": {**written, "re": list(re), "kontra": list(kontra)}})
                assert answer == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_other_names_change_nothing_but_the_names(preset: str) -> None:
    others = {"Anna": "Dora", "Ben": "Zoë", "Cleo": "Anna", "Dora": "\u202e💥"}
    for written in WRITTEN:
        assert points_by(written, preset, others.__getitem__) == points_by(written, preset, str)
