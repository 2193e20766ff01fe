"""Games are recorded at the table: on a small phone, with a finger, within the taps of the specification."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.families import NAMES, Family
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.papers import totals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast)


@pytest.fixture
def by_steps(open_phone: OpenPhone, sheet: Sheet) -> Phone:
    """Return a phone that remembers from an earlier evening that its table counts only steps."""
    phone = open_phone(sheet, small=True)
    phone.press("Stufen")
    phone.open()
    expect(phone.button("Stufen")).to_have_attribute("aria-pressed", "true")
    phone.taps = 0
    return phone


def fits_the_screen(phone: Phone) -> bool:
    """Return whether the form fits without scrolling."""
    return bool(phone.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight && scrollY === 0"))


def test_a_re_wins_with_131_in_six_taps(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("131")
    phone.says("Re gewinnt · 1", "Anna +1", "Ben +1", "Cleo −1", "Dora −1")
    expect(phone.page.get_by_label("Augen Kontra", exact=True)).to_have_value("109")
    phone.press("Speichern")
    phone.saved(1)
    assert phone.taps == 6
    assert totals(sheet) == {"Anna": 1, "Ben": 1, "Cleo": -1, "Dora": -1}
    phone.is_empty()
    assert fits_the_screen(phone)
    expect(phone.row("Spiel 1, Wert 1: Einzelheiten")).to_be_visible()


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
    assert fits_the_screen(phone)


def test_c_a_lost_damensolo_with_keine_90_in_eight(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Solo")
    phone.tap("Solo", "Damen")
    phone.tap("Re-Partei", "Cleo")
    expect(phone.group("Soloart").get_by_role("button", name="Pflichtsolo")).to_have_attribute("aria-pressed", "true")
    phone.digits("112")
    phone.tap("Ansagen Re", "keine 90")
    phone.says("Kontra gewinnt · 5", "Cleo −15", "Anna +5")
    expect(phone.group("Sonderpunkte Re")).to_have_count(0)
    phone.press("Speichern")
    phone.saved(1)
    assert (phone.taps, totals(sheet)["Cleo"]) == (8, -15)
    assert fits_the_screen(phone)


def test_a_with_a_step_chip_in_four(by_steps: Phone, sheet: Sheet) -> None:
    by_steps.tap("Re-Partei", "Anna", "Ben")
    by_steps.press("Re mindestens 121")
    by_steps.press("Speichern")
    by_steps.saved(1)
    assert by_steps.taps == 4
    assert (sheet.entries.get().facts["step_only"], totals(sheet)["Anna"]) == (True, 1)


def test_b_with_a_step_chip_in_six(by_steps: Phone, sheet: Sheet) -> None:
    by_steps.tap("Re-Partei", "Anna", "Ben")
    by_steps.press("Re mindestens 151")
    by_steps.tap("Ansagen Re", "Re")
    by_steps.tap("Sonderpunkte Re", "Fuchs mehr")
    by_steps.press("Speichern")
    by_steps.saved(1)
    assert (by_steps.taps, totals(sheet)["Anna"]) == (6, 5)


def test_c_with_a_step_chip_in_six(by_steps: Phone, sheet: Sheet) -> None:
    """The players only know that Kontra has 121 or more, which includes the 120 that count against keine 90."""
    by_steps.tap("Spieltyp", "Solo")
    by_steps.tap("Solo", "Damen")
    by_steps.tap("Re-Partei", "Cleo")
    by_steps.press("Kontra mindestens 121")
    by_steps.tap("Ansagen Re", "keine 90")
    by_steps.says("Kontra gewinnt · 5", "Cleo −15")
    by_steps.press("Speichern")
    by_steps.saved(1)
    assert (by_steps.taps, totals(sheet)["Cleo"]) == (6, -15)
    assert sheet.entries.get().facts["re_points"] == 119


def test_every_step_chip_is_stored_as_the_bound_of_its_party(by_steps: Phone, sheet: Sheet) -> None:
    chips = {
        "Re mindestens 211": (211, None),
        "Re alle Stiche": (240, "kontra"),
        "120 zu 120": (120, None),
        "Kontra mindestens 151": (89, None),
        "Kontra alle Stiche": (0, "re"),
    }
    for number, chip in enumerate(chips, start=1):
        by_steps.tap("Re-Partei", "Anna", "Ben")
        by_steps.press(chip)
        by_steps.save(number)
    stored = [(entry.facts["re_points"], entry.facts.get("no_tricks")) for entry in sheet.entries.all()]
    assert stored == list(chips.values())


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
    phone.is_sent()
    assert totals(sheet)["Anna"] == 0


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


@pytest.mark.parametrize("family", NAMES)
def test_on_360_by_640_a_solo_with_its_duty_needs_no_scrolling(
    open_phone: OpenPhone, sheet: Sheet, family: Family
) -> None:
    phone = open_phone(sheet, small=True, family=family)
    phone.tap("Spieltyp", "Solo")
    ladder, bar = phone.group("Ansagen Kontra").bounding_box(), phone.page.locator(".bar").bounding_box()
    assert ladder is not None
    assert bar is not None
    assert ladder["y"] + ladder["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 640


def test_a_third_tap_drops_the_first_and_a_ladder_lights_what_lies_below(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    pressed = phone.group("Re-Partei").get_by_role("button", pressed=True)
    phone.tap("Re-Partei", "Anna", "Ben", "Cleo")
    expect(pressed).to_have_text([re.compile(r"^\s*Ben\s+Re\s*$"), re.compile(r"^\s*Cleo\s+Re\s*$")])
    expect(phone.group("Re-Partei").get_by_role("button", name=re.compile("^Anna"))).to_contain_text("Kontra")
    phone.tap("Re-Partei", "Ben")
    expect(pressed).to_have_count(1)

    lit = phone.group("Ansagen Kontra").get_by_role("button", pressed=True)
    phone.tap("Ansagen Kontra", "keine 60")
    expect(lit).to_have_count(3)
    phone.tap("Ansagen Kontra", "keine 60")  # the top lit step is taken back
    expect(lit).to_have_count(2)
    for left in (1, 0):
        phone.tap("Ansagen Kontra", "Kontra")
        expect(lit).to_have_count(left)


def test_an_impossible_game_is_said_at_its_field_and_what_was_typed_stays(open_phone: OpenPhone, sheet: Sheet) -> None:
    """There are two Karlchen, one a party: only the server knows that there is only one last trick."""
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 155, extras=[("Re", "Fuchs"), ("Re", "Karlchen"), ("Kontra", "Karlchen")])
    phone.press("Speichern")
    problem = phone.page.locator(".wrong")
    expect(problem).to_be_in_viewport(ratio=0.99)  # its edge may lie between two pixels
    expect(problem).to_have_text(re.compile("^Karlchen: Höchstens 1 .*Karlchen: Nur eine Partei .* letzten Stich"))
    for party in ("Re", "Kontra"):
        counter = phone.group(f"Sonderpunkte {party}").get_by_role("button", name="Karlchen mehr")
        expect(counter).to_have_accessible_description(f"1 {problem.inner_text().strip()}")
        expect(counter).to_have_attribute("aria-invalid", "true")
    expect(phone.group("Sonderpunkte Re").get_by_role("button", name="Karlchen mehr")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("[aria-invalid]")).to_have_count(2)  # and not the Fuchs
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")
    assert not sheet.entries.exists()
    phone.take_back("Kontra", "Karlchen")
    expect(problem).to_have_count(0)
    expect(phone.page.locator("[aria-invalid]")).to_have_count(0)
    phone.save(1)


def test_points_that_cannot_be_read_are_told_at_that_players_field(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Von Hand")
    phone.write("Punkte Anna", "abc")
    phone.write("Punkte Ben", "5")
    phone.press("Speichern")
    field = phone.page.get_by_label("Punkte Anna", exact=True)
    expect(field).to_have_accessible_description("Das muss eine ganze Zahl sein.")
    expect(field).to_have_value("abc")
    expect(phone.page.locator(".wrong")).to_have_text("Das muss eine ganze Zahl sein.")
    expect(phone.page.locator("[aria-invalid]")).to_have_count(1)


def test_it_is_all_done_by_keyboard_too(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.group("Re-Partei").get_by_role("button", name=re.compile("^Anna")).focus()
    for key in ("Space", "Tab", "Enter"):
        phone.page.keyboard.press(key)
    phone.page.get_by_label("Augen Re", exact=True).focus()
    phone.page.keyboard.type("131")
    phone.says("Re gewinnt · 1", "Ben +1")
    phone.page.keyboard.press("Enter")
    phone.saved(1)


# --- A number that is already there -----------------------------------------------------------------------------------


def test_a_digit_too_many_begins_a_new_number(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    re_augen, kontra = (phone.page.get_by_label(f"Augen {party}", exact=True) for party in ("Re", "Kontra"))
    for typed, after in (("155", "155"), ("131", "131"), ("1", "1"), ("24", "124"), ("9", "9"), ("9", "99")):
        phone.digits(typed)
        expect(re_augen).to_have_value(after)
        expect(kontra).to_have_value(str(240 - int(after)))
    kontra.tap()  # the value is only the rest of the pack
    phone.digits("109")
    expect(re_augen).to_have_value("131")
    re_augen.focus()
    phone.page.keyboard.type("155131")
    expect(re_augen).to_have_value("131")


def test_half_a_number_goes_on_after_a_reload(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.digits("1")
    phone.page.reload()
    phone.digits("55")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")
