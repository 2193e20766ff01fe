"""The longest names without a blank, and text twice as large: no page of a club, and not the account's, is too wide."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Playwright, ViewportSize
from pytest_django.live_server_helper import LiveServer

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from dokoclub.clubs.models.player import LONGEST_NAME
from tests.accounts.people import make_account
from tests.browser.conftest import SignIn
from tests.cast import Cast, make_cast, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

SMALL: Final = ViewportSize(width=360, height=640)
LONGEST_ACCOUNT: Final = 60


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def large_text(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], live_server: LiveServer
) -> Iterator[Page]:
    """The reader's own text size, which an em of a media query counts; not the zoom."""
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = playwright.chromium.launch(**browser_type_launch_args | {"args": arguments})
    yield browser.new_page(base_url=live_server.url, viewport=SMALL, locale="de-DE")
    browser.close()


def too_wide(page: Page, cast: Cast, owner: Account, player: int) -> list[str]:
    club = f"/clubs/{cast.club.pk}"
    member = cast.member(owner).pk
    found = []
    for address in (
        "/account/",
        "/clubs/new/",
        f"{club}/",
        f"{club}/settings/",
        f"{club}/edit/",
        f"{club}/leave/",
        f"{club}/delete/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/{player}/",
        f"{club}/players/{player}/erase/",
        f"{club}/members/",
        f"{club}/members/{member}/",
        f"{club}/members/{cast.member(cast.dora).pk}/",
        f"{club}/invitations/",
        f"{club}/invitations/new/",
        f"{club}/rules/",
        f"{club}/rules/edit/",
    ):
        page.goto(address)
        assert page.viewport_size is not None  # not innerWidth: a phone would widen it to what it shows
        width = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{address}: {width}"] if width > page.viewport_size["width"] else []
    return found


def test_the_longest_names(page: Page, cast: Cast, sign_in: SignIn) -> None:
    page.set_viewport_size(SMALL)
    owner = make_account("w" * LONGEST_ACCOUNT, "W" * LONGEST_ACCOUNT)
    Membership.objects.create(club=cast.club, account=owner, owner=True)
    player = make_player(cast.club, "W" * LONGEST_NAME, owner)
    make_invitation(cast, player=make_player(cast.club, "M" * LONGEST_NAME, guest=True), scorer=True)
    sign_in(page.context, owner)

    assert too_wide(page, cast, owner, player.pk) == []


def test_text_twice_as_large(large_text: Page, cast: Cast, sign_in: SignIn) -> None:
    make_invitation(cast, scorer=True, treasurer=True)
    sign_in(large_text.context, cast.anna)

    assert too_wide(large_text, cast, cast.anna, cast.player(cast.dora).pk) == []
