"""One phone writes while a game is started on the other: a message comes at once, and no input is lost."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import sheets
from tests.browser.conftest import OpenPhone
from tests.cast import Cast
from tests.evenings.papers import anna_ben, game, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def five(cast: Cast) -> Sheet:
    """Return a sheet of five: Emil deals the first game, then Anna."""
    cast.guest("Emil")
    return new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")


DRAFTS: Final = "Object.keys(localStorage).filter((key) => key.includes('draft'))"


def test_who_was_faster_is_said_at_once_and_the_players_stay(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    """Anna sits out of the second game; she still plays in the first, which is started here."""
    phone = open_phone(five)
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.digits("155")
    write(cast, five, anna_ben(cast, 151), by=cast.anna)
    expect(phone.page.get_by_text("Anna hat Spiel 1 geschrieben")).to_be_visible()
    expect(phone.page.locator("#number")).to_have_text("1")
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)
    phone.page.reload()
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)
    phone.press("Speichern")
    phone.press("Andere Fassung gilt")
    expect(phone.page.locator("#number")).to_have_text("2")
    expect(phone.out).to_have_text("Anna setzt aus")


def test_the_slower_one_can_be_thrown_away_in_one_tap(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Re-Partei", "Cleo")
    write(cast, five, anna_ben(cast, 151), by=cast.anna)
    phone.press("Verwerfen")
    expect(phone.page.locator("#number")).to_have_text("2")
    assert phone.page.evaluate(DRAFTS) == []


def test_who_leaves_the_table_is_named_and_the_rest_stays(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Re-Partei", "Anna", "Cleo")
    phone.digits("155")
    four = [cast.players[name] for name in ("Anna", "Ben", "Dora", "Emil")]
    sheets.change_table(five, four, uuid=five.evening.key, by=cast.anna)
    expect(phone.page.get_by_text("Nicht mehr am Tisch: Cleo.")).to_be_visible()
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")


def test_somebody_sits_out_until_he_is_back(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    write(cast, five, anna_ben(cast))
    phone = open_phone(five)
    phone.page.goto(f"{phone.address}seats/")
    phone.press("Ben setzt aus")
    phone.page.get_by_role("button", name="Ab Spiel 2").tap()
    phone.page.wait_for_url(f"**{phone.address}")
    expect(phone.group("Re-Partei").get_by_role("button")).to_have_count(4)
    write(cast, five, game(cast, ("Anna", "Cleo"), ("Dora", "Emil"), 131))
    phone.page.goto(f"{phone.address}seats/")
    phone.press("Ben ist wieder da")
    phone.page.get_by_role("button", name="Ab Spiel 3").tap()
    phone.page.wait_for_url(f"**{phone.address}")
    expect(phone.group("Re-Partei").get_by_role("button")).to_have_count(5)


def test_a_correction_survives_a_reload(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    write(cast, five, anna_ben(cast, 131))
    phone = open_phone(five)
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    phone.tap("Ansagen Re", "Re")
    phone.says("Re gewinnt · 3")
    phone.page.reload()
    expect(phone.page.get_by_text("Spiel 1 bearbeiten")).to_be_visible()
    phone.says("Re gewinnt · 3")
    phone.press("Änderung übernehmen")
    expect(phone.row("Spiel 1, Wert 3: Einzelheiten")).to_be_attached()


LEFT: Final[list[list[tuple[str | None, str]]]] = [
    [("Spieltyp", "Mehr"), (None, "Eingeworfen"), ("Spieltyp", "Normal")],
    [("Spieltyp", "Solo"), ("Solo", "Damen"), ("Spieltyp", "Normal")],
    [("Spieltyp", "Hochzeit"), (None, "ohne Partner"), ("Spieltyp", "Normal")],
    [("Ansagen Re", "Re"), ("Ansagen Re", "Re")],
]

# --- Empty-looking drafts are empty, and a started game never takes an older number -----------------------------------


def test_a_form_that_looks_empty_moves_on_without_a_word(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet)
    for number, left in enumerate(LEFT, start=1):
        for group, name in left:
            if group:
                phone.tap(group, name)
            else:
                phone.press(name)
        assert phone.page.evaluate(DRAFTS) == []
        write(cast, sheet, anna_ben(cast, 150 + number), by=cast.anna)
        expect(phone.page.locator("#number")).to_have_text(str(number + 1))
        expect(phone.button("Verwerfen")).to_be_hidden()
    phone.page.reload()
    expect(phone.page.locator("#number")).to_have_text("5")
    phone.game(["Cleo", "Dora"], 131)
    phone.save(5)


def test_a_draft_of_before_that_looks_empty_is_none(open_phone: OpenPhone, cast: Cast) -> None:
    """It was stored when leftovers of another kind of game still counted."""
    sheet = new_sheet(cast)
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Cleo")
    [name] = phone.page.evaluate(DRAFTS)
    phone.page.evaluate(
        """(name) => {
          const kept = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify({ ...kept, values: { kind: "normal", more: "redeal" } }));
        }""",
        name,
    )
    write(cast, sheet, anna_ben(cast, 151), by=cast.anna)
    phone.page.reload()
    expect(phone.page.locator("#number")).to_have_text("2")
    assert phone.page.evaluate(DRAFTS) == []


def test_the_way_out_stays_as_long_as_it_is_needed(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet, small=True)
    phone.tap("Re-Partei", "Cleo")
    write(cast, sheet, anna_ben(cast, 151), by=cast.anna)
    expect(phone.button("Verwerfen")).to_be_visible()
    phone.tap("Re-Partei", "Dora")  # and no tap removes it
    phone.digits("131")
    expect(phone.button("Verwerfen")).to_be_visible()
    phone.says("Re gewinnt · 1")
    phone.page.reload()
    expect(phone.page.get_by_text("Anna hat Spiel 1 geschrieben")).to_be_visible()
    phone.press("Verwerfen")  # at once: the phone's other storage, read later, no longer restores it
    expect(phone.button("Verwerfen")).to_be_hidden()
    expect(phone.page.locator("#number")).to_have_text("2")
    phone.is_empty()


def test_nobody_is_asked_about_a_game_before_the_last(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet)
    phone.game(["Cleo", "Dora"], 131)
    write(cast, sheet, anna_ben(cast, 151), by=cast.anna)
    expect(phone.page.locator("#number")).to_have_text("1")
    write(cast, sheet, anna_ben(cast, 152), by=cast.anna)
    expect(phone.page.locator("#number")).to_have_text("3")
    phone.page.reload()
    expect(phone.page.get_by_text("Spiel 1 ist schon geschrieben")).to_be_visible()
    expect(phone.button("Verwerfen")).to_be_visible()
    phone.save(3)
    phone.is_sent()
    assert [entry.facts["re_points"] for entry in sheet.entries.order_by("number")] == [151, 152, 131]
    expect(phone.button("Verwerfen")).to_be_hidden()
