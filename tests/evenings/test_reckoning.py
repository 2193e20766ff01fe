"""The lines of a score breakdown add up to its value, in whatever order Bock and announcements count."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from dokoclub.evenings.presenters.row_detail import explain_game, get_source
from dokoclub.ui.components import Reckoning
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
