"""Rows are corrected, struck and restored; the effect on later games is shown before it happens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.browser.phone import Phone, deny_storage
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


FIRST, SECOND = "Spiel 1, Wert 2: Einzelheiten", "Spiel 2, Wert 4: Einzelheiten"


@pytest.fixture
def bock(cast: Cast) -> Sheet:
    """Return a sheet with a Bockrunde from the first game, in which the second counts double."""
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast, 155))
    return sheet


def test_bock_goes_with_the_correction_of_the_game_that_started_it(open_phone: OpenPhone, bock: Sheet) -> None:
    phone = open_phone(bock, small=True)
    expect(phone.page.get_by_text("Bock ×2, noch 3")).to_be_visible()
    phone.unfold(FIRST)
    phone.press("Bearbeiten")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("120")
    for _digit in range(3):
        phone.press("Löschen")
    phone.digits("131")
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 2: Bock entfällt, +4 → +2")).to_be_visible()
    assert totals(bock)["Anna"] == 2  # nothing has happened yet

    phone.press("Abbrechen")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("131")
    phone.press("Änderung übernehmen")
    phone.page.get_by_text("Spiel 2: Bock entfällt, +4 → +2").wait_for()
    phone.press("Änderung übernehmen")
    expect(phone.row("Spiel 2, Wert 2: Einzelheiten")).to_be_attached()
    phone.stands("+3", "+3", "−3", "−3")
    changed = phone.sheet.get_by_text(re.compile(r"geändert um \d\d:\d\d von Ben; vorher: .*120 : 120"))
    expect(changed).to_be_visible()  # the corrected row is still unfolded
    phone.unfold("Spiel 2, Wert 2: Einzelheiten")
    expect(changed).to_be_hidden()  # one row at a time


def test_the_row_that_is_corrected_is_in_sight(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    for augen in range(131, 143):
        write(cast, sheet, anna_ben(cast, augen))
    phone = open_phone(sheet, small=True)
    phone.show_sheet()
    phone.unfold("Spiel 4, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("134")
    expect(phone.row("Spiel 4, Wert 1: Einzelheiten")).to_be_in_viewport()


def test_a_correction_is_taken_back_at_once(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 131))
    phone = open_phone(sheet, small=True)
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    phone.tap("Ansagen Re", "Re")
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 1 geändert").first).to_be_visible()
    phone.stands("+3", "+3", "−3", "−3")
    phone.press("Rückgängig")
    expect(phone.row("Spiel 1, Wert 1: Einzelheiten")).to_be_attached()
    phone.stands("+1", "+1", "−1", "−1")


def test_a_struck_game_takes_its_bock_along_and_comes_back(open_phone: OpenPhone, bock: Sheet) -> None:
    phone = open_phone(bock, small=True)
    phone.unfold(FIRST)
    phone.press("Streichen")
    expect(phone.page.get_by_text("Spiel 2: wird Spiel 1")).to_be_visible()
    expect(phone.page.get_by_text("Bock entfällt, +4 → +2")).to_be_visible()
    question = phone.page.locator("#answer")
    question.get_by_role("button", name="Streichen", exact=True).tap()
    expect(phone.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    expect(phone.button_that_begins("Geber Ben")).to_be_attached()
    phone.stands("+2", "+2", "−2", "−2")

    expect(phone.sheet.get_by_text(re.compile("gestrichen um .* von Ben"))).to_be_visible()
    phone.press("Wieder aufnehmen")
    phone.page.get_by_text("Spiel 1: wird Spiel 2").wait_for()
    question.get_by_role("button", name="Wieder aufnehmen", exact=True).tap()
    expect(phone.row(SECOND)).to_be_attached()
    phone.stands("+2", "+2", "−2", "−2")


def test_the_game_that_was_begun_waits_while_an_old_one_is_corrected(open_phone: OpenPhone, cast: Cast) -> None:
    """After a reload too, the correction and the new game are both still there."""
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 131))
    phone = open_phone(sheet, small=True)
    phone.game(["Cleo", "Dora"], 160, re="Re")
    phone.says("Re gewinnt · 4")
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    expect(phone.page.get_by_text("Spiel 1 bearbeiten")).to_be_visible()
    phone.tap("Sonderpunkte Re", "Fuchs mehr")
    phone.says("Re gewinnt · 2")

    phone.page.reload()
    expect(phone.page.get_by_text("Spiel 1 bearbeiten")).to_be_visible()
    phone.says("Re gewinnt · 2")
    phone.page.locator("#editing").get_by_role("button", name="Abbrechen").tap()
    phone.says("Re gewinnt · 4", "Cleo +4")
    phone.save(2)
    phone.stands("−3", "−3", "+3", "+3")
    assert sheet.entries.get(number=1).changed_at is None


def test_a_row_that_somebody_else_struck_meanwhile(open_phone: OpenPhone, cast: Cast) -> None:
    """Dora's phone still has it unfolded, and no news yet; nothing is struck twice or lost."""
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 131))
    dora, ben = open_phone(sheet, "Dora"), open_phone(sheet, "Ben")
    dora.keeps()  # until then the server is asked at once, and answers with its own text
    dora.page.route("**/follow/**", lambda route: route.fulfill(status=204))
    dora.unfold("Spiel 1, Wert 1: Einzelheiten")
    dora.press("Bearbeiten")
    dora.write("Augen Re", "155")
    ben.unfold("Spiel 1, Wert 1: Einzelheiten")
    ben.press("Streichen")
    expect(ben.row("Gestrichenes Spiel: Einzelheiten")).to_be_attached()
    ben.is_sent()
    dora.press("Änderung übernehmen")
    asked = dora.page.locator("#answer")
    expect(asked.get_by_role("heading")).to_have_text("Inzwischen wurde Spiel 1 gestrichen.")
    expect(asked).to_contain_text("155 : 85")  # her correction is not lost
    assert sheet.entries.get().is_struck


