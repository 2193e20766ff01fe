"""Every kind of row besides normal games is tapped in, and the sheet names it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Length, Sheet
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.browser.conftest import OpenPhone
from tests.cast import Cast
from tests.evenings.papers import evening, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


def rules(preset: str, **overrides: Any) -> Rules:
    changed = override_rules(PRESETS[preset].rules, overrides)
    assert isinstance(changed, Rules)
    return changed


def played(sheet: Sheet) -> list[dict[str, Any]]:
    return [entry.facts for entry in sheet.entries.order_by("position")]


def test_hochzeit_with_and_without_a_partner_stille_hochzeit_and_armut(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast, rules=rules("hausrunde", bock=None))
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 131, kind="Hochzeit")
    phone.says("Re gewinnt · 1", "Ben +1", "Cleo −1")
    phone.save(1)

    phone.tap("Spieltyp", "Hochzeit")
    phone.press("ohne Partner")
    phone.tap("Re-Partei", "Cleo")
    phone.digits("119")
    phone.says("Kontra gewinnt · 1", "Cleo −3", "Anna +1")
    phone.save(2)

    phone.game(["Dora"], 125, kind="Solo", solo="Stille Hochzeit")
    phone.says("Re gewinnt · 1", "Dora +3")
    phone.save(3)

    phone.game(["Anna", "Cleo"], 90, kind="Armut")
    phone.says("Kontra gewinnt · 2", "Anna −2", "Dora +2")
    phone.save(4)

    phone.is_sent()
    kinds = [(facts["kind"], len(facts["re"])) for facts in played(sheet)]
    assert kinds == [("hochzeit", 2), ("hochzeit", 1), ("stille_hochzeit", 1), ("armut", 2)]
    phone.stands("−1", "+3", "−7", "+5")


def test_every_solo_that_the_rules_offer_and_no_other(open_phone: OpenPhone, cast: Cast) -> None:
    phone = open_phone(new_sheet(cast, rules=rules("hausrunde", solos=["damen", "koenige", "fleischlos"], armut=False)))
    expect(phone.group("Spieltyp").get_by_role("button")).to_have_text(["Normal", "Hochzeit", "Solo", "Mehr"])
    phone.tap("Spieltyp", "Solo")
    solos = phone.group("Solo").get_by_role("button")
    expect(solos).to_have_text(["Damen", "Könige", "Fleischlos", "Stille Hochzeit"])
    expect(phone.group("Soloart")).to_have_count(0)  # no Pflichtsoli, no question


def test_the_tracker_knows_which_solo_is_owed(open_phone: OpenPhone, cast: Cast) -> None:
    """Under ddv with a list of six games: Pflichtsolo, then Lustsolo, and Vorführung when no other game is left."""
    new = NewSheet(players=cast.four, rules=PRESETS["ddv"].rules, length_kind=Length.GAMES, length=6)
    sheet = evening(cast, new).sheets.get()
    phone = open_phone(sheet, small=True)
    duties = phone.group("Soloart").get_by_role("button", pressed=True)
    expect(phone.button_that_begins("Geber Anna")).to_contain_text("Pflichtsolo offen: alle")

    phone.game(["Anna"], 130, kind="Solo", solo="Pik")
    expect(duties).to_have_text("Pflichtsolo")
    phone.save(1)
    expect(phone.button_that_begins("Geber Anna")).to_contain_text("Pflichtsolo offen: Ben, Cleo, Dora")

    phone.game(["Anna"], 130, kind="Solo", solo="Fleischlos")
    expect(duties).to_have_text("Lustsolo")
    phone.save(2)

    phone.game(["Anna", "Ben"], 130)  # and three are owed in the last three
    phone.press("Speichern")
    phone.saved(3)
    expect(phone.button_that_begins("Geber Cleo")).to_contain_text("Vorführung: Dora")
    phone.tap("Solo", "Damen")  # only her solo can be played: it is already there
    phone.write("Augen Re", "119")
    expect(duties).to_have_text("Vorführung")
    phone.tap("Soloart", "Pflichtsolo")  # the table may say otherwise
    phone.press("Speichern")
    phone.saved(4)

    phone.is_sent()
    assert [facts.get("duty") for facts in played(sheet)] == [None, None, None, "pflicht"]
    expect(phone.sheet.get_by_role("row", name=re.compile("Spiel 2, Wert 1"))).to_contain_text("Lustsolo")


def test_points_that_no_game_gives_are_told_before_they_are_saved(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Von Hand")
    for name, points in (("Anna", "-2"), ("Ben", "0"), ("Cleo", "-1"), ("Dora", "-2")):
        phone.write(f"Punkte {name}", points)
    phone.says("Summe -5")
    phone.press("Speichern")
    phone.says("Summe -5")
    assert sheet.entries.count() == 0

    phone.write("Punkte Ben", "5")
    phone.save(1)


def test_what_is_too_long_is_kept_and_told(open_phone: OpenPhone, cast: Cast) -> None:
    """The text is pasted whole: none of it is cut off silently."""
    sheet = new_sheet(cast)
    phone = open_phone(sheet, small=True)
    phone.keeps()
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.write("Punkte Anna", "-12345678")
    phone.write("Grund", "g" * 201)
    phone.preview.get_by_role("button").tap()
    phone.write("Notiz", "n" * 201)
    phone.press("Speichern")
    wrong = phone.page.locator("form :is(.wrong, .trouble)")
    for text in ("Gib eine kleinere Zahl ein.", "Die Notiz hat mehr als 200 Zeichen."):
        expect(wrong.filter(has_text=text)).to_be_visible()
    phone.write("Punkte Anna", "-12")
    phone.press("Speichern")
    expect(wrong.filter(has_text="Der Grund hat mehr als 200 Zeichen.")).to_be_visible()
    expect(phone.page.get_by_label("Grund", exact=True)).to_have_value("g" * 201)
    phone.write("Grund", "verspielt")
    phone.write("Notiz", "")
    phone.press("Speichern")
    phone.says("Re-Partei fehlt")
    phone.is_sent()
    assert sheet.entries.get().facts["reason"] == "verspielt"


def test_points_by_hand_a_penalty_and_a_game_that_was_dealt_again(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet, small=True)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Von Hand")
    phone.tap("Gewinner", "Anna", "Dora")
    phone.page.get_by_label("Spielwert", exact=True).and_(phone.page.get_by_role("textbox")).fill("3")
    phone.says("Anna +3", "Ben −3")
    phone.save(1)

    phone.tap("Spieltyp", "Mehr")
    phone.press("Von Hand")
    for name, points in (("Anna", "-6"), ("Ben", "2"), ("Cleo", "2"), ("Dora", "+2")):
        phone.write(f"Punkte {name}", points)
    phone.save(2)

    phone.tap("Spieltyp", "Mehr")
    phone.press("Eingeworfen")
    phone.says("Eingeworfen", "derselbe Geber")
    phone.press("Speichern")
    expect(phone.row("Eingeworfen: Einzelheiten")).to_be_attached()
    expect(phone.button_that_begins("Geber Cleo")).to_be_visible()

    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.write("Punkte Ben", "5")  # a penalty is removed
    expect(phone.page.get_by_label("Punkte Ben", exact=True)).to_have_value("−5")
    phone.write("Grund", "verworfen")
    phone.press("Speichern")
    phone.unfold("Strafe: Einzelheiten")
    expect(phone.sheet.get_by_text("verworfen")).to_be_visible()

    phone.is_sent()
    assert [facts["kind"] for facts in played(sheet)] == ["manual", "manual", "redeal", "penalty"]
    phone.stands("−3", "−6", "−1", "+5")


def test_why_cards_are_dealt_again_and_by_whom(open_phone: OpenPhone, cast: Cast) -> None:
    """The rules name two reasons; an earlier one is still offered when that row is corrected."""
    cast.guest("Emil")
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil")
    sheet = new_sheet(cast, *names, rules=rules("ddv", armut=True, redeals=["nines", "armut_refused"]), dealer="Emil")
    write(cast, sheet, {"kind": "redeal", "reason": "double_armut", "by": cast.ids("Anna")[0]})
    phone = open_phone(sheet, small=True)
    why, who = phone.group("Warum").get_by_role("button"), phone.group("Wer").get_by_role("button")
    phone.tap("Spieltyp", "Mehr")
    phone.press("Eingeworfen")
    expect(why.filter(visible=True)).to_have_text(["Fünf Neunen", "Armut abgelehnt", "Vergeben"])
    expect(who.filter(visible=True)).to_have_text(list(names))  # the dealer sits out, and may have dealt wrong
    expect(phone.page.get_by_role("button", pressed=True)).to_have_text(["Mehr", "Eingeworfen"])
    phone.tap("Warum", "Fünf Neunen")
    phone.tap("Wer", "Emil")
    phone.tap("Warum", "Fünf Neunen")  # taken back
    expect(phone.group("Warum").get_by_role("button", pressed=True)).to_have_count(0)
    phone.tap("Warum", "Vergeben")
    phone.open()  # a locked phone: the draft survives
    expect(phone.group("Wer").get_by_role("button", pressed=True)).to_have_text("Emil")
    phone.page.locator("[name=dealt_again]").evaluate(
        "(field) => { field.value = 'fives'; }"
    )  # for example by an older page
    phone.press("Speichern")
    expect(phone.group("Warum")).to_have_accessible_description(re.compile("^Hier gibt es nur"))
    phone.tap("Warum", "Fünf Neunen", "Vergeben")
    phone.press("Speichern")
    expect(phone.sheet.get_by_text("Eingeworfen: vergeben, Emil")).to_be_attached()

    phone.tap("Spieltyp", "Mehr")
    phone.press("Eingeworfen")
    expect(phone.group("Warum").get_by_role("button", pressed=True)).to_have_count(0)
    expect(phone.group("Wer").get_by_role("button", pressed=True)).to_have_count(0)
    phone.press("Speichern")
    expect(phone.sheet.get_by_text("Eingeworfen, derselbe Geber")).to_be_attached()

    phone.row("Eingeworfen: Einzelheiten").last.tap()  # the oldest
    phone.press("Bearbeiten")
    expect(phone.group("Warum").get_by_role("button", pressed=True)).to_have_text("Doppelte Armut")
    expect(phone.group("Wer").get_by_role("button", pressed=True)).to_have_text("Anna")
    phone.tap("Warum", "Doppelte Armut")
    expect(why.filter(visible=True)).to_have_count(4)  # there is time to reconsider
    phone.tap("Warum", "Doppelte Armut")
    phone.tap("Wer", "Ben")
    phone.press("Änderung übernehmen")
    expect(phone.sheet.get_by_text("Eingeworfen: doppelte Armut, Ben")).to_be_attached()
    phone.tap("Spieltyp", "Mehr")
    phone.press("Eingeworfen")
    expect(why.filter(visible=True)).to_have_count(3)
    ben, emil = cast.ids("Ben", "Emil")
    phone.is_sent()
    assert played(sheet) == [
        {"kind": "redeal", "reason": "double_armut", "by": ben},
        {"kind": "redeal", "reason": "misdeal", "by": emil},
        {"kind": "redeal"},
    ]


def test_points_that_cannot_be_are_said_at_their_field_and_stay(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.write("Punkte Ben", "5")
    phone.press("Punkte Ben: plus oder minus")
    phone.press("Speichern")
    points = phone.page.get_by_label("Punkte Ben", exact=True)
    expect(points).to_have_attribute("aria-invalid", "true")
    expect(points).to_have_accessible_description(re.compile("."))
    expect(points).to_have_value("5")
    phone.write("Punkte Ben", "-5")
    expect(points).not_to_have_attribute("aria-invalid", "true")
    phone.press("Speichern")
    expect(phone.row("Strafe: Einzelheiten")).to_be_attached()
    phone.is_sent()
    assert totals(sheet)["Ben"] == -5


def test_a_herzstich_and_a_declared_bockrunde(open_phone: OpenPhone, cast: Cast) -> None:
    """Two rounds at once are stacked; the breakdown shows before saving which ones start."""
    bock = {"triggers": ["hearts_trick", "by_hand"], "max_level": 2, "overflow": "append", "solo_extends_at": [4]}
    sheet = new_sheet(cast, rules=rules("hausrunde", bock=bock))
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 131)
    phone.press("Herzstich ging durch")
    phone.preview.get_by_role("button").tap()
    expect(phone.page.get_by_text("löst 4 Bockspiele aus")).to_be_visible()
    phone.preview.get_by_role("button").tap()
    phone.save(1)
    expect(phone.button_that_begins("Geber Ben · Bock ×2, noch 4")).to_be_visible()

    phone.game(["Anna", "Ben"], 131)
    phone.press("Bockrunde ausrufen")
    phone.says("Re gewinnt · 2")
    phone.save(2)
    expect(phone.button_that_begins("Geber Cleo · Bock ×4, noch 3")).to_be_visible()  # then one at ×2

    phone.game(["Cleo"], 130, kind="Solo", solo="Herz")
    phone.says("Re gewinnt · 4", "Cleo +12")
    phone.save(3)
    row = phone.sheet.get_by_role("row", name=re.compile("Spiel 3, Wert 4"))
    expect(row).to_contain_text("×4")
    expect(row).to_contain_text("Solo")
    expect(phone.button_that_begins("Geber Cleo · Bock ×4, noch 3")).to_be_visible()  # a solo at four uses up none
    phone.stands("−1", "−1", "+9", "−7")


def test_own_extras_count_where_the_rules_say_so(open_phone: OpenPhone, cast: Cast) -> None:
    extras = {"fuchs": 1, "dulle": 2}
    own = rules("hausrunde", extras=extras, extras_solo={"dulle": 1}, extra_names={"dulle": "Dulle gefangen"})
    sheet = new_sheet(cast, rules=own)
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 131, extras=[("Re", "Dulle gefangen"), ("Re", "Dulle gefangen"), ("Kontra", "Fuchs")])
    phone.take_back("Re", "Dulle gefangen")
    phone.says("Re gewinnt · 2")
    phone.save(1)

    phone.tap("Spieltyp", "Solo")
    names = phone.group("Sonderpunkte Re").get_by_role("button", name=re.compile("mehr$"))
    expect(names).to_have_count(1)  # a Fuchs does not count here
    phone.tap("Spieltyp", "Normal")
    expect(names).to_have_count(2)
    phone.is_sent()
    assert played(sheet)[0]["extras"] == {"re": {"dulle": 1}, "kontra": {"fuchs": 1}}


def test_who_announced_and_who_caught_whose_fuchs(open_phone: OpenPhone, cast: Cast) -> None:
    sheet = new_sheet(cast)
    phone = open_phone(sheet, small=True)
    phone.game(["Anna", "Ben"], 160, re="keine 90", extras=[("Kontra", "Fuchs"), ("Re", "Fuchs")])
    phone.press("wer?")
    phone.group("Fuchs gefangen (Re)").get_by_role("button", name="weniger").tap()
    expect(phone.group("Fuchs gefangen (Re)")).to_have_count(0)  # which was tapped by mistake
    for group, name in (("Re", "Anna"), ("keine 90", "Ben"), ("Fuchs gefangen (Kontra)", "Dora")):
        phone.group(group).get_by_role("button", name=name).tap()
    phone.group("Fuchs gefangen (Kontra): von wem?").get_by_role("button", name="Ben").tap()
    phone.press("Fertig")
    phone.save(1)
    phone.unfold("Spiel 1, Wert 4: Einzelheiten")
    for told in ("Re angesagt von Anna", "keine 90 abgesagt von Ben", "Fuchs gefangen: Dora, von Ben"):
        expect(phone.sheet.get_by_text(told)).to_be_visible()

    phone.press("Bearbeiten")
    phone.tap("Re-Partei", "Cleo")  # Anna is Kontra now: her marks as Re are dropped
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 1 geändert").first).to_be_visible()
    phone.is_sent()
    ben, dora = cast.ids("Ben", "Dora")
    assert sheet.entries.get().attribution == {
        "announced": {"re": {"no90": ben}},
        "extras": {"kontra": {"fuchs": [{"by": dora, "from": ben}]}},
    }


def test_a_row_of_another_table_size_is_corrected_with_its_own_players(open_phone: OpenPhone, cast: Cast) -> None:
    """Emil came later: the game before him is corrected among the four who played it."""
    sheet = new_sheet(cast)
    four = cast.ids("Anna", "Ben", "Cleo", "Dora")
    write(cast, sheet, {"kind": "normal", "re": four[:2], "kontra": four[2:], "re_points": 131})
    cast.guest("Emil")
    write(cast, sheet, {"kind": "table", "players": [*four, *cast.ids("Emil")]})
    phone = open_phone(sheet)
    expect(phone.group("Re-Partei").get_by_role("button")).to_have_count(5)
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    expect(phone.group("Re-Partei").get_by_role("button")).to_have_count(4)
    phone.write("Augen Re", "155")
    phone.press("Änderung übernehmen")
    expect(phone.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    expect(phone.group("Re-Partei").get_by_role("button")).to_have_count(5)
    phone.stands("+2", "+2", "−2", "−2", "±0")
