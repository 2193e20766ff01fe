"""A tournament day at five tables: twenty people, three rounds, two phones a table, one of them offline for a
round, and
a screen in the room.

    DOKO_GAMES=24 python -m pytest -n0 tests/browser/test_tournament_day.py

plays whole lists. Here the lists have four games.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors.people import get_pen
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.services import founding
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.browser.conftest import PATIENCE, SignIn
from tests.browser.without_network import KeptPhone, as_signed, by_command_line
from tests.cast import Cast
from tests.screens import papers as screens
from tests.tournaments import papers

pytestmark = pytest.mark.django_db(transaction=True)

RULES: Final = replace(PRESETS["ddv"].rules, pflichtsolo=False)  # four games would all be Pflichtsoli
GAMES: Final = int(os.environ.get("DOKO_GAMES", "4"))
ROUNDS: Final = 3
TABLES: Final = 5
OFFLINE: Final = (2, 5)  # round and table
TELEVISION: Final = ViewportSize(width=1280, height=720)
# Whether a screen lists everybody with these points, on hidden pages, too.
LISTS: Final = """(points) => {
  const lines = [...document.querySelectorAll(".list li")];
  const nameOf = (line) => line.querySelector("span:not(.pc *)").textContent.trim();
  const pointsOf = (line) => [...line.querySelectorAll("b")].at(-1).textContent.trim();
  return lines.length === Object.keys(points).length && lines.every((line) => points[nameOf(line)] === pointsOf(line));
}"""
# For each row of the list: the name without its card, and the points.
READ_ROWS: Final = """(rows) => rows.map((row) => [
  [...row.querySelector("th").childNodes].filter((one) => one.nodeType === 3).map((one) => one.data).join("").trim(),
  row.lastElementChild.textContent.trim(),
])"""
AUGEN: Final = (131, 97, 155, 120, 181, 60, 211)


class PenPhone(KeptPhone):
    """A phone without an account that has scanned a table's card."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def scan(self, token: str) -> None:
        self.address = reverse("evenings:show_sheet_by_pen", args=[token])
        self.open()

    def waits_for(self, number: int) -> None:
        """Wait until the next game is in the form, whoever wrote the one before."""
        expect(self.page.locator("#number")).to_have_text(str(number))


class Hall:
    """The day: a director's laptop, ten phones, and pages that only display."""

    def __init__(self, cast: Cast, one: Tournament, contexts: Iterator[BrowserContext], director: Page) -> None:
        self.cast, self.one, self.director = cast, one, director
        self.phones = {
            table: (PenPhone(next(contexts).new_page()), PenPhone(next(contexts).new_page()))
            for table in range(1, TABLES + 1)
        }
        self.onlookers: list[Page] = []

    def look_on(self, page: Page, address: str) -> Page:
        page.goto(address)
        self.onlookers.append(page)
        return page

    def start_round(self, number: int) -> dict[int, Sheet]:
        """Start the round as the director, who has drawn all rounds; then both phones of each table scan its card."""
        self.director.goto(reverse("tournaments:show_round", args=[self.one.pk, number]))
        self.director.get_by_role("button", name=f"Runde {number} starten").click()
        expect(self.director.get_by_role("timer")).to_be_visible()
        sheets = {
            table.number: table.sheet
            for table in RoundTable.objects.filter(round__tournament=self.one, round__number=number)
            if table.sheet is not None
        }
        for table, sheet in sheets.items():
            for phone in self.phones[table]:
                phone.scan(get_pen(sheet))
        for page in self.onlookers:
            expect(page.get_by_text(f"Runde {number} von {ROUNDS}").first).to_be_visible()
        return sheets

    def play(self, number: int, sheets: dict[int, Sheet]) -> None:
        """Let the two phones of a table take turns; without a network one of them writes alone."""
        names = {table: seated(sheet) for table, sheet in sheets.items()}
        cut_off = self.phones[OFFLINE[1]] if number == OFFLINE[0] else ()
        for phone in cut_off:
            phone.goes_offline()
        for game in range(1, GAMES + 1):
            for table, pair in self.phones.items():
                phone = pair[0] if pair is cut_off else pair[game % 2]
                phone.waits_for(game)
                party = [names[table][(game + step) % 4] for step in (0, 1)]
                phone.writes(game, party, AUGEN[(game * number + table) % len(AUGEN)])
        for phone in cut_off:
            phone.comes_back()
        for pair in self.phones.values():
            for phone in pair:
                phone.is_sent()

    def confirm(self, number: int) -> None:
        """Hand in each table's sheet with all signatures."""
        for table in self.phones:
            self.director.goto(reverse("tournaments:show_table", args=[self.one.pk, number, table]))
            self.director.get_by_role("button", name="Zettel abgeben").click()
            self.director.get_by_role("button", name="Von allen unterschrieben").click()
            expect(self.director.get_by_text("auf Papier unterschrieben")).to_be_visible()


