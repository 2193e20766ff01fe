"""The looks of a page: on a small phone by day and on a laptop by night, in wide and in narrow fonts.

A page is requested once in each font family; after that only its size and its colours differ. Each size and each
colour scheme is checked whole; `python -m bench.looks` checks every pair of them.
"""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, ViewportSize

SMALL: Final = ViewportSize(width=360, height=640)
LAPTOP: Final = ViewportSize(width=1280, height=800)

# Leave out passes and selectors; no rule of ours needs a style sheet again.
VIOLATIONS: Final[dict[str, Any]] = {"resultTypes": ["violations"], "selectors": False, "preload": False}
COLOURS: Final = VIOLATIONS | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
AXE: Final = Axe().axe_script
RUN_AXE: Final = """async (options) => (await axe.run(document, options)).violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))"""

# Content wider than its cell on the sheet: a number with a hidden digit is a wrong number.
CUT_CELLS: Final = """() => [...document.querySelectorAll("#sheet :is(td, .number) > :is(b, small)")].filter((one) => {
  const [range, cell] = [document.createRange(), one.closest("td, th").getBoundingClientRect()];
  const parts = [one, ...one.querySelectorAll(":not(.aloud)")].flatMap((part) => [...part.childNodes]);
  return parts.filter((part) => part.nodeType === Node.TEXT_NODE).some((part) => {
    range.selectNodeContents(part);
    const text = range.getBoundingClientRect();
    return text.width && (text.left < cell.left - 1 || text.right > cell.right + 1);
  });
}).map((one) => one.textContent)"""

# Words in a column of few letters, because their neighbours have taken the room.
SQUEEZED: Final = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = [];
  const isAloud = (one) => one && (getComputedStyle(one).clipPath !== "none" || isAloud(one.parentElement));
  const isSeen = (one) => one.checkVisibility() && !isAloud(one);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const words = text.data.trim();
    if (words.length < 8) continue;
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
    if (lines > 2 && words.length / lines < 4 && isSeen(text.parentElement)) found.push(words);
  }
  return found;
}"""


def violations(page: Page, options: dict[str, Any] = VIOLATIONS) -> list[str]:
    """List all findings of axe, of any severity, with each element concerned."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN_AXE, options)
    return [f"{page.url} {one}" for one in found]


def too_wide(page: Page) -> list[str]:
    """Return whether the page scrolls sideways."""
    assert page.viewport_size is not None  # not innerWidth: a phone would widen it to its content
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"{page.url} is {width} wide"] if width != page.viewport_size["width"] else []


def squeezed(page: Page) -> list[str]:
    """List the texts that are broken into lines of two or three letters."""
    return [f"{page.url} squeezes {words!r}" for words in page.evaluate(SQUEEZED)]


def enlarge_text(page: Page) -> Page:
    """Double the reader's own text size, which an em of a media query counts; not the zoom."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.goto("about:blank")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    return page


class Looks:
    """The same reader on two phones; faults of all pages gather in `found`."""

    def __init__(self, wide: BrowserContext, narrow: BrowserContext) -> None:
        self.wide, self.narrow = wide.new_page(), narrow.new_page()
        self.found: list[str] = []

    @property
    def pages(self) -> tuple[Page, Page]:
        return self.wide, self.narrow

    def look_at(self, *addresses: str, sizes: tuple[ViewportSize, ...] = (SMALL, LAPTOP)) -> None:
        for address in addresses:
            for page in self.pages:
                page.set_viewport_size(sizes[0])
                page.goto(address)
                self.found += list(self.faults(page, sizes))

    def faults(self, page: Page, sizes: tuple[ViewportSize, ...]) -> list[str]:
        """List the faults. In other fonts only the widths differ."""
        found = []
        for size in sizes:
            page.set_viewport_size(size)
            found += [*too_wide(page), *squeezed(page)]
        if page is self.wide:
            page.emulate_media(color_scheme="dark")
            found += violations(page)
            page.emulate_media(color_scheme="light")
            page.set_viewport_size(sizes[0])
            found += violations(page, VIOLATIONS if sizes[1:] else COLOURS)
        return found
