"""A real Chromium as a phone: narrow, with touch, in German. A console error or a foreign host fails a test."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import handlers
from django.contrib.staticfiles.views import serve
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from dev import chromium_on_path
from dokoclub.accounts.models import Account
from dokoclub.core.static_files import find_strip
from dokoclub.evenings.models import Sheet
from tests.browser.families import Family, write_fontconfig
from tests.browser.looks import SMALL, Looks
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.once import Once

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs its loop in the thread of the tests

FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync "
    "--no-first-run --host-resolver-rules=MAP~*~NOTFOUND,EXCLUDE~localhost"
)
# For each new phone Chromium makes a list of suggestions under the address bar and a spare process: half the cost.
NEEDLESS = "WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup SpareRendererForSitePerProcess"
# Playwright's own list: Chromium uses only the last one that it is given.
UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable "
    "LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning OptimizationHints NetworkTimeServiceQuerying "
    "AimEnabled PreconnectToSearch"
)
UNREACHED = tuple(
    f"net::ERR_{name}" for name in ("INTERNET_DISCONNECTED", "NETWORK_CHANGED", "CONNECTION_REFUSED", "FAILED")
)
PATIENCE = 120_000  # milliseconds; no page of ours takes a second, but the machine may be busy
FRAME = 16  # milliseconds, per screen

expect.set_options(timeout=PATIENCE)

NewContext = Callable[..., BrowserContext]
Readers = Callable[..., tuple[Page, Page]]
SignIn = Callable[[BrowserContext, Account], None]
OpenPhone = Callable[..., Phone]
FamilyEnv = Callable[[Family], dict[str, str]]


@pytest.fixture(scope="session", autouse=True)
def stripped_scripts() -> Iterator[None]:
    """Serve scripts and style sheets to every browser as phones get them (core/static_files.py)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "serve", serve_stripped)
        yield


def serve_stripped(request: HttpRequest, path: str, **options: Any) -> HttpResponseBase:
    """Every phone of every test asks for nearly all of them, so they are read and stripped once."""
    if path not in served or "HTTP_IF_MODIFIED_SINCE" in request.META:
        answer = serve(request, path, **options)
        if not isinstance(answer, FileResponse):
            return answer
        with closing(answer):
            body = b"".join(answer.streaming_content)  # type: ignore[arg-type]  # never asynchronous
        strip = find_strip(path)
        headers = {name: answer[name] for name in ("Content-Type", "Last-Modified")}
        served[path] = (strip(body.decode()).encode() if strip else body, headers)
    body, headers = served[path]
    return HttpResponse(body, headers=headers)


served: dict[str, tuple[bytes, dict[str, str]]] = {}  # by path


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    return str(live_server.url)


@pytest.fixture(scope="session")
def browser_type_launch_args(family_env: FamilyEnv) -> dict[str, Any]:
    flags = [flag.replace("~", " ") for flag in FLAGS.split()]
    features = ",".join(f"{NEEDLESS} {UNWANTED}".split())
    arguments = {"args": [*flags, f"--disable-features={features}"], "env": family_env("wide")}
    path = chromium_on_path()  # without this, Playwright starts its own
    return arguments | ({"executable_path": path} if path else {})


@pytest.fixture(scope="session")
def family_env(tmp_path_factory: pytest.TempPathFactory) -> FamilyEnv:
    """Return the environment in which Chromium sees only the fonts of one family of ours."""
    folder = tmp_path_factory.mktemp("fonts")
    return lambda family: {**os.environ, "FONTCONFIG_FILE": str(write_fontconfig(family, folder))}


@pytest.fixture(scope="session")
def narrow_browser(launch_browser: Callable[..., Browser], family_env: FamilyEnv) -> Iterator[Browser]:
    """Return a second Chromium, with the narrow family; the first has the wide one."""
    browser = launch_browser(env=family_env("narrow"))
    yield browser
    browser.close()


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
        "service_workers": "block",  # no test could delay or count a worker's answers; stored_pages.py allows them
    }


@pytest.fixture
def readers(browser: Browser, narrow_browser: Browser, base_url: str, sign_in: SignIn) -> Iterator[Readers]:
    """Return `readers(account)`: the account's page on a small screen, in wide and in narrow fonts."""
    contexts = []

    def opened(account: Account, locale: str = "de-DE") -> tuple[Page, Page]:
        for one in (browser, narrow_browser):
            contexts.append(one.new_context(base_url=base_url, viewport=SMALL, locale=locale, has_touch=True))
            contexts[-1].set_default_timeout(PATIENCE)
            sign_in(contexts[-1], account)
        wide, narrow = (context.new_page() for context in contexts[-2:])
        return wide, narrow

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def looks(new_context: NewContext) -> Looks:
    """Return two phones without a signed-in account."""
    return Looks(new_context(), new_context(family="narrow"))


@pytest.fixture
def new_context(
    new_context: NewContext, browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> Iterator[NewContext]:
    """Return `new_context()`, which opens another phone; its complaints fail the test like those of the first.

    `family="narrow"` gives it narrow fonts.
    """
    complaints: list[str] = []

    def make(family: Family = "wide", **options: Any) -> BrowserContext:
        if family == "narrow" or "service_workers" in options:
            browser: Browser = request.getfixturevalue("narrow_browser" if family == "narrow" else "browser")
            context = browser.new_context(**browser_context_args | options)
            request.addfinalizer(context.close)
        else:
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
    """Return a console error, unless Chromium only notes that a page of ours answered 4xx, which a test does on
    purpose.

    It also ignores an absent network or server: tests cause both, and a busy machine logs it late. It ignores errors of
    htmx when somebody saves while a preview is still on its way: that request is not needed any more.
    """
    refused = "the server responded with a status of 4" in message.text
    if message.text.startswith(("htmx:sendAbort", "htmx:afterRequest")) or message.text.endswith(UNREACHED):
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
    """Return `sign_in(context, account)`, which signs the account in on that phone, without the form."""

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
def cast(live_server: LiveServer, kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


@pytest.fixture
def bens_context(
    browser: Browser, browser_context_args: dict[str, Any], sign_in: SignIn, cast: Cast
) -> Iterator[BrowserContext]:
    """Return Ben's phone, without a service worker and without `watch`: Chromium complains about lost requests."""
    opened = browser.new_context(**browser_context_args)
    opened.set_default_timeout(PATIENCE)
    sign_in(opened, cast.accounts["Ben"])
    yield opened
    opened.close()


@pytest.fixture
def open_phone(new_context: NewContext, sign_in: SignIn, cast: Cast) -> OpenPhone:
    """Return `open_phone(sheet, "Ben", small=True)`, which opens a separate signed-in phone with that sheet."""

    def opened(sheet: Sheet, name: str = "Ben", *, small: bool = False, family: Family = "wide") -> Phone:
        context = new_context(family=family)
        sign_in(context, cast.accounts[name])
        return Phone(context.new_page(), sheet, small=small)

    return opened


@pytest.fixture
def open_kept(
    browser: Browser, browser_context_args: dict[str, Any], sign_in: SignIn, cast: Cast
) -> Iterator[Callable[..., Any]]:
    """Return `open_kept(sheet, "Ben")`, which opens a phone that loses and regains its network
    (without_network.OpenKept).
    """
    from tests.browser.without_network import kept_phones  # it imports the fixtures above

    with kept_phones(browser, browser_context_args, sign_in, cast) as opened:
        yield opened
