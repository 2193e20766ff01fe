"""The checks of the browser itself: errors that they must find, and messages that they must let pass."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.conftest import watch
from tests.browser.families import NAMES
from tests.browser.fonts.make import LETTERS, SIGNS, characters
from tests.house.arrows import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watched(browser: Any, browser_context_args: dict[str, Any]) -> Any:
    """Return a page with a list of complaints that do not fail the test."""
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


def test_a_page_is_set_in_our_fonts_whatever_the_machine_has(
    browser: Browser, narrow_browser: Browser, base_url: str
) -> None:
    """It uses the typeface that comes with the page; for all else, and for missing characters, the fonts given to
    Chromium here.
    """
    own = {"Doko Serif", "Doko Serif Display"}
    for one, (sans, serif) in ((browser, NAMES["wide"]), (narrow_browser, NAMES["narrow"])):
        assert {sans, "Doko Serif"} <= fonts(one, base_url) <= {sans, serif, *own}


def fonts(browser: Browser, base_url: str) -> set[str]:
    page = browser.new_page(base_url=base_url)
    page.goto("/account/login/")
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    nodes = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "main *"})["nodeIds"]
    used = [devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    page.context.close()
    return {font["familyName"] for several in used for font in several}


# Characters in the source that are compared or replaced, and that no page of ours shows.
VOWELS = {*"œůěıąİę"}  # of names: where a syllable ends
ONLY_READ: dict[str, set[str]] = {
    "dokoclub/ui/texts.py": VOWELS,
    "static/js/entry/game.js": VOWELS,
    "static/js/engine.js": {*"\u02b9\u02bb\u02bc\u02c8\u02ca\u02cb\u055a\u05f3\u2032\u2035\ua78c\uff07"}  # apostrophes
    | {*"\u02d7\u2015\u2043\ufe58\ufe63\uff0d\x7f"},  # dashes, and a control
    "static/js/python.js": {"\u0131"},
    "dokoclub/environment.py": {"\u03c2"},
    "dokoclub/settlement/presenters/girocode.py": {*"\u02bc\u2015\u2022"},
}


def test_our_fonts_have_every_sign_of_our_pages() -> None:
    known = characters(f"{LETTERS},{SIGNS}") | {"\n"}
    shown = ("templates/**/*.html", "static/css/*.css", "static/js/**/*.js", "locale/**/*.po", "dokoclub/**/*.py")
    texts = {path: path.read_text("utf-8") for glob in shown for path in ROOT.glob(glob)}
    lost = {str(path.relative_to(ROOT)): missing for path, text in texts.items() if (missing := {*text} - known)}
    assert lost == ONLY_READ


def test_a_family_is_small_and_its_licence_lies_beside_it() -> None:
    folder = ROOT / "tests" / "browser" / "fonts"
    for family in NAMES:
        assert sum(path.stat().st_size for path in (folder / family).glob("*.ttf")) <= 100_000
    assert len([*folder.glob("LICENSE-*.txt")]) == 3
