"""The four places: a bar below on phones, a rail on laptops, and never over anything else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, SignIn
from tests.cast import make_cast

pytestmark = pytest.mark.django_db(transaction=True)

COVERED = """() => {
  const bar = document.querySelector(".places").getBoundingClientRect();
  window.scrollTo(0, document.body.scrollHeight);
  const last = [...document.querySelectorAll("main a, main button, .foot a, .foot button")].pop();
  return last.getBoundingClientRect().bottom > bar.top && bar.width === innerWidth;
}"""


def open_club(new_context: NewContext, sign_in: SignIn, width: int, height: int) -> Page:
    cast = make_cast()
    context = new_context()
    sign_in(context, cast.anna)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/clubs/{cast.club.pk}/")
    return page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_phones_the_bar_stays_below(new_context: NewContext, sign_in: SignIn, width: int, height: int) -> None:
    page = open_club(new_context, sign_in, width, height)
    bar = page.get_by_role("navigation", name="Bereiche")
    expect(bar.get_by_role("link")).to_have_text(["Heute", "Tabelle", "Geld", "Club"])
    box = bar.bounding_box()
    assert box is not None
    assert (box["y"] + box["height"], box["width"]) == (height, width)
    assert not page.evaluate(COVERED)


def test_a_tap_leads_to_each_place(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_club(new_context, sign_in, 390, 844)
    bar = page.get_by_role("navigation", name="Bereiche")
    for name in ("Tabelle", "Geld", "Club", "Heute"):
        bar.get_by_role("link", name=name).click()
        expect(bar.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (260, 640)])
def test_a_low_screen_or_large_text_scrolls_the_bar_away(
    new_context: NewContext, sign_in: SignIn, width: int, height: int
) -> None:
    page = open_club(new_context, sign_in, width, height)
    expect(page.locator(".places")).to_have_css("position", "static")


def test_on_laptops_it_is_a_rail(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_club(new_context, sign_in, 1280, 800)
    box = page.locator(".places").bounding_box()
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert box is not None
    assert heading is not None
    assert box["width"] == 216
    assert box["x"] + box["width"] < heading["x"]


def test_paper_has_no_places(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_club(new_context, sign_in, 390, 844)
    page.emulate_media(media="print")
    expect(page.locator(".places")).to_be_hidden()
    expect(page.locator(".head")).to_be_hidden()


def test_the_first_tab_skips_the_head(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_club(new_context, sign_in, 390, 844)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_control_k_searches_on_a_laptop(page: Page, sign_in: SignIn) -> None:
    """From anywhere, and what is found appears while one types; the field of Verwalten is used where it is."""
    cast = make_cast()
    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/players/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+k")
    page.wait_for_url("**/search/")
    expect(page.get_by_role("searchbox", name="Suche")).to_be_focused()
    page.keyboard.type("dora")
    page.locator("#found").get_by_role("link", name="Dora").click()
    page.wait_for_url("**/statistics/**")
    page.goto(f"/clubs/{cast.club.pk}/settings/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("searchbox", name="Suche")).to_be_focused()
