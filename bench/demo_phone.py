"""A phone at the sheet of the demo club, in a folder that is thrown away; files named and packed as in earnest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import django
from playwright.sync_api import Browser, Page

from docs.screenshots import make


class Demo(NamedTuple):
    base_url: str
    sheet: str  # its path
    cookie: tuple[str, str]  # of who may write on it: name and value
    browser: Browser


@contextmanager
def serve_demo() -> Iterator[Demo]:
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "dokoclub.settings", "LOG_LEVEL": "ERROR"}
        os.environ["PROCESSES"] = "1"
        django.setup()
        from docs.screenshots import club

        demo = club.seeded()
        sheet, cookie = club.addresses(demo).sheet, club.cookie_of_anna(demo)
        with club.served() as base_url, make.chromium() as browser:
            yield Demo(base_url, sheet, cookie, browser)


def open_phone(demo: Demo, base_url: str) -> Page:
    """A phone of its own, with the sheet; `base_url`: by which way."""
    context = demo.browser.new_context(base_url=base_url, viewport={"width": 390, "height": 844}, locale="de-DE")
    name, value = demo.cookie
    context.add_cookies([{"name": name, "value": value, "url": base_url}])
    page = context.new_page()
    page.goto(demo.sheet)
    return page
