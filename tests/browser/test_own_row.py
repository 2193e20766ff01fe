"""The league table on a phone: the reader's own row stays visible, and no number is cut off."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.standings.services.league import change_league
from scoring.league.rules import StandingsRules
from tests.browser.conftest import SignIn
from tests.cast import Cast, make_player
from tests.standings.papers import results

# In a row header, in px: starts of what is below the name and of the name; whether the end of struck text is visible.
READ_WHOLE: Final = """(row) => {
  const boxOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const [name, struck] = [row.querySelector("a").lastChild, row.querySelector("small")].map(boxOf);
  const seen = document.elementFromPoint(struck.right - 2, (struck.top + struck.bottom) / 2);
  return [struck.left, name.left, row.contains(seen)];
}"""

# In a row: the distance of the name's middle from the card's, in px.
OFF: Final = """(row) => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector("th a"));
  const [name, card] = [range, row.querySelector(".pc")].map((one) => one.getBoundingClientRect());
  return Math.abs((card.top + card.bottom) / 2 - (name.top + name.bottom) / 2);
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Return Dora's phone: she is the last of the table."""
    for day in (5, 12):
        results(cast, date(2025, 12, day), {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    sign_in(context, cast.dora)
    return context.new_page()


def test_ones_own_row_stays_in_sight(page: Page, cast: Cast) -> None:
    for name in ("Emil", "Fritz"):
        cast.players[name] = make_player(cast.club, name)
    results(cast, date(2025, 12, 12), {"Emil": -20, "Fritz": -20})
    page.set_viewport_size({"width": 390, "height": 420})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    expect(page.locator(".league.whole")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Fritz")).not_to_be_in_viewport(ratio=1)
    expect(page.get_by_role("rowheader", name="Dora")).to_be_in_viewport(ratio=1)


def test_phones_leave_out_the_columns_that_the_persons_page_tells(page: Page, cast: Cast) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    expect(page.get_by_role("columnheader", name="Punkte", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("columnheader", name="Abende")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 640})
    expect(page.get_by_role("columnheader", name="Abende")).to_be_visible()


def test_what_is_struck_is_read_whole_below_the_name(page: Page, cast: Cast) -> None:
    """It runs over the cells next to it: a number that is cut off would be a different one."""
    for day in (19, 26):
        results(cast, date(2025, 12, day), {"Anna": -130, "Ben": 110, "Cleo": 110, "Dora": -90})
    rules = StandingsRules(counting="strike", counting_evenings=2)
    change_league(cast.club, rules, rules)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    for name in ("Dora", "Anna"):
        row = page.get_by_role("rowheader", name=name)
        expect(row).to_contain_text("gestrichen")
        begins, name_begins, is_seen = row.evaluate(READ_WHOLE)
        assert (abs(begins - name_begins) <= 2, is_seen) == (True, True), name


def test_in_a_row_of_one_line_the_name_stands_at_the_middle_of_the_card(page: Page, cast: Cast) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Anna"))
    assert row.evaluate(OFF) <= 1.5


def test_a_new_leader_rises_once(page: Page, cast: Cast) -> None:
    """On the first visit after the lead has changed; never on the first of all, and never with motion switched off."""
    table = page.locator("#league")
    for visit, motion in enumerate(("no-preference", "no-preference", "no-preference", "reduce")):
        if visit == 1:
            results(cast, date(2025, 12, 19), {"Ben": 90, "Anna": -30, "Cleo": -30, "Dora": -30})
        if visit == 3:
            results(cast, date(2025, 12, 26), {"Cleo": 390, "Anna": -130, "Ben": -130, "Dora": -130})
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.goto(f"/clubs/{cast.club.pk}/table/2025/")
        expect(page.locator(".league.whole")).to_be_visible()
        assert ("overtaken" in (table.get_attribute("class") or "")) is (visit in (1, 3))
        moves = table.locator("tbody tr").first.evaluate("(row) => getComputedStyle(row).animationName")
        assert (moves == "rise") is (visit == 1)
