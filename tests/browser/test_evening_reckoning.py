"""The reckoning that a phone prints is the server's, word by word, with the rules behind each line."""

from __future__ import annotations

import html
import json
import random
import re
from itertools import islice
from typing import Any, Final

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import expect

from dokoclub.evenings.shown.reckoning import of_game
from scoring.contract.form import fields_of_row
from scoring.contract.kept import parse_row, store_row
from scoring.game.extras import worth_of_extras
from scoring.game.game import Game, outcome_of
from scoring.game.score import Scorer
from scoring.game.verdict import reason_for
from scoring.rules.presets import PRESETS, rules_of
from scoring.rules.rules import Rules
from scoring.terms import Call, Party
from tests.browser.conftest import OpenPhone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

GAMES: Final = 150
OUTCOMES = [
    (0, "re"),
    (240, "kontra"),
    *((augen, None) for augen in (0, 29, 59, 89, 119, 120, 121, 151, 178, 211, 240)),
]
EXTRAS: Final = {"karlchen_gefangen": 3, "dulle": 2, "fuchs": 1, "karlchen": 2, "blank": 1}  # in nobody's order
RULES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    **{preset: (preset, {}) for preset in PRESETS},
    "game doubled": ("hausrunde", {"bock": {"effect": "double_game"}, "ansage": "double"}),
    "points added": ("hausrunde", {"bock": {"effect": "add", "points": 3}, "ansage": "add"}),
    "added behind what doubles": ("hausrunde", {"bock": {"effect": "add", "points": 1}, "ansage": "double"}),
    "always doubled": ("hausrunde", {"ansage": "double", "ansage_double_loser": "always"}),
    "own extras, capped": (
        "ham",
        {"extras": EXTRAS, "extras_solo": {"dulle": 1}, "extra_names": {"dulle": "Dulle"}, "karlchen_cap": 4},
    ),
    "nobody keeps anything": ("ddv", {"no_winner_keeps": []}),
}
BY_SCRIPT = """async (text) => {
  const { desk, takeUpFields } = await import("/static/js/game.js");
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


def some_games(rules: Rules, players: list[str]) -> list[tuple[Game, int]]:
    """With a Bock level each; none that cannot have happened, whose problems are told in place of a reckoning."""
    chance = random.Random(15)
    drawn = iter(lambda: one_game(rules, players, chance), None)
    sound = (game for game in drawn if not isinstance(parse_row(store_row(game), rules), list))
    return [(game, chance.randint(0, 3) if rules.bock else 0) for game in islice(sound, GAMES)]


def one_game(rules: Rules, players: list[str], chance: random.Random) -> Game:
    kind = chance.choice(["normal", "hochzeit", "solo", "stille_hochzeit", *(["armut"] if rules.armut else [])])
    is_alone = kind in ("solo", "stille_hochzeit") or (kind == "hochzeit" and chance.random() < 0.3)
    augen, no_tricks = chance.choice(OUTCOMES)
    counts = worth_of_extras(rules, solo=is_alone)

    def extras() -> tuple[tuple[str, int], ...]:
        return tuple((key, chance.randint(1, 2)) for key, points in counts.items() if points and chance.random() < 0.3)

    return Game(
        kind=kind,
        solo=chance.choice(rules.solos) if kind == "solo" else None,
        re=tuple(players[: 1 if is_alone else 2]),
        kontra=tuple(players[1 if is_alone else 2 :]),
        re_augen=augen,
        no_tricks=Party(no_tricks) if no_tricks else None,
        step_only=augen in (121, 151, 211) and chance.random() < 0.5,
        re_call=Call(chance.choice([0, 0, 1, 1, 2, 3, 4, 5])),
        kontra_call=Call(chance.choice([0, 0, 1, 1, 2, 3, 4, 5])),
        re_extras=extras(),
        kontra_extras=extras(),
    )


def by_server(rules: Rules, game: Game, level: int) -> list[str]:
    """What the page prints, term by term."""
    reasons = [reason_for(rules, outcome_of(game), party) for party in Party]
    with translation.override("de"):
        shown = of_game(rules, game, Scorer(rules).reckoning(game, level), reasons)
        whole = render_to_string("look/_reckoning.html", {"reckoning": shown, "headline": True})
    told = re.findall(r"<(p|dt|dd|summary|li)\b[^>]*>(.*?)</\1>", whole, re.DOTALL)
    return [html.unescape(re.sub("<[^>]*>", "", text)).strip() for _tag, text in told]


@pytest.mark.parametrize("name", RULES)
def test_the_phone_reckons_like_the_server(open_phone: OpenPhone, cast: Cast, name: str) -> None:
    preset, overrides = RULES[name]
    rules = rules_of(preset, overrides)
    assert isinstance(rules, Rules), rules
    phone = open_phone(new_sheet(cast, rules=rules))
    phone.preview.get_by_role("button").press("Enter")  # on a busy machine a tap can come out as a long press
    expect(phone.page.locator("#preview-detail")).to_be_visible()
    players = cast.ids("Anna", "Ben", "Cleo", "Dora")
    games = some_games(rules, players)
    asked = json.dumps([[fields_of_row(game, {}, ""), level] for game, level in games])
    told = phone.page.evaluate(BY_SCRIPT, asked)
    for (game, level), lines in zip(games, told, strict=True):
        assert lines == by_server(rules, game, level), (game, level)


def test_sum_and_bock_are_there_at_once(open_phone: OpenPhone, cast: Cast) -> None:
    """By hand: 1 + 1 + 2 + 1, and four times as much."""
    sheet = new_sheet(cast, rules="hausrunde")
    phone = open_phone(sheet)
    phone.page.evaluate("async () => { (await import('/static/js/game.js')).desk.now.level = 2; }")
    phone.game(["Anna", "Ben"], 155, re="Re", extras=[("Re", "Fuchs")])
    phone.preview.get_by_role("button").tap()
    items = ["gewonnen", "+1", "unter 90 gespielt", "+1", "Re angesagt", "+2", "Fuchs gefangen (Re)", "+1"]
    lines = [*items, "Summe", "5", "Bock ×4", "20", "Spielwert", "20"]
    expect(phone.page.locator("#reckoning dt, #reckoning dd")).to_have_text(lines)
