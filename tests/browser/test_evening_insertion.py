"""A forgotten game is inserted in front of another one, with and without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.without_network import KeptPhone, OpenKept, by_command_line
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two(cast: Cast) -> Sheet:
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 131))
    write(cast, sheet, anna_ben(cast, 155))
    return sheet


def augen(sheet: Sheet) -> list[int]:
    return [row.facts["re_points"] for row in sheet.entries.counted().order_by("position")]


def labels(phone: KeptPhone) -> list[str]:
    """List the labels of the rows on the page, from top to bottom."""
    found: list[str] = phone.page.locator("#sheet .number").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel.replace(': Einzelheiten', ''))"
    )
    return found


def test_the_forgotten_game_starts_the_bock_below_it(open_phone: OpenPhone, two: Sheet) -> None:
    phone = open_phone(two, small=True)
    phone.tap("Re-Partei", "Cleo")  # meanwhile the next game is started
    phone.unfold("Spiel 2, Wert 2: Einzelheiten")
    phone.press("Davor einfügen")
    expect(phone.page.get_by_text("Einfügen vor Spiel 2")).to_be_visible()
    for name in ("Anna", "Ben"):
        phone.tap("Re-Partei", name)
    phone.digits("120")
    phone.page.locator(".preview").tap()
    expect(phone.page.locator("#reckoning").get_by_text("Spiel 2: wird Spiel 3")).to_be_visible()
    phone.press("Speichern")
    expect(phone.page.locator("#answer").get_by_text("Spiel 2: wird Spiel 3")).to_be_visible()
    assert augen(two) == [131, 155]  # nothing has happened yet

    phone.page.locator("#answer").get_by_role("button", name="Änderung übernehmen").tap()
    expect(phone.row("Spiel 3, Wert 4: Einzelheiten")).to_be_attached()
    expect(phone.page.locator("[data-tiles] [aria-pressed=true]")).to_have_count(1)  # the started game is there again
    expect(phone.page.get_by_text("Spiel 2 gespeichert").first).to_be_visible()
    assert augen(two) == [131, 120, 155]
    phone.press("Rückgängig")
    expect(phone.row("Spiel 2, Wert 2: Einzelheiten")).to_be_attached()
    assert totals(two)["Anna"] == 3


@pytest.mark.promise("insertion")
def test_without_a_network_it_stands_in_its_place_and_is_sent_there(open_kept: OpenKept, two: Sheet) -> None:
    phone = open_kept(two)
    phone.goes_offline()
    phone.writes(3, ["Cleo", "Dora"], 140)
    phone.unfold_row(2)
    phone.press("Davor einfügen")
    expect(phone.page.get_by_text("Einfügen vor Spiel 2")).to_be_visible()
    phone.quickly(("Anna", "Re-Partei"), ("Ben", "Re-Partei"), *((digit, "Ziffern") for digit in "120"))
    phone.press("Speichern")
    phone.confirm_later()
    expect(phone.page.get_by_text("Spiel 2 notiert")).to_be_visible()
    rows = ["Spiel 4, Wert 2", "Spiel 3, Wert 4", "Spiel 2, von niemandem", "Spiel 1, Wert 1"]
    assert [label.split(",")[0] for label in labels(phone)] == [row.split(",")[0] for row in rows]
    before = phone.shown()
    phone.unfold_row(4)
    phone.press("Davor einfügen")  # a row that was moved by a waiting one
    expect(phone.page.get_by_text("Einfügen vor Spiel 4")).to_be_visible()
    phone.press("Abbrechen")

    phone.comes_back()
    expect(phone.page.locator("main.unsent")).to_have_count(0)
    assert augen(two) == [131, 120, 155, 140]
    assert phone.shown() == before
    assert by_command_line(two)["totals"] == {str(one.player_id): one.scores for one in two.results.all()}
