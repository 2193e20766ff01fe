"""Two phones bring a guest of the same name: another person gets another name, the same one is in the list."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from tests.browser.begun_here import BegunPhone, in_cellar, play
from tests.browser.looks import COLOURS, SMALL, too_wide, violations
from tests.browser.without_network import KeptPhone
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.sending import is_sound

pytestmark = pytest.mark.django_db(transaction=True)
SAME = "Dieselbe Person: Emil"


@pytest.fixture
def context(bens_context: BrowserContext) -> BrowserContext:
    return bens_context


@pytest.fixture
def phone(context: BrowserContext, cast: Cast) -> KeptPhone:
    """Return a phone on a sheet, without a network."""
    phone = KeptPhone(context.new_page(), papers.sheet(cast))
    phone.goes_offline()
    expect(phone.band).to_contain_text("Ohne Netz")
    return phone


def sits_down(phone: KeptPhone, name: str) -> None:
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Plätze und Geber").tap()
    phone.press("Dora geht")
    phone.page.get_by_label("Name des Gastes").fill(name)
    phone.press("Gast hinzufügen")


def plays_on(phone: KeptPhone) -> None:
    phone.press("Ab Spiel 1 so spielen")
    expect(phone.page.get_by_text("Plätze geändert.")).to_be_visible()


def says_who(phone: KeptPhone) -> None:
    """Say who the guest is, in the club's list since another phone brought them."""
    phone.press("Wer sind die Gäste?")
    expect(phone.page.get_by_label("Name des Gastes")).to_have_value("Emil")
    phone.page.set_viewport_size(SMALL)
    assert too_wide(phone.page) + violations(phone.page) == []
    phone.page.emulate_media(color_scheme="dark")
    assert violations(phone.page, COLOURS) == []
    phone.page.get_by_label(SAME).check()
    phone.press("Übernehmen")


def test_an_evening_that_began_with_him(context: BrowserContext, cast: Cast) -> None:
    """The evening has the guest's games, and a started one."""
    phone: BegunPhone = in_cellar(context, cast)
    phone.begins(dealer="Emil", guests=["Emil"], away=["Dora"])
    play(phone, 2)
    phone.quickly(("Emil", "Re-Partei"))
    told = phone.shown()
    emil = cast.guest("Emil")
    phone.comes_back()
    says_who(phone)
    phone.goes_on()
    assert phone.shown() == told
    expect(phone.group("Re-Partei").get_by_role("button", name="Emil", pressed=True)).to_be_attached()
    sheet = Sheet.objects.get()
    assert (sheet.players[-1], str(sheet.first_dealer_id)) == (str(emil.pk), str(emil.pk))
    assert Player.objects.filter(name="Emil").count() == 1
    assert is_sound(sheet)


def test_a_sheet_that_he_joined(phone: KeptPhone, cast: Cast) -> None:
    """The change of the seats is refused, and no input after it is lost."""
    sits_down(phone, "Emil")
    plays_on(phone)
    phone.writes(1, ["Anna", "Emil"], 155)
    phone.quickly(("Emil", "Re-Partei"))
    emil = cast.guest("Emil")
    phone.comes_back()
    expect(phone.band).to_contain_text("Plätze ändern geht so nicht: So heißt schon Emil.")
    says_who(phone)
    phone.is_sent()
    expect(phone.group("Re-Partei").get_by_role("button", name="Emil", pressed=True)).to_be_attached()
    sheet = Sheet.objects.get()
    assert str(emil.pk) in sheet.entries.get(number=1).facts["re"]
    assert Player.objects.filter(name="Emil").count() == 1
    assert is_sound(sheet)


def test_on_a_sheet_he_may_be_another_person(phone: KeptPhone, cast: Cast) -> None:
    sits_down(phone, "Emil")
    plays_on(phone)
    phone.writes(1, ["Anna", "Emil"], 155)
    cast.guest("Emil")
    phone.comes_back()
    phone.press("Wer sind die Gäste?")
    phone.page.get_by_text("Jemand anderes").tap()
    phone.page.get_by_label("Name des Gastes").fill("Emil aus Köln")
    phone.press("Übernehmen")
    phone.is_sent()
    new = Player.objects.get(name="Emil aus Köln")
    assert str(new.pk) in Sheet.objects.get().entries.get(number=1).facts["re"]


def test_a_name_that_the_phone_knows_stays_in_its_field(phone: KeptPhone, cast: Cast) -> None:
    """The name seats a player of the club who is not at the table."""
    sits_down(phone, " dora ")
    expect(phone.page.get_by_role("alert")).to_have_text("dora steht schon in der Liste.")
    expect(phone.page.get_by_label("Name des Gastes")).to_have_value("dora")
    phone.press("Dieselbe Person")
    expect(phone.button("Dora geht")).to_be_visible()
    phone.page.get_by_label("Name des Gastes").fill("Anna")
    phone.press("Gast hinzufügen")
    expect(phone.page.get_by_role("alert")).to_have_text("Anna steht schon in der Liste.")
    expect(phone.button("Dieselbe Person")).to_have_count(0)
