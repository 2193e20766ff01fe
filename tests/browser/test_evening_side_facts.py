"""Extra facts of a game, tapped in: Schweine, forced calls, the player who gave an Armut or married."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


def ask(phone: Phone, name: str, answer: str) -> None:
    """Tap an answer in the bubble."""
    phone.group(name).get_by_role("button", name=answer, exact=True).tap()


def test_schweine_and_what_was_forced(open_phone: OpenPhone, cast: Cast) -> None:
    """There is a tick for each party, and the choice of its two players; the preview hints at the missing Re, and
    saving works without it.
    """
    sheet = new_sheet(cast, rules="forum")
    phone = open_phone(sheet, small=True)
    schweine = phone.group("Sonderpunkte Re").get_by_role("button", name="Schweine", exact=True)
    phone.tap("Sonderpunkte Re", "Schweine")
    expect(phone.page.get_by_role("dialog", name="Schweine: wer?")).to_contain_text("Re-Partei fehlt")
    phone.press("Fertig")

    phone.game(["Anna", "Ben"], 131)
    phone.tap("Sonderpunkte Re", "Schweine")
    ask(phone, "Schweine: wer?", "Anna")
    expect(phone.page.get_by_role("dialog")).to_be_hidden()
    expect(schweine).to_have_attribute("aria-pressed", "true")
    expect(schweine).to_have_accessible_description("Anna")
    phone.says("Re gewinnt · 1", "Schweine: Re fehlt")
    phone.preview.get_by_role("button").tap()
    expect(phone.page.locator("#reckoning").get_by_text("Schweine: Re fehlt")).to_be_visible()
    expect(
        phone.page.locator("#reckoning").get_by_text("Re gewinnt mit 131 Augen").first
    ).to_be_visible()  # the server's text
    expect(phone.page.locator("#reckoning").get_by_text("Schweine: Re fehlt")).to_be_visible()
    phone.preview.get_by_role("button").tap()

    phone.tap("Ansagen Re", "Re")
    expect(phone.preview).not_to_contain_text("fehlt")
    phone.press("wer?")
    ask(phone, "Re", "Anna")
    ask(phone, "Re", "Pflicht")
    phone.press("Fertig")
    phone.open()  # the draft keeps it all
    expect(schweine).to_have_accessible_description("Anna")
    phone.save(1)

    anna = cast.ids("Anna")[0]
    said = {
        "announced": {"re": {"re": anna}},
        "marks": [{"key": "schweine", "by": anna}],
        "forced": {"re": ["re"]},
    }
    assert sheet.entries.get().attribution == said
    phone.unfold("Spiel 1, Wert 2: Einzelheiten")
    for told in ("Schweine: Anna", "Re war Pflicht"):
        expect(phone.sheet.get_by_text(told, exact=True)).to_be_visible()


def test_a_corrected_row_brings_it_back(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules="forum")
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 131, kontra="Kontra")
    phone.tap("Sonderpunkte Kontra", "Schweine")
    ask(phone, "Schweine: wer?", "Dora")
    phone.tap("Sonderpunkte Re", "Hyperschweine")
    ask(phone, "Hyperschweine: wer?", "Ben")
    phone.press("wer?")
    ask(phone, "Kontra", "Pflicht")
    phone.press("Fertig")
    phone.save(1)

    phone.unfold("Spiel 1, Wert 2: Einzelheiten")
    phone.press("Bearbeiten")
    kontra = phone.group("Sonderpunkte Kontra").get_by_role("button", name="Schweine", exact=True)
    expect(kontra).to_have_accessible_description("Dora")
    phone.press("wer?")
    forced = phone.group("Kontra").get_by_role("button", name="Pflicht")
    expect(forced).to_have_attribute("aria-pressed", "true")
    ask(phone, "Schweine: wer?", "Cleo")
    ask(phone, "Kontra", "Pflicht")
    phone.press("Fertig")
    phone.tap("Sonderpunkte Re", "Hyperschweine")  # taken back
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 1 geändert").first).to_be_visible()
    phone.is_sent()
    assert sheet.entries.get().attribution == {"marks": [{"key": "schweine", "by": cast.ids("Cleo")[0]}]}
    expect(kontra).to_have_attribute("aria-pressed", "false")  # the next game begins without


def test_a_soloist_had_it_himself(open_phone: OpenPhone, cast: Cast) -> None:
    """One tap is enough; the form asks which calls were forced, not who made them."""
    sheet = new_sheet(cast, rules="forum")
    phone = open_phone(sheet, small=True)
    phone.game(["Anna"], 131, kind="Solo", solo="Damen", re="Re")
    phone.tap("Sonderpunkte Re", "Schweine")
    phone.press("von Anna")
    expect(phone.group("Re").get_by_role("button")).to_have_text(["Pflicht"])
    ask(phone, "Re", "Pflicht")
    phone.press("Fertig")
    phone.save(1)
    anna = cast.ids("Anna")[0]
    assert sheet.entries.get().attribution == {"marks": [{"key": "schweine", "by": anna}], "forced": {"re": ["re"]}}


def test_who_gave_an_armut_and_who_married(open_phone: OpenPhone, cast: Cast) -> None:
    """None of it costs a tap in a club without these facts; another kind of game drops them."""
    sheet = new_sheet(cast, rules="forum")
    anna, ben = cast.ids("Anna", "Ben")
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 131, kind="Armut")
    phone.press("Ansage")
    ask(phone, "Armut: wer gab?", "Anna")
    phone.press("Fertig")
    phone.save(1)
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    expect(phone.sheet.get_by_text("Armut: Anna gab, Ben nahm")).to_be_visible()
    assert sheet.entries.get(number=1).attribution == {"armut": {"from": anna}}

    phone.open()
    phone.game(["Anna", "Ben"], 131, kind="Hochzeit")
    phone.press("Ansage")
    ask(phone, "Hochzeit: wer heiratete?", "Ben")
    ask(phone, "Partner im Stich", "3")
    ask(phone, "Partner im Stich", "2")
    phone.press("Fertig")
    phone.save(2)
    phone.unfold("Spiel 2, Wert 1: Einzelheiten")
    expect(phone.sheet.get_by_text("Hochzeit: Ben, Partner im 2. Stich")).to_be_visible()
    assert sheet.entries.get(number=2).attribution == {"hochzeit": {"by": ben, "trick": 2}}

    phone.press("Bearbeiten")
    phone.press("Ansage")
    trick = phone.group("Partner im Stich").get_by_role("button", name="2", exact=True)
    expect(trick).to_have_attribute("aria-pressed", "true")
    phone.press("Fertig")
    phone.press("ohne Partner")  # the last player of the party plays alone
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 2 geändert").first).to_be_visible()
    phone.is_sent()
    assert sheet.entries.get(number=2).attribution == {"hochzeit": {"by": ben}}


def test_nothing_of_it_stands_under_other_rules(open_phone: OpenPhone, cast: Cast) -> None:
    phone = open_phone(new_sheet(cast, rules="ddv"), small=True)
    expect(phone.page.locator(".mark")).to_have_count(0)
    phone.game(["Anna", "Ben"], 131, re="Re")
    phone.press("wer?")
    expect(phone.group("Re").get_by_role("button")).to_have_text(["Anna", "Ben"])
