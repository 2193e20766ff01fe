"""Every page of an evening as people see it: light and dark, at double size, on a table, drawn as lines."""

from __future__ import annotations

from itertools import chain
from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, expect

from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings
from dokoclub.evenings.services.entries import NewRow
from tests.browser.conftest import NewContext, OpenPhone, Readers, SignIn
from tests.browser.families import NAMES, Family
from tests.browser.looks import COLOURS, CUT_CELLS, SMALL, enlarge_text, too_wide, violations
from tests.browser.phone import Phone
from tests.browser.stored_pages import wait_until
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, solo, table, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entries

pytestmark = pytest.mark.django_db(transaction=True)

LONG: Final = "Friedrich-Wilhelm"

# Unreadable content: text cut off by its box, and boxes beyond the edge that no box around them scrolls.
LOST: Final = """() => {
  const style = (one) => getComputedStyle(one);
  const cuts = (one) => ["hidden", "clip"].includes(style(one).overflowX) || ["hidden", "clip"].includes(style(one).overflowY);
  const scrolls = (one) => one && (["auto", "scroll"].includes(style(one).overflowX) || scrolls(one.parentElement));
  const said = (one) => (one.innerText || one.getAttribute("aria-label") || one.tagName).trim().slice(0, 40);
  const isTooSmall = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  const isSeen = (one) => one.checkVisibility() && !one.closest(".aloud, svg, canvas");
  const shown = [...document.querySelectorAll("main *")].filter(isSeen);
  const cut = shown.filter((one) => cuts(one) && one.innerText?.trim() && isTooSmall(one));
  const width = document.documentElement.clientWidth;
  const beyond = shown.filter((one) => one.getBoundingClientRect().right > width + 1 && !scrolls(one.parentElement));
  return [...cut.map((one) => "cut: " + said(one)), ...beyond.map((one) => "beyond: " + said(one))];
}"""  # noqa: E501

