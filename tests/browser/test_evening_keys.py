"""A game by keyboard: from the top of the page to the next game, and one Auge corrected."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dokoclub.evenings.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.looks import LAPTOP
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

RECORD, CORRECT = 12, 20  # keys, in the specification


@pytest.fixture
def laptop(open_phone: OpenPhone, cast: Cast) -> tuple[Phone, Sheet]:
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 121))
    phone = open_phone(sheet)
    phone.page.set_viewport_size(LAPTOP)
    with phone.page.expect_request("**/entry/keyboard*.js"):  # loaded after the page
        phone.open()
    phone.page.wait_for_load_state("networkidle")
    return phone, sheet


def press(page: Page, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def test_a_game_from_the_top_of_the_page_and_the_next_one(laptop: tuple[Phone, Sheet]) -> None:
    phone, sheet = laptop
    keys = press(phone.page, "Tab", "Tab")
    expect(phone.page.get_by_role("link", name="Zur Eingabe")).to_be_focused()
    keys += press(phone.page, "Enter", "1", "2", "1", "3", "1")
    phone.says("Re gewinnt · 1", "Anna +1", "Cleo −1")
    keys += press(phone.page, "Enter")
    phone.saved(2)
    assert keys <= RECORD

    first = phone.group("Re-Partei").get_by_role("button", name=re.compile("^Anna"))
    expect(first).to_be_focused()
    press(phone.page, "2", "3", "r", "r", "k", "Shift+K", "5", "Backspace", "1", "5", "5")
    phone.says("Re gewinnt · 5", "Ben +5")
    press(phone.page, "Enter")
    phone.saved(3)
    phone.is_sent()
    assert totals(sheet) == {"Anna": -3, "Ben": 7, "Cleo": 3, "Dora": -7}
    curve = phone.page.locator("#curve")
    for height, lines, is_titled in ((640, 0, False), (800, 4, False), (1000, 4, True)):  # if the form leaves room
        phone.page.set_viewport_size({"width": 1280, "height": height})
        expect(curve.locator("polyline")).to_have_count(lines)
        expect(curve.get_by_text("Punkteverlauf")).to_be_visible(visible=is_titled)
    expect(curve.locator("polyline").first).to_have_attribute("points", re.compile(r"^0,\d+ 100,\d+ 200,\d+ 300,0$"))
    assert curve.locator("text").all_text_contents() == ["Ben", "Cleo", "Anna", "Dora"]


def test_keys_work_from_the_start_and_are_text_in_a_field_of_text(laptop: tuple[Phone, Sheet]) -> None:
    phone, _sheet = laptop
    press(phone.page, "1", "2", "1", "3", "1")
    phone.says("Re gewinnt · 1")
    press(phone.page, "Enter")
    phone.saved(2)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.page.get_by_label("Grund", exact=True).focus()
    phone.page.keyboard.type("Kreuz 1")
    expect(phone.page.get_by_label("Grund", exact=True)).to_have_value("Kreuz 1")
    phone.tap("Spieltyp", "Normal")
    expect(phone.group("Ansagen Kontra").get_by_role("button", pressed=True)).to_have_count(0)
    phone.is_empty()


def test_a_ladder_that_ends_says_so(laptop: tuple[Phone, Sheet]) -> None:
    """The message is above it and reaches screen readers; it is gone with the next key."""
    phone, _sheet = laptop
    tip = phone.page.locator("form.entry .tip")
    expect(tip).to_have_role("status")
    for party, key in (("Re", "r"), ("Kontra", "k")):
        steps = phone.group(f"Ansagen {party}").get_by_role("button", pressed=True)
        press(phone.page, f"Shift+{key}")
        expect(tip).to_have_text(f"Ansagen {party}: nichts zurückzunehmen")
        press(phone.page, *key * 5)
        expect(tip).to_be_empty()
        expect(steps).to_have_count(5)
        press(phone.page, key)
        expect(tip).to_have_text(f"Ansagen {party}: schon schwarz")
        expect(steps).to_have_count(5)
        press(phone.page, f"Shift+{key}")
        expect(tip).to_be_empty()
        expect(steps).to_have_count(4)


def test_nothing_else_that_has_the_focus_takes_them_for_keys(laptop: tuple[Phone, Sheet]) -> None:
    """WCAG 2.1.4: a letter is a key only when the form, or no element at all, has the focus."""
    phone, _sheet = laptop
    phone.row("Spiel 1, Wert 1: Einzelheiten").focus()
    press(phone.page, "1", "r")
    phone.is_empty()
    expect(phone.group("Ansagen Re").get_by_role("button", pressed=True)).to_have_count(0)


def test_one_auge_is_put_right(laptop: tuple[Phone, Sheet]) -> None:
    phone, sheet = laptop
    row = phone.row("Spiel 1, Wert 1: Einzelheiten")
    keys = press(phone.page, "Tab", "Tab", "Tab", "Tab", "Tab")
    expect(row).to_be_focused()
    keys += press(phone.page, "Enter")
    expect(phone.button("Bearbeiten")).to_be_visible()
    keys += press(phone.page, "Tab", "Tab", "Enter")  # past the source of what it counts
    expect(phone.page.get_by_role("form", name="Spiel 1 bearbeiten")).to_be_focused()
    keys += press(phone.page, "Backspace", "2", "Enter")
    expect(phone.group("Re-Partei").get_by_role("button", name=re.compile("^Anna"))).to_be_focused()
    phone.is_sent()
    assert keys <= CORRECT
    assert sheet.entries.get().facts["re_points"] == 122
