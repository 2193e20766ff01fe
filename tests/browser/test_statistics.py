"""Statistics on a phone and on a laptop: charts are drawn and react to taps, nothing is too wide, axe is content."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.browser.stored_pages import wait_until
from tests.cast import Cast, make_cast
from tests.evenings.papers import anna_ben, evening, game, solo, table, write

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"


@pytest.fixture
def cast(live_server: object) -> Cast:
    """Return a cast with three evenings; on the last of them a player with a long name comes to a large table."""
    cast = make_cast()
    for week in range(2):
        sheet = evening(cast, table(cast), day=date(2026, 11, 6) + timedelta(weeks=week)).sheets.get()
        write(cast, sheet, anna_ben(cast, 155))
        write(cast, sheet, solo(cast, "Cleo", 100 + 60 * week))
    for name in ("Emil", "Frida"):
        cast.guest(name)
    cast.players["Fritz"] = Player.objects.create(club=cast.club, name=LONG)
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Fritz")
    sheet = evening(cast, table(cast, *names), day=date(2026, 11, 20)).sheets.get()
    write(cast, sheet, game(cast, ("Fritz", "Emil"), ("Frida", "Cleo"), 211))
    return cast


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Return Dora's phone."""
    sign_in(context, cast.dora)
    return context.new_page()


def test_every_page(looks: Looks, cast: Cast, sign_in: SignIn) -> None:
    for page in looks.pages:
        sign_in(page.context, cast.dora)
    club = f"/clubs/{cast.club.pk}"
    looks.look_at(
        f"{club}/statistics/2026/",
        f"{club}/statistics/2025/",
        f"{club}/statistics/2026/matrix/",
        f"{club}/statistics/2026/matrix/?side=against&figure=won",
        f"{club}/players/{cast.players['Fritz'].pk}/statistics/2026/",
        f"{club}/players/{cast.players['Anna'].pk}/statistics/2026/?about=points",
        f"{club}/players/{cast.players['Emil'].pk}/statistics/2026/",
        f"/sheets/{Sheet.objects.latest('pk').pk}/chart/",
    )
    assert looks.found == []


def test_a_name_is_tapped_and_stands_out(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/statistics/2026/")
    page.get_by_text("Mehr", exact=True).tap()
    canvas = page.locator(".chart canvas")
    expect(canvas).to_be_visible()
    before = canvas.screenshot()
    keys = page.get_by_role("group", name="Namen zum Hervorheben")
    expect(keys.get_by_role("button", pressed=True)).to_have_count(3)  # a key controls whether its line is drawn bold
    button = keys.get_by_role("button", name="Emil")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(keys.get_by_role("button", pressed=True)).to_have_count(4)
    assert page.locator(".chart canvas").screenshot() != before
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_role("heading", name="Tabelle", exact=True).tap()
    assert page.locator(".chart canvas").screenshot() == before


def test_a_turned_phone_gets_a_wider_chart(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/players/{cast.players['Anna'].pk}/statistics/2026/?about=points")
    expect(page.locator(".chart canvas")).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    wait_until(page, "() => document.querySelector('.chart canvas').getBoundingClientRect().width > 500")
    assert page.evaluate("document.documentElement.scrollWidth") == 844


def test_the_figures_stand_behind_the_chart(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/statistics/2026/")
    page.get_by_text("Mehr", exact=True).tap()
    page.get_by_text("Alle Zahlen als Tabelle").tap()
    row = page.get_by_role("table", name="Punkteverlauf").get_by_role("row", name="Emil")
    expect(row.get_by_role("cell").last).to_have_text("+4")
