"""Sign-in in a real phone browser: with the code, a password, a passkey, a link; with and without scripts."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import demo_visitor, first_account_code
from dokoclub.accounts.services.sign_ins import create_login_link
from tests.accounts.people import PASSWORD, make_account
from tests.browser.conftest import NewContext, SignIn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> Account:
    return make_account("anna", "Anna")


def give_it_passkeys(page: Page, *, verifies: bool = True) -> None:
    """Give the browser passkeys: the phone asks for a finger and gets it, or gets the wrong one."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    phone = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": verifies,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": phone})


def fill_registration(page: Page, name: str) -> None:
    page.get_by_label("Dein Name").fill(name)
    page.get_by_label("Anmeldename").fill(name.lower())


def enter_password(page: Page) -> None:
    page.get_by_label("Anmeldename").fill("Anna")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("button", name="Abmelden", exact=True).click()
    expect(page.get_by_text("Du bist abgemeldet.")).to_be_visible()


def expect_signed_in(page: Page, name: str) -> None:
    expect(page.get_by_role("link", name=f"Zugang: {name}")).to_be_visible()


def test_the_first_account_registers_with_the_code_and_signs_in_again(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_role("link", name="Ersten Zugang anlegen").click()
    page.get_by_label("Code für den ersten Zugang").fill(first_account_code() or "")
    fill_registration(page, "Anna")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Zugang anlegen", exact=True).click()
    expect_signed_in(page, "Anna")
    sign_out(page)
    page.goto("/account/login/?next=/account/")
    enter_password(page)
    expect(page.get_by_role("heading", name="Anna")).to_be_visible()


def test_what_is_wrong_is_said_and_what_was_typed_stays(page: Page, anna: Account) -> None:
    page.goto("/account/login/")
    page.get_by_label("Anmeldename").fill("anna")
    page.get_by_label("Passwort", exact=True).fill("wrong wrong")
    page.get_by_role("button", name="Anmelden", exact=True).click()
    problems = page.get_by_role("alert").filter(has_text="Anmeldename und Passwort passen nicht zusammen.")
    expect(problems).to_be_visible()
    expect(problems).to_be_focused()
    expect(page.get_by_label("Anmeldename")).to_have_value("anna")


def test_a_passkey_is_added_and_signs_in(page: Page, anna: Account) -> None:
    give_it_passkeys(page)
    page.goto("/account/login/")
    enter_password(page)
    page.goto("/account/sign-in/")
    page.get_by_role("link", name="Passkey hinzufügen").click()
    page.get_by_label("Passkey-Name").fill("Annas Handy")
    page.get_by_role("button", name="Passkey hinzufügen").click()
    expect(page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
    page.get_by_role("link", name="Aufbewahrt, weiter").click()
    expect(page.get_by_text("Annas Handy", exact=True)).to_be_visible()
    sign_out(page)
    page.goto("/account/login/?next=/account/")
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page.get_by_role("heading", name="Anna")).to_be_visible()
    page.get_by_role("link", name="Anmeldung").click()
    expect(page.get_by_text("zuletzt benutzt")).to_be_visible()


def test_an_account_without_a_password(page: Page, anna: Account, settings: Settings) -> None:
    settings.REGISTRATION = "open"
    give_it_passkeys(page)
    page.goto("/account/register/?next=/account/")
    fill_registration(page, "Ben")
    page.get_by_role("button", name="Zugang mit Passkey anlegen").click()
    page.get_by_role("button", name="Passkey hinzufügen").click()
    page.get_by_role("link", name="Aufbewahrt, weiter").click()
    expect_signed_in(page, "Ben")
    sign_out(page)
    page.goto("/account/login/")
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect_signed_in(page, "Ben")


def test_a_passkey_that_does_not_work_is_said(page: Page, anna: Account, sign_in: SignIn) -> None:
    give_it_passkeys(page, verifies=False)
    page.goto("/account/login/")
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page.get_by_text("Der Passkey hat nicht geklappt, oder du hast abgebrochen.")).to_be_visible()
    enter_password(page)
    page.goto("/account/passkeys/add/")
    page.get_by_role("button", name="Passkey hinzufügen").click()
    expect(page.get_by_text("Der Passkey hat nicht geklappt, oder du hast abgebrochen.")).to_be_focused()


def test_a_login_link_leads_to_a_new_password(page: Page, anna: Account) -> None:
    page.goto(f"/login-link/{create_login_link(anna)}/")
    page.get_by_role("button", name="Als Anna anmelden").click()
    page.get_by_role("link", name="Passwort ändern").click()
    page.get_by_label("Neues Passwort").fill("kreuz bube sticht")
    page.get_by_label("Passwort wiederholen").fill("kreuz bube sticht")
    page.get_by_role("button", name="Passwort speichern").click()
    expect(page.get_by_text("Das neue Passwort gilt ab jetzt.")).to_be_visible()


def test_another_device_is_signed_out(page: Page, new_context: NewContext, anna: Account) -> None:
    lost = new_context(user_agent="Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0").new_page()
    for phone in (lost, page):
        phone.goto("/account/login/?next=/account/sign-in/")
        enter_password(phone)
    page.get_by_role("button", name="Firefox auf Android").click()
    expect(page.get_by_text("Dieses Gerät ist abgemeldet.")).to_be_visible()
    expect(page.get_by_text("dieses Gerät", exact=True)).to_be_visible()
    lost.goto("/account/")
    expect(lost.get_by_role("heading", name="Anmelden", exact=True)).to_be_visible()


@pytest.mark.promise("private")
@pytest.mark.parametrize("private", ["/account/", "/account/sign-in/", "/account/log/"])
def test_the_back_button_shows_nothing_private_after_signing_out(page: Page, anna: Account, private: str) -> None:
    page.goto("/account/login/")
    enter_password(page)
    page.goto(private)
    expect(page.get_by_role("link", name="Zugang: Anna")).to_be_visible()
    sign_out(page)
    for _ in range(2):
        page.go_back()
        expect(page.get_by_role("link", name="Zugang: Anna")).to_be_hidden()
        page.locator("[data-living], .proofs").evaluate_all(
            "(all) => all.forEach((one) => one.remove())"
        )  # an Anna without a club
        assert "Anna" not in page.content()


def test_all_but_passkeys_works_without_scripts(new_context: NewContext, anna: Account) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/account/login/?next=/account/")
    expect(page.get_by_role("button", name="Mit Passkey anmelden")).to_be_hidden()
    enter_password(page)
    page.get_by_role("link", name="Anmeldung").click()
    page.get_by_role("link", name="Name und E-Mail-Adresse").click()
    page.get_by_label("Dein Name").fill("Anna Karo")
    page.get_by_role("button", name="Speichern").click()
    expect_signed_in(page, "Anna Karo")
    page.get_by_role("link", name="Zugang löschen").click()
    page.get_by_label("Dein Anmeldename").fill("anna")
    page.get_by_role("button", name="Endgültig löschen").click()
    expect(page.get_by_text("Zugang gelöscht.")).to_be_visible()


def test_the_demo_visitor_looks_and_leaves(
    context: BrowserContext, page: Page, settings: Settings, sign_in: SignIn
) -> None:
    settings.DEMO = True
    sign_in(context, demo_visitor())
    page.goto("/account/")
    expect(page.get_by_text("Im Demo-Club nicht verfügbar.")).to_be_visible()
    page.get_by_role("button", name="Demo verlassen").click()
    expect(page.get_by_text("Du bist abgemeldet.")).to_be_visible()
