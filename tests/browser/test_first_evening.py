"""The number of taps and keys from nothing to the first saved game, and to a second phone that reads along.

A tap is a finger on any control, each typed field included, although some have the focus already; a key is one
character on the phone's keyboard, with one each for spaces, commas and capitals. Digits of the sheet's own keypad are
taps. An accepted default costs nothing. The count begins on the first page, opened by the address that `make run`
prints on a new install, or by its QR code, which carry the code; an address without it costs one tap and eight keys
more. The names are those with which 25 taps and 80 keys were counted before.
"""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from dokoclub.accounts.services.registration import first_account_code
from dokoclub.clubs.models import Club
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.cast import Cast
from tests.clubs.test_show_invitation import make_invitation
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD: Final = "fuchsbau"  # as short as allowed: eight characters
MOST_TAPS: Final = 15
MOST_KEYS: Final = 45


class Thumb:
    """A person who taps and types, and a count of both."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, *targets: Locator) -> None:
        for target in targets:
            target.tap()
            self.taps += 1

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str, group: str = "") -> None:
        """Tap a button by its name; in a group, by the start of the name, as with tiles."""
        if group:
            named = re.compile(f"^{re.escape(name)}( |$)")
            return self.tap(self.page.get_by_role("group", name=group, exact=True).get_by_role("button", name=named))
        return self.tap(self.page.get_by_role("button", name=name, exact=True))

    def write(self, label: str, text: str) -> None:
        self.tap(self.page.get_by_label(re.compile(f"^{re.escape(label)}( \\(|$)")))  # "(optional)" may follow
        self.page.keyboard.type(text)
        self.keys += len(text)

    def register(self) -> None:
        self.write("Dein Name", "Anna")
        self.write("Passwort", PASSWORD)
        self.button("Zugang anlegen")

    def found(self) -> None:
        self.write("Name des Clubs", "Die Bockrunde")
        self.write("Wer spielt noch mit?", "Bernd,Clara,Doris")
        self.button("Club gründen")

    def play(self) -> None:
        """Record Re's win with 131: game (a) of the sheet, six taps."""
        expect(self.page.get_by_role("status", name="Spielwert", exact=True)).not_to_be_empty()
        for name in ("Anna", "Bernd"):
            self.button(name, group="Re-Partei")
        for digit in "131":
            self.button(digit, group="Ziffern")
        self.button("Speichern")
        expect(self.page.get_by_text("Spiel 1 gespeichert").first).to_be_visible()


def test_from_the_first_page_to_the_first_saved_game(page: Page) -> None:
    page.goto(f"/?code={first_account_code()}")
    thumb = Thumb(page)
    thumb.link("Deinen Club gründen")
    thumb.register()
    thumb.found()
    expect(page.get_by_text("Sitzt ihr so?")).to_be_visible()
    thumb.button("Abend starten")
    thumb.play()
    assert thumb.taps <= MOST_TAPS
    assert thumb.keys <= MOST_KEYS
    sheet = Club.objects.get().evenings.get().sheets.get()
    names = dict(Club.objects.get().players.values_list("pk", "name"))
    assert [names[int(player)] for player in sheet.players] == ["Anna", "Bernd", "Clara", "Doris"]


def test_who_sits_otherwise_taps_the_table_anew(page: Page) -> None:
    """Regression: following "tap in the order in which you sit" removed everybody from the table."""
    page.goto(f"/?code={first_account_code()}")
    thumb = Thumb(page)
    thumb.link("Deinen Club gründen")
    thumb.register()
    thumb.found()
    expect(page.get_by_text("Tippe in Sitzreihenfolge.")).to_be_hidden()
    thumb.button("Von vorn")
    expect(page.get_by_text("Tippe in Sitzreihenfolge.")).to_be_visible()
    expect(page.get_by_text("0 am Tisch")).to_be_visible()
    for name in ("Doris", "Bernd", "Anna", "Clara"):
        thumb.button(name, group="Am Tisch")
    expect(page.get_by_text("Sitzt ihr so?")).to_be_visible()
    thumb.button("Abend starten")
    expect(page.get_by_role("table", name="Spielzettel")).to_be_visible()
    names = dict(Club.objects.get().players.values_list("pk", "name"))
    sheet = Club.objects.get().evenings.get().sheets.get()
    assert [names[int(player)] for player in sheet.players] == ["Doris", "Bernd", "Anna", "Clara"]


def test_a_password_that_is_typed_once_can_be_looked_at(page: Page) -> None:
    page.goto(f"/account/register/?code={first_account_code()}")
    field, button = page.get_by_label("Passwort", exact=True), page.get_by_role("button", name="Passwort zeigen")
    field.fill(PASSWORD)
    for kind, pressed in (("text", "true"), ("password", "false")):
        button.tap()
        expect(field).to_have_attribute("type", kind)
        expect(button).to_have_attribute("aria-pressed", pressed)


def test_who_holds_the_groups_code_reads_along_in_two_taps_without_typing(
    open_phone: OpenPhone, new_context: NewContext, cast: Cast
) -> None:
    """It took ten taps and sixty keys, and exactly the people at the table were refused by their name."""
    cast.guest("Gerd")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Gerd")
    ben = open_phone(sheet)
    token, _invitation = make_invitation(cast, single_use=False)
    second = new_context().new_page()
    second.goto(f"/invitation/{token}/")
    thumb = Thumb(second)
    thumb.button("Ich bin neu hier")
    thumb.button("Gerd Das bin ich")
    expect(second.get_by_role("table", name="Spielzettel")).to_be_visible()
    expect(second.get_by_text("Ein Inhaber bestätigt noch, dass du Gerd bist.")).to_be_visible()
    assert (thumb.taps, thumb.keys) == (2, 0)
    ben.game(["Anna", "Ben"], 131)
    ben.press("Speichern")
    ben.saved(1)
    expect(second.get_by_role("button", name="Spiel 1, Wert 1: Einzelheiten")).to_be_visible()


def test_an_owner_confirms_it_with_a_tap(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    gerd = cast.guest("Gerd")
    token, _invitation = make_invitation(cast, single_use=False)
    second = new_context().new_page()
    second.goto(f"/invitation/{token}/")
    thumb = Thumb(second)
    thumb.button("Ich bin neu hier")
    thumb.button("Gerd Das bin ich")
    expect(second.get_by_role("link", name="Bist du Gerd?")).to_be_visible()

    anna = new_context()
    sign_in(anna, cast.anna)
    owner = anna.new_page()
    owner.goto(cast.club.get_absolute_url())
    Thumb(owner).link("1 Spieler bestätigen")
    expect(owner.get_by_text("Gerd sagt: „Ich bin Gerd.“")).to_be_visible()
    Thumb(owner).button("Ja, das ist Gerd")
    expect(owner.get_by_text("Gerd spielt jetzt als Gerd.")).to_be_visible()
    gerd.refresh_from_db()
    assert gerd.account is not None
    second.reload()
    expect(second.get_by_role("link", name="Bist du Gerd?")).to_have_count(0)
