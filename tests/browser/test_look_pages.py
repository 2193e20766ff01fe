"""The layout in a real browser: no page scrolls sideways, everything can be touched and read, at all four sizes."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Playwright

from dokoclub.core import cookies
from tools.style.shown.states import STATES

pytestmark = pytest.mark.django_db(transaction=True)

SIZES: Final = {"small": (360, 640), "phone": (390, 844), "tablet": (768, 1024), "laptop": (1280, 800)}
STYLE: Final = "/style/"
EVENINGS: Final = [f"/style/{state}/" for state in STATES]
NOT_FOUND: Final = "/there/is/nothing/"

NewContext = Callable[..., BrowserContext]
Theme = Literal["light", "dark"]
OpenPage = Callable[..., Page]

# Targets too small for a finger, with their size; links in running text are exempt (WCAG 2.5.8), and the skip link.
TOO_SMALL: Final = """() => [...document.querySelectorAll("button, a[href], summary, select, input:not([type=hidden])")]
  .filter((one) => one.checkVisibility() && !one.closest("p, .skip, .prose"))
  .map((one) => {
    const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one.parentElement : one;
    const box = label.getBoundingClientRect();
    const least = one.matches(".number") && innerHeight < 736 ? 40 : 44; // three games have room on a small phone
    return [one.ariaLabel || one.textContent.trim() || one.name, Math.round(box.width), Math.round(box.height), least];
  })
  .filter(([, width, height, least]) => width < 44 || height < least)"""


@pytest.fixture
def open_page(new_context: NewContext) -> OpenPage:
    def opened(size: str, theme: Theme = "light") -> Page:
        page = new_context().new_page()
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        return page

    return opened


def is_wider_than_the_screen(page: Page) -> bool:
    # Not innerWidth: a phone would widen it to its content.
    assert page.viewport_size is not None
    return int(page.evaluate("document.scrollingElement.scrollWidth")) > page.viewport_size["width"]


@pytest.mark.walk
def test_no_page_scrolls_sideways_and_everything_can_be_touched(open_page: OpenPage) -> None:
    page = open_page("small")
    wrong = []
    for address in [STYLE, NOT_FOUND, *EVENINGS]:
        page.goto(address)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if is_wider_than_the_screen(page):
                wrong.append((address, size, "scrolls sideways"))
            wrong += [(address, size, small) for small in page.evaluate(TOO_SMALL)]

    assert wrong == []


@pytest.mark.walk
@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("laptop", "dark")])
def test_axe_finds_nothing_serious(open_page: OpenPage, size: str, theme: Theme) -> None:
    page = open_page(size, theme)
    found = []
    for address in [STYLE, NOT_FOUND, "/style/sheet/", "/style/bock/"]:
        page.goto(address)
        found += [(address, violation["id"], node["html"]) for violation, node in violations(page)]

    assert found == []


def violations(page: Page) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for violation in Axe().run(page).response["violations"]:
        if violation["impact"] in ("serious", "critical"):
            for node in violation["nodes"]:
                yield violation, node


@pytest.mark.walk
def test_save_is_always_under_the_thumb(open_page: OpenPage) -> None:
    page = open_page("small")
    hidden = []
    for address in EVENINGS:
        page.goto(address)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator(".bar").bounding_box() if page.locator(".bar").count() else None
            if box and round(box["y"] + box["height"]) > height:
                hidden.append((address, size))

    assert hidden == []


def test_a_game_is_written_without_scrolling_on_a_small_phone(open_page: OpenPage) -> None:
    page = open_page("small")
    heights = {}
    for state in ("new", "half", "normal", "steps", "solo", "five"):
        page.goto(reverse("style:show_state", args=[state]))
        heights[state] = page.evaluate("document.scrollingElement.scrollHeight")

    assert {state: height for state, height in heights.items() if height > 640} == {}


@pytest.mark.walk
def test_text_twice_as_large_still_fits(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], base_url: str
) -> None:
    """The test doubles the reader's own text size, which an em of a media query counts; not the zoom."""
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = playwright.chromium.launch(**browser_type_launch_args | {"args": arguments})
    page = browser.new_page(base_url=base_url, viewport={"width": 360, "height": 640})
    page.goto(STYLE)
    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    too_wide = []
    for address in (STYLE, "/style/seven/", "/style/bock/", NOT_FOUND):
        page.goto(address)
        too_wide += [address] if is_wider_than_the_screen(page) else []
    browser.close()

    assert (size, too_wide) == ("32px", [])


def test_on_paper_there_are_only_the_games(open_page: OpenPage) -> None:
    page = open_page("laptop")
    page.goto("/style/normal/")
    page.emulate_media(media="print")

    assert page.get_by_role("table", name="Spielzettel").is_visible()
    assert not page.locator(".entry").is_visible()
    assert page.locator(".sheet-title").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_switch_works_without_a_script(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(STYLE)
    page.get_by_role("group", name="Aussehen").get_by_role("button", name="Dunkel").click()

    assert page.locator("html[data-theme=dark]").count() == 1
    assert page.url.endswith(STYLE)

    page.get_by_role("group", name="Sprache").get_by_role("button", name="English").click()

    assert page.locator("html[lang=en][data-theme=dark]").count() == 1
    assert page.get_by_role("group", name="Appearance").get_by_role("button", pressed=True).inner_text() == "Dark"


def test_a_chosen_theme_beats_the_systems_wish(new_context: NewContext) -> None:
    context = new_context()
    context.add_cookies([{"name": cookies.COOKIE, "value": "light", "domain": "localhost", "path": "/"}])
    page = context.new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(STYLE)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(250, 246, 236)"
