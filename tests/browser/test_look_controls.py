"""Taps and keys in the parts of the entry form, and scripts of every page. On the style page.

Taps of a game: test_evening_entry.py.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(page: Page) -> Page:
    page.goto("/style/new/")
    return page


def group(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def read(button: Locator) -> list[str]:
    """Return the lines of a button as they are read, without soft hyphens."""
    return [line.strip() for line in button.inner_text().replace("\u00ad", "").split("\n")]


def pressed(parent: Locator) -> list[str]:
    return [read(one)[0] for one in parent.get_by_role("button", pressed=True).all()]


def kept(page: Page, field: str) -> str:
    return page.locator(f"[name={field}]").input_value()


# ---- Choices, tiles, ladders, counters ----


def test_who_sits_out_cannot_be_tapped(page: Page) -> None:
    page.goto("/style/five/")
    tiles = group(page, "Re-Partei")
    tiles.locator("[aria-disabled=true]").dispatch_event("click")
    assert pressed(tiles) == ["Anna", "Cleo"]


def test_an_extra_counts_from_nothing_to_its_most(evening: Page) -> None:
    extras = group(evening, "Sonderpunkte Kontra")
    more, less = extras.get_by_role("button", name="Fuchs mehr"), extras.get_by_role("button", name="Fuchs weniger")
    back = evening.get_by_role("button", name="Sonderpunkt zurücknehmen")
    for _tap in range(3):
        more.tap()
    assert kept(evening, "kontra_fuchs") == "2"

    back.tap()
    less.tap()
    assert kept(evening, "kontra_fuchs") == "1"
    expect(back).to_have_attribute("aria-pressed", "false")  # the next tap counts again

    more.press("-")
    more.press("Backspace")
    assert kept(evening, "kontra_fuchs") == "0"


def tip(page: Page) -> Locator:
    """Return the message above a control after a tap without effect."""
    return page.locator("form.entry .tip")


def test_a_count_at_its_end_says_so(evening: Page) -> None:
    """It is above the button, within the phone, and nothing moves; it is gone with the next tap."""
    fox = group(evening, "Sonderpunkte Kontra").get_by_role("button", name="Fuchs mehr")
    expect(tip(evening)).to_have_role("status")
    for _tap in range(2):
        fox.tap()
        expect(tip(evening)).to_be_empty()
    save = evening.get_by_role("button", name="Speichern")
    places = fox.bounding_box(), save.bounding_box()
    fox.tap()
    expect(tip(evening)).to_have_text("Fuchs: höchstens 2")
    assert (fox.bounding_box(), save.bounding_box()) == places
    box, button = tip(evening).bounding_box(), fox.bounding_box()
    assert box
    assert button
    assert button["y"] - 12 < box["y"] + box["height"] <= button["y"]
    assert 0 <= box["x"] <= 390 - box["width"]

    fox.press("-")
    expect(tip(evening)).to_be_empty()
    fox.press("-")
    fox.press("-")
    expect(tip(evening)).to_have_text("Fuchs: schon 0")


def test_a_tick_stands_for_itself(page: Page) -> None:
    page.goto("/style/house/")
    heart, bock = (page.get_by_role("button", name=name) for name in ("Herzstich ging durch", "Bockrunde ausrufen"))
    bock.tap()
    assert (kept(page, "hearts_trick"), kept(page, "bock_by_hand")) == ("on", "")

    heart.tap()
    bock.tap()
    assert (kept(page, "hearts_trick"), kept(page, "bock_by_hand")) == ("", "on")


# ---- Augen ----


def keys(page: Page, digits: str) -> None:
    for digit in digits:
        group(page, "Ziffern").get_by_role("button", name=digit, exact=True).tap()


def augen(page: Page) -> tuple[str, str]:
    return page.get_by_label("Augen Re").input_value(), page.get_by_label("Augen Kontra").input_value()


def test_digits_can_be_erased_down_to_nothing_and_letters_are_not_taken(evening: Page) -> None:
    keys(evening, "13")
    erase = group(evening, "Ziffern").get_by_role("button", name="Löschen")
    for left in (("1", "239"), ("", "")):
        erase.tap()
        assert augen(evening) == left
    evening.get_by_label("Augen Re").focus()
    evening.keyboard.type("1x31")
    assert augen(evening) == ("131", "109")


@pytest.mark.parametrize("pasted", ["500", "131 : 109", "2400", "viele"])
def test_what_is_no_number_of_augen_is_not_taken_and_says_so(evening: Page, pasted: str) -> None:
    field = evening.get_by_label("Augen Re")
    keys(evening, "131")
    field.select_text()
    evening.keyboard.insert_text(pasted)
    assert augen(evening) == ("131", "109")
    expect(tip(evening)).to_have_text("Augen: 0 bis 240")

    field.select_text()
    evening.keyboard.insert_text(" 155 ")
    assert augen(evening) == ("155", "85")


def test_a_step_stands_for_its_lower_bound_until_it_is_replaced(evening: Page) -> None:
    pad = group(evening, "Ziffern")
    pad.get_by_role("button", name="Stufen").tap()
    chip, even = (pad.get_by_role("button", name=name) for name in ("Kontra mindestens 151", "120 zu 120"))
    chip.tap()
    assert (augen(evening), kept(evening, "step")) == (("", "≥151"), "kontra:151")
    chip.tap()
    assert (augen(evening), kept(evening, "step")) == (("", ""), "")
    even.tap()
    assert (augen(evening), kept(evening, "step")) == (("120", "120"), "even:120")
    pad.get_by_role("button", name="Stufen").tap()
    keys(evening, "9")
    assert (augen(evening), kept(evening, "step")) == (("9", "231"), "")


# ---- By keyboard ----


FOCUSED = """() => {
  const one = document.activeElement;
  return [one.ariaLabel ?? one.textContent, parseFloat(getComputedStyle(one).outlineWidth)];
}"""


def test_the_focus_can_be_seen_and_reaches_every_control(evening: Page) -> None:
    unseen = []
    evening.locator("body").focus()
    for _step in range(90):
        evening.keyboard.press("Tab")
        name, width = evening.evaluate(FOCUSED)
        if name == "Zum Inhalt springen" or not name:
            continue
        if width < 3:
            unseen.append(name)
        if "Speichern" in name:
            break
    else:
        unseen.append("never came to Speichern")
    assert unseen == []


def test_the_first_tab_offers_the_way_past_the_header(page: Page) -> None:
    page.goto("/style/normal/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Zum Inhalt springen")
    expect(skip).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


# ---- The sheet and the bar ----


def test_a_row_unfolds_and_folds(page: Page) -> None:
    page.goto("/style/normal/")
    row = page.get_by_role("button", name="Spiel 13, Wert 3: Einzelheiten")
    edit = page.get_by_role("button", name="Bearbeiten")
    row.tap()
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(edit).to_be_visible()
    row.tap()
    expect(edit).to_be_hidden()


def test_the_sheet_can_fill_the_phone(page: Page) -> None:
    page.goto("/style/normal/")
    page.get_by_label("Menü").first.tap()
    opener = page.get_by_role("button", name="Ganzer Zettel")
    opener.tap()
    expect(group(page, "Re-Partei")).to_be_hidden()
    expect(page.get_by_role("button", name="Speichern")).to_be_visible()
    opener.tap()  # now above the bar
    expect(group(page, "Re-Partei")).to_be_visible()


def test_the_note_of_a_saved_game_goes_after_eight_seconds(page: Page) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(1)  # a running clock would go on while a busy machine takes its time
    page.goto("/style/saved/")
    saved = page.locator(".bar .toast")
    page.clock.run_for(6_000)
    expect(saved).to_have_text("Spiel 13 gespeichert", use_inner_text=True)
    page.clock.run_for(2_100)
    expect(saved).to_be_hidden()
    expect(page.get_by_text("Re-Partei fehlt")).to_be_visible()


# ---- Every page ----


def ask(page: Page, verb: str, path: str) -> None:
    page.evaluate("([verb, path]) => htmx.ajax(verb, path, {swap: 'none', values: {theme: 'dark'}})", [verb, path])


def test_a_double_tap_sends_a_form_once(page: Page) -> None:
    page.goto("/style/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)
    page.route("**/theme/", lambda route: route.fulfill(status=204))  # the page stays
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dunkel").evaluate("(button) => { button.click(); button.click(); }")
    page.evaluate("fetch('/healthz')")  # all requests of the taps were sent before this

    assert sent == ["POST"]


def test_a_request_of_htmx_carries_the_token(page: Page) -> None:
    page.goto("/style/")
    page.locator("[name=csrfmiddlewaretoken]").evaluate_all("all => all.forEach((one) => one.remove())")
    ask(page, "POST", "/theme/")
    page.reload()
    assert page.locator("html[data-theme=dark]").count() == 1


@pytest.fixture
def unwatched(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """Return a page on which htmx may log failed requests, which the test causes on purpose."""
    context = browser.new_context(**browser_context_args)
    yield context.new_page()
    context.close()


def test_a_request_that_fails_says_so(unwatched: Page) -> None:
    page = unwatched
    page.goto("/style/")
    ask(page, "GET", "/there/is/nothing/")
    expect(page.locator("#toasts")).to_contain_text("Das gibt es nicht mehr.")
    page.locator("#toasts").get_by_role("button", name="Schließen").tap()
    expect(page.locator(".toast")).to_have_count(0)


def test_without_a_network_nothing_is_lost(unwatched: Page) -> None:
    page = unwatched
    page.goto("/style/")
    page.route("**/theme/", lambda route: route.abort("internetdisconnected"))
    page.evaluate("htmx.ajax('POST', '/theme/', {swap: 'none'}).catch(() => {})")
    expect(page.locator("#toasts")).to_contain_text("Keine Verbindung.")


def test_the_list_of_problems_has_the_focus_and_leads_to_the_fields(page: Page) -> None:
    page.goto("/style/")
    problems = page.locator(".problems")
    expect(problems).to_be_focused()
    problems.get_by_role("link", name=re.compile("^Blatt")).tap()
    expect(page.get_by_label("Französisch").nth(1)).to_be_focused()


def test_a_link_is_copied_where_nothing_can_be_shared(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto("/style/")
    page.get_by_role("button", name="Link teilen").click()
    expect(page.locator("#toasts")).to_contain_text("Kopiert")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#link").inner_text()
