"""The band above the form shows network and waiting games: to eyes, to ears and to the keyboard."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.clubs import begin_move, confirm_move, note_file, take_back_move
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import evenings, sheets
from tests.browser.conftest import SignIn
from tests.browser.looks import COLOURS, SMALL, too_wide, violations
from tests.browser.phone import deny_storage
from tests.browser.stored_pages import wait_until
from tests.browser.without_network import KeptPhone, OpenKept
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import strike_entry

# Everything that the band ever said: a one-time message is gone after some seconds.
LISTEN = """
  window.told = [];
  const note = () => window.told.push(document.querySelector("#band")?.textContent ?? "");
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
"""
STAY = "Bleib in diesem Browser: Nur er kennt den Schreiblink und Ungesendetes."
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast, rules="hausrunde")


@pytest.fixture
def phone(open_kept: OpenKept, sheet: Sheet) -> KeptPhone:
    return open_kept(sheet)


@pytest.fixture
def waiting(phone: KeptPhone) -> KeptPhone:
    """Leave one game waiting, with its requests lost."""
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 155)
    return phone


def says(phone: KeptPhone, text: str, *actions: str) -> None:
    """Expect the band's words, announced by themselves, with each action in reach of the keyboard; axe finds
    nothing.
    """
    expect(phone.page.get_by_role("status").filter(has_text=text)).to_be_visible()
    expect(phone.band).to_contain_text(text)
    for name in actions:
        action = phone.band.locator(".button").filter(has_text=name)
        action.focus()
        expect(action).to_be_focused()
    phone.page.set_viewport_size(SMALL)
    assert too_wide(phone.page) + violations(phone.page) == []
    phone.page.emulate_media(color_scheme="dark")
    assert violations(phone.page, COLOURS) == []


def answer_batches(phone: KeptPhone, status: int, **told: Any) -> None:
    def answered(route: Route) -> None:
        batch = json.loads(route.request.post_data or "{}").get("batch")
        route.fulfill(status=status, content_type="application/json", body=json.dumps({"batch": batch, **told}))

    phone.page.route("**/ops/", answered)


@pytest.mark.promise("bands")
def test_no_network(phone: KeptPhone) -> None:
    phone.goes_offline()
    says(phone, "Ohne Netz. Schreib weiter: Es wird gesendet, sobald wieder Netz da ist.")
    expect(phone.band).to_contain_text("Am besten schreibt solange nur ein Handy.")


def test_games_wait_and_are_sent(phone: KeptPhone) -> None:
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 155)
    says(phone, "Ohne Netz · 1 Spiel wartet auf diesem Handy.")
    phone.writes(2, ["Anna", "Ben"], 131)
    says(phone, "Ohne Netz · 2 Spiele warten auf diesem Handy.")
    phone.comes_back()
    says(phone, "Alles gesendet: 2 Spiele.")


def test_it_is_said_that_it_takes_its_time(phone: KeptPhone) -> None:
    """It does not come at once: on most days nobody has to read anything."""
    phone.page.route("**/ops/", lambda _route: None)
    phone.writes(1, ["Anna", "Ben"], 155)
    says(phone, "Wird gesendet")


@pytest.mark.promise("refused")
def test_signed_out(waiting: KeptPhone) -> None:
    waiting.page.context.clear_cookies()
    waiting.comes_back()
    says(waiting, "Du bist abgemeldet. 1 Spiel wartet auf diesem Handy.", "Anmelden")


@pytest.mark.promise("refused")
def test_somebody_else_signs_in_beside_this_page(waiting: KeptPhone, cast: Cast, sign_in: SignIn, sheet: Sheet) -> None:
    """Ben's rows are not sent in the name of Anna."""
    sign_in(waiting.page.context, cast.anna)
    waiting.comes_back()
    says(waiting, "Auf diesem Handy wartet 1 Spiel von Ben.", "Als Ben anmelden")
    assert not sheet.entries.exists()


@pytest.mark.promise("foreign-games")
def test_what_somebody_else_has_written_is_not_shown(
    waiting: KeptPhone, cast: Cast, sign_in: SignIn, sheet: Sheet
) -> None:
    waiting.page.context.route("**/ops/", lambda route: route.abort())
    sign_in(waiting.page.context, cast.anna)  # first: a worker that outlives its page for a moment would send it as Ben
    waiting.page.goto("about:blank")  # the page would reload as soon as it has a network, and be in the way
    waiting.comes_back()
    waiting.open()
    says(waiting, "Auf diesem Handy wartet 1 Spiel von Ben.", "Als Anna senden", "Als Ben anmelden")
    waiting.stands("±0", "±0", "±0", "±0")
    waiting.page.context.unroute("**/ops/")
    waiting.press("Als Anna senden")
    waiting.stands("+2", "+2", "−2", "−2")
    expect(waiting.page.locator("#sheet .number[data-from]")).to_have_count(1)
    assert str(sheet.entries.get().written_by) == "Anna"


