"""On a phone: start an evening, draw tables, add a guest, close, share, and read along by a secret link."""

from __future__ import annotations

import re
import struct

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import enlarge_text, too_wide
from tests.browser.stored_pages import wait_until
from tests.browser.test_evening_names import LONG
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, table, write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(context: BrowserContext, cast: Cast, sign_in: SignIn) -> Page:
    """Return Ben's phone."""
    sign_in(context, cast.ben)
    return context.new_page()


def test_it_takes_two_taps_where_nothing_has_changed(page: Page, cast: Cast) -> None:
    evenings.close_evening(evening(cast), by=None)
    page.goto(f"/clubs/{cast.club.pk}/")
    page.get_by_role("button", name="Abend starten").tap()
    page.get_by_role("button", name="Abend starten").tap()
    page.wait_for_url("**/sheets/*/")
    assert Evening.objects.open().count() == 1


def test_seats_are_tapped_in_their_order(page: Page, cast: Cast) -> None:
    cast.guest("Emil")
    page.goto(f"/clubs/{cast.club.pk}/evenings/new/")
    table_group = page.get_by_role("group", name="Am Tisch")
    for name in ("Dora", "Emil", "Anna", "Ben", "Cleo"):
        button = table_group.get_by_role("button", name=name)
        if button.get_attribute("aria-pressed") == "true":
            button.tap()
    for name in ("Dora", "Emil", "Anna", "Ben", "Cleo"):
        table_group.get_by_role("button", name=name).tap()
    cleo = table_group.get_by_role("button", name="Cleo")
    expect(cleo.locator("small")).to_have_text("5")
    expect(cleo.locator(".pc svg")).to_be_visible()  # the number once took the place of the suit on the card
    page.get_by_text("Plätze und Geber").tap()
    page.get_by_role("button", name="Cleo einen Sitz nach oben").tap()
    page.get_by_label("Geber").select_option("Emil")
    expect(page.locator("#count")).to_have_text("5 am Tisch")
    page.get_by_role("button", name="Abend starten").tap()
    page.wait_for_url("**/sheets/*/")
    sheet = Sheet.objects.get()
    assert sheet.players == cast.ids("Dora", "Emil", "Anna", "Cleo", "Ben")
    assert sheet.first_dealer == cast.players["Emil"]


def test_a_guest_is_added_on_the_spot(page: Page, cast: Cast) -> None:
    page.goto(f"/clubs/{cast.club.pk}/evenings/new/")
    page.get_by_text("Ein Gast").tap()
    page.get_by_label("Name des Gastes").fill("Tante Paula")
    page.get_by_role("button", name="Gast hinzufügen").tap()
    paula = page.get_by_role("group", name="Am Tisch").get_by_role("button", name="Tante Paula")
    expect(paula).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Abend starten").tap()
    page.wait_for_url("**/sheets/*/")
    assert len(Sheet.objects.get().players) == 5


def test_two_tables_are_drawn_and_changed_by_hand(page: Page, cast: Cast) -> None:
    for number in range(4):
        cast.guest(f"Gast {number}")
    page.goto(f"/clubs/{cast.club.pk}/evenings/new/")
    for button in page.get_by_role("group", name="Am Tisch").get_by_role("button").all():
        if button.get_attribute("aria-pressed") == "false":
            button.tap()
    page.get_by_role("button", name="Tische auslosen").tap()
    first, second = (
        page.get_by_role("group", name="Tisch 1", exact=True),
        page.get_by_role("group", name="Tisch 2", exact=True),
    )
    expect(first.get_by_role("listitem")).to_have_count(4)
    moved = str(first.get_by_role("listitem").first.get_attribute("data-name"))
    page.get_by_label(f"Tisch von {moved}").select_option("Tisch 2")
    expect(second.get_by_role("listitem")).to_have_count(5)
    back = str(second.get_by_role("listitem").first.get_attribute("data-name"))
    page.get_by_label(f"Tisch von {back}").select_option("Tisch 1")
    page.get_by_role("button", name="Abend starten").tap()
    page.wait_for_url(re.compile(r"/evenings/\d+/$"))
    assert sorted(len(sheet.players) for sheet in Sheet.objects.all()) == [4, 4]
    expect(page.get_by_role("link", name="Tisch 2")).to_be_visible()


