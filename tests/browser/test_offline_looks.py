"""The looks of a phone that writes without a network: grouping, and visible parts."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, expect

from tests.browser.begun_here import BegunPhone
from tests.browser.without_network import KeptPhone
from tests.cast import Cast
from tests.evenings import papers

pytestmark = pytest.mark.django_db(transaction=True)
WIDTH = 390
LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
}"""


@pytest.fixture
def context(bens_context: BrowserContext) -> BrowserContext:
    return bens_context


def box(found: Locator) -> FloatRect:
    told = found.bounding_box()
    assert told
    return told


def test_the_form_is_back_behind_a_change_of_the_seats(context: BrowserContext, cast: Cast) -> None:
    """Before it a row was unfolded, on the whole sheet."""
    cast.guest("Emil")
    phone = KeptPhone(context.new_page(), papers.sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil"))
    phone.goes_offline()
    expect(phone.band).to_contain_text("Ohne Netz")
    phone.writes(1, ["Ben", "Cleo"], 155)
    phone.unfold_row(1)
    expect(phone.group("Re-Partei")).to_be_hidden()
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Plätze und Geber").tap()
    phone.press("Dora setzt aus")
    phone.press("Ab Spiel 2 so spielen")
    expect(phone.group("Re-Partei")).to_be_in_viewport()
    expect(phone.page.locator("#sheet .number[aria-expanded=true]")).to_have_count(0)


def test_with_six_at_the_table_the_value_of_a_row_is_in_sight(context: BrowserContext, cast: Cast) -> None:
    """The sheet is wider than the phone then."""
    for name in ("Emil", "Friederike"):
        cast.guest(name)
    phone = KeptPhone(context.new_page(), papers.sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", "Friederike"))
    phone.writes(1, ["Ben", "Cleo"], 155)
    phone.unfold_row(1)
    value = phone.page.locator("#sheet .unfolded .sum").last
    expect(value).to_have_text("2")
    assert box(value)["x"] + box(value)["width"] <= WIDTH


@pytest.mark.parametrize("address", ["/sheets/new/", "/offline/"])
def test_a_heading_stands_with_what_is_below_it(context: BrowserContext, cast: Cast, address: str) -> None:
    phone = BegunPhone(context.new_page())
    phone.takes_along(cast)
    phone.page.goto(address, wait_until="networkidle")
    title = box(phone.page.locator("h1"))
    below = box(phone.page.locator("h2, .actions").locator("visible=true").first)
    assert below["y"] - title["y"] - title["height"] > 20


def test_the_number_of_a_game_and_its_bock_stand_below_each_other(context: BrowserContext, cast: Cast) -> None:
    """Regression: the band above the form once moved the number down into them."""
    phone = KeptPhone(context.new_page(), papers.sheet(cast, rules="hausrunde"), small=True)
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 120)
    expect(phone.band).to_contain_text("Ohne Netz")
    number, bock = box(phone.page.locator("#number")), box(phone.page.locator("#status .of-bock"))
    assert bock["y"] > number["y"] + number["height"] * 0.75  # nothing is below it


def test_the_word_beside_the_ladders_is_not_broken(context: BrowserContext, cast: Cast) -> None:
    phone = KeptPhone(context.new_page(), papers.sheet(cast, rules="hausrunde"), small=True)
    for kind in ("Normal", "Hochzeit", "Armut"):
        phone.tap("Spieltyp", kind)
        word = phone.page.locator('.by-whom[data-whose=""]')
        expect(word).to_have_text("Ansage")
        assert word.evaluate(LINES) == 1, kind
