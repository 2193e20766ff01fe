"""Games are recorded at the table: on a phone, with a finger, within the taps of the specification."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from dokoclub.evenings import services
from dokoclub.evenings.models import Sheet
from tests.evenings import cast as people
from tests.evenings.cast import Cast, anna_ben, totals, write
from tests.evenings.cast import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

NewContext = Callable[..., BrowserContext]
SignIn = Callable[..., None]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.cast()


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast)


class Phone:
    """A phone with the page of a sheet, and how often it was tapped."""

    def __init__(self, page: Page, sheet: Sheet) -> None:
        self.page, self.taps, self.address = page, 0, f"/sheets/{sheet.pk}/"
        page.goto(self.address)
        expect(self.preview).not_to_be_empty()

    @property
    def preview(self) -> Locator:
        return self.page.get_by_role("status", name="Spielwert", exact=True)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def tap(self, group: str, *names: str) -> None:
        for name in names:
            found = self.group(group).get_by_role("button", name=re.compile(f"^{name}( |$)"))
            found.tap()
            self.taps += 1

    def digits(self, text: str) -> None:
        self.tap("Ziffern", *text)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()
        self.taps += 1

    def says(self, *texts: str) -> None:
        for text in texts:
            expect(self.preview).to_contain_text(text)

    def saved(self, number: int) -> None:
        expect(self.page.get_by_text(f"Spiel {number} gespeichert").first).to_be_visible()

    def row(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


OpenPhone = Callable[..., Phone]


@pytest.fixture
def open_phone(new_context: NewContext, sign_in: SignIn, cast: Cast) -> OpenPhone:
    def opened(sheet: Sheet, name: str = "Ben", *, small: bool = False) -> Phone:
        context = new_context()
        sign_in(context, cast.accounts[name])
        page = context.new_page()
        if small:
            page.set_viewport_size({"width": 360, "height": 640})
        return Phone(page, sheet)

    return opened


def test_a_re_wins_with_131_in_six_taps(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("131")
    phone.says("Re gewinnt · 1", "Anna +1", "Cleo −1")
    phone.press("Speichern")
    phone.saved(1)
    assert phone.taps == 6
    assert totals(sheet) == {"Anna": 1, "Ben": 1, "Cleo": -1, "Dora": -1}
    assert phone.page.evaluate("document.scrollingElement.scrollHeight") == 640
    expect(phone.row("Spiel 1, Wert 1: Einzelheiten")).to_be_visible()


def test_a_with_a_step_chip_in_four(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.page.get_by_role("button", name="Stufen", exact=True).tap()
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.press("Re mindestens 121")
    phone.press("Speichern")
    phone.saved(1)
    assert phone.taps == 4
    assert sheet.entries.get().facts["step_only"] is True
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Stufen", exact=True)).to_have_attribute("aria-pressed", "true")


def test_b_re_announced_155_and_a_fuchs_in_eight(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("155")
    phone.tap("Ansagen Re", "Re")
    phone.tap("Sonderpunkte Re", "Fuchs mehr")
    phone.says("Re gewinnt · 5")
    phone.press("Speichern")
    phone.saved(1)
    assert (phone.taps, totals(sheet)["Anna"]) == (8, 5)


def test_c_a_lost_damensolo_with_keine_90_in_eight(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Solo")
    phone.tap("Solo", "Damen")
    phone.tap("Re-Partei", "Cleo")
    expect(phone.group("Soloart").get_by_role("button", name="Pflichtsolo")).to_have_attribute("aria-pressed", "true")
    phone.digits("112")
    phone.tap("Ansagen Re", "keine 90")
    phone.says("Kontra gewinnt · 5", "Cleo −15", "Anna +5")
    assert phone.group("Sonderpunkte Re").count() == 0
    phone.press("Speichern")
    phone.saved(1)
    assert (phone.taps, totals(sheet)["Cleo"]) == (8, -15)


def test_what_is_missing_is_named_and_save_leads_there(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.says("Re-Partei fehlt")
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.says("Augen fehlen")
    phone.press("Speichern")
    expect(phone.group("Ziffern").get_by_role("button", name="1", exact=True)).to_be_focused()
    assert not sheet.entries.exists()


def test_240_asks_for_all_tricks(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("240")
    phone.tap("Alle Stiche?", "Ja")
    phone.says("Re gewinnt · 5")
    phone.press("Speichern")
    phone.saved(1)
    assert sheet.entries.get().facts["no_tricks"] == "kontra"


def test_a_reload_in_mid_entry_loses_nothing(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Dora")
    phone.digits("155")
    phone.tap("Ansagen Kontra", "Kontra")
    phone.tap("Sonderpunkte Kontra", "Fuchs mehr")
    before = phone.preview.inner_text()
    phone.page.reload()
    expect(phone.preview).to_have_text(before, use_inner_text=True)
    phone.press("Speichern")
    phone.saved(1)
    phone.page.reload()
    phone.says("Re-Partei fehlt")


def test_undo_in_the_toast(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("131")
    phone.press("Speichern")
    phone.press("Rückgängig")
    expect(phone.row("Gestrichenes Spiel: Einzelheiten")).to_be_visible()
    assert totals(sheet)["Anna"] == 0


def test_a_penalty_with_its_reason(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.page.get_by_label("Punkte Ben", exact=True).fill("-5")
    phone.page.get_by_label("Grund", exact=True).fill("verworfen")
    phone.press("Speichern")
    expect(phone.row("Strafe: Einzelheiten")).to_be_visible()
    assert totals(sheet)["Ben"] == -5


def test_bock_goes_when_the_game_that_started_it_is_corrected(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast, 155))
    phone = open_phone(sheet)
    expect(phone.page.get_by_text("Bock ×2, noch 3")).to_be_visible()
    phone.page.get_by_role("button", name="Spielzettel ganz zeigen").tap()
    phone.row("Spiel 1, Wert 2: Einzelheiten").tap()
    phone.page.get_by_role("button", name="Bearbeiten", exact=True).tap()
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("120")
    for _digit in range(3):
        phone.press("Löschen")
    phone.digits("131")
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 2: Bock entfällt, +4 → +2")).to_be_visible()
    phone.press("Änderung übernehmen")
    expect(phone.row("Spiel 2, Wert 2: Einzelheiten")).to_be_visible()
    assert totals(sheet)["Anna"] == 3


@pytest.mark.parametrize(
    ("choice", "augen"), [("Andere Fassung gilt", [151]), ("Meine gilt", [155]), ("Zwei Spiele", [151, 155])]
)
def test_two_phones_write_the_same_game(
    open_phone: OpenPhone, cast: Cast, sheet: Sheet, choice: str, augen: list[int]
) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("155")
    write(cast, sheet, anna_ben(cast, 151), by=cast.accounts["Anna"])
    phone.press("Speichern")
    expect(phone.page.get_by_role("heading", name="Spiel 1 ist schon geschrieben")).to_be_visible()
    phone.press(choice)
    phone.says("Re-Partei fehlt")
    expect(phone.page.locator("#number")).to_have_text(str(len(augen) + 1))
    assert [entry.facts["re_points"] for entry in sheet.entries.all()] == augen


def test_the_other_phone_follows_without_being_touched(open_phone: OpenPhone, cast: Cast, sheet: Sheet) -> None:
    dora = open_phone(sheet, "Dora")
    dora.tap("Re-Partei", "Cleo")
    write(cast, sheet, anna_ben(cast))
    expect(dora.row("Spiel 1, Wert 1: Einzelheiten")).to_be_visible(timeout=3000)
    expect(dora.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(1)


def test_signed_out_the_entry_stays(open_phone: OpenPhone, cast: Cast, sheet: Sheet, sign_in: SignIn) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("131")
    phone.page.context.clear_cookies()
    phone.press("Speichern")
    expect(phone.page.get_by_text("Deine Eingabe bleibt auf diesem Handy").first).to_be_visible()
    sign_in(phone.page.context, cast.accounts["Ben"])
    phone.page.goto(phone.address)
    phone.says("Re gewinnt · 1")
    phone.press("Speichern")
    phone.saved(1)


def test_another_one_sits_out_after_a_long_press(open_phone: OpenPhone, cast: Cast) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil")
    phone = open_phone(sheet)
    phone.group("Re-Partei").get_by_role("button", name=re.compile("^Ben")).click(delay=700)
    phone.press("Ben setzt aus")
    phone.tap("Re-Partei", "Anna", "Cleo")
    phone.digits("131")
    phone.press("Speichern")
    phone.saved(1)
    assert sheet.entries.get().facts["sitting_out"] == cast.ids("Ben")


def test_a_closed_sheet_asks_and_keeps_the_entry(open_phone: OpenPhone, cast: Cast, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("131")
    services.close_sheet(sheet, by=cast.accounts["Anna"])
    phone.press("Speichern")
    expect(phone.page.get_by_role("heading", name="Dieser Zettel ist abgeschlossen")).to_be_visible()
    phone.press("Zurück zur Eingabe")
    phone.says("Re gewinnt · 1")


def test_signing_out_asks_about_the_draft_and_removes_it(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.page.goto("/account/logout/")
    expect(phone.page.get_by_text("Auf diesem Handy ist ein Spiel angefangen")).to_be_visible()
    phone.page.get_by_role("button", name="Abmelden", exact=True).tap()
    phone.page.wait_for_url(lambda url: "logout" not in url)
    assert phone.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []


def test_on_360_by_640_a_solo_with_its_duty_needs_no_scrolling(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Solo")
    ladder, bar = phone.group("Ansagen Kontra").bounding_box(), phone.page.locator(".bar").bounding_box()
    assert ladder is not None
    assert bar is not None
    assert ladder["y"] + ladder["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 640
