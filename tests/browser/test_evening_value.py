"""The value below the form comes from the engine, which loads after the page; and the page of a sheet is light."""

from __future__ import annotations

import gzip
from datetime import timedelta
from typing import Final
from uuid import uuid4

import brotli
import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.sheets import set_clock
from tests.browser.conftest import NewContext, SignIn
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import anna_ben
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entries

pytestmark = pytest.mark.django_db(transaction=True)

ENGINE: Final = "**/engine*.js*"


@pytest.fixture
def page(new_context: NewContext, sign_in: SignIn, cast: Cast) -> Page:
    context = new_context()
    sign_in(context, cast.ben)
    return context.new_page()


@pytest.mark.promise("value")
def test_a_page_before_the_engine_is_there_says_no_value(page: Page, cast: Cast) -> None:
    """The page lists the missing fields; once the engine is loaded, it shows the game's value without another tap."""
    waiting: list[Route] = []
    page.route(ENGINE, lambda route: waiting.append(route))
    phone = Phone(page, new_sheet(cast))
    expect(phone.preview).to_contain_text("Re-Partei fehlt")
    phone.game(["Anna", "Ben"], 155)
    expect(phone.preview).to_have_text("…")
    for route in waiting:
        route.continue_()
    phone.says("Re gewinnt · 2", "Anna +2")


def test_where_the_engine_could_not_be_fetched_the_next_tap_tries_again(page: Page, cast: Cast) -> None:
    page.route(ENGINE, lambda route: route.abort())
    phone = Phone(page, new_sheet(cast))
    phone.game(["Anna", "Ben"], 155)
    expect(phone.preview).to_have_text("…")
    page.unroute(ENGINE)
    phone.tap("Ansagen Re", "Re")
    phone.says("Re gewinnt · 4")
    phone.save(1)


def test_a_question_that_could_not_be_fetched_is_asked_with_the_next_tap(page: Page, cast: Cast) -> None:
    script = "**/questions*.js*"
    page.route(script, lambda route: route.abort())
    phone = Phone(page, new_sheet(cast))
    phone.game(["Anna", "Ben"], 155, re="Re")
    phone.press("wer?")
    expect(page.get_by_text("Keine Verbindung")).to_be_visible()
    page.unroute(script)
    phone.press("wer?")
    expect(phone.group("Re")).to_be_visible()


def test_games_are_kept_once_what_keeps_them_can_be_fetched(page: Page, cast: Cast) -> None:
    script = "**/offline*.js*"
    page.route(script, lambda route: route.abort())
    phone = Phone(page, new_sheet(cast))
    phone.game(["Anna", "Ben"], 155)
    phone.press("Speichern")
    expect(page.get_by_text("Keine Verbindung")).to_be_visible()
    page.unroute(script)
    phone.save(1)


def test_points_by_hand_that_no_game_gives_are_told_before_saving(page: Page, cast: Cast) -> None:
    phone = Phone(page, new_sheet(cast, rules="forum"))
    phone.tap("Spieltyp", "Mehr")
    phone.press("Von Hand")
    for name, points in (("Anna", "3"), ("Ben", "2"), ("Cleo", "0")):
        phone.write(f"Punkte {name}", points)
    phone.says("Punkte fehlen")
    phone.write("Punkte Dora", "0")
    phone.says("Nicht möglich", "Diese Punkte ergibt kein Spiel")
    phone.write("Punkte Ben", "3")
    phone.says("Von Hand", "Anna +3 · Ben +3")


def sent(url: str, body: bytes) -> int:
    """Return the bytes sent to a phone."""
    return len(brotli.compress(body) if "/static/" in url else gzip.compress(body))


# The requests until the page is ready; the parts for offline use load when the page is idle.
BEFORE_IT_IS_THERE: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const before = performance.getEntriesByType("resource").filter((one) => one.startTime < page.loadEventStart);
  return before.map((one) => one.name);
}"""


def test_the_first_load_is_light(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    """The sheet has sixty games at a table of five, with a clock, compressed as the server does: files by brotli,
    pages by gzip.
    """
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", rules="hausrunde")
    more = {"announced": {"re": "no90"}, "extras": {"re": {"fuchs": 1}}}
    rows = [
        NewRow(facts=anna_ben(cast, 121 + number, **more), uuid=uuid4(), note=f"Notiz {number}") for number in range(60)
    ]
    write_entries(sheet, rows, by=cast.ben)
    set_clock([sheet.pk], timezone.now() + timedelta(minutes=100))  # of a round
    context = new_context()
    sign_in(context, cast.ben)
    page = context.new_page()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(f"/sheets/{sheet.pk}/", wait_until="networkidle")
    before: list[str] = page.evaluate(BEFORE_IT_IS_THERE)
    first = [request for request in asked if request.url in before or request.is_navigation_request()]
    weight = sum(sent(request.url, response.body()) for request in first if (response := request.response()))

    assert len(first) == len(before) + 1 <= 10, "\n".join(before)
    assert weight <= 50_000
    assert not any("offline" in address for address in before)
    # Nor where the second style sheet is late: the heading for screen readers needs no typeface.
    assert "Doko" not in page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
