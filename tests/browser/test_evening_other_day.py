"""A phone with the sheet of last week: it asks whether to close that evening, also without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dokoclub.core import formatting
from tests.browser.conftest import NewContext, SignIn
from tests.browser.stored_pages import keeping
from tests.browser.stored_pages import open_kept as keep_open
from tests.browser.without_network import OpenKept
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

LATER = "{ const now = Date.now.bind(Date); Date.now = () => now() + %s * 86_400_000; }"
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_page_that_stays_open_asks_on_the_next_day(open_kept: OpenKept, cast: Cast) -> None:
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora")
    phone = open_kept(sheet)
    phone.open()
    question = phone.page.get_by_role("heading", name=f"Abend vom {formatting.day(sheet.evening.date)} beenden?")
    phone.goes_offline()
    phone.page.evaluate(LOOK_AGAIN)
    expect(phone.preview).to_be_visible()
    assert question.count() == 0

    phone.page.evaluate(LATER % 7)
    phone.page.evaluate(LOOK_AGAIN)
    expect(question).to_be_visible()
    expect(phone.preview).to_be_hidden()
    assert "/evenings/new/" in str(phone.page.get_by_role("link", name="Abend starten").get_attribute("href"))
    phone.press("Weiterschreiben")
    expect(question).to_be_hidden()
    expect(phone.page.locator("#entry")).to_be_focused()
    phone.page.evaluate(LOOK_AGAIN)
    phone.writes(1, ["Anna", "Ben"], 131)

    phone.page.evaluate(LATER % 1)
    phone.page.evaluate(LOOK_AGAIN)
    expect(question).to_be_visible()
    phone.press("Weiterschreiben")
    expect(phone.preview).to_be_visible()
    phone.comes_back()
    phone.is_sent()


def test_a_page_that_was_kept_asks_when_it_is_opened(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora")
    context = keeping(new_context, sign_in, cast, "Ben")
    page = context.new_page()
    keep_open(page, f"/sheets/{sheet.pk}/")
    assert page.locator("#other-day").count() == 0
    context.set_offline(True)
    context.add_init_script(LATER % 7)
    page.reload()
    expect(page.get_by_role("heading", name="beenden?")).to_be_visible()
    expect(page.locator("#entry")).to_be_hidden()
