"""Every page of accounts on a small phone: nothing scrolls sideways, axe finds nothing serious, light and dark."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import create_login_link
from tests.accounts.people import PASSWORD, make_account, make_passkey

pytestmark = pytest.mark.django_db(transaction=True)

OUTSIDE = ["login/", "register/", "help/", "recover/"]
INSIDE = ["", "logout/", "password/", "passkeys/add/", "codes/", "codes/new/", "delete/"]


def serious(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]


def looks_right(page: Page, address: str) -> None:
    page.goto(address)
    assert page.viewport_size is not None  # not innerWidth: a phone would widen it to what it shows
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], address
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_outside(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(color_scheme=scheme)
    looks_right(page, "/account/login/")  # nobody is here yet
    looks_right(page, "/account/register/")
    token = create_login_link(make_account("anna", "Anna"))
    for address in (*(f"/account/{part}" for part in OUTSIDE), f"/login-link/{token}/", "/login-link/gone/"):
        looks_right(page, address)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_inside(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(color_scheme=scheme)
    anna: Account = make_account("anna", "Anna von und zu Doppelkopfhausen-Kreuzdamenberg")
    passkey = make_passkey(anna, "Ein sehr langer Name für ein kleines Telefon in der Tasche")
    create_login_link(anna)
    page.goto("/account/login/")
    page.get_by_label("Anmeldename").fill("anna")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    page.goto("/account/codes/new/")
    page.get_by_role("button", name="Neue Codes erstellen").click()
    for part in (*INSIDE, f"passkeys/{passkey.pk}/name/", f"passkeys/{passkey.pk}/remove/", "prove/", "prove/passkey/"):
        looks_right(page, f"/account/{part}")
