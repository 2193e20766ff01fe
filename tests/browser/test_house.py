"""The watch over the browser itself: what it must not miss, and what it must let pass."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.browser.conftest import watch

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watched(browser: Any, browser_context_args: dict[str, Any]) -> Any:
    """A page with a list of complaints that fail nothing here."""
    context: BrowserContext = browser.new_context(**browser_context_args)
    complaints: list[str] = []
    watch(context, complaints)
    yield context.new_page(), complaints
    context.close()


def test_it_hears_a_console_error(watched: tuple[Page, list[str]]) -> None:
    page, complaints = watched
    page.goto("/healthz")

    page.evaluate("console.error('no more cards')")

    assert complaints == ["console: no more cards"]


def test_it_hears_a_script_that_breaks(watched: tuple[Page, list[str]]) -> None:
    page, complaints = watched
    page.goto("/healthz")

    with page.context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('no trump') }, 0)")

    assert complaints == ["script: no trump"]


def test_it_sees_a_foreign_host_and_does_not_reach_it(watched: tuple[Page, list[str]]) -> None:
    page, complaints = watched

    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://elsewhere.example/")

    assert "asked another host: http://elsewhere.example/" in complaints


def test_a_script_cannot_even_ask_another_host(watched: tuple[Page, list[str]]) -> None:
    page, complaints = watched
    page.goto("/healthz")

    reached = page.evaluate("fetch('http://elsewhere.example/').then(() => true, () => false)")

    assert not reached
    assert "Content Security Policy" in complaints[0]


def test_a_page_that_refuses_is_no_complaint_but_a_missing_file_is(watched: tuple[Page, list[str]]) -> None:
    page, complaints = watched
    page.goto("/healthz")

    page.evaluate("fetch('/no-such-page/')")
    with page.context.expect_console_message(lambda message: "no-such-file" in message.location["url"]):
        page.evaluate("fetch('/static/no-such-file.css')")

    assert len(complaints) == 1
    assert "404" in complaints[0]
