"""The lines of a score breakdown add up to its value, in whatever order Bock and announcements count."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from dokoclub.clubs.texts.questions import OF_PARAMETER
from dokoclub.evenings.presenters.row_detail import OF_FACTORS, explain_game, find_parameter, get_source
from dokoclub.ui.components import Reckoning
from scoring.contract.reckoning_text import FACTORS, ITEMS
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules
from scoring.terms import Call
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet


def shown(bock: dict[str, Any], *, level: int, **facts: Any) -> Reckoning:
    """Return the lines for Re with 131, under Hausrunde rules in which Ansagen double."""
    rules = get_rules("hausrunde", {"ansage": "double", "bock": bock})
    assert isinstance(rules, Rules), rules
    game = Game(re=("A", "B"), kontra=("C", "D"), re_augen=131, **facts)
    with translation.override("de"):
        return explain_game(rules, game, Scorer(rules).reckoning(game, level), (), {})


def lines(reckoning: Reckoning) -> list[tuple[str, int]]:
    items = [(item.reason, item.points) for item in reckoning.items]
    return items + [(times.reason, times.points) for times in reckoning.times]


def test_what_bock_adds_stands_behind_what_doubles() -> None:
    reckoning = shown({"effect": "add", "points": 1}, level=2, re_call=Call.ANSAGE)
    assert lines(reckoning) == [("gewonnen", 1), ("Re angesagt ×2", 2), ("Bock +2", 4)]
    assert (reckoning.sum, reckoning.value) == (1, 4)


def test_what_bock_adds_is_a_line_where_nothing_doubles() -> None:
    reckoning = shown({"effect": "add", "points": 1}, level=2)
    assert lines(reckoning) == [("gewonnen", 1), ("Bock", 2)]
    assert (reckoning.sum, reckoning.value) == (None, 3)


@pytest.mark.parametrize(("level", "value"), [(1, 0), (2, 2)])
def test_lines_have_their_signs_for_whose_the_points_are_in_the_end(level: int, value: int) -> None:
    """Before Bock the Füchse of Kontra are worth more than the game of Re; they are not doubled."""
    reckoning = shown({"effect": "double_game"}, level=level, kontra_extras=(("fuchs", 2),))
    doubled = (f"Bock, ohne Sonderpunkte ×{2**level}", value)
    assert lines(reckoning) == [("gewonnen", 1), ("Fuchs gefangen (Kontra)", -2), doubled]
    assert (reckoning.sum, reckoning.value) == (-1, value)


def test_each_item_and_factor_leads_to_the_question_of_its_rule() -> None:
    """Only the point for winning counts the same in all rules."""
    rules = get_rules("hausrunde", {"extra_names": {"dulle": "Dulle weg"}})
    assert isinstance(rules, Rules)
    game = Game(re=("A", "B"), kontra=("C", "D"), re_augen=131)
    found = {key: find_parameter(key, rules, game) for key in (*ITEMS, *EXTRAS, "dulle")}
    assert [key for key, parameter in found.items() if not parameter] == ["won"]
    assert {*found.values(), *OF_FACTORS.values()} - {""} <= {*OF_PARAMETER}
    assert {*OF_FACTORS} == {*FACTORS}


@pytest.mark.parametrize(
    ("key", "changes", "facts", "parameter"),
    [
        ("won", {}, {"re_augen": 120}, "at_120"),
        ("solo", {}, {"kind": "solo", "solo": "damen"}, "solo_points"),
        ("solo", {"by_kind": {"damen": {"points": 2}}}, {"kind": "solo", "solo": "damen"}, "by_kind"),
        ("solo", {"by_kind": {"solo": {"points": 2}}}, {"kind": "solo", "solo": "damen"}, "by_kind"),
        ("gegen_die_alten", {}, {"kind": "solo", "solo": "damen"}, "gegen_die_alten_solo"),
        ("gegen_die_alten", {}, {"kind": "armut"}, "gegen_die_alten_armut"),
        ("gegen_die_alten", {"by_kind": {"hochzeit": {"gegen_die_alten": True}}}, {"kind": "hochzeit"}, "by_kind"),
        ("fuchs", {"by_kind": {"hochzeit": {"extras": {"fuchs": 2}}}}, {"kind": "hochzeit"}, "by_kind"),
        ("under_90", {}, {}, "limits"),
    ],
)
def test_what_a_kind_has_of_its_own_leads_to_its_row(
    key: str, changes: dict[str, Any], facts: dict[str, Any], parameter: str
) -> None:
    rules = get_rules("hausrunde", changes)
    assert isinstance(rules, Rules), rules
    alone = facts.get("kind") == "solo"
    sides = {"re": ("A",), "kontra": ("B", "C", "D")} if alone else {"re": ("A", "B"), "kontra": ("C", "D")}
    assert find_parameter(key, rules, Game(**{"re_augen": 131, **sides, **facts})) == parameter


@pytest.mark.django_db
def test_an_expanded_row_names_who_pays_beside_the_game(cast: Cast, client: Client) -> None:
    """A wrong card, a payment of a game and one of a row by hand; each item of a house rule names its source."""
    payments = {"dulle_weg": {"name": "Dulle weg", "points": -1, "with": "each"}}
    more = {"offender_pays": True, "payments": payments, "raises": 2, "ansage": "add"}
    rules = get_rules("hausrunde", more)
    assert isinstance(rules, Rules), rules
    sheet = new_sheet(cast, rules=rules)
    anna, ben, cleo, dora = cast.ids("Anna", "Ben", "Cleo", "Dora")
    told = {"offender": ben, "payments": [{"key": "dulle_weg", "by": cleo}], "raises": 1}
    game = write(cast, sheet, anna_ben(cast, 100, **told))
    by_hand = {"kind": "manual", "winners": [anna, ben], "players": [anna, ben, cleo, dora], "value": 2}
    hand = write(cast, sheet, {**by_hand, "payments": [{"key": "dulle_weg", "by": dora}]})
    client.force_login(cast.ben)
    opened = client.get(f"/sheets/{sheet.pk}/?open={game.uuid}").content.decode()
    assert "Ben hat falsch bedient und trägt den Verlust allein." in opened
    assert "Dulle weg: Cleo zahlt jedem 1" in opened
    assert "Dulle weg: Dora zahlt jedem 1" in client.get(f"/sheets/{sheet.pk}/?open={hand.uuid}").content.decode()
    assert get_source("raises", rules) != get_source("won", rules)
