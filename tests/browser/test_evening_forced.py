"""Vorführung: if only one solo can be played, the form already contains it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Length, Sheet
from dokoclub.ui.texts import SOFT_HYPHEN
from scoring.rules.presets import PRESETS
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import evening, write

pytestmark = pytest.mark.django_db(transaction=True)


def listed(cast: Cast, *names: str, length: int) -> Sheet:
    """Return a list of the DDV so short that all of it is Vorführung."""
    players = [cast.players[name] for name in names]
    rules = PRESETS["ddv"].rules
    new = NewSheet(players=players, rules=rules, first_dealer=players[0], length_kind=Length.GAMES, length=length)
    return evening(cast, new).sheets.get()


def chosen(phone: Phone, group: str) -> list[str]:
    """Return the choices as they are read, without soft hyphens."""
    buttons = phone.group(group).get_by_role("button", pressed=True).all()
    return [button.inner_text().split("\n")[0].replace(SOFT_HYPHEN, "") for button in buttons]


def test_it_is_chosen_already_and_saved_in_a_few_taps(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = listed(cast, "Anna", "Ben", "Cleo", "Dora", length=4)
    phone = open_phone(sheet)
    expect(phone.button_that_begins("Geber Anna")).to_contain_text("Vorführung: Ben")
    assert (chosen(phone, "Spieltyp"), chosen(phone, "Re-Partei"), chosen(phone, "Soloart")) == (
        ["Solo"],
        ["Ben"],
        ["Vorführung"],
    )
    phone.tap("Solo", "Damen")
    phone.digits("131")
    phone.press("Speichern")
    phone.saved(1)
    assert phone.taps == 5
    expect(phone.button_that_begins("Geber Ben")).to_contain_text("Vorführung: Cleo")
    assert chosen(phone, "Re-Partei") == ["Cleo"]  # the next one


def test_nothing_is_begun_by_it(open_phone: OpenPhone, cast: Cast) -> None:
    """Somebody else writes the game: nobody is shown a conflict with a game of their own."""
    sheet = listed(cast, "Anna", "Ben", "Cleo", "Dora", length=4)
    phone, other = open_phone(sheet), open_phone(sheet, "Anna")
    other.tap("Solo", "Damen")
    other.digits("131")
    other.press("Speichern")
    other.saved(1)
    expect(phone.button_that_begins("Geber Ben")).to_contain_text("Vorführung: Cleo")
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_contain_text("Cleo")
    expect(phone.page.get_by_text("schrieb Spiel")).to_have_count(0)
    expect(phone.page.get_by_text("Nicht mehr am Tisch")).to_have_count(0)


def test_the_table_may_do_otherwise(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = listed(cast, "Anna", "Ben", "Cleo", "Dora", length=4)
    phone = open_phone(sheet)
    phone.tap("Spieltyp", "Normal")
    phone.page.reload()
    expect(phone.preview).not_to_be_empty()
    assert chosen(phone, "Spieltyp") == ["Normal"]


def test_whoever_is_forced_and_sits_out_is_asked_for(open_phone: OpenPhone, cast: Cast) -> None:
    """Regression: "Vorführung: Anna" stood above Anna's grey tile, and nothing said how to go on."""
    cast.guest("Emil")
    four = ("Ben", "Cleo", "Dora", "Emil")
    sheet = listed(cast, *four, "Anna", length=4)
    for name in four:
        kontra = [other for other in four if other != name]
        solo = {"kind": "solo", "solo": "damen", "re": cast.ids(name), "kontra": cast.ids(*kontra), "re_points": 131}
        write(cast, sheet, {**solo, "sitting_out": cast.ids("Anna")})
    phone = open_phone(sheet)
    expect(phone.button_that_begins("Geber Anna")).to_contain_text("Vorführung: Anna")
    assert (chosen(phone, "Spieltyp"), chosen(phone, "Re-Partei")) == (["Solo"], [])
    phone.tap("Solo", "Damen")
    phone.says("Wer setzt aus?", "Anna muss spielen")
    phone.group("Re-Partei").get_by_role("button", name="Anna").tap(force=True)
    phone.press("Ben setzt aus")
    assert chosen(phone, "Re-Partei") == ["Anna"]
    phone.digits("131")
    phone.press("Speichern")
    phone.saved(5)
    facts = sheet.entries.counted().get(number=5).facts
    assert (facts["re"], facts["sitting_out"]) == (cast.ids("Anna"), cast.ids("Ben"))