def test_the_evening_is_closed_and_its_text_shared(page: Page, cast: Cast) -> None:
    page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (shared) => { window.shared = shared; }"
    )
    one = evening(cast, table(cast, rules="ddv"))
    write(cast, one.sheets.get(), anna_ben(cast, 131))
    page.goto(f"/evenings/{one.pk}/")
    page.get_by_role("button", name="Spielabend beenden").tap()
    page.get_by_role("button", name="Spielabend beenden").tap()
    expect(page.get_by_role("heading", name="Anna und Ben gewinnen")).to_be_visible()
    page.get_by_role("link", name="Teilen").tap()
    wait_until(page, "() => window.shared")
    assert "1. Anna +1" in page.evaluate("window.shared.text")
    assert page.evaluate("window.shared.files[0].type") == "image/png"


def test_a_secret_link_opens_on_a_phone_without_an_account(page: Page, cast: Cast, new_context: NewContext) -> None:
    one = evening(cast, table(cast, rules="ddv"))
    page.goto(f"/evenings/{one.pk}/links/")
    page.get_by_role("button", name="Link erstellen").tap()
    address = page.locator("#link").inner_text()
    other = new_context().new_page()
    other.clock.install()
    other.goto("/e/" + address.partition("/e/")[2])
    expect(other.get_by_role("heading", name="Linde")).to_be_visible()
    write(cast, one.sheets.get(), anna_ben(cast, 131))
    other.clock.run_for(5_000)
    expect(other.get_by_role("table", name="Spielzettel")).to_contain_text("+1")


def test_the_evening_follows_without_a_touch(page: Page, cast: Cast) -> None:
    one = evening(cast, table(cast, rules="ddv"))
    page.clock.install()
    page.goto(f"/evenings/{one.pk}/")
    write(cast, one.sheets.get(), anna_ben(cast, 131))
    page.clock.run_for(3_000)
    expect(page.get_by_role("list", name="Punktestand").get_by_role("listitem").first).to_have_text("Anna +1")


def test_the_picture_of_the_evening_is_made_on_the_phone(page: Page, cast: Cast) -> None:
    """It is a PNG of its drawn size, under the unchanged content security policy."""
    found = evening(cast, table(cast))
    write(cast, found.sheets.get(), anna_ben(cast))
    evenings.close_evening(found, by=cast.ben)
    page.goto(f"/evenings/{found.pk}/")
    with page.expect_download() as waited:
        page.get_by_role("link", name="Teilen", exact=True).tap()
    png = waited.value.path().read_bytes()
    assert waited.value.suggested_filename == f"doppelkopf-{found.date}.png"
    assert struct.unpack(">II", png[16:24]) == (1080, 1350)
    assert len(png) > 20_000  # it was visible when it was copied


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("width", [320, 390])
def test_seven_alike_names_can_be_told_apart_everywhere(page: Page, cast: Cast, width: int, large: bool) -> None:
    """On cards, on Heute, and in the table: short for eyes, whole for ears; nothing is wider than the screen."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    for (name, whole), player in zip(LONG.items(), cast.players.values(), strict=True):
        Player.objects.filter(pk=player.pk).update(name=whole, folded_name=whole.casefold(), guest=False)
        assert player.name == name
    one = evening(cast, table(cast, *cast.players), day=date_of_play())
    write(cast, one.sheets.get(), anna_ben(cast, 155))
    page.set_viewport_size({"width": width, "height": 844})
    if large:
        enlarge_text(page)
    for address in (f"/clubs/{cast.club.pk}/", f"/clubs/{cast.club.pk}/evenings/new/", f"/clubs/{cast.club.pk}/table/"):
        page.goto(address)
        for shown in ("Annemarie Lo.", "Annemarie K.", "Annemarie Le.", "Benjamin-Maximilian"):
            expect(page.locator("main").get_by_text(shown, exact=True).first).to_be_attached()
        assert too_wide(page) == []
