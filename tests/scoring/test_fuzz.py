"""Random JSON in, an answer or an error out, nothing else. rules.md 5, 6."""

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.contract.cli import Answer, Desk, answer_line
from scoring.contract.reading import read_row
from scoring.game.game import Game
from scoring.game.value_table import value_table
from scoring.rules.kinds import DUTIES, KINDS, SOLOS
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS, TRIGGERS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules, from_json, restore_rules
from scoring.terms import Call, Party, Problem
from tests.portions import examples
from tests.scoring import paper
from tests.scoring.game_problems import find_problems
from tests.scoring.later import without_the_table

THOROUGH = settings(max_examples=examples(60), deadline=None, database=None, suppress_health_check=list(HealthCheck))

WORDS = (
    *PRESETS,
    *PARAMETERS,
    *BOCK_PARAMETERS,
    *TRIGGERS,
    *KINDS,
    *SOLOS,
    *DUTIES,
    *("manual", "penalty", "redeal", "table", "re", "kontra", "no90", "no60", "no30", "schwarz", "karo", "round"),
    *("points", "winners", "players", "value", "sitting_out", "reason", "solo_of", "dealer", "fuchs", "doppelkopf"),
    *("by", "nines", "armut_refused", "double_armut", "misdeal"),
    *("kind", "re_points", "solo", "duty", "no_tricks", "announced", "extras", "bock", "hearts_trick", "step_only"),
    *("preset", "overrides", "game", "games", "first_dealer", "id", "Anna", "Ben", "", "ä\ud800", "{player}"),
)
words = st.sampled_from(WORDS) | st.text(max_size=5)
numbers = st.integers(-3, 260) | st.sampled_from((2**31, 2**63, -(10**40), True, False, 0.0, 3.0, 1e300))
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | numbers | words,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=5),
    max_leaves=12,
)

GAMES = [
    paper.game({"Re": "AB", "Augen": "155", "Re calls": "no90", "extras": "re fuchs, kontra doppelkopf", "Bock": "1"}),
    {**paper.game({"Re": "A", "Augen": "240 schwarz"}), "duty": "pflicht", "sitting_out": ["Emil"]},
    *map(
        paper.row,
        ("manual AB 3 of ABCD", "manual A+1 B+1 C-1 D-1", "penalty A-3 solo_of:B", "redeal", "redeal nines by:C"),
    ),
]
ROWS = [*GAMES, paper.row("table ABCDE dealer:B"), paper.row("table CDAB")]
OVERRIDES = {
    "extras": {"fuchs": 1, "dulle": 2},
    "bock": {"length": 3, "triggers": ["zero_game"], "overlap": "append"},
    "no_winner_keeps": ["extras"],
    "notation": "plus_only",
    "solo_factor": 2,
}


def mutated(valid: Any, draw: Callable[[Any], Any]) -> Any:
    """Return a copy with one to three things in it replaced, removed or added."""
    changed = copy.deepcopy(valid)
    for _ in range(draw(st.integers(1, 3))):
        place = changed
        while isinstance(place, (dict, list)) and place:
            key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if isinstance(place[key], (dict, list)) and place[key] and draw(st.booleans()):
                place = place[key]
                continue
            what = draw(st.sampled_from(("replace", "remove", "add")))
            if what == "replace":
                place[key] = draw(values)
            elif what == "remove":
                del place[key]
            elif isinstance(place, dict):
                place[draw(words)] = draw(values)
            else:
                place.append(draw(values))
            break
    return changed


@st.composite
def score_lines(draw: Callable[[Any], Any]) -> Any:
    line = {
        "id": 1,
        "preset": draw(st.sampled_from(list(PRESETS))),
        "overrides": {},
        "game": draw(st.sampled_from(GAMES)),
    }
    if draw(st.booleans()):
        line["overrides"] = OVERRIDES
    return mutated(line, draw)


@st.composite
def sheet_lines(draw: Callable[[Any], Any]) -> Any:
    line = {
        "id": 1,
        "preset": draw(st.sampled_from(list(PRESETS))),
        "players": paper.names("ABCDE"),
        "first_dealer": "Cleo",
        "games": draw(st.lists(st.sampled_from(ROWS), max_size=6)),
    }
    return mutated(line, draw)


def answers_or_tells(line: Any, work: Callable[[Answer], Answer | list[Problem]], keys: set[str]) -> None:
    if isinstance(line, dict):
        work(copy.deepcopy(line))  # nothing is raised, not even errors that the contract would convert
    text, good = answer_line(json.dumps(line).encode(), work)
    assert text.isascii()
    read = json.loads(text)
    if good:
        assert read.keys() == keys
    else:
        assert read.keys() == {"id", "error"}
        assert read["error"]
        for error in read["error"]:
            assert error.keys() == {"field", "problem"}
            assert error["problem"]
    if isinstance(line, dict):
        assert read["id"] == line.get("id")