# Elements that cover the upper or lower edge of the sheet; the strip's double line, 4 px below it, is no element.
COVERED: Final = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const strip = document.querySelector("#sheet thead").getBoundingClientRect().bottom + 4;
  const at = [top + 1, bottom - 1].map((y) => document.elementFromPoint((left + right) / 2, y));
  const covering = at.filter((hit) => !hit?.closest("#sheet tbody")).map((hit) => hit?.className ?? "the edge");
  return top < strip ? [...covering, `the double line, by ${strip - top}`] : covering;
}"""

COUNTS_LOCKS: Final = """window.woken = 0;
if (navigator.wakeLock) navigator.wakeLock.request = async (kind) => { window.woken += kind === "screen"; };"""

# The height of the totals on the table view, in pixels.
SIZES: Final = "[...document.querySelectorAll('thead td b')].map((one) => parseFloat(getComputedStyle(one).fontSize))"


Addresses = dict[str, list[str]]
GROUPS: Final = ("sheet", "evening", "result", "strangers")


@pytest.fixture
def addresses(cast: Cast) -> Addresses:
    """Return the addresses of an open evening with two tables and of a closed one, with a name that needs room."""
    for name in (LONG, "Frida", "Gerd", "Hannelore"):
        cast.guest(name)
    first = table(cast, "Anna", "Ben", "Cleo", "Dora", LONG, rules="forum")
    now = evening(cast, first, table(cast, "Frida", "Gerd", "Hannelore", LONG, name="2"), stake=5)
    sheet = now.sheets.order_by("pk")[0]
    for number in range(3):
        write(cast, sheet, anna_ben(cast, 120 + 20 * number, sitting_out=cast.ids(LONG)))
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Dora")[0]: -6}, "reason": "Falsch bedient"})
    then = closed(cast)
    link = evenings.make_secret_link(then, by=cast.anna)
    of_now, of_then, of_sheet = f"/evenings/{now.pk}", f"/evenings/{then.pk}", f"/sheets/{sheet.pk}"
    return {
        "sheet": [
            f"{of_sheet}/?open={sheet.entries.get(number=2).uuid}",
            *(f"{of_sheet}/{page}/" for page in ("large", "chart", "seats")),
        ],
        "evening": [
            f"/clubs/{cast.club.pk}/evenings/new/",
            f"{of_now}/",
            *(f"{of_now}/{page}/" for page in ("tables", "close")),
        ],
        "result": [f"{of_then}/", f"{of_then}/what-if/?preset=forum", f"/clubs/{cast.club.pk}/evenings/"],
        "strangers": [
            f"/e/{link.token}/",
            f"{of_then}/links/{link.pk}/",
            f"/pen/{evenings.create_scoring_link(sheet)}/",
        ],
    }


def closed(cast: Cast) -> Evening:
    one = evening(cast, table(cast, "Anna", "Ben", "Cleo", LONG, rules="hausrunde"))
    sheet = one.sheets.get()
    four = cast.ids("Anna", "Ben", "Cleo", LONG)
    for augen in (120, 170, 95):
        write(cast, sheet, {"kind": "normal", "re": four[:2], "kontra": four[2:], "re_points": augen})
    evenings.close_evening(one, by=cast.anna)
    return one


@pytest.mark.parametrize("group", GROUPS)
def test_axe_finds_nothing(
    context: BrowserContext, cast: Cast, sign_in: SignIn, addresses: Addresses, group: str
) -> None:
    """All rules run in light mode; in dark mode only the colours differ."""
    sign_in(context, cast.anna)
    page = context.new_page()
    found = []
    for address in addresses[group]:
        page.emulate_media(color_scheme="light")
        page.goto(address)
        found += violations(page)
        page.emulate_media(color_scheme="dark")
        found += violations(page, COLOURS)
    assert found == []


def test_axe_finds_nothing_while_a_game_is_written(open_phone: OpenPhone, cast: Cast) -> None:
    """The page shows elements that only scripts show: a solo, points by hand, attributions, a problem at its field,
    a question, a toast.
    """
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 120))
    phone = open_phone(sheet, small=True)
    found = []
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.write("Punkte Ben", "+5")
    phone.press("Speichern")
    phone.page.locator(".wrong").wait_for()
    found += violations(phone.page)
    phone.write("Punkte Ben", "")
    phone.game(["Anna", "Ben"], 155, kind="Normal", re="Re", extras=[("Kontra", "Fuchs")])
    phone.press("wer?")
    found += violations(phone.page)
    phone.press("Fertig")
    write(cast, sheet, anna_ben(cast, 151))
    phone.press("Speichern")
    phone.page.get_by_role("heading", name="Spiel 2 ist schon geschrieben").wait_for()
    found += violations(phone.page)
    phone.page.emulate_media(color_scheme="dark")
    found += violations(phone.page, COLOURS)
    phone.page.get_by_role("button", name="Zwei Spiele").tap()
    phone.saved(3)
    found += violations(phone.page, COLOURS)
    phone.tap("Spieltyp", "Solo")
    found += violations(phone.page)
    assert found == []


def test_text_twice_as_large_is_all_there_at_360(readers: Readers, cast: Cast, addresses: Addresses) -> None:
    lost = []
    for page in readers(cast.anna):
        enlarge_text(page)
        for address in chain.from_iterable(addresses.values()):
            page.goto(address)
            lost += too_wide(page)
            lost += [f"{address} {one}" for one in page.evaluate(LOST)]
    assert lost == []


@pytest.mark.parametrize("family", NAMES)
def test_a_small_phone_shows_the_newest_row_and_what_it_unfolds_to(
    open_phone: OpenPhone, cast: Cast, family: Family
) -> None:
    """With five columns, a long name and four extras neither strip nor form covers the row or its breakdown."""
    cast.guest(LONG)
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", LONG, rules="hausrunde", dealer=LONG)
    write(cast, sheet, anna_ben(cast, 155))
    phone = open_phone(sheet, small=True, family=family)
    row = phone.row("Spiel 1, Wert 2: Einzelheiten")

    assert row.evaluate(COVERED) == []
    row.tap()
    reckoned = phone.sheet.get_by_text("unter 90 gespielt", exact=True)
    expect(reckoned).to_be_visible()
    assert row.evaluate(COVERED) == []
    assert reckoned.evaluate(COVERED) == []
    phone.game(["Ben", "Cleo"], 131, extras=[("Kontra", "Doppelkopf")])  # the form still takes a game
    phone.save(2)


@pytest.mark.parametrize("family", NAMES)
def test_six_at_a_table_are_all_in_sight_on_a_phone(open_phone: OpenPhone, cast: Cast, family: Family) -> None:
    """Regression: four columns of six, and the reader's own was outside; no number is wider than its column."""
    for name in ("Emil", "Frida"):
        cast.guest(name)
    six = ("Anna", "Cleo", "Dora", "Emil", "Frida", "Ben")
    sheet = new_sheet(cast, *six, rules="hausrunde", dealer="Ben")
    out = {"sitting_out": cast.ids("Frida", "Ben")}
    write(cast, sheet, {**anna_ben(cast), "re": cast.ids("Anna", "Cleo"), "kontra": cast.ids("Dora", "Emil"), **out})
    three = cast.ids("Cleo", "Dora", "Emil")
    write(cast, sheet, {"kind": "solo", "solo": "damen", "re": cast.ids("Ben"), "kontra": three, "re_points": 30})
    phone = open_phone(sheet, family=family)
    assert phone.page.evaluate("document.querySelector('.sheet-view').scrollWidth") == 390
    assert phone.page.evaluate(CUT_CELLS) == []


