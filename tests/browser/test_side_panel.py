"""The league table on a laptop: its side panel shows the person of a row; on a phone a row leads there."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import SignIn
from tests.browser.looks import LAPTOP, too_wide, violations
from tests.cast import Cast
from tests.standings.papers import results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Return Dora's laptop: she is the last of the table."""
    for day in (5, 12):
        results(cast, date(2025, 12, day), {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    sign_in(context, cast.dora)
    page = context.new_page()
    page.set_viewport_size(LAPTOP)
    return page


@pytest.fixture
def panel(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Spieler")


def test_it_shows_oneself_and_then_the_person_of_a_row(page: Page, panel: Locator, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/table/2025-12/")
    address = page.url
    expect(panel.get_by_role("heading", name="Dora")).to_be_visible()
    expect(panel).to_contain_text("Fr 12. Dez 2025 −30")

    page.get_by_role("row", name="Anna").get_by_role("cell").last.click()
    expect(panel.get_by_role("heading", name="Anna")).to_be_visible()
    expect(panel).to_contain_text("Fr 5. Dez 2025 +30")
    expect(page.get_by_role("link", name="Anna", exact=True)).to_have_attribute("aria-current", "true")
    assert (page.url, too_wide(page), violations(page)) == (address, [], [])

    page.get_by_role("link", name="Ben", exact=True).focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("heading", name="Ben")).to_be_visible()
    page.keyboard.press("Enter")  # once more leads to the page
    page.wait_for_url(f"**/players/{cast.players['Ben'].pk}/statistics/2025-12/")
    page.go_back()
    expect(panel.get_by_role("heading", name="Dora")).to_be_visible()
    panel.get_by_role("link", name="Dora ansehen").click()
    page.wait_for_url(f"**/players/{cast.players['Dora'].pk}/statistics/2025-12/")


def test_a_phone_goes_there(page: Page, panel: Locator, cast: Cast) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/clubs/{cast.club.pk}/table/2025-12/")
    expect(panel).to_be_hidden()
    page.get_by_role("row", name="Anna").get_by_role("cell").last.click()
    page.wait_for_url(f"**/players/{cast.players['Anna'].pk}/statistics/2025-12/")


def test_without_an_answer_a_row_leads_there(page: Page, panel: Locator, cast: Cast) -> None:
    page.add_init_script("console.error = () => undefined")  # htmx notes what fails
    page.goto(f"/clubs/{cast.club.pk}/table/2025-12/")
    expect(panel.get_by_role("heading", name="Dora")).to_be_visible()
    page.route("**/statistics/2025-12/?panel", lambda route: route.abort())
    page.get_by_role("row", name="Anna").get_by_role("cell").last.click()
    page.wait_for_url(f"**/players/{cast.players['Anna'].pk}/statistics/2025-12/")


def test_offline_it_has_no_panel(page: Page, panel: Locator, cast: Cast) -> None:
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
    page.goto(f"/clubs/{cast.club.pk}/table/2025-12/")
    expect(page.get_by_role("link", name="Dora", exact=True)).to_be_visible()
    expect(panel).to_be_hidden()
