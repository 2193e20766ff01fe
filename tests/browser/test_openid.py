"""Sign-in through another service, in a browser: the policy of our pages lets it leave, and nothing else happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from pytest_django import Settings

from tests.accounts.openid_service import know_service, run_service
from tests.accounts.people import make_account
from tests.browser.conftest import PATIENCE
from tests.browser.test_accounts import enter_password, expect_signed_in, sign_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(browser: Browser, browser_context_args: dict[str, Any], base_url: str) -> Iterator[Page]:
    """Return a page on a phone whose errors count on our pages alone: the service's own page asks another host."""
    context = browser.new_context(**browser_context_args)
    context.route("**://cdn.*/**", lambda route: route.abort())
    context.set_default_timeout(PATIENCE)
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and str(message.location.get("url", "")).startswith(base_url):
            errors.append(message.text)

    context.on("console", note)
    yield context.new_page()
    context.close()
    assert [error for error in errors if "status of 403" not in error] == []


def say_who(page: Page, person: str) -> None:
    """Fill in the form of the service."""
    page.get_by_placeholder("sub").fill(person)
    page.get_by_role("button", name="Authorize", exact=True).click()


def test_an_account_is_connected_and_then_opened_by_a_tap(page: Page, settings: Settings) -> None:
    make_account("anna", "Anna")
    with run_service() as address:
        know_service(settings, address)
        button = page.get_by_role("button", name="Mit localhost")

        page.goto("/account/login/")
        button.click()
        say_who(page, "anna@work")
        expect(page.get_by_role("heading", name="Noch nicht verbunden")).to_be_visible()
        page.get_by_role("link", name="Anmelden und verbinden").click()
        enter_password(page)
        page.get_by_role("button", name="Verbinden").click()
        say_who(page, "anna@work")
        expect(page.get_by_text("Damit kannst du dich jetzt anmelden.")).to_be_visible()
        sign_out(page)

        page.goto("/account/login/")
        button.click()
        say_who(page, "anna@work")
        expect_signed_in(page, "Anna")
