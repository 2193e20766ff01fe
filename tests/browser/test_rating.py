"""Ratings, and the embedded table: nothing is too wide, axe is content, the chart has its band."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.clubs.models import Player
from dokoclub.standings.services import league, ratings
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast, make_cast
from tests.standings.rated_club import DAYS, play

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"


@pytest.fixture
def cast(live_server: object) -> Cast:
    """Return a rated cast, one of them with a long name; Ben hides his number."""
    cast = make_cast()
    Player.objects.filter(pk=cast.players["Cleo"].pk).update(name=LONG)
    for seed, day in enumerate(DAYS):
        play(cast, day, seed)
    ratings.hide_rating(cast.players["Ben"], True)
    return cast


def test_every_page(looks: Looks, cast: Cast, sign_in: SignIn) -> None:
    for page in looks.pages:
        sign_in(page.context, cast.anna)
    club, link = f"/clubs/{cast.club.pk}", league.make_league_link(cast.club, by=cast.anna)
    looks.look_at(
        f"{club}/rating/",
        f"{club}/players/{cast.players['Cleo'].pk}/rating/",
        f"{club}/players/{cast.players['Anna'].pk}/rating/",
        f"{club}/players/{cast.players['Ben'].pk}/rating/",
        f"{club}/league/rating/",
        f"{club}/league/frames/",
        f"{club}/league/links/{link.pk}/",
        f"/l/{link.token}/{DAYS[-1].year}/embed/",
    )
    assert looks.found == []


def test_the_band_is_drawn_and_unfolds_its_figures(context: BrowserContext, cast: Cast, sign_in: SignIn) -> None:
    sign_in(context, cast.dora)
    page: Page = context.new_page()
    page.goto(f"/clubs/{cast.club.pk}/players/{cast.players['Anna'].pk}/rating/")
    canvas = page.locator(".chart canvas")
    expect(canvas).to_be_visible()
    banded = canvas.screenshot()
    page.get_by_text("Alle Zahlen als Tabelle").tap()
    expect(page.get_by_role("row", name="jetzt")).to_contain_text("…")
    expect(page.get_by_text("Mittlere Stärke der Partner")).to_be_visible()
    # The same line without its band is another drawing.
    page.evaluate(
        """() => { const data = document.getElementById("strength"); const told = JSON.parse(data.textContent);
        delete told.lines[0].low; delete told.lines[0].high; data.textContent = JSON.stringify(told); }"""
    )
    page.evaluate("""async () => { await import("/static/js/pages/chart.js?again"); }""")
    assert page.locator(".chart canvas").first.screenshot() != banded


def test_a_player_hides_his_number_by_a_tap(context: BrowserContext, cast: Cast, sign_in: SignIn) -> None:
    sign_in(context, cast.dora)
    page: Page = context.new_page()
    page.goto(f"/clubs/{cast.club.pk}/rating/")
    page.get_by_role("button", name="Meine Spielstärke verbergen").tap()
    expect(page.get_by_text("Deine Spielstärke siehst jetzt nur du.")).to_be_visible()
    expect(page.get_by_role("row", name="Dora")).to_have_count(0)
    page.get_by_role("button", name="Meine Spielstärke dem Club zeigen").tap()
    expect(page.get_by_role("row", name="Dora")).to_be_visible()
