"""A club on real phones: found it, enter players, invite a player who joins on a second phone."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import first_account_code
from dokoclub.clubs.models import Club
from dokoclub.demo.club import demo_club
from tests.accounts.people import PASSWORD, make_account
from tests.browser.conftest import NewContext, SignIn
from tests.cast import make_club, make_player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna(page: Page, sign_in: SignIn) -> Account:
    """Return Anna, signed in on the first phone."""
    account = make_account("anna", "Anna")
    sign_in(page.context, account)
    return account


def register(page: Page, name: str) -> None:
    page.get_by_label("Dein Name").fill(name)
    page.get_by_label("Anmeldename").fill(name.lower())
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Zugang anlegen", exact=True).click()


def test_from_an_empty_install_to_a_club(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Deinen Club gründen").click()
    page.get_by_label("Code für den ersten Zugang").fill(first_account_code() or "")
    register(page, "Anna")
    page.get_by_label("Name des Clubs").fill("Doppelkopfrunde Linde")
    expect(page.get_by_label("Dein Name am Tisch")).to_have_value("Anna")
    page.get_by_role("button", name="Club gründen").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Doppelkopfrunde Linde")).to_be_visible()

    for name, left in (("Ben", "Noch 2 Namen"), ("Cleo", "Noch 1 Name")):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Dazu").click()
        expect(page.get_by_role("button", name=left)).to_be_disabled()
    page.get_by_label("Name", exact=True).fill("Dora")
    page.get_by_role("button", name="Dazu").click()
    expect(page.get_by_role("button", name="Abend starten")).to_be_enabled()


def test_the_demo_club_can_be_looked_at(page: Page, settings: Settings) -> None:
    settings.DEMO = True
    demo_club()
    page.goto("/")
    page.get_by_role("button", name="Demo-Club ansehen").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Doppelkopfrunde Linde")).to_be_visible()
    page.get_by_role("navigation", name="Bereiche").get_by_role("link", name="Club").click()
    page.get_by_role("main").get_by_role("link", name="Regeln").click()
    expect(page.get_by_text("Alle Einzelheiten")).to_be_visible()


def test_an_invitation_brings_somebody_in_on_a_second_phone(page: Page, anna: Account, new_context: NewContext) -> None:
    club = make_club("Linde", anna)
    make_player(club, "Gerd")
    page.goto(f"/clubs/{club.pk}/players/")
    page.get_by_role("link", name="Gerd").click()
    page.get_by_role("link", name="Angaben").click()
    page.get_by_role("link", name="Zugang geben").click()
    page.get_by_label("darf den Zettel schreiben").check()
    page.get_by_role("button", name="Link erstellen").click()
    expect(page.get_by_role("img", name="QR-Code des Links")).to_be_visible()
    link = "/invitation/" + page.locator("#link").inner_text().partition("/invitation/")[2]

    other = new_context().new_page()
    other.goto(link)
    expect(other.get_by_text("Du spielst als Gerd.")).to_be_visible()
    other.get_by_role("button", name="Ich bin neu hier").click()
    other.get_by_role("button", name="Zugang anlegen").click()
    register(other, "Gerd")
    other.get_by_role("button", name="Bei Linde mitmachen").click()
    expect(other.get_by_text("Willkommen bei Linde.")).to_be_visible()

    page.goto(f"/clubs/{club.pk}/members/")
    expect(page.get_by_role("listitem").filter(has_text="Gerd")).to_contain_text("schreibt den Zettel")
    other.goto(link)
    expect(other.get_by_role("banner").get_by_role("link", name="Linde")).to_be_visible()
    third = new_context().new_page()
    third.goto(link)
    expect(third.get_by_role("heading", name="Einladung ungültig")).to_be_visible()


def test_a_mistake_is_said_at_its_field_and_nothing_is_lost(page: Page, anna: Account) -> None:
    club = make_club("Linde", anna)
    make_player(club, "Gerd")
    page.goto(f"/clubs/{club.pk}/players/new/")
    page.get_by_label("Name", exact=True).fill("gerd")
    page.get_by_label("Notizen").fill("kommt mit dem Rad")
    page.get_by_role("button", name="Speichern", exact=True).click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    expect(name).to_have_value("gerd")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Notizen")).to_have_value("kommt mit dem Rad")


def test_a_deleted_club_is_taken_back(page: Page, anna: Account) -> None:
    club = make_club("Linde", anna)
    page.goto(f"/clubs/{club.pk}/settings/")
    page.get_by_text("Verlassen und löschen").click()
    page.get_by_role("link", name="Club löschen").click()
    page.get_by_label(re.compile("Tippe „Linde“ ein")).fill("Linde")
    page.get_by_role("button", name="Club löschen").click()
    expect(page.get_by_text("Linde ist gelöscht.")).to_be_visible()
    page.get_by_role("button", name="Zurückholen Linde").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Linde")).to_be_visible()
    assert Club.objects.get().deleted_at is None


def test_without_a_script_everything_works_too(anna: Account, new_context: NewContext, sign_in: SignIn) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, anna)
    page = context.new_page()
    page.goto("/clubs/new/")
    page.get_by_label("Name des Clubs").fill("Linde")
    page.get_by_role("button", name="Club gründen").click()
    page.get_by_role("link", name="Die anderen einladen").click()
    page.get_by_role("button", name="Link erstellen").click()
    expect(page.locator("#link")).to_contain_text("/invitation/")
    expect(page.get_by_text("Link teilen")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_only_a_script_can_make_an_account_with_a_passkey(
    anna: Account, new_context: NewContext, settings: Settings, scripts: bool
) -> None:
    settings.REGISTRATION = "open"
    page = new_context(java_script_enabled=scripts).new_page()
    page.goto("/account/register/")
    expect(page.get_by_role("button", name="Zugang anlegen", exact=True)).to_be_visible()
    expect(page.locator("[name=with_passkey]")).to_be_visible(visible=scripts)
    expect(page.get_by_text("Oder ohne Passwort")).to_be_visible(visible=scripts)