def test_a_digit_in_the_game_that_is_corrected_begins_a_new_number(open_phone: OpenPhone, cast: Cast) -> None:
    """This also holds where one more digit would fit."""
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast, 12))
    phone = open_phone(sheet)
    phone.button_that_begins("Spiel 1, Wert").tap()
    phone.press("Bearbeiten")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("12")
    phone.digits("131")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("131")


@pytest.mark.parametrize("keeps", [True, False])
def test_a_correction_that_changes_nothing_says_so(
    open_phone: OpenPhone, cast: Cast, new_context: NewContext, sign_in: SignIn, keeps: bool
) -> None:
    """This holds where this phone can store games, and where it cannot."""
    sheet = new_sheet(cast)
    entry = write(cast, sheet, anna_ben(cast, 131))
    context = new_context()
    if not keeps:
        deny_storage(context)
    sign_in(context, cast.ben)
    phone = Phone(context.new_page(), sheet)
    if keeps:
        phone.keeps()
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Nichts geändert.").first).to_be_visible()
    expect(phone.button("Rückgängig")).to_be_hidden()
    expect(phone.page.locator("#editing")).to_be_hidden()
    assert entry.history.count() == 1
    entry.refresh_from_db()
    assert entry.changed_at is None


def test_what_can_be_done_with_a_row_is_in_sight_below_a_long_reckoning(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    more = {"announced": {"re": "no30", "kontra": "kontra"}, "extras": {"re": {"fuchs": 2, "doppelkopf": 2}}}
    for augen in range(211, 217):
        write(cast, sheet, anna_ben(cast, augen, **more), note="Was für ein Spiel")
    phone = open_phone(sheet, small=True)
    for number in (6, 5, 3):
        phone.button_that_begins(f"Spiel {number}, ").tap()
        for name in ("Bearbeiten", "Streichen"):
            expect(phone.sheet.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=0.95)
