"""The whole life of a passkey, with an authenticator in the browser: added, used, copied, lost, removed."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, expect

from dokoclub.accounts.models import Account
from tests.accounts.people import make_account
from tests.browser.conftest import NewContext
from tests.browser.test_accounts import enter_password, expect_signed_in, sign_out

pytestmark = pytest.mark.django_db(transaction=True)

UNKNOWN = "Unbekannter Passkey. Versuch es noch einmal oder nimm dein Passwort."
COPIED = "Diesen Passkey gibt es anscheinend zweimal."
SIGN_IN = "Mit Passkey anmelden"


class Device(NamedTuple):
    """A phone that asks for a finger and gets it, and its stored passkeys."""

    page: Page
    tools: CDPSession
    number: str

    def keys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.number})[
            "credentials"
        ]
        return found

    def put(self, key: dict[str, Any]) -> None:
        """Put a key that somebody read out of a phone; a key with the same id is replaced."""
        for kept in self.keys():
            if kept["credentialId"] == key["credentialId"]:
                where = {"authenticatorId": self.number, "credentialId": key["credentialId"]}
                self.tools.send("WebAuthn.removeCredential", where)
        self.tools.send("WebAuthn.addCredential", {"authenticatorId": self.number, "credential": key})

    def sign_in(self) -> None:
        self.page.goto("/account/login/?next=/account/")
        self.page.get_by_role("button", name=SIGN_IN).click()

    def is_refused(self, words: str) -> None:
        self.sign_in()
        expect(self.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(self.page.get_by_role("button", name=SIGN_IN)).to_be_visible()

    def is_let_in(self, name: str = "Anna") -> None:
        self.sign_in()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()
        sign_out(self.page)


def make_device(page: Page) -> Device:
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    phone = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": phone})
    return Device(page, tools, made["authenticatorId"])


@pytest.fixture
def anna() -> Account:
    return make_account("anna", "Anna")


@pytest.fixture
def phone(page: Page, anna: Account) -> Device:
    """Return Anna's phone, on which she has just added a passkey."""
    device = make_device(page)
    page.goto("/account/login/")
    enter_password(page)
    add(device, "Annas Handy")
    sign_out(page)
    return device


@pytest.fixture
def other(new_context: NewContext) -> Device:
    return make_device(new_context().new_page())


def add(device: Device, name: str) -> None:
    device.page.goto("/account/passkeys/add/")
    device.page.get_by_label("Passkey-Name").fill(name)
    device.page.get_by_role("button", name="Passkey hinzufügen").click()
    expect(device.page.get_by_role("heading", name="Notfallcodes")).to_be_visible()


def remove(page: Page) -> None:
    page.goto("/account/sign-in/")
    page.get_by_role("link", name="Annas Handy").click()
    page.get_by_role("link", name="Passkey entfernen").click()
    page.get_by_role("button", name="Entfernen").click()


@pytest.mark.promise("passkeys")
def test_it_signs_in_as_often_as_one_likes(phone: Device) -> None:
    for _ in range(3):
        phone.is_let_in()
    [key] = phone.keys()
    assert key["rpId"] == "localhost"
    assert key["signCount"] == Authenticator.objects.get(type="webauthn").data["counter"] > 0


@pytest.mark.promise("passkeys")
def test_one_that_is_removed_opens_nothing_any_more(phone: Device, anna: Account) -> None:
    phone.page.goto("/account/login/")
    enter_password(phone.page)
    remove(phone.page)
    expect(phone.page.get_by_text("Passkey entfernt.")).to_be_visible()
    sign_out(phone.page)
    phone.is_refused(UNKNOWN)


@pytest.mark.promise("passkeys")
def test_the_only_way_to_sign_in_is_not_removed(phone: Device, anna: Account) -> None:
    anna.set_unusable_password()
    anna.save()
    phone.sign_in()
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    remove(phone.page)
    expect(phone.page.get_by_text("Nur damit kannst du dich anmelden.")).to_be_visible()
    sign_out(phone.page)
    phone.is_let_in()


@pytest.mark.promise("copied-passkey")
def test_a_counter_that_goes_back_is_a_copy(phone: Device, other: Device) -> None:
    [early] = phone.keys()
    for _ in range(3):
        phone.is_let_in()
    other.put(early)
    other.is_refused(COPIED)
    phone.is_let_in()
    phone.page.goto("/account/login/?next=/account/log/")
    enter_password(phone.page)
    expect(phone.page.get_by_text("Passkey abgelehnt: vermutlich kopiert")).to_be_visible()


@pytest.mark.promise("copied-passkey")
def test_a_copy_that_was_faster_is_found_out_by_the_owner(phone: Device, other: Device) -> None:
    [stolen] = phone.keys()
    other.put(stolen | {"signCount": stolen["signCount"] + 40})
    other.is_let_in()
    phone.is_refused(COPIED)


@pytest.mark.promise("passkeys")
def test_a_key_of_another_account_opens_that_one(phone: Device, other: Device, anna: Account) -> None:
    """Whatever owner the key names, it opens that account or none."""
    ben = make_account("ben", "Ben")
    other.page.goto("/account/login/")
    other.page.get_by_label("Anmeldename").fill("ben")
    other.page.get_by_label("Passwort", exact=True).fill("herzdame sticht karo")
    other.page.get_by_role("button", name="Anmelden", exact=True).click()
    expect_signed_in(other.page, "Ben")
    add(other, "Bens Handy")
    sign_out(other.page)
    other.is_let_in("Ben")
    [mine], [theirs] = phone.keys(), other.keys()
    other.put(theirs | {"userHandle": mine["userHandle"], "signCount": 50})
    other.is_refused(UNKNOWN)
    assert not ben.sign_ins.exists()
    assert not anna.sign_ins.exists()


@pytest.mark.promise("passkeys")
def test_it_proves_who_one_is(phone: Device, anna: Account) -> None:
    phone.page.goto("/account/login/")
    enter_password(phone.page)
    phone.page.goto("/account/prove/passkey/?next=/account/codes/")
    phone.page.get_by_role("button", name="Passkey benutzen").click()
    expect(phone.page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