def test_a_row_that_the_server_does_not_take_is_put_right(waiting: KeptPhone, sheet: Sheet) -> None:
    def refuse(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        problems = [{"field": "re_points", "text": "Das glaubt dir niemand."}]
        told = {"batch": sent["batch"], "op": 0, "uuid": sent["ops"][0]["uuid"], "problems": problems}
        route.fulfill(status=422, content_type="application/json", body=json.dumps(told))

    waiting.page.route("**/ops/", refuse)
    waiting.comes_back()
    says(waiting, "Spiel 1 geht so nicht: Das glaubt dir niemand. Berichtige es", "Berichtigen")
    waiting.press("Berichtigen")
    expect(waiting.page.get_by_text("Spiel 1 bearbeiten")).to_be_visible()
    expect(waiting.page.locator(".wrong")).to_have_text("Das glaubt dir niemand.")
    waiting.page.unroute("**/ops/")
    waiting.quickly(*((digit, "Ziffern") for digit in ("Löschen", "Löschen", "Löschen", "1", "3", "1")))
    waiting.press("Änderung übernehmen")
    expect(waiting.page.locator("#sheet .number[data-from]")).to_have_count(1)
    assert sheet.entries.get().facts["re_points"] == 131


@pytest.mark.promise("refused")
def test_a_closed_sheet(waiting: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=cast.anna)
    waiting.comes_back()
    says(waiting, "abgeschlossen. 1 Spiel wartet auf diesem Handy.", "Öffnen lassen", "Als Datei sichern")
    waiting.page.reload()  # a read-only page has no form, and the band all the same
    says(waiting, "abgeschlossen. 1 Spiel wartet auf diesem Handy.", "Öffnen lassen", "Als Datei sichern")


@pytest.mark.promise("moving")
def test_a_club_on_the_move(waiting: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    """Waiting rows are stored and shown, and sent automatically if the club stays."""
    begin_move(cast.club, to="https://neu.example.org", by=cast.anna)
    waiting.comes_back()
    told = (
        "Der Club zieht nach https://neu.example.org um und kann nur gelesen werden. 1 Spiel wartet auf diesem Handy."
    )
    says(waiting, told, "Als Datei sichern")
    waiting.page.reload()
    says(waiting, told, "Als Datei sichern")
    take_back_move(cast.club, by=cast.anna)
    waiting.page.reload()
    waiting.stands("+2", "+2", "−2", "−2")
    expect(waiting.page.locator("#sheet .row:not([data-waits]) .number[data-from]")).to_have_count(1)
    assert sheet.entries.get().facts["re_points"] == 155


@pytest.mark.promise("moving")
def test_a_club_that_has_moved(waiting: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    """The game goes there as a file; apart from it, nothing of the club stays on the phone."""
    begin_move(cast.club, to="https://neu.example.org", by=cast.anna)
    note_file(cast.club, "0" * 64, by=cast.anna)
    confirm_move(cast.club, at="https://neu.example.org/clubs/7/", by=cast.anna)
    waiting.comes_back()
    told = "Der Club ist nach https://neu.example.org/clubs/7/ umgezogen. 1 Spiel wartet auf diesem Handy."
    says(waiting, told, "Dorthin", "Als Datei sichern")
    with waiting.page.expect_download() as waited:
        waiting.press("Als Datei sichern")
    assert '"re_points":155' in waited.value.path().read_text()
    waiting.page.reload()
    expect(waiting.page.get_by_role("heading", name="Linde ist umgezogen")).to_be_visible()
    expect(waiting.page.get_by_text("Auf diesem Handy wartet Ungesendetes.")).to_be_visible()
    assert too_wide(waiting.page) + violations(waiting.page) == []
    assert not sheet.entries.exists()


@pytest.mark.promise("refused")
def test_a_pen_that_was_taken_back(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """This is a tab of an iPhone, for example: the app on its home screen would know neither the link nor the game."""
    pen = evenings.create_scoring_link(sheet)
    phone = open_kept(sheet)
    phone.page.context.clear_cookies()
    phone.page.add_init_script("navigator.standalone = false; StorageManager.prototype.persist = async () => false;")
    phone.page.add_init_script(LISTEN)
    phone.address = f"/pen/{pen}/"
    phone.open()
    expect(phone.page.locator(".sheet-menu")).to_contain_text(STAY)
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 155)
    wait_until(phone.page, f"() => window.told.some((text) => text.includes('{STAY}'))")
    evenings.revoke_pen(sheet)
    phone.comes_back()
    says(phone, "Der Schreiblink gilt nicht mehr. 1 Spiel wartet auf diesem Handy.", "Anmelden und senden")


def test_somebody_may_not_write_any_more(waiting: KeptPhone) -> None:
    answer_batches(waiting, 403)
    waiting.comes_back()
    says(waiting, "Du darfst auf diesem Zettel nicht mehr schreiben. 1 Spiel wartet", "Als Datei sichern")


@pytest.mark.promise("refused")
def test_somebody_has_left_the_club(waiting: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    """A member who writes there gets it as a file."""
    Membership.objects.filter(account=cast.ben).delete()
    waiting.comes_back()
    says(waiting, "Du darfst auf diesem Zettel nicht mehr schreiben. 1 Spiel wartet", "Als Datei sichern")
    expect(waiting.band).to_contain_text("Sichere alles als Datei: Ein Inhaber des Clubs")
    with waiting.page.expect_download() as waited:
        waiting.press("Als Datei sichern")
    assert '"re_points":155' in waited.value.path().read_text()
    assert not sheet.entries.exists()


def test_somebody_else_has_written_meanwhile(waiting: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    """The question replaces form and band, and blind users hear it."""
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    waiting.comes_back()
    expect(waiting.question.get_by_role("heading", name="Spiel 1 ist schon geschrieben")).to_be_focused()
    waiting.page.set_viewport_size(SMALL)
    assert too_wide(waiting.page) + violations(waiting.page) == []
    waiting.page.emulate_media(color_scheme="dark")
    assert violations(waiting.page, COLOURS) == []


def test_a_bock_stays_below_the_number_of_its_game(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """It does not slip onto the band, however many lines that has."""
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    phone = open_kept(sheet)
    phone.goes_offline()
    phone.writes(2, ["Anna", "Ben"], 155)
    expect(phone.band).to_contain_text("1 Spiel wartet")
    number, bock = (phone.page.locator(name).bounding_box() for name in ("#number", ".of-bock"))
    assert number
    assert bock
    assert bock["y"] > number["y"] + number["height"] / 2


def test_many_write_just_now(waiting: KeptPhone) -> None:
    answer_batches(waiting, 429)
    waiting.comes_back()
    says(waiting, "Der Server ist ausgelastet. Dein Spiel wird von selbst gesendet. 1 Spiel wartet")


def test_the_server_finds_fault_with_it(waiting: KeptPhone, sheet: Sheet) -> None:
    answer_batches(waiting, 400, reason="unreadable", part="ops")
    waiting.comes_back()
    says(waiting, "Nichts ist verloren: 1 Spiel wartet", "Noch einmal versuchen", "Als Datei sichern")
    assert not Entry.objects.filter(sheet=sheet).exists()


@pytest.mark.promise("storage")
def test_a_phone_that_cannot_keep_anything_saves_as_ever(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """This is a private window of some browsers, or a full phone."""
    phone = open_kept(sheet)
    deny_storage(phone.page.context)
    phone.page.goto(phone.address)
    says(phone, "Offline-Speichern geht auf diesem Gerät nicht.", "Neu laden")
    phone.game(["Anna", "Ben"], 155)
    phone.save(1)
    assert sheet.entries.get().facts["re_points"] == 155


@pytest.mark.promise("server-gone")
def test_a_server_that_was_restored_is_asked_to_take_it_again(phone: KeptPhone, cast: Cast, sheet: Sheet) -> None:
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.saved(1)
    Entry.objects.filter(sheet=sheet).delete()
    Sheet.objects.filter(pk=sheet.pk).update(version=1)
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    strike_entry(sheet.entries.get(), by=cast.anna)
    expect(phone.question.get_by_role("heading")).to_have_text("Dem Server fehlt Spiel 1. Noch einmal senden?")
    phone.press("Noch einmal senden")
    expect(phone.page.locator("#sheet .row:not([data-waits], .struck) .number[data-from]")).to_have_count(1)
    assert [row.facts["re_points"] for row in sheet.entries.counted()] == [155]


def test_a_phone_without_its_engine_notes_the_game(open_kept: OpenKept, sheet: Sheet) -> None:
    """The server then calculates its value."""
    phone = open_kept(sheet)
    phone.page.context.route("**/engine*.js*", lambda route: route.abort())
    phone.open()
    phone.page.route("**/ops/", lambda route: route.abort())
    phone.game(["Anna", "Ben"], 155)
    phone.says("…")
    phone.press("Speichern")
    expect(phone.page.get_by_text("Ausgerechnet wird es, wenn wieder Netz da ist.")).to_be_visible()
    phone.is_empty()
    phone.page.unroute("**/ops/")
    phone.stands("+2", "+2", "−2", "−2")
