"""Accessibility check with axe on every page and more: `python -m bench.axe [WORD …]`.
A WORD selects the pages with it in their name.
Each page in wide fonts on a small phone and a laptop, light and dark, with more contrast and with forced colours;
with text twice as large; zoomed to 400 %, which leaves 320 × 256; and in narrow fonts. axe must find nothing, and no
page may scroll sideways. With forced colours, axe sees only the colours that they replace: there only the widths are
checked. Each finding is printed at once, and at the end with all pages that have it; the exit code is then 1.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.every_page import EveryPage, Shown, Who, every_page
from dev import chromium
from docs.screenshots.make import FLAGS
from tests.browser.families import Family, write_fontconfig
from tests.browser.looks import COLOURS, LAPTOP, SMALL, VIOLATIONS, enlarge_text, too_wide, violations

ZOOMED: Final = ViewportSize(width=320, height=256)  # 1280 × 1024 at 400 %
LARGE_TEXT: Final = ViewportSize(width=390, height=844)
FAMILIES: Final[tuple[Family, ...]] = ("wide", "narrow")
PATIENCE: Final = 60_000


class View(NamedTuple):
    name: str
    size: ViewportSize
    media: dict[str, Any]
    axe: dict[str, Any] | None  # rules of axe; None: only whether it scrolls sideways


class Reader(NamedTuple):
    phones: dict[Who, Page]
    views: Sequence[View]


PLAIN: Final = {"color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}
VIEWS: Final = (
    View("phone", SMALL, PLAIN, VIOLATIONS),
    View("phone, dark", SMALL, PLAIN | {"color_scheme": "dark"}, COLOURS),
    View("phone, more contrast", SMALL, PLAIN | {"contrast": "more"}, COLOURS),
    View("phone, dark, more contrast", SMALL, PLAIN | {"color_scheme": "dark", "contrast": "more"}, COLOURS),
    View("phone, forced colours", SMALL, PLAIN | {"forced_colors": "active"}, None),
    View("400 %", ZOOMED, PLAIN, None),
    View("laptop, dark", LAPTOP, PLAIN | {"color_scheme": "dark"}, COLOURS),
    View("laptop", LAPTOP, PLAIN, VIOLATIONS),
)
ONLY_WIDTHS: Final = tuple(
    View(f"{name}, narrow fonts", size, PLAIN, None) for name, size in (("phone", SMALL), ("laptop", LAPTOP))
)
Found = dict[str, list[str]]  # places by fault


def main() -> int:
    words, wrong = sys.argv[1:], Found()
    with every_page() as found, browsers() as (wide, narrow):
        pages = [page for page in found.pages if not words or any(word in page.name for word in words)]
        pages.sort(key=lambda page: " " in page.name)  # first each page once, then its other states
        large = {who: enlarge_text(page) for who, page in open_phones(wide, found).items()}
        readers = (
            Reader(open_phones(wide, found), VIEWS),
            Reader(large, (View("phone, text 200 %", LARGE_TEXT, PLAIN, None),)),
            Reader(open_phones(narrow, found), ONLY_WIDTHS),
        )
        for number, shown in enumerate(pages, start=1):
            print(f"\r{number} of {len(pages)}", end="", file=sys.stderr, flush=True)
            for reader in readers:
                note_faults(reader, shown, wrong)
    tell(wrong, len(pages))
    for name, what in found.missing.items():
        print(f"NOT SHOWN: {name} ({what})")
    return 1 if wrong or found.missing else 0


def note_faults(reader: Reader, shown: Shown, wrong: Found) -> None:
    """Note the faults of a page, and print the first of a kind at once."""
    page = reader.phones[shown.who]
    page.goto(shown.address)
    for view in reader.views:
        for what in faults(page, view):
            where = f"{shown.name} ({view.name})"
            if what not in wrong:
                print(f"\r{where}: {what}", flush=True)
            wrong.setdefault(what, []).append(where)


def tell(wrong: Found, pages: int) -> None:
    runs = pages * sum(view.axe is not None for view in VIEWS)
    print(f"\r{pages} pages, {runs} runs of axe, {sum(map(len, wrong.values()))} findings, {len(wrong)} of a kind")
    for what, where in sorted(wrong.items()):
        print(f"{what}\n    {', '.join(where[:6])}{f' and {len(where) - 6} more' if len(where) > 6 else ''}")


@contextmanager
def browsers() -> Iterator[tuple[Browser, Browser]]:
    """Open one browser with only the wide family of fonts, and one with the narrow one."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, ExitStack() as stack:
        opened = []
        for family in FAMILIES:
            environment: dict[str, str | float | bool] = {
                **os.environ,
                "FONTCONFIG_FILE": str(write_fontconfig(family, Path(folder))),
            }
            launched = play.chromium.launch(args=list(FLAGS), executable_path=chromium() or None, env=environment)
            stack.callback(launched.close)
            opened.append(launched)
        yield opened[0], opened[1]


def open_phones(browser: Browser, found: EveryPage) -> dict[Who, Page]:
    """Open one page for each visitor."""
    phones: dict[Who, Page] = {}
    for who, cookies in found.cookies.items():
        context = browser.new_context(
            base_url=found.base_url,
            viewport=SMALL,
            locale="de-DE",
            has_touch=True,
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": name, "value": value, "url": found.base_url} for name, value in cookies])
        phones[who] = context.new_page()
    return phones


def faults(page: Page, view: View) -> Sequence[str]:
    """List the faults of a page without its address, so that the same fault on many pages is printed once."""
    page.set_viewport_size(view.size)
    page.emulate_media(**view.media)
    found = too_wide(page) + (violations(page, view.axe) if view.axe is not None else [])
    return [what.partition(" ")[2] for what in found]


if __name__ == "__main__":
    sys.exit(main())
