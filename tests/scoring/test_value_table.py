"""A client that knows the value table and one formula, and no rule, shows the engine's scores."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.game.game import Game
from scoring.game.score import BANDS, Reckoning, Scorer
from scoring.game.value_table import value_table
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from scoring.terms import Call
from tests.scoring import client
from tests.scoring.client import Facts
from tests.scoring.later import without_the_table
from tests.scoring.random_rules import random_overrides

# First, middle and last Augen of each band: test_score.py shows that the engine knows no others.
OUTCOMES = [(augen, no_tricks) for low, high, no_tricks in BANDS for augen in sorted({low, (low + high) // 2, high})]
CLASSES = {"normal": ("AB", "CD"), "armut": ("AB", "CD"), "solo": ("A", "BCD")}
KEYS = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf", "dulle")
SOME_EXTRAS = 9


def some_extras(chance: random.Random) -> dict[str, int]:
    return {key: chance.randint(1, 2) for key in KEYS if chance.random() < 0.3}


def games(chance: random.Random) -> Iterator[tuple[Game, Facts]]:
    """Yield every outcome × announcements × class once, with random extras and level of Bock, as engine and client
    see it.
    """
    pairs = [({}, {}), *((some_extras(chance), some_extras(chance)) for _ in range(SOME_EXTRAS))]
    for augen, no_tricks in OUTCOMES:
        for re_call in Call:
            for kontra_call in Call:
                for kind, (re, kontra) in CLASSES.items():
                    of_re, of_kontra = chance.choice(pairs)
                    game = Game(
                        kind=kind,
                        re=tuple(re),
                        kontra=tuple(kontra),
                        re_augen=augen,
                        no_tricks=no_tricks,
                        re_call=re_call,
                        kontra_call=kontra_call,
                        re_extras=tuple(of_re.items()),
                        kontra_extras=tuple(of_kontra.items()),
                    )
                    yield (
                        game,
                        Facts(augen, no_tricks, re_call, kontra_call, kind, of_re, of_kontra, chance.randrange(3)),
                    )


GAMES = list(games(random.Random(1)))
ALL_GAMES_UNDER = 1  # for the random rules; the others take a sample, to save time


def printed(rules: Rules) -> dict[str, Any]:
    """Return the table as a client reads it."""
    table: dict[str, Any] = json.loads(json.dumps(value_table(rules)))
    return table


def differences(rules: Rules, played: list[tuple[Game, Facts]]) -> Iterator[tuple[Facts, client.Answer, Reckoning]]:
    """Yield the games for which the client shows something else."""
    table, scorer = printed(rules), Scorer(rules)
    knows_zero_games = rules.bock is not None and "zero_game" in rules.bock.triggers
    for game, facts in played:
        shown, reckoning = client.answer(table, facts), scorer.reckoning(game, facts.bock)
        same = shown.net == reckoning.net and (shown.winner or "none") == reckoning.winner
        if knows_zero_games:
            same = same and shown.is_zero_game is ("zero_game" in reckoning.bock_triggers)
        if not same:
            yield facts, shown, reckoning


@pytest.mark.parametrize("preset", PRESETS)
def test_the_client_shows_what_the_engine_scores(preset: str) -> None:
    assert next(differences(PRESETS[preset].rules, GAMES), None) is None


@pytest.mark.parametrize("seed", range(12))
def test_the_client_does_so_under_any_rules(seed: int) -> None:
    chance = random.Random(seed)
    rules = get_rules(chance.choice(list(PRESETS)), random_overrides(chance))
    assert isinstance(rules, Rules), rules
    played = GAMES if seed < ALL_GAMES_UNDER else chance.sample(GAMES, 500)
    assert next(differences(rules, played), None) is None

    table, scorer = printed(rules), Scorer(rules)
    for game, facts in played[:100]:
        scores, balance = client.points(
            table, client.answer(table, facts._replace(bock=0)).net, alone=len(game.re) == 1
        )
        score = scorer.score(game)
        assert [score.scores[game.re[0]], score.scores[game.kontra[0]]] == scores
        assert [score.balance[game.re[0]], score.balance[game.kontra[0]]] == balance


@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_holds_what_else_a_page_shows(preset: str) -> None:
    """The items and the Bock triggers of every verdict are those of the engine."""
    rules = PRESETS[preset].rules
    table, scorer = printed(rules), Scorer(rules)
    for game, facts in random.Random(2).sample(GAMES, 2000):
        verdict, reckoning = client.look_up(table, facts), scorer.reckoning(game)
        own = [list(item) for item in reckoning.items if item.key not in (*PRESETS["ham"].rules.extras, "dulle")]
        assert verdict["items"] == own
        assert set(reckoning.bock_triggers) - {"zero_game"} == set(verdict["triggers"])


def test_the_form_of_the_table() -> None:
    table = printed(PRESETS["ddv"].rules)
    assert list(table) == ["format", "rules", "pack", "rare", "capped", "outcomes", "classes", "verdicts"]
    assert table["format"] == 1
    assert table["rules"] == without_the_table(PRESETS["ddv"].rules)
    assert (table["pack"], table["rare"]) == (240, [1, 239])
    assert table["capped"] == ["karlchen", "karlchen_gefangen"]
    assert table["outcomes"] == [
        [0, 0, "re"],
        [0, 0, None],
        [1, 29, None],
        [30, 59, None],
        [60, 89, None],
        [90, 119, None],
        [120, 120, None],
        [121, 150, None],
        [151, 180, None],
        [181, 210, None],
        [211, 239, None],
        [240, 240, None],
        [240, 240, "kontra"],
    ]
    assert {name: of_class["extras"] for name, of_class in table["classes"].items()} == {
        "normal": {"fuchs": 1, "karlchen": 1, "doppelkopf": 1},
        "armut": {"fuchs": 1, "karlchen": 1, "doppelkopf": 1},
        "solo": {},
    }
    for of_class in table["classes"].values():
        assert [len(row) for row in of_class["cells"]] == 13 * [36]
    used = {cell for of_class in table["classes"].values() for row in of_class["cells"] for cell in row}
    assert used == set(range(len(table["verdicts"])))
    assert table["verdicts"][table["classes"]["normal"]["cells"][7][0]] == {
        "winner": "re",
        "game": 1,
        "alten": 0,
        "times": [1, 1],
        "triggers": [],
        "items": [["re", "won", 1]],
    }


def test_where_nobody_wins_the_table_says_so() -> None:
    table = printed(PRESETS["forum"].rules)
    cell = table["classes"]["normal"]["cells"][7][6 * Call.NO_90 + Call.NO_90]
    assert table["verdicts"][cell] == {
        "winner": None,
        "game": 0,
        "alten": 0,
        "times": [1, 1],
        "triggers": ["lost_announcement"],
        "items": [],
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_phone_loads_the_table_in_less_than_six_kilobytes(preset: str) -> None:
    text = json.dumps(value_table(PRESETS[preset].rules), separators=(",", ":"))
    assert len(gzip.compress(text.encode())) < 6000


def test_a_table_from_before_bock_could_leave_solos_out_means_that_it_does_not() -> None:
    table = printed(PRESETS["hausrunde"].rules)
    older = {**table, "rules": {**table["rules"], "bock": dict(table["rules"]["bock"])}}
    del older["rules"]["bock"]["in_solo"]
    for _game, facts in random.Random(3).sample(GAMES, 500):
        assert client.answer(older, facts._replace(bock=2)) == client.answer(table, facts._replace(bock=2))


def test_the_page_knows_no_rule_either() -> None:
    """The scripts read the size of the pack, rare and capped extras from the table. The rules are in the engine alone,
    which is generated.
    """
    scripts = (Path(__file__).resolve().parents[2] / "static" / "js").rglob("*.js")
    knowing = [
        path.name
        for path in scripts
        if any(rule in path.read_text("utf-8") for rule in ("239", "240", "karlchen_gefangen"))
    ]
    assert knowing == ["engine.js"]
