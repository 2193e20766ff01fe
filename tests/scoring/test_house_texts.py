"""House rules of docs/statements.md: every clause of the 29 texts is said, by parameters that make its games so."""

from __future__ import annotations

import pytest

from scoring.money.methods import MoneyRules
from scoring.money.rules import PARAMETERS as MONEY
from scoring.money.rules import from_json, store_money_rules
from scoring.rules.parameters import OF_THE_TABLE
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules
from tests.scoring.documents import is_parameter, is_there
from tests.scoring.house_texts import READ, Clause, HouseText, merge, other_rules, read_texts, work

TEXTS = {text.text: text for text in read_texts()}
CLAUSES = [(text, clause) for text in TEXTS.values() for clause in text.clauses]
# What the entry form offers and a list is long: no game has other points by it.
OF_THE_FORM = ("solos", "armut", "games_per_list", "extra_names", "solo_names", *OF_THE_TABLE)


def expected(game: str) -> str:
    return game.partition(" → ")[2]


def test_there_are_29_texts() -> None:
    assert list(TEXTS) == [f"H{number}" for number in range(1, 30)]
    assert {text.read for text in TEXTS.values()} == {*READ}


@pytest.mark.parametrize("name", TEXTS)
def test_a_club_can_have_the_rules_of_a_whole_text(name: str) -> None:
    text = TEXTS[name]
    assert isinstance(get_rules(text.preset, text.get_rules()), Rules)
    for clause in text.clauses:
        if clause.alone:
            assert isinstance(get_rules(text.preset, text.get_rules(clause)), Rules), clause.says


@pytest.mark.parametrize("name", TEXTS)
def test_the_games_of_a_text_come_out(name: str) -> None:
    text = TEXTS[name]
    games = [(game, work(game, text.preset, text.get_rules(one))) for one in text.clauses for game in one.games]
    assert [(game, found) for game, found in games if found != expected(game)] == []


@pytest.mark.parametrize("name", TEXTS)
def test_the_parameter_of_a_clause_makes_its_games_so(name: str) -> None:
    """Under rules that say the clause otherwise, each of its games comes out otherwise, too."""
    text = TEXTS[name]
    idle = [
        (clause.says, game)
        for clause in text.clauses
        for game in clause.games
        if clause.rules and {work(game, text.preset, rules) for rules in other_rules(text, clause)} == {expected(game)}
    ]
    assert idle == []


def test_every_clause_is_said_or_told_why_not() -> None:
    for text, clause in CLAUSES:
        said = bool(clause.rules or clause.money or clause.by)
        assert (said or bool(clause.why)) is not clause.note, (text.text, clause.says)
        assert bool(clause.why) is bool(clause.asked), (text.text, clause.says)
        assert "|" not in clause.says, clause.says


def test_what_changes_points_is_shown_by_a_game() -> None:
    of_points = [clause for _, clause in CLAUSES if not clause.rules.keys() <= {*OF_THE_FORM}]
    assert [clause.says for clause in of_points if not clause.games] == []
    assert len({(text.text, clause.says) for text, clause in CLAUSES}) == len(CLAUSES)


def test_places_and_money_exist() -> None:
    plain = store_money_rules(MoneyRules())
    del plain["version"]
    for text, clause in CLAUSES:
        for place in clause.by:
            assert is_parameter(place) or is_there(place), (text.text, place)
        assert clause.money.keys() <= MONEY.keys(), (text.text, clause.says)
        assert isinstance(from_json({**plain, **clause.money}), MoneyRules), (text.text, clause.says)


def test_values_of_one_text_are_joined() -> None:
    one = {"bock": {"triggers": ["lost_re"]}, "call_cards": [11, 10, 9, 8, 7], "redeals": ["kings"]}
    more = {"bock": {"triggers": ["hearts_trick"], "length": 4}, "call_cards": [9, 8, 7, 6, 5], "redeals": []}
    joined = merge(one, more)
    assert joined["bock"] == {"triggers": ["lost_re", "hearts_trick"], "length": 4}
    assert (joined["call_cards"], joined["redeals"]) == ([9, 8, 7, 6, 5], ["kings"])


def test_a_clause_that_no_parameter_makes_so_is_found() -> None:
    idle = Clause(says="Nothing", rules={"raises": 3}, games=["AB-CD 130 → +1 +1 -1 -1"])
    text = HouseText(text="H0", name="none", read="whole", clauses=[idle])
    assert {work(idle.games[0], "ddv", rules) for rules in other_rules(text, idle)} == {"+1 +1 -1 -1"}
    assert work("AB-CD 130 raises:4 → +9", "ddv", {"raises": 3}) == "refused raises"
