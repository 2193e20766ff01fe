"""The pictures of README, manifest, link and handbook, from a demo club made for them: `make screenshots`.
The same dice, the same evening, the same pictures. Everything happens in a temporary folder and on 127.0.0.1, in this
one process; only the pictures stay: next to this module, in two folders of `static`, and in
`docs/handbook/pictures`. `python -m docs.screenshots.make handbook` takes those alone.
"""

from __future__ import annotations

import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

import django
import time_machine
from playwright.sync_api import Browser, Page, expect, sync_playwright

import dev
from tools.release import note_pictures

if TYPE_CHECKING:  # it needs Django to be set up
    from docs.screenshots.club import Addresses

HERE: Final = Path(__file__).parent
OF_MANIFEST: Final = HERE.parents[1] / "static" / "screenshots"
OF_LINK: Final = HERE.parents[1] / "static" / "preview"
TONIGHT: Final = datetime(2026, 11, 20, 22, 5, tzinfo=ZoneInfo("Europe/Berlin"))
LARGEST: Final = 150_000  # bytes of a picture
LARGEST_OF_MANIFEST: Final = 300_000  # only browsers that offer to install the app fetch it
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--font-render-hinting=none")

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


class Screen(NamedTuple):
    width: int
    height: int
    scale: float
    is_phone: bool = True


README: Final = Screen(390, 844, 1.25)
NARROW: Final = Screen(432, 768, 2.5)  # 1080 × 1920, as browsers show phones
WIDE: Final = Screen(1280, 720, 1, is_phone=False)
LINK: Final = Screen(1200, 630, 1, is_phone=False)  # as shown in the preview of a link to the home page


class Picture(NamedTuple):
    name: str
    address: str
    prepare: Callable[[Page], None] | None = None


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="dokoclub-screenshots-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "dokoclub.settings", "LOG_LEVEL": "ERROR"}
        os.environ["PROCESSES"] = "1"
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        from docs.screenshots import club, handbook

        with time_machine.travel(TONIGHT, tick=False):
            demo = club.seeded()
            to, cookie, scenes = club.addresses(demo), club.cookie_of_anna(demo), handbook.list_scenes(demo)
            with club.served() as base_url, chromium() as browser:
                if sys.argv[1:] != ["handbook"]:
                    take_pictures(browser, base_url, to, cookie)
                    take_link_previews(browser, base_url)
                handbook.take_handbook(browser, base_url, scenes, cookie)
    if sys.argv[1:] != ["handbook"]:
        note_pictures()


def take_pictures(browser: Browser, base_url: str, to: Addresses, cookie: tuple[str, str]) -> None:
    """Take the pictures of README, in both themes, and of the manifest."""
    pictures = [
        Picture("sheet", to.sheet, write_a_game),
        Picture("reckoning", to.sheet, unfold_the_highest_game),
        Picture("result", to.result),
        Picture("table", to.table, of_the_year),
        Picture("settlement", to.settlement),
    ]
    for picture in pictures:
        for theme in THEMES:
            save(HERE / f"{picture.name}-{theme}.png", shot(browser, picture, README, theme, base_url, cookie))
    sheet, table = pictures[0], pictures[3]
    for picture, name, screen in ((sheet, "narrow", NARROW), (table, "narrow", NARROW), (sheet, "wide", WIDE)):
        taken = shot(browser, picture, screen, "light", base_url, cookie)
        save(OF_MANIFEST / f"{picture.name}-{name}.png", taken, LARGEST_OF_MANIFEST)


def take_link_previews(browser: Browser, base_url: str) -> None:
    """Take the home page as a stranger sees it, in each language."""
    for language in ("de", "en"):
        home = Picture("home", "/")
        save(OF_LINK / f"home-{language}.png", shot(browser, home, LINK, "light", base_url, language=language))


# ---- Actions on the phone before the picture ----


def write_a_game(page: Page) -> None:
    """Write a game, and wait for its value in the bar before it is saved."""
    tiles = page.get_by_role("group", name="Re-Partei").get_by_role("button", disabled=False)
    tiles.nth(0).tap()
    tiles.nth(2).tap()
    for digit in "155":
        page.get_by_role("group", name="Ziffern").get_by_role("button", name=digit, exact=True).tap()
    page.get_by_role("group", name="Ansagen Re").get_by_role("button", name="Re", exact=True).tap()
    page.get_by_role("group", name="Sonderpunkte Re").get_by_role("button", name="Fuchs mehr").tap()
    expect(page.get_by_role("status", name="Spielwert")).to_contain_text("Re gewinnt")


def unfold_the_highest_game(page: Page) -> None:
    page.locator(".sheet-menu > summary").tap()
    page.get_by_role("button", name="Ganzer Zettel").tap()
    rows = page.get_by_role("table", name="Spielzettel").get_by_role("button")
    rows.nth(max(range(rows.count()), key=lambda place: value_of(rows.nth(place).get_attribute("aria-label")))).tap()
    page.get_by_role("button", name="Bearbeiten").wait_for()


def of_the_year(page: Page) -> None:
    page.locator(".period").tap()
    page.get_by_role("link", name="2026", exact=True).tap()
    page.wait_for_url("**/table/2026/")


def value_of(label: str | None) -> int:
    """Return the value from "Spiel 14, Wert 3: Einzelheiten"."""
    worth = str(label).partition(", Wert ")[2].partition(":")[0]
    return int(worth) if worth.isdecimal() else 0


# ---- The browser ----


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(args=list(FLAGS), executable_path=dev.chromium() or None)
        yield browser
        browser.close()


def shot(
    browser: Browser,
    picture: Picture,
    screen: Screen,
    theme: Theme,
    base_url: str,
    cookie: tuple[str, str] | None = None,
    *,
    language: str = "de",
) -> bytes:
    """Take a picture in a new browser context, so that it shows no other picture's draft.
    Without a `cookie` it is a stranger's.
    """
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": screen.width, "height": screen.height},
        device_scale_factor=screen.scale,
        has_touch=True,
        is_mobile=screen.is_phone,
        locale=language,
        color_scheme=theme,
        reduced_motion="reduce",
        service_workers="block",
    )
    if cookie:
        name, value = cookie
        context.add_cookies([{"name": name, "value": value, "url": base_url}])
    page = context.new_page()
    answer = page.goto(picture.address)
    assert answer is not None
    assert answer.ok, f"{picture.address} answers {answer.status}"
    if picture.prepare:
        picture.prepare(page)
    page.evaluate("document.activeElement?.blur()")
    taken = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return taken


# ---- The files ----


def save(path: Path, png: bytes, largest: int = LARGEST) -> None:
    small = packed(png)
    assert len(small) <= largest, f"{path.name} has {len(small)} bytes"
    path.write_bytes(small)
    print(f"{path.name}  {len(small) // 1000} kB", flush=True)


def packed(png: bytes) -> bytes:
    """Return the same picture with its data compressed as tightly as deflate can; Chromium compresses quickly."""
    chunks = list(chunks_of(png))
    data = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    head = next(chunk for chunk in chunks if chunk[0] == b"IHDR")
    kept = (head, (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return png[:8] + b"".join(as_chunk(kind, body) for kind, body in kept)


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8  # behind the signature
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def as_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


if __name__ == "__main__":
    main()
