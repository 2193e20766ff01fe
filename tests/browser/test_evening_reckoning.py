"""The score breakdown that a phone renders equals the server's, word by word, with the rules behind each line."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Final

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import expect

from dokoclub.evenings.presenters.row_detail import explain_game
from scoring.contract.form import fields_of_row
from scoring.game.game import Game, get_outcome
from scoring.game.score import Scorer
from scoring.game.verdict import reason_for
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules
from scoring.terms import Call, Party
from tests.browser.conftest import OpenPhone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

# Bock and an Ansage double, and a club's own extras have no source.
OVERRIDES: Final = {"ansage": "double", "extras": {"fuchs": 1, "dulle": 2}, "extra_names": {"dulle": "Dulle"}}
BY_SCRIPT = """async (text) => {
  const { desk, takeUpFields } = await import("/static/js/entry/game.js");
  const place = document.querySelector("#reckoning");
  const textOf = (one) => one.textContent.trim();
  const told = [];
  for (const [values, level] of JSON.parse(text)) {
    desk.now.level = level;
    place.replaceChildren();
    takeUpFields(values);
    for (let turn = 0; !place.children.length; turn++) {
      if (turn > 20_000) throw new Error(`nothing was printed of ${JSON.stringify(values)}`);
      await new Promise((done) => setTimeout(done));
    }
    told.push([...place.querySelectorAll(".sourced :is(p, dt, dd, summary, li)")].map(textOf));
  }
  return told;
}"""


def some_games(players: tuple[str, ...]) -> list[tuple[Game, int]]:
    """Write some games, each with a Bock level."""
    even = Game(kind="normal", re=players[:2], kontra=players[2:], re_augen=120)
    lost = replace(even, re_augen=148, re_call=Call.NO_90, re_extras=(("fuchs", 1),), kontra_extras=(("dulle", 2),))
    solo = Game(kind="solo", solo="damen", re=players[:1], kontra=players[1:], re_augen=211, kontra_call=Call.ANSAGE)
    return [(lost, 2), (solo, 0), (even, 1), (replace(even, re_augen=151, step_only=True), 0)]


def by_server(rules: Rules, game: Game, level: int) -> list[str]:
    """Return the terms that the page prints."""
    reasons = [reason_for(rules, get_outcome(game), party) for party in Party]
    with translation.override("de"):
        shown = explain_game(rules, game, Scorer(rules).reckoning(game, level), reasons, {})
        whole = render_to_string("ui/_reckoning.html", {"reckoning": shown, "headline": True})
    told = re.findall(r"<(p|dt|dd|summary|li)\b[^>]*>(.*?)</\1>", whole, re.DOTALL)
    return [html.unescape(re.sub("<[^>]*>", "", text)).strip() for _tag, text in told]


@pytest.mark.promise("value")
def test_the_phone_prints_a_reckoning_like_the_server(open_phone: OpenPhone, cast: Cast) -> None:
    rules = get_rules("hausrunde", OVERRIDES)
    assert isinstance(rules, Rules), rules
    phone = open_phone(new_sheet(cast, rules=rules))
    phone.preview.get_by_role("button").press("Enter")  # on a busy machine a tap can come out as a long press
    expect(phone.page.locator("#preview-detail")).to_be_visible()
    games = some_games(tuple(cast.ids("Anna", "Ben", "Cleo", "Dora")))
    asked = json.dumps([[fields_of_row(game, {}, ""), level] for game, level in games])
    told = phone.page.evaluate(BY_SCRIPT, asked)
    for (game, level), lines in zip(games, told, strict=True):
        assert lines == by_server(rules, game, level), (game, level)


def test_sum_and_bock_are_there_at_once(open_phone: OpenPhone, cast: Cast) -> None:
    """By hand: 1 + 1 + 2 + 1, and four times as much."""
    sheet = new_sheet(cast, rules="hausrunde")
    phone = open_phone(sheet)
    phone.page.evaluate("async () => { (await import('/static/js/entry/game.js')).desk.now.level = 2; }")
    phone.game(["Anna", "Ben"], 155, re="Re", extras=[("Re", "Fuchs")])
    phone.preview.get_by_role("button").tap()
    items = ["gewonnen", "+1", "unter 90 gespielt", "+1", "Re angesagt", "+2", "Fuchs gefangen (Re)", "+1"]
    lines = [*items, "Summe", "5", "Bock ×4", "20", "Spielwert", "20"]
    expect(phone.page.locator("#reckoning dt, #reckoning dd")).to_have_text(lines)