def test_the_chart_is_fetched_when_it_is_opened(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    rows = [NewRow(facts=anna_ben(cast, 100 + 10 * number), uuid=uuid4()) for number in range(6)]
    write_entries(sheet, [*rows, NewRow(facts=solo(cast, "Cleo", 130), uuid=uuid4())], by=None)
    phone = open_phone(sheet)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.open()
    phone.page.wait_for_load_state("networkidle")
    assert not any("uplot" in url.lower() or "pages/chart.js" in url for url in asked)

    phone.page.get_by_label("Menü").first.tap()
    phone.page.get_by_role("link", name="Punkteverlauf").tap()
    phone.page.wait_for_url("**/chart/")
    expect(phone.page.get_by_role("img", name="Punkteverlauf")).to_be_visible()
    canvas = phone.page.locator("figure canvas").first
    colours = "(canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size"
    assert canvas.evaluate(colours) > 8  # something is visible
    assert any("uplot" in url.lower() for url in asked)
    phone.page.get_by_text("Alle Zahlen als Tabelle").tap()
    figures = phone.page.get_by_role("table", name="Punkteverlauf")
    expect(figures.get_by_role("row").last).to_contain_text("7")
    phone.page.get_by_role("link", name="Zurück zum Zettel").first.tap()
    phone.page.wait_for_url(f"**{phone.address}")


def test_the_table_view_follows_and_the_screen_stays_awake(
    new_context: NewContext, sign_in: SignIn, cast: Cast
) -> None:
    sheet: Sheet = new_sheet(cast)
    context = new_context()
    context.add_init_script(COUNTS_LOCKS)
    sign_in(context, cast.dora)
    page = context.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"/sheets/{sheet.pk}/large/")
    wait_until(page, "() => window.woken === 1")
    page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # the lock is lost whenever the page is hidden
    wait_until(page, "() => window.woken === 2")
    write(cast, sheet, anna_ben(cast, 155))
    expect(page.get_by_role("row", name="Punktestand")).to_contain_text("+2")
    assert min(page.evaluate(SIZES)) >= 40  # read across the table
    page.set_viewport_size(SMALL)
    assert page.evaluate(CUT_CELLS) == []
    assert min(page.evaluate(SIZES)) >= 40  # a phone in portrait, too
    expect(page.get_by_role("button", name="Speichern")).to_have_count(0)


HOLDS_LOCKS: Final = """window.held = 0;
if (navigator.wakeLock) navigator.wakeLock.request = async () => {
  window.held += 1;
  const lock = { released: false };
  return Object.assign(lock, { release: async () => { window.held -= lock.released ? 0 : 1; lock.released = true; } });
};"""


def test_the_screen_stays_awake_while_a_game_is_entered(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet: Sheet = new_sheet(cast)
    context = new_context()
    context.add_init_script(HOLDS_LOCKS)
    sign_in(context, cast.ben)
    phone = Phone(context.new_page(), sheet)
    phone.page.wait_for_load_state("networkidle")  # loaded after the page
    assert phone.page.evaluate("held") == 0
    phone.game(["Anna", "Ben"], 131)
    wait_until(phone.page, "() => held === 1")
    phone.save(1)
    wait_until(phone.page, "() => held === 0")
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    wait_until(phone.page, "() => held === 1")
    phone.page.locator("#editing").get_by_role("button", name="Abbrechen").tap()
    wait_until(phone.page, "() => held === 0")
