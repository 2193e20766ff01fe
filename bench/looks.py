"""Pictures of every page: `python -m bench.looks [WORD …]`, into screenshots, with contact sheets of twelve each.
In four sizes, light and dark, German and English, in full height. A word leaves out every page without it in its
name; `390`, `dark`, `en` and so on leave out the other sizes, themes and languages. At the end stands a table of words,
controls and taps: before the design, its aim, now; the word `table` prints nothing else. Addresses that could not be
shown are named, and the exit code is then 1.
"""

from __future__ import annotations

import html
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from bench import counted
from bench.every_page import EveryPage, Shown, Who, every_page
from dev import ROOT
from docs.screenshots.make import THEMES, Theme, chromium

FOLDER: Final = ROOT / "screenshots"  # not test-results: the browser tests empty that
SIZES: Final = {
    "360": ViewportSize(width=360, height=640),
    "390": ViewportSize(width=390, height=844),
    "768": ViewportSize(width=768, height=1024),
    "1280": ViewportSize(width=1280, height=800),
}
LANGUAGES: Final = ("de", "en")
TALLEST: Final = 4000  # pixels of a picture; the rest is more of the same
ON_A_SHEET: Final = 12
SHOW_PICTURES: Final = """async () => {
  for (const picture of document.images) picture.loading = "eager";  // not when somebody scrolls to them
  await Promise.allSettled([...document.images].map((picture) => picture.decode()));
}"""
SHEET: Final = ViewportSize(width=1560, height=1560)


class Wanted(NamedTuple):
    """The choice on the command line; an empty one means all."""

    sizes: Sequence[str]
    themes: Sequence[Theme]
    languages: Sequence[str]
    words: Sequence[str]

    def shows(self, page: Shown) -> bool:
        return not self.words or any(word in page.name for word in self.words)


def main() -> int:
    words = sys.argv[1:]
    with every_page() as found, chromium() as browser:
        if words != ["table"]:
            take_pictures(browser, found, read_wanted(words))
        tell_counts(browser, found)
    for name, what in found.no_pages.items():
        print(f"no page: {name} ({what})")
    for name, what in found.missing.items():
        print(f"NOT SHOWN: {name} ({what})")
    return 1 if found.missing else 0


def take_pictures(browser: Browser, found: EveryPage, wanted: Wanted) -> None:
    pages = [page for page in found.pages if wanted.shows(page)]
    print(f"{len(pages)} pages", flush=True)
    for language in wanted.languages:
        take_all(browser, found, pages, wanted, language)
    for variant in product(wanted.languages, wanted.sizes, wanted.themes):
        write_sheets(browser, pages, "-".join(variant))
    print(f"Look at them in {FOLDER.relative_to(ROOT)}, at all of them in its folder sheets.")


def tell_counts(browser: Browser, found: EveryPage) -> None:
    phones = {who: open_phone(browser, found, who, "de") for who in found.cookies}
    for phone in phones.values():
        phone.set_viewport_size(SIZES["390"])
    print("\n".join(counted.write_table(found, phones)))
    for phone in phones.values():
        phone.context.close()


def read_wanted(words: Sequence[str]) -> Wanted:
    chosen = [[word for word in words if word in known] for known in (SIZES, THEMES, LANGUAGES)]
    rest = [word for word in words if not any(word in some for some in chosen)]
    sizes, themes, languages = chosen
    return Wanted(sizes or list(SIZES), themes or THEMES, languages or LANGUAGES, rest)  # type: ignore[arg-type]


# --- One page after the other -----------------------------------------------------------------------------------------


def take_all(browser: Browser, found: EveryPage, pages: Sequence[Shown], wanted: Wanted, language: str) -> None:
    phones: dict[Who, Page] = {who: open_phone(browser, found, who, language) for who in found.cookies}
    for shown in pages:
        page = phones[shown.who]
        page.set_viewport_size(SIZES[wanted.sizes[0]])
        page.goto(shown.address)
        page.evaluate(SHOW_PICTURES)
        for size, theme in product(wanted.sizes, wanted.themes):
            page.set_viewport_size(SIZES[size])
            page.emulate_media(color_scheme=theme)
            path = picture_of(shown, f"{language}-{size}-{theme}")
            path.parent.mkdir(parents=True, exist_ok=True)
            take(page, path)
    for page in phones.values():
        page.context.close()


def open_phone(browser: Browser, found: EveryPage, who: Who, language: str) -> Page:
    context = browser.new_context(
        base_url=found.base_url, locale=language, reduced_motion="reduce", service_workers="block", has_touch=True
    )
    of_who = [*found.cookies[who], ("language", language)]
    context.add_cookies([{"name": name, "value": value, "url": found.base_url} for name, value in of_who])
    return context.new_page()


def take(page: Page, path: Path) -> None:
    """Take the full height, except for endless pages."""
    height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
    width = (page.viewport_size or SHEET)["width"]
    clip = {"x": 0, "y": 0, "width": width, "height": height}
    page.screenshot(path=path, type="jpeg", quality=85, full_page=True, clip=clip, animations="disabled")  # type: ignore[arg-type]


def picture_of(shown: Shown, variant: str) -> Path:
    name = shown.name.replace(":", ".").replace(" ", "-").replace(",", "")
    return FOLDER / variant / f"{name}.jpeg"


# --- Twelve on a sheet ------------------------------------------------------------------------------------------------


def write_sheets(browser: Browser, pages: Sequence[Shown], variant: str) -> None:
    folder = FOLDER / "sheets"
    folder.mkdir(parents=True, exist_ok=True)
    page = browser.new_page(viewport=SHEET)
    for number, first in enumerate(range(0, len(pages), ON_A_SHEET), start=1):
        some = pages[first : first + ON_A_SHEET]
        source = folder / "sheet.html"
        source.write_text("".join(sheet_html(some, variant)), encoding="utf-8")
        page.goto(source.as_uri())
        page.screenshot(path=folder / f"{variant}-{number:02}.jpeg", type="jpeg", quality=90)
        source.unlink()
    page.close()


def sheet_html(pages: Sequence[Shown], variant: str) -> Iterator[str]:
    columns = 3 if "-1280-" in variant else 4 if "-768-" in variant else 6
    yield f"""<!doctype html><meta charset="utf-8"><style>
      body {{ margin: 0; padding: 10px; height: 1540px; background: #777; font: 13px sans-serif; display: grid;
        grid: repeat({-(-ON_A_SHEET // columns)}, minmax(0, 1fr)) / repeat({columns}, minmax(0, 1fr)); gap: 10px }}
      figure {{ margin: 0; display: flex; flex-direction: column; min-height: 0; overflow: hidden }}
      figcaption {{ background: #ffd; padding: 2px 4px; white-space: nowrap }}
      div {{ overflow: hidden; flex: 1 }} img {{ width: 100%; display: block }}</style>"""
    for shown in pages:
        path = picture_of(shown, variant).relative_to(FOLDER)
        yield f'<figure><figcaption>{html.escape(shown.name)}</figcaption><div><img src="../{path}"></div></figure>'


if __name__ == "__main__":
    if "--anew" in sys.argv:
        sys.argv.remove("--anew")
        shutil.rmtree(FOLDER, ignore_errors=True)
    sys.exit(main())
