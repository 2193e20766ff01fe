"""Every page of a club, small and large, light and dark: nothing scrolls sideways, axe finds nothing serious."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.conftest import SignIn
from tests.cast import make_cast, make_club, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"
SIZES = {"small": (360, 640), "large": (1280, 800)}


def serious(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]


def looks_right(page: Page, address: str) -> None:
    page.goto(address)
    # Not innerWidth: a phone would widen it to what it shows.
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"], address
    assert serious(page) == []


@pytest.mark.parametrize(("size", "scheme"), [("small", "light"), ("small", "dark"), ("large", "light")])
def test_every_page(page: Page, sign_in: SignIn, size: str, scheme: Literal["light", "dark"]) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    looks_right(page, "/")
    cast = make_cast()
    player = make_player(cast.club, LONG, short_name="Fritz", guest=True)
    make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    token, _invitation = make_invitation(cast, player=player, scorer=True, treasurer=True)
    looks_right(page, f"/invitation/{token}/")
    looks_right(page, "/invitation/nothing/")

    sign_in(page.context, cast.anna)
    club, member = f"/clubs/{cast.club.pk}", cast.member(cast.dora).pk
    for address in (
        f"{club}/",
        f"{club}/settings/",
        f"{club}/edit/",
        f"{club}/leave/",
        f"{club}/delete/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/{player.pk}/",
        f"{club}/players/{player.pk}/erase/",
        f"{club}/members/",
        f"{club}/members/{member}/",
        f"{club}/members/{member}/remove/",
        f"{club}/members/{member}/hand-over/",
        f"{club}/invitations/",
        f"{club}/invitations/new/",
        f"{club}/invitations/link/{token}/",
        f"{club}/rules/",
        f"{club}/rules/edit/?preset=hausrunde",
        "/clubs/new/",
        f"/invitation/{token}/",
    ):
        looks_right(page, address)
    make_club("Zweiter Club mit einem langen Namen, der umbricht", cast.anna)
    looks_right(page, "/")
