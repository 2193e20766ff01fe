"""Every page of accounts on a small phone: nothing scrolls sideways, axe finds nothing serious, light and dark."""

import pytest
from django.test import Client

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import create_login_link
from tests.accounts.people import PASSWORD, make_account, make_passkey
from tests.browser.looks import SMALL, Looks

pytestmark = pytest.mark.django_db(transaction=True)

OUTSIDE = ["login/", "register/", "help/", "recover/"]
INSIDE = ["", "sign-in/", "profile/", "log/", "logout/", "password/", "passkeys/add/", "codes/", "codes/new/"]
LEAVING = ["delete/", "prove/", "prove/passkey/"]


def test_outside(looks: Looks) -> None:
    looks.look_at("/account/login/", "/account/register/", sizes=(SMALL,))  # there is no account yet
    token = create_login_link(make_account("anna", "Anna"))
    looks.look_at(*(f"/account/{part}" for part in OUTSIDE), sizes=(SMALL,))
    looks.look_at(f"/login-link/{token}/", "/login-link/gone/", sizes=(SMALL,))
    assert looks.found == []


def test_inside_by_an_owners_link(looks: Looks) -> None:
    anna, maker = make_account("anna", "Anna"), make_account("ben", "Ben")
    for page in looks.pages:
        page.goto(f"/login-link/{create_login_link(anna, by=maker)}/")
        page.get_by_role("button", name="Als Anna anmelden").click()
    looks.look_at("/account/", "/account/sign-in/", sizes=(SMALL,))
    assert looks.found == []


def test_inside(looks: Looks) -> None:
    anna: Account = make_account("anna", "Anna von und zu Doppelkopfhausen-Kreuzdamenberg")
    passkey = make_passkey(anna, "Ein sehr langer Name für ein kleines Telefon in der Tasche")
    create_login_link(anna)
    maker = make_account("ben", "Ben von und zu Doppelkopfhausen-Herzbubenfels")
    Client().post(f"/login-link/{create_login_link(anna, by=maker)}/")  # so that every page asks for proof
    for page in looks.pages:
        page.goto("/account/login/")
        page.get_by_label("Anmeldename").fill("anna")
        page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Anmelden", exact=True).click()
        page.goto("/account/codes/new/")
        page.get_by_role("button", name="Neue Codes erstellen").click()
    for part in (*INSIDE, f"passkeys/{passkey.pk}/name/", f"passkeys/{passkey.pk}/remove/", *LEAVING):
        looks.look_at(f"/account/{part}", sizes=(SMALL,))
    assert looks.found == []
