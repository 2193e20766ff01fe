"""A sheet is corrected as a whole, on its page; phones hear of it, offline ones as soon as they are back."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from dokoclub.clubs.services import clubs as club_rules
from dokoclub.evenings.models import Sheet
from scoring.rules.presets import PRESETS
from tests.browser.conftest import OpenPhone
from tests.browser.without_network import OpenKept
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Return a sheet by the DDV, though the club plays Bock."""
    sheet = new_sheet(cast)
    for augen in (120, 155):
        write(cast, sheet, anna_ben(cast, augen))
    return sheet


def change_rules(cast: Cast) -> None:
    club_rules.change_rules(
        cast.club,
        PRESETS["hausrunde"].rules,
        preset="hausrunde",
        expected=cast.club.rules_versions.count(),
        key=uuid4(),
        by=cast.anna,
    )


def test_the_rules_of_the_evening_are_put_right(
    open_phone: OpenPhone, open_kept: OpenKept, cast: Cast, sheet: Sheet
) -> None:
    change_rules(cast)
    before = totals(sheet)["Anna"]
    other = open_kept(sheet, "Anna")
    other.goes_offline()
    other.writes(3, ["Cleo", "Dora"], 131)

    phone = open_phone(sheet, small=True)
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Zum Abend").tap()
    phone.page.locator("summary", has_text="Mehr").tap()
    phone.page.get_by_role("link", name="Berichtigen").tap()
    phone.press("Änderungen zeigen")
    expect(phone.page.get_by_text("Spiel 2: Bock ×2, +2 → +4")).to_be_visible()
    assert totals(sheet)["Anna"] == before  # nothing has happened yet
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Die Regeln sind berichtigt.")).to_be_visible()
    assert totals(sheet)["Anna"] == before + 2

    other.comes_back()
    expect(other.page.get_by_text("Der Abend wird jetzt nach anderen Regeln gerechnet.")).to_be_visible()
    other.is_sent()
    expect(other.row("Spiel 3, Wert 2: Einzelheiten")).to_be_attached()  # Bock
    expect(other.page.locator("#status").get_by_text("Bock ×2")).to_be_visible()

    phone.press("Rückgängig")
    expect(phone.page.get_by_text("zurückgenommen")).to_be_visible()
    expect(other.row("Spiel 3, Wert 1: Einzelheiten")).to_be_attached()


def test_somebody_else_sat_there(open_phone: OpenPhone, open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    write(cast, sheet, anna_ben(cast, 131))
    other = open_kept(sheet, "Anna")
    phone = open_phone(sheet, small=True)
    phone.page.goto(f"/sheets/{sheet.pk}/correct/")
    for label, value in (("Steht da", "Dora"), ("Saß da", "Emil"), ("Von Spiel", "1"), ("Bis Spiel", "2")):
        phone.page.get_by_label(label, exact=True).select_option(label=value)
    phone.press("Unterschied zeigen")
    expect(phone.page.get_by_text("2 Spiele mit anderen Spielern.")).to_be_visible()
    assert "Emil" not in totals(sheet)
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Dora war Emil (Spiele 1–2)")).to_be_visible()
    assert totals(sheet)["Emil"] == 0 - totals(sheet)["Anna"] - totals(sheet)["Dora"]

    expect(other.page.locator("#sheet thead th[scope=col]", has_text="Emil")).to_be_visible()
    phone.press("Rückgängig")
    expect(phone.page.get_by_text("zurückgenommen")).to_be_visible()
    assert "Emil" not in totals(sheet)
