"""The pictures of the handbook, in each of its languages: small WebP files in docs/handbook/pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page

from dokoclub.clubs.models import Club
from dokoclub.dates.models import Date
from dokoclub.evenings.models import Evening
from dokoclub.standings.models import Closing
from dokoclub.tournaments.models import Tournament

FOLDER: Final = Path(__file__).parents[1] / "handbook" / "pictures"
LANGUAGES: Final = ("de", "en")
LARGEST: Final = 60_000  # bytes of one picture
WIDTH, SCALE = 390, 1.25
SHEET: Final = 680  # height in pixels that shows the whole form of the sheet
QUALITY: Final = 68  # of WebP
AT_TOP: Final = "(element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })"


class Scene(NamedTuple):
    """A picture. `prepare`: actions on the page before it; `clip`: the visible part, by its first and last element."""

    name: str
    address: str
    prepare: Callable[[Page], None] | None = None
    height: int = 520
    clip: tuple[str, str] | None = None


def take_handbook(browser: Browser, base_url: str, scenes: list[Scene], cookie: tuple[str, str]) -> None:
    """Write all pictures at the end: the site in the pictures shows the previous ones."""
    for path, webp in list(take_all(browser, base_url, scenes, cookie)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(webp)
        print(f"{path.parent.name}/{path.name}  {len(webp) // 1000} kB", flush=True)


def take_all(
    browser: Browser, base_url: str, scenes: list[Scene], cookie: tuple[str, str]
) -> Iterator[tuple[Path, bytes]]:
    for language in LANGUAGES:
        for scene in scenes:
            context = open_phone(browser, base_url, language, scene.height, cookie)
            page = context.new_page()
            page.goto(scene.address)
            if scene.prepare:
                scene.prepare(page)
            yield FOLDER / language / f"{scene.name}.webp", photograph(page, scene.clip)
            context.close()
        for number, webp in enumerate(play_sample(browser, base_url, language), start=1):
            yield FOLDER / language / f"step-{number}.webp", webp


def list_scenes(demo: Club) -> list[Scene]:
    tonight = Evening.objects.get(club=demo, closed_at=None)
    last = Evening.objects.filter(club=demo).exclude(closed_at=None).order_by("-date")[0]
    coming = Date.objects.filter(club=demo, start__date__gt=tonight.date).earliest("start")
    month = Closing.objects.filter(club=demo).latest("month").month
    sheet, club = reverse("evenings:show_sheet", args=[tonight.sheets.get().pk]), [demo.pk]
    entry = (".ladders", "[data-fields]:has(.counters.kontra)")
    return [
        Scene("table", reverse("standings:show_table", args=[demo.pk, "2026"]), under("h1")),
        Scene("reckoning", sheet, unfold_the_highest_game, SHEET, (".sheet-view", ".sheet-view")),
        Scene("dates", reverse("dates:show_date", args=[coming.pk]), under("h1")),
        Scene("large", reverse("evenings:show_large", args=[tonight.sheets.get().pk])),
        Scene("begin", reverse("evenings:start_evening", args=club), begin_anew, 420),
        Scene("write", sheet, write_a_game, SHEET),
        Scene("announcements", sheet, announce, SHEET, entry),
        Scene("kinds", sheet, play_a_solo, SHEET),
        Scene("correct", sheet, unfold_the_newest_game, SHEET, (".sheet-view", ".sheet-view")),
        Scene("seats", reverse("evenings:change_seats", args=[tonight.sheets.get().pk]), under("h2")),
        Scene("pen", reverse("evenings:show_pen", args=[tonight.sheets.get().pk]), press_first, 480),
        Scene("result", reverse("evenings:show_evening", args=[last.pk]), under("h1")),
        Scene("settlement", reverse("settlement:show_evening", args=[last.pk]), under(".payment", "ul:has({})")),
        Scene("money", reverse("settlement:show_overview", args=club), under(".payment", "ul:has({})")),
        Scene("cash-box", reverse("settlement:show_kitty", args=club), under("h1")),
        Scene("accounts", reverse("settlement:show_accounts", args=club), under("h1")),
        Scene("dues", reverse("settlement:list_dues", args=club), under("h1")),
        Scene("clearing", reverse("settlement:clear_all", args=club), under("#through")),
        Scene("invite", reverse("clubs:create_invitation", args=club), press_first, 480),
        Scene("rules", reverse("clubs:show_rules", args=club), under("h1")),
        Scene("month", reverse("standings:show_table", args=[demo.pk, f"{month:%Y-%m}"]), under("h1")),
        Scene("tournament", reverse("tournaments:show_tournament", args=[demo_tournament(demo)]), under("h1")),
    ]


def demo_tournament(demo: Club) -> int:
    return Tournament.objects.filter(club=demo).latest("day").pk


# ---- Preparations ----


def under(selector: str, around: str = "{}") -> Callable[[Page], None]:
    """Return a function that scrolls this element to the top."""
    return lambda page: page.locator(around.format(selector)).first.evaluate(AT_TOP)


def press_first(page: Page) -> None:
    """Create the link, unless there is one from the previous language."""
    if not page.locator(".handover").count():
        page.locator("main .button.primary").first.tap()
    page.locator(".handover").first.evaluate(AT_TOP)


def begin_anew(page: Page) -> None:
    page.locator("legend").first.evaluate(AT_TOP)


def unfold(page: Page, place: int) -> None:
    page.locator("#sheet .number").nth(place).tap()
    page.locator("#sheet .number[aria-expanded=true]").first.evaluate(AT_TOP)
    page.locator("[data-amends]").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def unfold_the_highest_game(page: Page) -> None:
    page.locator("[data-opens-sheet]").first.evaluate("(button) => button.click()")
    unfold(page, 2)


def unfold_the_newest_game(page: Page) -> None:
    page.locator("[data-opens-sheet]").first.evaluate("(button) => button.click()")
    unfold(page, 0)


def choose_re(page: Page, *places: int) -> None:
    tiles = page.locator("#entry [data-tiles] button:not([disabled])")
    for place in places:
        tiles.nth(place).tap()


def type_augen(page: Page, augen: str) -> None:
    for digit in augen:
        page.locator(f"#entry .digit[value='{digit}']").tap()


def announce_re(page: Page) -> None:
    page.locator("#entry .ladder button").first.tap()


def catch_a_fox(page: Page) -> None:
    page.locator("#entry .counters.re .counter button").first.tap()


def write_a_game(page: Page) -> None:
    choose_re(page, 0, 2)
    type_augen(page, "155")
    announce_re(page)


def announce(page: Page) -> None:
    write_a_game(page)
    catch_a_fox(page)


def play_a_solo(page: Page) -> None:
    page.locator("#entry button[value=solo]").first.tap()
    choose_re(page, 1)


# ---- The sample evening, step by step ----


def play_sample(browser: Browser, base_url: str, language: str) -> Iterator[bytes]:
    context = open_phone(browser, base_url, language, SHEET)
    page = context.new_page()
    page.goto(reverse("handbook:show_sample"))
    page.locator("[data-starts]").tap()
    page.locator(".tour article").wait_for()
    page.locator(".tour").evaluate("(panel) => { panel.hidden = true }")
    deeds: tuple[Callable[[Page], None], ...] = (
        read_the_newest_game,
        fold_it_and_choose_re,
        lambda page: type_augen(page, "155"),
        announce_and_catch,
        save,
        edit_the_newest_game,
        give_up_and_play_a_solo,
    )
    for deed in deeds:
        deed(page)
        yield photograph(page)
    context.close()


def read_the_newest_game(page: Page) -> None:
    page.locator("#sheet .number").first.tap()
    page.locator("[data-amends]").first.wait_for()


def fold_it_and_choose_re(page: Page) -> None:
    page.locator("#sheet .number").first.tap()
    choose_re(page, 0, 2)


def announce_and_catch(page: Page) -> None:
    announce_re(page)
    catch_a_fox(page)


def give_up_and_play_a_solo(page: Page) -> None:
    page.locator("#entry [data-cancel]").first.tap()
    play_a_solo(page)


def save(page: Page) -> None:
    page.locator("#entry .save").tap()
    page.locator("#sheet .number").nth(3).wait_for()


def edit_the_newest_game(page: Page) -> None:
    page.locator("#sheet .number").first.tap()
    page.locator("[data-amends]").first.tap()
    page.locator(".is-editing").wait_for()


# ---- The files ----


def open_phone(
    browser: Browser, base_url: str, language: str, height: int, cookie: tuple[str, str] | None = None
) -> BrowserContext:
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": WIDTH, "height": height},
        device_scale_factor=SCALE,
        has_touch=True,
        is_mobile=True,
        locale=language,
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
    )
    if cookie:
        name, value = cookie
        context.add_cookies([{"name": name, "value": value, "url": base_url}])
    return context


def photograph(page: Page, clip: tuple[str, str] | None = None) -> bytes:
    """Return a WebP picture, at a third of the size of a PNG."""
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("document.fonts.ready")
    page.evaluate("document.querySelector('main.evening') && scrollTo(0, 0)")
    part = box_of(page, clip) if clip else None
    webp = page.screenshot(animations="disabled", caret="hide", clip=part, type="webp", quality=QUALITY)
    assert len(webp) <= LARGEST, f"{page.url} comes to {len(webp)} bytes"
    return webp


def box_of(page: Page, clip: tuple[str, str]) -> FloatRect:
    """Return the box from the top of the first to the bottom of the last, as wide as the screen."""
    first, last = (page.locator(selector).first.bounding_box() for selector in clip)
    assert first
    assert last
    return {"x": 0, "y": first["y"], "width": WIDTH, "height": last["y"] + last["height"] - first["y"]}
