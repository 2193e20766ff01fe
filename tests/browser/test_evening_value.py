"""The script's one formula over the value table says what the engine says; and the page of a sheet is light."""

from __future__ import annotations

import gzip
import json
import random
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import brotli
import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request
from pytest_django.live_server_helper import LiveServer

from dokoclub.evenings.services import NewRow, set_clock
from scoring.game.game import Game
from scoring.game.score import NOBODY, Scorer
from scoring.game.value_table import value_table
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from scoring.terms import Call, Party
from tests.browser.conftest import NewContext, SignIn
from tests.cast import Cast
from tests.evenings.papers import anna_ben
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entries

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = 300
KEYS = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf")
OUTCOMES = [(0, "re"), (240, "kontra"), *((augen, None) for augen in (0, 29, 89, 119, 120, 121, 151, 178, 211, 240))]
SIDES = {"normal": ("AB", "CD"), "armut": ("AB", "CD"), "solo": ("A", "BCD")}
BY_SCRIPT = """async (text) => {
  const [table, games] = JSON.parse(text);
  const { answer, itemsOf, scoresOf } = await import("/static/js/value.js");
  return games.map((facts) => {
    const { winner, net, value } = answer(table, facts);
    const scores = scoresOf(table, net, facts.kind === "solo").map((points) => points + 0);
    return [winner, net, value, scores, itemsOf(table, facts).length];
  });
}"""


def games(chance: random.Random) -> list[dict[str, Any]]:
    return [one_game(chance) for _number in range(GAMES)]


def one_game(chance: random.Random) -> dict[str, Any]:
    augen, no_tricks = chance.choice(OUTCOMES)
    return {
        "augen": augen,
        "noTricks": no_tricks,
        "levels": [chance.randint(0, 5), chance.randint(0, 5)],
        "kind": chance.choice([*SIDES]),
        "extras": {party: {key: chance.randint(1, 2) for key in KEYS if chance.random() < 0.3} for party in Party},
        "bock": chance.randint(0, 2),
    }


def by_engine(rules: Rules, facts: dict[str, Any]) -> list[object]:
    re, kontra = SIDES[facts["kind"]]
    re_level, kontra_level = facts["levels"]
    game = Game(
        kind=facts["kind"],
        re=tuple(re),
        kontra=tuple(kontra),
        re_augen=facts["augen"],
        no_tricks=facts["noTricks"] and Party(facts["noTricks"]),
        re_call=Call(re_level),
        kontra_call=Call(kontra_level),
        re_extras=tuple(facts["extras"]["re"].items()),
        kontra_extras=tuple(facts["extras"]["kontra"].items()),
    )
    score = Scorer(rules).score(game, facts["bock"])
    found = score.reckoning
    winner = None if found.winner == NOBODY else found.winner
    items = [item for item in found.items if item.key != "bock"]
    return [winner, found.net, found.value, [score.scores[re[0]], score.scores[kontra[0]]], len(items)]


def test_the_script_says_what_the_engine_says(page: Page, live_server: LiveServer) -> None:
    page.goto("/")
    chance = random.Random(7)
    some = [preset.rules for preset in PRESETS.values()]
    for bock in ({"effect": "double_game"}, {"effect": "add"}, {"in_solo": False}):
        changed = override_rules(PRESETS["hausrunde"].rules, {"bock": bock})
        assert isinstance(changed, Rules)
        some.append(changed)
    for rules in some:
        played = games(chance)
        text = json.dumps([value_table(rules), played])  # as text: Playwright would wrap every number
        assert page.evaluate(BY_SCRIPT, text) == [by_engine(rules, facts) for facts in played]


def sent(url: str, body: bytes) -> int:
    """Bytes on the way to a phone."""
    return len(brotli.compress(body) if "/static/" in url else gzip.compress(body))


# What is asked for until the page is there; what a phone needs without a network comes when nobody waits for it.
BEFORE_IT_IS_THERE: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const before = performance.getEntriesByType("resource").filter((one) => one.startTime < page.loadEventStart);
  return before.map((one) => one.name);
}"""


def test_the_first_load_is_light(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    """Sixty games at a table of five, with a clock, compressed as the server does: files by brotli, pages by gzip."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", rules="hausrunde")
    more = {"announced": {"re": "no90"}, "extras": {"re": {"fuchs": 1}}}
    rows = [
        NewRow(facts=anna_ben(cast, 121 + number, **more), uuid=uuid4(), note=f"Notiz {number}") for number in range(60)
    ]
    write_entries(sheet, rows, by=cast.ben)
    set_clock([sheet.pk], timezone.now() + timedelta(minutes=100))  # of a round
    context = new_context()
    sign_in(context, cast.ben)
    page = context.new_page()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(f"/sheets/{sheet.pk}/", wait_until="networkidle")
    before: list[str] = page.evaluate(BEFORE_IT_IS_THERE)
    first = [request for request in asked if request.url in before or request.is_navigation_request()]
    weight = sum(sent(request.url, response.body()) for request in first if (response := request.response()))

    assert len(first) == len(before) + 1 <= 10, "\n".join(before)
    assert weight <= 50_000
    assert not any("offline" in address for address in before)
    # Nor where the second style sheet is late: the heading that is only read aloud wants no typeface of its own.
    assert "Doko" not in page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
