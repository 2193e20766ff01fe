"""The seats are changed during a started game: sitting out follows the seats, and all other input stays."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import sheets
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, strike_entry

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Anna", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture
def five(cast: Cast) -> Sheet:
    """Return a sheet of five: Emil dealt the first game; Anna is the dealer of the second and sits out."""
    cast.guest("Emil")
    sheet = new_sheet(cast, *FIVE, dealer="Emil", rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 131))
    return sheet


def change(cast: Cast, sheet: Sheet, *names: str, dealer: str = "") -> None:
    """Change the table as another person."""
    players = [cast.players[name] for name in names]
    who = cast.players.get(dealer)
    sheets.change_table(sheet, players, uuid=uuid4(), by=cast.anna, dealer=who)


def change_dealer(phone: Phone, name: str) -> None:
    """Change the dealer on this phone, and go back to the sheet."""
    phone.page.goto(f"{phone.address}seats/")
    phone.page.get_by_label("Geber").select_option(name)
    phone.button_that_begins("Ab Spiel").tap()
    phone.page.wait_for_url(f"**{phone.address}")


def sitting_out(sheet: Sheet, number: int) -> list[str]:
    facts = sheet.entries.counted().get(number=number).facts
    names = {str(player.pk): player.name for player in sheet.evening.club.players.all()}
    return [names[player] for player in facts.get("sitting_out", ())]


def test_another_dealer_sits_out_of_the_game_that_is_begun(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Spieltyp", "Solo")
    phone.tap("Solo", "Damen")
    phone.digits("155")
    change_dealer(phone, "Ben")
    expect(phone.out).to_have_text("Ben setzt aus")
    phone.page.reload()
    expect(phone.out).to_have_text("Ben setzt aus")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")
    phone.tap("Re-Partei", "Anna")
    phone.save(2)
    assert sitting_out(five, 2) == ["Ben"]
    assert five.entries.get(number=2).facts["solo"] == "damen"


def test_before_the_first_game_too(open_phone: OpenPhone, cast: Cast) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast, *FIVE, dealer="Emil")
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")
    change_dealer(phone, "Cleo")
    expect(phone.out).to_have_text("Cleo setzt aus")
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)


def test_another_phone_changes_the_dealer(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    """Ben was of the Re party: a message names him, and Cleo stays in it."""
    phone = open_phone(five)
    phone.tap("Re-Partei", "Ben", "Cleo")
    phone.digits("155")
    change(cast, five, *FIVE, dealer="Ben")
    expect(phone.out).to_have_text("Ben setzt aus")
    expect(phone.page.get_by_text("Setzt jetzt aus: Ben. Alles andere steht wie eingegeben.")).to_be_visible()
    phone.says("Re-Partei fehlt")
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")
    phone.tap("Re-Partei", "Anna")
    phone.save(2)
    assert sitting_out(five, 2) == ["Ben"]
    facts = five.entries.get(number=2).facts
    assert set(facts["re"]) == set(cast.ids("Anna", "Cleo"))


def test_a_change_of_the_seats_wins_over_who_was_chosen_to_sit_out(
    open_phone: OpenPhone, cast: Cast, five: Sheet
) -> None:
    phone = open_phone(five)
    phone.out.tap(force=True)
    phone.press("Dora setzt aus")
    expect(phone.out).to_have_text("Dora setzt aus")
    phone.page.reload()
    expect(phone.out).to_have_text("Dora setzt aus")  # nothing has changed: the choice stays
    change_dealer(phone, "Ben")
    expect(phone.out).to_have_text("Ben setzt aus")


def test_what_others_correct_leaves_the_choice_alone(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.out.tap(force=True)
    phone.press("Dora setzt aus")
    entry = five.entries.get(number=1)
    amend_entry(entry, anna_ben(cast, 155), by=cast.anna)
    expect(phone.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    expect(phone.out).to_have_text("Dora setzt aus")


def test_the_dealer_changes_while_this_phone_corrects_an_old_game(
    open_phone: OpenPhone, cast: Cast, five: Sheet
) -> None:
    """The started game waits meanwhile, and Emil deals it now."""
    phone = open_phone(five)
    phone.tap("Re-Partei", "Ben", "Cleo")
    phone.unfold("Spiel 1, Wert 1: Einzelheiten")
    phone.press("Bearbeiten")
    change(cast, five, *FIVE, dealer="Emil")
    phone.page.locator("#editing [data-cancel]").tap()
    expect(phone.out).to_have_text("Emil setzt aus")
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)


def test_who_was_faster_is_struck_again_and_the_players_stay(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Re-Partei", "Ben", "Cleo")
    faster = write(
        cast, five, {**anna_ben(cast, 155), "re": cast.ids("Ben", "Cleo"), "kontra": cast.ids("Dora", "Emil")}
    )
    expect(phone.page.get_by_text("hat Spiel 2 geschrieben")).to_be_visible()
    expect(phone.out).to_have_text("Anna setzt aus")
    strike_entry(faster, by=cast.anna)
    expect(phone.page.get_by_text("gestrichen").first).to_be_attached()
    expect(phone.out).to_have_text("Anna setzt aus")
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)
    change(cast, five, *FIVE, dealer="Dora")
    expect(phone.out).to_have_text("Dora setzt aus")


def test_who_leaves_was_of_the_re_party(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    """The change was made on this phone, which shows the same message as any other."""
    phone = open_phone(five)
    phone.tap("Re-Partei", "Ben", "Cleo")
    phone.digits("155")
    phone.page.goto(f"{phone.address}seats/")
    phone.press("Cleo geht")
    phone.button_that_begins("Ab Spiel").tap()
    phone.page.wait_for_url(f"**{phone.address}")
    expect(phone.page.get_by_text("Nicht mehr am Tisch: Cleo.")).to_be_visible()
    expect(phone.out).to_have_count(0)
    expect(phone.page.get_by_label("Augen Re", exact=True)).to_have_value("155")
    phone.tap("Re-Partei", "Dora")
    phone.save(2)
    assert sitting_out(five, 2) == []


def test_who_rests_comes_back_while_a_game_is_begun(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Re-Partei", "Cleo", "Dora")
    for button, out in (("Ben setzt aus", []), ("Ben ist wieder da", ["Anna setzt aus"])):
        phone.page.goto(f"{phone.address}seats/")
        phone.press(button)
        phone.button_that_begins("Ab Spiel").tap()
        phone.page.wait_for_url(f"**{phone.address}")
        expect(phone.out).to_have_text(out)
        expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)
    phone.digits("155")
    phone.save(2)
    assert sitting_out(five, 2) == ["Anna"]


def test_points_of_who_has_left_are_not_sent(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Strafpunkte")
    phone.write("Punkte Cleo", "−3")
    phone.write("Punkte Ben", "−2")
    change(cast, five, "Anna", "Ben", "Dora", "Emil")
    expect(phone.page.get_by_text("Nicht mehr am Tisch: Cleo.")).to_be_visible()
    phone.press("Speichern")
    expect(phone.page.get_by_text("gespeichert").first).to_be_visible()
    assert five.entries.get(kind="penalty").facts["points"] == {cast.ids("Ben")[0]: -2}


def test_who_dealt_wrong_and_has_left_is_told_and_not_sent(open_phone: OpenPhone, cast: Cast, five: Sheet) -> None:
    phone = open_phone(five)
    phone.tap("Spieltyp", "Mehr")
    phone.press("Eingeworfen")
    phone.tap("Warum", "Vergeben")
    phone.tap("Wer", "Cleo")
    change(cast, five, "Anna", "Ben", "Dora", "Emil")
    expect(phone.page.get_by_text("Nicht mehr am Tisch: Cleo.")).to_be_visible()
    expect(phone.group("Wer").get_by_role("button")).to_have_text(["Anna", "Ben", "Dora", "Emil"])
    phone.press("Speichern")
    expect(phone.page.get_by_text("gespeichert").first).to_be_visible()
    assert five.entries.get(kind="redeal").facts == {"kind": "redeal", "reason": "misdeal"}


@pytest.mark.parametrize(
    ("names", "dealer", "out"),
    [
        ((*FIVE, "Fritz"), "Ben", ["Ben", "Emil"]),
        ((*FIVE, "Fritz", "Gerd"), "Ben", ["Ben", "Emil", "Gerd"]),
    ],
)
def test_at_six_and_seven(
    open_phone: OpenPhone, cast: Cast, names: tuple[str, ...], dealer: str, out: list[str]
) -> None:
    for name in names[4:]:
        cast.guest(name)
    sheet = new_sheet(cast, *names, dealer="Anna")
    write(cast, sheet, {**anna_ben(cast), "re": cast.ids("Ben", "Cleo"), "kontra": cast.ids("Emil", "Dora")})
    change(cast, sheet, *names, dealer="Dora")
    phone = open_phone(sheet)
    phone.tap("Spieltyp", "Solo")
    phone.digits("155")
    change_dealer(phone, dealer)
    expect(phone.out).to_have_count(0)  # four tiles; who sits out stands in the status line, which unfolds them
    phone.page.locator("#status").tap()
    expect(phone.out).to_have_text([f"{name} setzt aus" for name in out])
    phone.page.locator("#status").tap()
    phone.tap("Solo", "Damen")
    phone.tap("Re-Partei", "Anna")
    phone.save(2)
    assert sitting_out(sheet, 2) == out
