"""A phone with a server of ours without a database: it stores a sheet and can be as bad as a network is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.sheet_server import Phone, SheetServer


@pytest.fixture
def server() -> SheetServer:
    return SheetServer()


@pytest.fixture
def context(browser: Browser, server: SheetServer) -> Iterator[BrowserContext]:
    opened = browser.new_context()
    opened.route("**/*", server.answer)
    yield opened
    opened.close()


@pytest.fixture
def phone(context: BrowserContext) -> Phone:
    return Phone(context.new_page())