SCORE_KEYS = {"id", "winner", "value", "net", "factors", "scores", "balance", "items", "bock_triggers"}
SHEET_KEYS = {
    "id",
    "games",
    "totals",
    "balances",
    "bock_left",
    "next_dealer",
    "next",
    "pflichtsolo_open",
    "forced_from",
}


@THOROUGH
@given(line=score_lines() | values | st.dictionaries(words, values, max_size=5))
def test_score(line: Any) -> None:
    answers_or_tells(line, Desk().score, SCORE_KEYS)


@THOROUGH
@given(line=sheet_lines() | values | st.dictionaries(words, values, max_size=5))
def test_sheet(line: Any) -> None:
    answers_or_tells(line, Desk().sheet, SHEET_KEYS)


@THOROUGH
@given(raw=st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_lines_of_anything(raw: bytes) -> None:
    text, good = answer_line(raw, Desk().score)
    assert not good
    assert json.loads(text).keys() == {"id", "error"}


@THOROUGH
@given(data=st.data(), preset=st.sampled_from(list(PRESETS)))
def test_overrides_give_rules_that_go_to_json_and_back_or_problems(data: st.DataObject, preset: str) -> None:
    given_overrides = data.draw(values) if data.draw(st.booleans()) else mutated(OVERRIDES, data.draw)
    found = get_rules(preset, given_overrides)
    if isinstance(found, Rules):
        assert from_json(json.loads(json.dumps(found.to_json()))) == found
    else:
        assert all(problem.field.startswith("overrides") and str(problem) for problem in found)


@settings(THOROUGH, max_examples=examples(15))
@given(data=st.data(), preset=st.sampled_from(list(PRESETS)))
def test_whatever_rules_are_taken_have_a_value_table(data: st.DataObject, preset: str) -> None:
    rules = get_rules(preset, mutated(OVERRIDES, data.draw))
    if isinstance(rules, Rules):
        table = json.loads(json.dumps(value_table(rules)))
        assert table["rules"] == json.loads(json.dumps(without_the_table(rules)))


@settings(THOROUGH, max_examples=examples(50))
@given(stored=values | st.dictionaries(words, values))
def test_stored_rules_of_any_kind_are_read_or_refused(stored: Any) -> None:
    if isinstance(stored, dict):
        assert isinstance(restore_rules({"version": 1, **stored}), list)


# --- A constructed game is checked like a parsed one -------------------------------------------------------------------

players = st.lists(st.sampled_from("ABCDE"), max_size=4)
counts = st.dictionaries(
    st.sampled_from(("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf", "dulle")), st.integers(-1, 5), max_size=3
)


@settings(THOROUGH, max_examples=examples(120))
@given(
    kind=st.sampled_from(list(KINDS)),
    re=players | st.just(["A", "B"]),
    kontra=players | st.just(["C", "D"]),
    sitting_out=players | st.just([]),
    re_augen=st.integers(-1, 241) | st.sampled_from((0, 120, 240)),
    solo=st.none() | st.sampled_from(list(SOLOS)),
    duty=st.none() | st.sampled_from(list(DUTIES)),
    no_tricks=st.none() | st.sampled_from(Party),
    re_call=st.sampled_from(Call),
    re_extras=counts,
    kontra_extras=counts,
)
def test_problems_are_those_of_reading(
    re: list[str], kontra: list[str], sitting_out: list[str], re_extras: Any, kontra_extras: Any, **facts: Any
) -> None:
    game = Game(
        re=tuple(re),
        kontra=tuple(kontra),
        sitting_out=tuple(sitting_out),
        re_extras=tuple(re_extras.items()),
        kontra_extras=tuple(kontra_extras.items()),
        **facts,
    )
    call = game.re_call
    written = {
        "kind": game.kind,
        "re": re,
        "kontra": kontra,
        "sitting_out": sitting_out,
        "re_points": game.re_augen,
        "solo": game.solo,
        "duty": game.duty,
        "no_tricks": game.no_tricks and str(game.no_tricks),
        "announced": {"re": call.key if call.is_absage else ["re", None][call is Call.NONE]},
        "extras": {"re": re_extras, "kontra": kontra_extras},
    }
    found: list[Problem] = []
    rules = PRESETS["ddv"].rules
    read = read_row(written, rules, found)
    assert find_problems(game, rules) == found
    assert read == (None if found else (game, 0))
