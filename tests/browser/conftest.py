"""A real Chromium as a phone: narrow, touched, German. An error on its console or a foreign host fails a test."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Request, expect
from pytest_django.live_server_helper import LiveServer

from dev import chromium_on_path
from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Sheet
from tests.browser.phone import Phone
from tests.cast import Cast, make_cast

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs its loop in the thread of the tests

FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync "
    "--no-first-run --host-resolver-rules=MAP~*~NOTFOUND,EXCLUDE~localhost"
)
PATIENCE = 20_000  # milliseconds; nothing on a page of ours takes a second, but a machine may have more to do

expect.set_options(timeout=PATIENCE)

NewContext = Callable[..., BrowserContext]
SignIn = Callable[[BrowserContext, Account], None]
OpenPhone = Callable[..., Phone]


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    return str(live_server.url)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    arguments = {"args": [flag.replace("~", " ") for flag in FLAGS.split()]}
    path = chromium_on_path()  # without one, Playwright starts its own
    return arguments | ({"executable_path": path} if path else {})


@pytest.fixture(scope="session")
def browser_context_args(base_url: str) -> dict[str, Any]:
    return {
        "base_url": base_url,
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "locale": "de-DE",
        "timezone_id": "Europe/Berlin",
        "reduced_motion": "reduce",
    }


@pytest.fixture
def new_context(new_context: NewContext) -> Iterator[NewContext]:
    """Another phone: `new_context()`; its complaints fail the test like those of the first."""
    complaints: list[str] = []

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        watch(context, complaints)
        return context

    yield make
    assert complaints == []


def watch(context: BrowserContext, complaints: list[str]) -> None:
    context.on("console", lambda message: complaints.extend(console_error(message)))
    context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
    context.on("request", lambda request: complaints.extend(foreign_host(request)))


def console_error(message: ConsoleMessage) -> Iterator[str]:
    """Errors, but not those that Chromium notes for a page of ours that answers 4xx: a test asks for it on purpose.

    Nor those of htmx where somebody saves while a preview is still on its way: that request is not wanted any more.
    """
    refused = "the server responded with a status of 4" in message.text
    if message.text.startswith(("htmx:sendAbort", "htmx:afterRequest")):
        return
    static = urlsplit(str(message.location.get("url", ""))).path.startswith(settings.STATIC_URL)
    if message.type == "error" and (static or not refused):
        yield f"console: {message.text}"


def foreign_host(request: Request) -> Iterator[str]:
    address = urlsplit(request.url)
    if address.scheme not in ("data", "blob", "about") and address.hostname != "localhost":
        yield f"asked another host: {request.url}"


@pytest.fixture
def sign_in() -> SignIn:
    """`sign_in(context, account)`: the account is signed in on that phone, without the form."""

    def with_cookie(context: BrowserContext, account: Account) -> None:
        client = Client()
        client.force_login(account)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": value, "domain": "localhost", "path": "/"}]
        )

    return with_cookie


# --- An evening at the table ------------------------------------------------------------------------------------------


@pytest.fixture
def cast(live_server: LiveServer, transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def open_phone(new_context: NewContext, sign_in: SignIn, cast: Cast) -> OpenPhone:
    """`open_phone(sheet, "Ben", small=True)`: a phone of its own, signed in, with that sheet on its screen."""

    def opened(sheet: Sheet, name: str = "Ben", *, small: bool = False) -> Phone:
        context = new_context()
        sign_in(context, cast.accounts[name])
        return Phone(context.new_page(), sheet, small=small)

    return opened
