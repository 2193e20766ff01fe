"""A scorer caches its results, and nothing else: same facts, same points."""

import json

import pytest

from scoring.game import score
from scoring.game.game import Game, Outcome
from scoring.game.score import BANDS, Scorer
from scoring.game.value import judge_outcome
from scoring.game.verdict import reason_for
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, from_json
from scoring.terms import AUGEN, Call, Party

BIDS = [(re, kontra) for re in Call for kontra in Call]


def game(augen: int, re: Call = Call.NONE, fuchs: int = 0) -> Game:
    return Game(
        re=("A", "B"), kontra=("C", "D"), re_augen=augen, re_call=re, re_extras=(("fuchs", fuchs),) if fuchs else ()
    )


def test_the_bands_hold_every_outcome_once() -> None:
    within = [augen for low, high, no_tricks in BANDS if no_tricks is None for augen in range(low, high + 1)]
    assert within == list(range(AUGEN + 1))
    assert (BANDS[0], BANDS[-1]) == ((0, 0, Party.RE), (AUGEN, AUGEN, Party.KONTRA))


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_changes_inside_a_band(preset: str) -> None:
    """Results that depend on Augen are computed for the first of a band: the others must give the same."""
    rules = PRESETS[preset].rules
    for low, high, no_tricks in BANDS:
        for re, kontra in BIDS:
            for side in ("normal", "solo"):
                first, middle, last = (
                    judge_outcome(rules, Outcome(augen, no_tricks, re, kontra, side))
                    for augen in (low, (low + high) // 2, high)
                )
                assert first == middle == last


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_that_were_read_score_like_the_preset(preset: str) -> None:
    """A sheet stores its rules as JSON: its strings are equal, but not the same objects."""
    own = PRESETS[preset].rules
    read = from_json(json.loads(json.dumps(own.to_json())))
    assert isinstance(read, Rules)
    for low, _, no_tricks in BANDS:
        for re, kontra in BIDS:
            for side in ("normal", "armut", "solo"):
                outcome = Outcome(low, no_tricks, re, kontra, side)
                assert judge_outcome(read, outcome) == judge_outcome(own, outcome)
                assert [reason_for(read, outcome, party) for party in Party] == [
                    reason_for(own, outcome, party) for party in Party
                ]
    for one in (game(130, fuchs=1), game(110, Call.ANSAGE)):
        assert Scorer(read).score(one, 1) == Scorer(own).score(one, 1)


def test_a_scorer_gives_the_same_answer_twice_and_to_other_names() -> None:
    scorer = Scorer(PRESETS["forum"].rules)
    first, again = scorer.score(game(130, Call.ANSAGE, fuchs=1), 1), scorer.score(game(130, Call.ANSAGE, fuchs=1), 1)
    assert first == again
    assert scorer.score(game(130, Call.ANSAGE, fuchs=1), 2) != first


def test_a_scorer_does_not_remember_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score, "_MOST_REMEMBERED", 4)
    scorer, fresh = Scorer(PRESETS["ddv"].rules), Scorer(PRESETS["ddv"].rules)
    games = [game(augen, call) for call in Call for augen in range(0, AUGEN + 1, 10)]
    assert [scorer.score(one) for one in games * 2] == [fresh.score(one) for one in games * 2]
    assert len(scorer._reckonings) <= 4
