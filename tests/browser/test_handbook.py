"""The handbook in a browser: short enough, readable by everybody, with an evening that really can be clicked
through.
"""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from dokoclub.handbook.texts import PAGES
from tests.browser.conftest import NewContext
from tests.browser.looks import LAPTOP, Looks, violations

pytestmark = pytest.mark.django_db(transaction=True)

# Two screens: the length of the page's own content, without the parts on every page, on a phone and on a laptop.
PHONE: Final = ViewportSize(width=390, height=844)
MOST: Final = 2
# One page after the other replaces the first, with the style sheets that all of them share.
SCREENS: Final = """async (addresses) => {
  const main = document.querySelector("main");
  const found = {};
  for (const address of addresses) {
    const text = await (await fetch(address)).text();
    main.innerHTML = new DOMParser().parseFromString(text, "text/html").querySelector("main").innerHTML;
    found[address] = main.querySelector("article").getBoundingClientRect().height / innerHeight;
  }
  return found;
}"""


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_is_longer_than_two_screens(page: Page, base_url: str, language: str) -> None:
    addresses = [reverse("handbook:show_page", args=[name]) for name in PAGES]
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": base_url}])
    page.goto(addresses[0])
    assert page.locator("html").get_attribute("lang") == language
    longest: dict[tuple[int, str], float] = {}
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        screens: dict[str, float] = page.evaluate(SCREENS, addresses)
        assert len(screens) == len(PAGES)
        assert min(screens.values()) > 0.1
        longest |= {(size["width"], address): round(high, 2) for address, high in screens.items() if high > MOST}

    assert longest == {}


def test_its_pages_hold(looks: Looks) -> None:
    looks.look_at("/help/", "/help/write/", "/help/sample/", "/help/sample/4/")
    assert looks.found == []


def test_the_sample_evening_is_clicked_through(page: Page) -> None:
    """On the real sheet each step sees the result of the last, nobody is held up, and the text to read comes behind
    it.
    """
    page.goto("/help/sample/")
    page.get_by_role("button", name="Übungszettel").tap()
    page.wait_for_url("**/sheets/new/#*")
    form, rows = page.get_by_role("form", name="Spiel eingeben"), page.locator("#sheet .number")
    expect(rows).to_have_count(3)

    at_step(page, "Lies eine Zeile")
    assert violations(page) == []
    rows.first.tap()
    goes_on(page)
    at_step(page, "Wer war Re?")
    for name in ("Anna", "Cem"):
        form.get_by_role("group", name="Re-Partei").get_by_role("button", name=name).tap()
    goes_on(page)
    at_step(page, "Wie viele Augen?")
    for digit in "155":
        form.get_by_role("group", name="Ziffern").get_by_role("button", name=digit, exact=True).tap()
    goes_on(page)
    at_step(page, "Angesagt und gefangen")
    form.get_by_role("group", name="Ansagen Re").get_by_role("button", name="Re", exact=True).tap()
    form.get_by_role("group", name="Sonderpunkte Re").get_by_role("button", name="Fuchs mehr").tap()
    goes_on(page)
    at_step(page, "Speichern")
    form.get_by_role("button", name="Speichern").tap()
    expect(rows).to_have_count(4)
    goes_on(page)

    at_step(page, "Doch ein Fehler")
    page.reload()  # it continues at the same place
    at_step(page, "Doch ein Fehler")
    page.get_by_role("link", name="Schritt zurück").press("Enter")
    at_step(page, "Speichern")
    for title in ("Doch ein Fehler", "Ein Solo"):
        page.get_by_role("link", name="Schritt weiter").press("Enter")
        at_step(page, title)
    page.get_by_role("link", name="Schritt weiter").press("Enter")
    page.wait_for_url("**/help/sample/8/")
    expect(page.get_by_role("heading", name="Das Ergebnis", level=1)).to_be_visible()


def at_step(page: Page, title: str) -> None:
    expect(page.get_by_role("region", name=title).get_by_role("heading", name=title)).to_be_visible()


def goes_on(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="Gut gemacht!")).to_be_visible()
    page.get_by_role("link", name="Schritt weiter").tap()


def test_without_a_script_the_evening_is_read_in_pictures(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/help/sample/")
    expect(page.get_by_role("button", name="Übungszettel")).to_be_hidden()
    page.get_by_role("link", name="Nur Bilder").click()
    page.wait_for_url("**/help/sample/1/")
    page.get_by_role("link", name="Schritt weiter").click()
    page.wait_for_url("**/help/sample/2/")
    expect(page.get_by_role("img", name="Zwei Namen sind gewählt")).to_be_visible()
