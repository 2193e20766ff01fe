"""The league table on a phone: one's own row stays in sight, and no number is cut off."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import SignIn
from tests.cast import Cast
from tests.standings.papers import results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Dora's phone: she is the last of the table."""
    for day in (5, 12):
        results(cast, date(2025, 12, day), {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    sign_in(context, cast.dora)
    return context.new_page()


def test_ones_own_row_stays_in_sight(page: Page, cast: Cast) -> None:
    page.set_viewport_size({"width": 390, "height": 450})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    expect(page.locator(".league.whole")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Cleo")).not_to_be_in_viewport(ratio=1)
    expect(page.get_by_role("rowheader", name="Dora")).to_be_in_viewport(ratio=1)


def test_the_narrowest_phone_shows_what_ranks_before_how_often(page: Page, cast: Cast) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/clubs/{cast.club.pk}/table/2025/")
    expect(page.get_by_role("columnheader", name="Punkte", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("columnheader", name="Spiele")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 640})
    expect(page.get_by_role("columnheader", name="Spiele")).to_be_visible()
