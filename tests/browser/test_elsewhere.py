"""The league table embedded in a foreign page: where the club has allowed it, without a cookie, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dokoclub.standings.services import league as league_services
from tests.browser.conftest import SignIn
from tests.cast import Cast
from tests.standings.papers import results

pytestmark = pytest.mark.django_db(transaction=True)
CHOSEN, OTHER = "https://www.example.org", "https://other.example.org"
SITE = "<!doctype html><title>Verein</title><iframe title='Tabelle' src='{}' width='360' height='600'></iframe>"
READ = "(url) => fetch(url).then((answer) => answer.json()).then(({ rows }) => rows.length, () => 'refused')"


@pytest.fixture
def league(cast: Cast, base_url: str) -> str:
    """Return the address of its link."""
    results(cast, date(2025, 12, 12), {"Anna": 10, "Ben": -10})
    league_services.choose_frames(cast.club, [CHOSEN])
    return f"{base_url}/l/{league_services.make_league_link(cast.club, by=cast.anna).token}/"


@pytest.fixture
def visitor(browser: Browser, base_url: str, league: str, cast: Cast, sign_in: SignIn) -> Iterator[BrowserContext]:
    """Return a signed-in user who looks at foreign pages with the table."""
    context = browser.new_context(base_url=base_url, locale="de-DE", viewport={"width": 390, "height": 844})
    context.grant_permissions(["local-network-access"])  # in production our server is not on this machine
    body = SITE.format(f"{league}embed/")
    for site in (CHOSEN, OTHER):
        context.route(f"{site}/**", lambda route: route.fulfill(body=body, content_type="text/html"))
    sign_in(context, cast.anna)
    yield context
    context.close()


def look_at(visitor: BrowserContext, site: str) -> tuple[Page, list[str]]:
    """Return the club's page, and the cookies that our server got from the frame in it."""
    page, cookies = visitor.new_page(), list[str]()
    page.on("request", lambda request: cookies.append(request.all_headers().get("cookie", "")))
    page.goto(f"{site}/tabelle/")
    return page, cookies


def test_a_chosen_page_shows_the_table_and_sends_no_cookie(visitor: BrowserContext, league: str) -> None:
    page, cookies = look_at(visitor, CHOSEN)
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("heading", name="Linde · Dezember 2025")).to_be_visible()
    expect(inside.get_by_role("rowheader", name="Anna")).to_be_visible()
    left = inside.get_by_role("table").evaluate("(table) => table.getBoundingClientRect().left")
    assert left <= 4, "the page around it has margins of its own"
    assert set(cookies) == {""}
    assert inside.locator("body").evaluate("() => document.cookie") == ""
    with visitor.expect_page() as opened:
        inside.get_by_role("link", name="Ganze Tabelle").click()
    expect(opened.value.get_by_role("region", name="Dezember 2025")).to_be_visible()
    assert opened.value.evaluate("() => [opener, document.referrer]") == [None, ""]


def test_any_other_page_shows_nothing(visitor: BrowserContext, league: str) -> None:
    page = visitor.new_page()
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"{OTHER}/tabelle/")
    assert page.frames[-1].url.startswith("chrome-error:")


def test_nor_does_a_chosen_one_once_the_club_has_changed_its_mind(visitor: BrowserContext, cast: Cast) -> None:
    league_services.choose_frames(cast.club, [])
    page = visitor.new_page()
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"{CHOSEN}/tabelle/")
    assert page.frames[-1].url.startswith("chrome-error:")


def test_scripts_of_a_chosen_page_read_it_and_others_do_not(visitor: BrowserContext, league: str) -> None:
    read = [look_at(visitor, site)[0].evaluate(READ, f"{league}league.json") for site in (CHOSEN, OTHER)]
    assert read == [2, "refused"]