def seated(sheet: Sheet) -> list[str]:
    """Return the names in the order of their places."""
    players = {str(player.pk): player.name for player in sheet.evening.club.players.all()}
    return [players[number] for number in sheet.players]


@pytest.fixture
def contexts(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Iterator[BrowserContext]]:
    """Return contexts without `watch`: Chromium complains about lost requests."""
    opened: list[BrowserContext] = []

    def open_them() -> Iterator[BrowserContext]:
        while True:
            opened.append(browser.new_context(**browser_context_args))
            opened[-1].set_default_timeout(PATIENCE)
            yield opened[-1]

    yield open_them()
    for context in opened:
        context.close()


@pytest.fixture
def hall(cast: Cast, page: Page, sign_in: SignIn, contexts: Iterator[BrowserContext]) -> Hall:
    facts = {"rounds": ROUNDS, "games": GAMES, "tie_breaks": [], "rules": store_rules(RULES)}
    one = papers.with_people(cast, 4 * TABLES, **facts)
    sign_in(page.context, cast.anna)
    page.goto(reverse("tournaments:show_tournament", args=[one.pk]))
    page.get_by_role("button", name="Tische auslosen").click()
    return Hall(cast, one, contexts, page)


@pytest.mark.promise("tournament-day")
@pytest.mark.walk
def test_a_day_at_five_tables(hall: Hall, contexts: Iterator[BrowserContext]) -> None:
    token = founding.make_link(hall.one, by=hall.cast.anna).token
    board = hall.look_on(next(contexts).new_page(), reverse("tournaments:show_by_link", args=[token]))
    screen = hall.look_on(next(contexts).new_page(), screens.address(screens.screen(hall.cast, tournament=hall.one)))
    screen.set_viewport_size(TELEVISION)
    met: Counter[frozenset[str]] = Counter()
    totals: Counter[str] = Counter()
    for number in range(1, ROUNDS + 1):
        sheets = hall.start_round(number)
        hall.play(number, sheets)
        for sheet in sheets.values():
            met.update(map(frozenset, combinations(seated(sheet), 2)))
            totals.update(by_engine(sheet))
        expect(screen.locator(".scene .table")).to_have_count(TABLES)
        screen.wait_for_function(LISTS, arg=totals_as_signed(totals))  # live: no table has handed in
        hall.confirm(number)
    assert set(met.values()) == {1}, "twenty people meet nobody twice in three rounds"
    assert Entry.objects.games().count() == ROUNDS * TABLES * GAMES
    hall.director.goto(reverse("tournaments:show_tournament", args=[hall.one.pk]))
    hall.director.get_by_role("button", name="Turnier beenden").click()
    for page in (hall.director, board):
        expect(page.locator(".standing-list tbody tr")).to_have_count(4 * TABLES)
        expect(page.locator(".standing-list tbody tr").first).to_contain_text(as_signed(max(totals.values())))
        assert standing_of(page) == totals_as_signed(totals)
    expect(screen.get_by_role("heading", name=re.compile("gewinn"))).to_be_visible()
    assert screen.evaluate(LISTS, totals_as_signed(totals))
    call_command("check_ledger")


def totals_as_signed(totals: Counter[str]) -> dict[str, str]:
    return {name: as_signed(points) for name, points in totals.items()}


def by_engine(sheet: Sheet) -> dict[str, int]:
    """Return the answer of `python3 -m scoring sheet`, by name."""
    answer = by_command_line(Sheet.objects.get(pk=sheet.pk))
    return dict(zip(seated(sheet), (answer["totals"][player] for player in sheet.players), strict=True))


def standing_of(page: Page) -> dict[str, str]:
    """Return name and points of each row."""
    rows = page.locator(".standing-list tbody tr")
    return dict(rows.evaluate_all(READ_ROWS))
