"""House rules on the sheet: further calls, hidden steps, a wrong card, payments between players, and who married."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.papers import totals

pytestmark = pytest.mark.django_db(transaction=True)

PAYMENTS: Final = {
    "hochzeit": {"name": "Hochzeit", "points": 1, "with": "each"},
    "dulle_weg": {"name": "Dulle weg", "points": -1, "with": "each"},
}


EXTRAS: Final = {"fuchs": 1, "karlchen": 1, "karlchen_gefangen": 1, "doppelkopf": 1, "dulle": 1}
EVERYTHING: Final = {
    "extras": EXTRAS,
    "extra_names": {"dulle": "Dulle gefangen"},
    "marks": {"schweine": "Schweine", "superschweine": "Superschweine"},
    "marks_force_ansage": ["schweine"],
    "forced_ansage": ["first_trick_30", "marks", "first_trick"],
    "call_cards_kontra": [10, 9, 8, 7, 6],
    "bock": {"triggers": ["hearts_trick"]},
    "steps": "double",
    "feigheit": 3,
}


def house_rules(**more: Any) -> Rules:
    rules = override_rules(PRESETS["ddv"].rules, more)
    assert isinstance(rules, Rules)
    return rules


def last_facts(sheet: Sheet) -> dict[str, Any]:
    facts = sheet.entries.latest("number").facts
    assert isinstance(facts, dict)
    return facts


def ask(phone: Phone, name: str, answer: str) -> None:
    phone.group(name).get_by_role("button", name=answer, exact=True).tap()


def test_further_calls_are_counted_up_to_the_most(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules=house_rules(ansage="double", raises=2))
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 131, re="Re", kontra="Kontra")
    for _ in range(3):
        phone.press("Weitere Rufe mehr")
    expect(phone.page.get_by_text("Weitere Rufe: höchstens 2", exact=True)).to_be_visible()
    phone.says("Re gewinnt · 16")
    phone.press("Weitere Rufe weniger")
    phone.says("Re gewinnt · 8")
    phone.save(1)
    assert last_facts(sheet)["raises"] == 1
    expect(phone.button("Weitere Rufe weniger")).to_be_hidden()  # the next game begins with none

    phone.unfold("Spiel 1, Wert 8: Einzelheiten")
    phone.press("Bearbeiten")
    expect(phone.button("Weitere Rufe mehr")).to_have_accessible_description("1")


def test_a_step_that_the_rules_do_not_know_is_not_offered(open_phone: OpenPhone, cast: Cast) -> None:
    """Taking back a step leads to the next lower one that counts."""
    sheet = new_sheet(cast, rules=house_rules(limits=["no60", "schwarz"]))
    phone = open_phone(sheet)
    ladder = phone.group("Ansagen Re")
    expect(ladder.get_by_role("button")).to_have_count(3)
    phone.game(["Anna", "Ben"], 185, re="keine 60")
    phone.press("wer?")
    expect(phone.page.locator("#bubble .whose > b")).to_have_text(["Re", "keine 60"])
    phone.press("Fertig")
    phone.tap("Ansagen Re", "keine 60")
    expect(ladder.get_by_role("button", name="Re", exact=True)).to_have_attribute("aria-pressed", "true")
    phone.save(1)
    assert last_facts(sheet)["announced"] == {"re": "re"}


def test_extras_are_offered_where_they_count(open_phone: OpenPhone, cast: Cast) -> None:
    """A trump solo, and a Hochzeit, can have others than normal games and other solos."""
    extras = {"trumpf": {"extras": {"dulle": 1}}, "hochzeit": {"extras": {}}}
    own = house_rules(extra_names={"dulle": "Dulle weg"}, by_kind=extras, call_cards_solo=[10, 9, 8, 7, 6])
    sheet = new_sheet(cast, rules=own)
    phone = open_phone(sheet)
    box = phone.page.locator(".counter:not(.unseen) button")
    deadlines = phone.group("Ansagen Re").locator("i")
    expect(box).to_have_count(6)
    expect(deadlines).to_have_text(["11", "10", "9", "8", "7"])
    phone.tap("Spieltyp", "Hochzeit")
    expect(box).to_have_count(0)
    phone.tap("Spieltyp", "Solo")
    expect(box).to_have_count(0)
    expect(deadlines).to_have_text(["10", "9", "8", "7", "6"])
    phone.tap("Solo", "Trumpf")
    expect(box).to_have_count(2)
    expect(deadlines).to_have_text(["10", "9", "8", "7", "6"])
    phone.tap("Re-Partei", "Anna")
    phone.write("Augen Re", "131")
    box.first.tap()
    phone.says("Re gewinnt · 2", "Anna +6")
    phone.save(1)
    assert last_facts(sheet)["extras"] == {"re": {"dulle": 1}}
    phone.tap("Spieltyp", "Normal")
    expect(deadlines).to_have_text(["11", "10", "9", "8", "7"])


def test_one_pays_for_a_wrong_card(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules=house_rules(offender_pays=True))
    phone = open_phone(sheet)
    phone.press("Falsche Karte")
    expect(phone.page.get_by_role("dialog", name="Wer hat falsch bedient?")).to_contain_text("Re-Partei fehlt")
    phone.press("Fertig")
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.press("Falsche Karte")
    ask(phone, "Wer hat falsch bedient?", "Ben")
    phone.says("Kontra gewinnt", "Anna ±0")
    phone.save(1)
    assert last_facts(sheet)["offender"] == cast.ids("Ben")[0]
    points = totals(sheet)
    assert points["Anna"] == 0
    assert points["Ben"] == -points["Cleo"] - points["Dora"] < 0

    phone.tap("Re-Partei", "Anna", "Ben")
    phone.press("Falsche Karte")
    ask(phone, "Wer hat falsch bedient?", "Anna")
    phone.button_that_begins("Falsche Karte").tap()  # taken back
    phone.write("Augen Re", "131")
    phone.says("Re gewinnt")


def test_payments_between_players(open_phone: OpenPhone, cast: Cast) -> None:
    """Any number of players each; a player who then sits out of the game loses the payment."""
    sheet = new_sheet(cast, rules=house_rules(payments=PAYMENTS))
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 131)
    phone.press("Von Hand zu Hand")
    expect(phone.page.locator("#bubble .whose")).to_have_count(1)  # that of a Hochzeit is due by itself
    ask(phone, "Dulle weg", "Anna")
    ask(phone, "Dulle weg", "Cleo")
    ask(phone, "Dulle weg", "Cleo")
    phone.press("Fertig")
    phone.says("Anna −2", "Ben +2", "Cleo ±0")
    phone.save(1)
    assert last_facts(sheet)["payments"] == [{"key": "dulle_weg", "by": cast.ids("Anna")[0]}]

    phone.tap("Spieltyp", "Mehr")
    phone.group("Mehr").get_by_role("button", name="Von Hand").tap()
    phone.tap("Gewinner", "Anna", "Ben")
    phone.page.get_by_role("textbox", name="Spielwert").fill("2")
    phone.press("Von Hand zu Hand")
    ask(phone, "Hochzeit", "Dora")
    phone.press("Fertig")
    phone.save(2)
    assert last_facts(sheet)["payments"] == [{"key": "hochzeit", "by": cast.ids("Dora")[0]}]


def test_a_paid_hochzeit_asks_who_married(open_phone: OpenPhone, cast: Cast) -> None:
    """A player alone is not asked."""
    sheet = new_sheet(cast, rules=house_rules(payments=PAYMENTS))
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 131, kind="Hochzeit")
    phone.says("Hochzeit: wer heiratete?")
    phone.press("Speichern")
    expect(phone.button("Ansage")).to_be_focused()
    phone.press("Ansage")
    ask(phone, "Hochzeit: wer heiratete?", "Ben")
    phone.press("Fertig")
    phone.says("Anna ±0", "Ben +4")
    phone.save(1)
    ben = cast.ids("Ben")[0]
    assert last_facts(sheet)["married"] == ben

    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    phone.says("Ben +4")
    phone.press("ohne Partner")
    phone.says("Re gewinnt")
    expect(phone.preview).not_to_contain_text("wer heiratete")


def test_everything_at_once_fits_on_a_phone(open_phone: OpenPhone, cast: Cast) -> None:
    cast.guest("Matthias")
    rules = house_rules(ansage="double", raises=9, offender_pays=True, payments=PAYMENTS, **EVERYTHING)
    phone = open_phone(new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Matthias", rules=rules))
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.game(["Ben", "Cleo"], 131, re="Re")
    boxes = [phone.button(name).bounding_box() for name in ("Weitere Rufe mehr", "Falsche Karte", "Von Hand zu Hand")]
    assert all(box and box["height"] >= 44 and box["x"] + box["width"] <= 390 for box in boxes)
    assert phone.page.evaluate("document.scrollingElement.scrollHeight") <= 844
    save = phone.button("Speichern").bounding_box()
    assert save
    assert save["y"] + save["height"] <= 844


def test_rules_that_need_no_tap_add_no_control_and_no_word(open_phone: OpenPhone, cast: Cast) -> None:
    """The form of a preset is the same, whatever else is counted; and it has none of the house rules' controls."""
    silent = {"feigheit": 3, "points_times": 10, "at_120": "double", "steps": "double", "loser_can_gain": False}
    kinds = {"by_kind": {"damen": {"points": 2}}, "gegen_die_alten_as": "game"}
    forms = []
    for more in ({}, {**silent, **kinds}):
        entry = open_phone(new_sheet(cast, rules=house_rules(**more))).page.locator("form.entry")
        forms.append((entry.inner_text(), [one.get_attribute("aria-label") for one in entry.locator("button").all()]))
    assert forms[0] == forms[1]
    for name in ("Ruf", "Falsche Karte", "Von Hand zu Hand"):
        assert name not in forms[0][0]
