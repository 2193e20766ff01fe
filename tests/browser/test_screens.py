"""Screens in a browser: readable from afar at every size, also while numbers change, honest without a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from dokoclub.screens.models import ScreenLink
from dokoclub.screens.services import end_screen
from tests.browser.conftest import PATIENCE, SignIn, watch
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.screens import papers

pytestmark = pytest.mark.django_db(transaction=True)
SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
SMALLEST: Final = 0.028  # of the height
MOST_ROWS: Final = 10
POLL: Final = 5_000  # milliseconds
TURN: Final = 12_000
MINUTE: Final = 60_000

# Violations of paragraph 76 on the current page: too small, outside, cut, or too many rows.
WRONG: Final = """([smallest, most]) => {
  const found = [], high = innerHeight, wide = innerWidth;
  const whole = document.documentElement;
  if (whole.scrollHeight > high || whole.scrollWidth > wide) found.push("scrolls");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, text = node.textContent.trim(), of = node.parentElement;
    if (!text || !of.getClientRects().length) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), style = getComputedStyle(of);
    if (parseFloat(style.fontSize) < smallest * high) found.push("small: " + text);
    if (box.top < 0 || box.bottom > high + 1 || box.left < 0) found.push("outside: " + text);
    if (box.right > wide + 1 && style.textOverflow !== "ellipsis") found.push("outside: " + text);
    if (of.matches("b, em, h2, .number, .time") && of.scrollWidth > of.clientWidth + 1) found.push("cut: " + text);
  }
  for (const letter of document.querySelectorAll(".scene:not([hidden]) .pc")) {
    if (parseFloat(getComputedStyle(letter).fontSize) < smallest * high) found.push("small: a card");
  }
  for (const list of document.querySelectorAll(".scene:not([hidden]) :is(.list, .games)")) {
    if (list.children.length > most) found.push("rows: " + list.children.length);
    const rows = [...list.children].map((row) => row.getBoundingClientRect());
    rows.slice(1).forEach((row, at) => row.top < rows[at].bottom - 1 && found.push("overlap: row " + at));
  }
  for (const table of document.querySelectorAll(".scene:not([hidden]) .table")) {
    const rows = [...table.querySelectorAll("p, li")].map((row) => row.getBoundingClientRect());
    rows.slice(1).forEach((row, at) => row.top < rows[at].bottom - 1 && found.push("overlap: table row " + at));
    if (rows[rows.length - 1].bottom > table.getBoundingClientRect().bottom) found.push("out of its table");
  }
  return found;
}"""
# The position of everything: names by their left, numbers by their right. The dealer changes after each game.
PLACES: Final = """() => [...document.querySelectorAll("#screen *")].filter((one) => one.getClientRects().length)
  .filter((one) => !one.closest("svg") && one.tagName !== "EM").map((one) => {
    const box = one.getBoundingClientRect();
    return [one.tagName, one.tagName === "B" ? box.right : box.left, box.top].join(" ");
  })"""


@pytest.fixture
def television(browser: Browser, base_url: str) -> Iterator[Page]:
    """Return a television without an account; the test advances its clock."""
    complaints: list[str] = []
    context = browser.new_context(
        base_url=base_url, viewport={"width": 1280, "height": 720}, locale="de-DE", reduced_motion="no-preference"
    )
    context.set_default_timeout(PATIENCE)
    watch(context, complaints)
    yield context.new_page()
    context.close()
    assert complaints == []


def opened(page: Page, link: ScreenLink, *, clock: bool = False) -> Page:
    if clock:
        page.clock.install()
    page.goto(papers.address(link))
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("people", [4, 7, 9, 12, 33, 64])
def test_an_evening_reads_at_every_size(television: Page, cast: Cast, people: int) -> None:
    evening = papers.evening_of(cast, people)
    for _ in range(9 if people < 8 else 1):
        papers.play(cast, evening.sheets.order_by("pk")[0])
    assert_readable(opened(television, papers.screen(cast, evening=evening)))


@pytest.mark.parametrize(("people", "started"), [(8, False), (64, False), (64, True)])
def test_a_tournament_reads_at_every_size(television: Page, cast: Cast, people: int, *, started: bool) -> None:
    one = papers.tournament_of(cast, people, started=started)
    assert_readable(opened(television, papers.screen(cast, tournament=one)))


def test_the_league_reads_at_every_size(television: Page, cast: Cast) -> None:
    papers.evening_of(cast, 33)
    assert_readable(opened(television, papers.screen(cast)))


def assert_readable(page: Page) -> None:
    pages = page.locator(".scene").count()
    found: dict[tuple[int, str], Any] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(pages):
            scene = page.locator(".scene:visible")
            expect(scene).to_have_count(1)
            wrong = page.evaluate(WRONG, [SMALLEST, MOST_ROWS])
            if wrong:
                found[height, str(scene.get_attribute("data-page"))] = wrong
            page.keyboard.press("ArrowRight")
    assert found == {}
    numbers = page.locator(".scene .number").all_text_contents()
    assert all(0 < int(one.split("/")[0]) <= int(one.split("/")[1]) for one in numbers)


def test_a_saved_game_shows_within_six_seconds_and_moves_nothing(television: Page, cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    page = opened(television, papers.screen(cast, evening=evening), clock=True)
    table = page.locator(".table").first
    expect(table).to_contain_text("Spiel 2")
    before = page.evaluate(PLACES)
    page.evaluate("""new PerformanceObserver((list) => { window.moved = list.getEntries().length; })
      .observe({ type: "layout-shift", buffered: false })""")
    papers.play(cast, evening.sheets.order_by("pk")[0], augen=200)
    page.clock.run_for(POLL)
    expect(table).to_contain_text("Spiel 3")
    assert page.evaluate(PLACES) == before
    assert page.evaluate("window.moved || 0") == 0


def test_pages_take_turns_and_an_answer_does_not_turn_back(television: Page, cast: Cast) -> None:
    evening = papers.evening_of(cast, 8)
    page = opened(television, papers.screen(cast, evening=evening), clock=True)
    shown = page.locator(".scene:visible")
    expect(shown).to_have_attribute("data-page", "tables-1")
    page.clock.run_for(TURN)
    expect(shown).to_have_attribute("data-page", "standing-1")
    version = str(page.locator("[data-version]").get_attribute("data-version"))
    papers.play(cast, evening.sheets.order_by("pk")[0])
    page.clock.run_for(POLL)
    expect(page.locator("[data-version]")).not_to_have_attribute("data-version", version)
    expect(shown).to_have_attribute("data-page", "standing-1")
    page.keyboard.press(" ")  # stop the clock
    page.clock.run_for(3 * TURN)
    expect(shown).to_have_attribute("data-page", "standing-1")


def test_it_says_since_when_there_is_no_network(television: Page, cast: Cast) -> None:
    page = opened(television, papers.screen(cast, evening=papers.evening_of(cast, 8)), clock=True)

    def refuse(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/follow/**", refuse)
    page.clock.run_for(2 * MINUTE + POLL)
    expect(page.get_by_text("kein Netz seit 2 min")).to_be_visible()
    page.unroute("**/follow/**", refuse)
    with page.expect_response("**/follow/**"):
        page.clock.run_for(POLL)
    page.clock.run_for(1_000)
    expect(page.locator("#offline")).to_be_hidden()


def test_a_revoked_one_shows_nothing_after_one_question(television: Page, cast: Cast) -> None:
    link = papers.screen(cast, evening=papers.evening_of(cast, 8))
    page = opened(television, link, clock=True)
    expect(page.get_by_text("Tisch 1")).to_be_visible()
    end_screen(link)
    page.clock.run_for(POLL)
    expect(page.locator("#screen")).to_have_text("Diese Anzeige ist beendet.")
    assert "Anna" not in page.content()


def test_it_is_loaded_anew_once_a_night(television: Page, cast: Cast) -> None:
    page = opened(television, papers.screen(cast, evening=papers.evening_of(cast, 8)), clock=True)
    page.evaluate("window.stays = true")
    page.clock.fast_forward(26 * 60 * MINUTE)
    with page.expect_navigation():
        page.clock.run_for(POLL)
    assert page.evaluate("window.stays") is None


def test_less_motion_and_darkness(television: Page, cast: Cast) -> None:
    page = opened(television, papers.screen(cast, evening=papers.evening_of(cast, 8)))
    animation = "getComputedStyle(document.querySelector('.scene:not([hidden])')).animationName"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(animation) == "turned"
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(animation) == "none"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(24, 23, 20)"


def test_the_clock_of_a_round_counts_down_by_the_server(television: Page, cast: Cast) -> None:
    page = opened(television, papers.screen(cast, tournament=papers.tournament_of(cast, 8)), clock=True)
    giant = page.locator(".giant")
    before = seconds(str(giant.text_content()))
    page.clock.run_for(MINUTE - 1_000)
    assert 55 <= before - seconds(str(giant.text_content())) <= 65
    page.context.set_offline(True)  # it would reload its page after so long a time
    page.clock.fast_forward(100 * MINUTE)
    page.clock.run_for(1_000)
    expect(giant).to_have_text("0:00")
    expect(page.locator("[data-until]")).to_contain_text("Zeit um:")


def seconds(told: str) -> int:
    hours, minutes, rest = told.split(":") if told.count(":") == 2 else ("0", *told.split(":"))
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


def test_the_pages_where_links_are_made(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    evening, one = papers.evening_of(cast, 8), papers.tournament_of(cast, 8)
    papers.code_of(papers.screen(cast, evening=evening))
    papers.screen(cast, tournament=one)
    for phone in looks.pages:
        sign_in(phone.context, cast.anna)
    urls = (f"/evenings/{evening.pk}/screen/", f"/tournaments/{one.pk}/screen/", f"/clubs/{cast.club.pk}/screen/")
    looks.look_at(*urls, "/tv/")
    assert looks.found == []
