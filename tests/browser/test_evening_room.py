"""Room for the sheet: the number of games visible above the form, and nothing that moves under the thumb."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.entries import NewRow
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.browser.families import NAMES, Family
from tests.browser.looks import CUT_CELLS, SMALL
from tests.browser.phone import Phone
from tests.browser.stored_pages import wait_until
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entries

pytestmark = pytest.mark.django_db(transaction=True)

Facts = dict[str, Any]
TABLE: Final = ("Anna", "Ben", "Cleo", "Dora", "Matthias")
PHONE: Final = ViewportSize(width=390, height=844)
EXTRAS: Final = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf", "dulle")
KINDS: Final = ("Hochzeit", "Armut", "Solo", "Mehr", "Normal")

# The rows that are wholly visible, between the strip's double line and the form.
SEEN: Final = """() => {
  const top = document.querySelector("#sheet thead").getBoundingClientRect().bottom + 4;
  const bottom = document.querySelector(".entry").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll("#sheet tbody .row")].map((row) => row.getBoundingClientRect());
  return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
}"""
# Everything that scrolls except the sheet, and the start of each part of the form.
SCROLLS: Final = """() => [document.scrollingElement, ...document.querySelectorAll(".entry, .entry *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .filter((one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map((one) => one.className)"""
PLACES: Final = """() => [".entry", ".entry .segmented", ".tiles", ".keypad", ".ladder", ".slots", ".bar"]
  .map((one) => Math.round(document.querySelector(one).getBoundingClientRect().top))"""
# How far the dealer's mark is below their number, in px.
MARKS: Final = """() => [...document.querySelectorAll("#sheet .dealt")].map((mark) =>
  mark.getBoundingClientRect().top - mark.closest("td").querySelector("b").getBoundingClientRect().bottom)"""
WATCH: Final = """window.wet = new Set();
navigator.vibrate = (time) => window.wet.add(`felt for ${time}`);
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const names = [...document.querySelectorAll("tr.ink .number")].map((one) => one.getAttribute("aria-label"));
  for (const name of names) window.wet.add(name);
}).observe(document.body, { subtree: true, attributes: true, childList: true }));"""


@pytest.fixture
def five(cast: Cast) -> Sheet:
    """Return a sheet with five players, five extras and the Herzstich, which raises Bock; eight games."""
    cast.guest("Matthias")
    more = {"extras": dict.fromkeys(EXTRAS, 1), "extra_names": {"dulle": "Dulle gefangen"}}
    own = override_rules(PRESETS["hausrunde"].rules, more)
    assert isinstance(own, Rules)
    return new_sheet(cast, *TABLE, rules=own)


def written(cast: Cast, sheet: Sheet, games: int) -> None:
    """Write the games. The dealer sits out; the first is Anna."""
    rows = []
    for number in range(games):
        out = TABLE[number % 5]
        four = cast.ids(*(name for name in TABLE if name != out))
        facts: Facts = {"kind": "normal", "re": four[:2], "kontra": four[2:], "re_points": 121 + number}
        if number == 1:  # a solo of two digits needs the most room
            facts |= {"kind": "solo", "solo": "damen", "re": four[:1], "kontra": four[1:], "re_points": 200}
        rows.append(NewRow(facts=facts | {"sitting_out": cast.ids(out)}, uuid=uuid4()))
    write_entries(sheet, rows, by=cast.ben)


@pytest.mark.parametrize("family", NAMES)
@pytest.mark.parametrize(("size", "games"), [(PHONE, 4), (SMALL, 3)], ids=["390", "360"])
def test_nothing_but_the_sheet_scrolls_and_nothing_moves(
    open_phone: OpenPhone, cast: Cast, five: Sheet, family: Family, size: ViewportSize, games: int
) -> None:
    written(cast, five, 8)
    phone = open_phone(five, family=family)
    phone.page.set_viewport_size(size)
    phone.open()
    places = phone.page.evaluate(PLACES)
    assert phone.page.evaluate(SEEN) >= games

    assert phone.page.evaluate(CUT_CELLS) == []
    phone.game(["Anna", "Ben"], 155, re="Re", kontra="keine 90", extras=[("Re", "Fuchs"), ("Kontra", "Dulle gefangen")])
    phone.press("Herzstich ging durch")
    for kind in KINDS:
        phone.tap("Spieltyp", kind)
        assert (kind, phone.page.evaluate(PLACES)) == (kind, places)
        assert (kind, phone.page.evaluate(SCROLLS)) == (kind, [])
    assert phone.page.evaluate(SEEN) >= games
    assert min(phone.page.evaluate(MARKS)) >= -1

    phone.page.locator(".sheet-view").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    phone.tap("Re-Partei", "Anna")  # a solo has reserved one
    phone.save(9)
    expect(phone.page.locator("#sheet tbody .row").first).to_be_in_viewport(ratio=1)  # the new one
    assert phone.page.evaluate(PLACES) == places


# The gap between a dealer's number and the number on its right.
GAPS: Final = """() => [...document.querySelectorAll("#sheet .dealt")].flatMap((mark) => {
  const cell = mark.closest("td");
  const [own, next] = [cell, cell.nextElementSibling].map((one) => one?.querySelector("b").getBoundingClientRect());
  return next ? [next.left - own.right] : [];
})"""


@pytest.mark.parametrize("family", NAMES)
@pytest.mark.parametrize("people", [5, 6, 7])
def test_figures_of_four_digits_and_the_dealers_mark_have_room(
    open_phone: OpenPhone, cast: Cast, people: int, family: Family
) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora", *(cast.guest(name).name for name in ("Emil", "Friederike", "Gustav"))]
    table = names[:people]
    sheet = new_sheet(cast, *table, rules="parlett")
    rows = []
    for dealer in range(people):
        order = cast.ids(*table[dealer + 1 :], *table[: dealer + 1])
        points = dict(zip(order, (-1435, -1435, 1435, 1435), strict=False))
        rows.append(NewRow(facts={"kind": "manual", "points": points, "sitting_out": order[4:]}, uuid=uuid4()))
    write_entries(sheet, rows, by=cast.ben)
    phone = open_phone(sheet, family=family)
    found = {}
    for width in (360, 390, 700, 760, 999, 1000, 1199, 1200, 1280):
        phone.page.set_viewport_size({"width": width, "height": 900})
        gaps: list[float] = phone.page.evaluate(GAPS)
        assert len(gaps) >= people - 2
        found[width] = min(gaps)
    assert {width: gap for width, gap in found.items() if gap < 4} == {}


def open_moving(new_context: NewContext, sign_in: SignIn, cast: Cast, sheet: Sheet) -> Phone:
    context = new_context()
    context.add_init_script(WATCH)
    sign_in(context, cast.ben)
    page = context.new_page()
    page.emulate_media(reduced_motion="no-preference")
    return Phone(page, sheet)


def told(page: Page) -> set[str]:
    return set(page.evaluate("[...window.wet]"))


def test_a_game_that_was_saved_is_written_in_ink(
    new_context: NewContext, sign_in: SignIn, cast: Cast, five: Sheet
) -> None:
    written(cast, five, 1)
    phone = open_moving(new_context, sign_in, cast, five)
    phone.game(["Anna", "Cleo"], 155)
    phone.save(2)
    wait_until(phone.page, "() => window.wet.size === 2")
    assert told(phone.page) == {"Spiel 2, Wert 2: Einzelheiten", "felt for 10"}
    expect(phone.page.locator("#sheet .ink")).to_have_count(0)  # the ink is dry
    phone.stands("+2", "+1", "+3", "−3", "−3")

    phone.page.emulate_media(reduced_motion="reduce")
    phone.open()
    phone.game(["Anna", "Ben"], 155)
    phone.save(3)
    assert told(phone.page) == set()
