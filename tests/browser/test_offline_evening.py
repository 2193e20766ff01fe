"""A whole evening without a network: it goes on, is sent once, and scores as on the command line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Error, Route, expect

from dokoclub.evenings.models import Sending, Sheet
from tests.browser.without_network import KeptPhone, OpenKept, as_signed, by_command_line, lose_the_answer
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = 24
SOLOS = ("Damen", "Buben", "Fleischlos")

# A busy phone: emptying the form takes until the game has been sent.
SLOW_FORM = """async () => {
  const { phone } = await import("/static/js/sheet/sheet.js");
  const { save } = phone.keeps;
  const sent = () => new Promise((done) => document.addEventListener("sent", done, { once: true }));
  phone.keeps.save = (finish) => save(() => sent().then(finish));
}"""

# Earlier taps are in IndexedDB once the worker answers; localStorage is written later.
KILLED = """async () => {
  const { call } = await import("/static/js/outbox/client.js");
  await call("draft");
  localStorage.clear();
}"""

CELLS = """(cells) => cells.map((cell) => {
  const told = (one) => `${one.className}: ${one.textContent.replace(/\\s+/g, " ").trim()}`;
  return [cell.className.replace(/\\s+/g, " ").trim(), ...[...cell.querySelectorAll('*')].map(told)];
})"""


@pytest.fixture
def five(cast: Cast) -> Sheet:
    for name in ("Emil", "Fred"):
        cast.guest(name)
    return new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", rules="hausrunde", dealer="Emil")


def playing(phone: KeptPhone) -> list[str]:
    tiles = phone.page.locator("#entry [data-tiles] .tile:not([aria-disabled]) span")
    return tiles.all_inner_texts()


def some_game(phone: KeptPhone, number: int, chance: random.Random) -> None:
    """Return some game: every fifth a solo, sometimes announced, with a Fuchs, or one that starts a Bockrunde."""
    here = playing(phone)
    augen = chance.choice((121, 131, 155, 97, 184, 120))
    more: list[tuple[str, str | None]] = (
        [("Solo", "Spieltyp"), (chance.choice(SOLOS), "Solo")] if number % 5 == 0 else []
    )
    party = chance.sample(here, 1 if more else 2)
    if chance.random() < 0.4:
        more.append(("Re", "Ansagen Re"))
    if number % 5 and chance.random() < 0.4:
        more.append(("Fuchs mehr", "Sonderpunkte Kontra"))
    phone.writes(number, party, augen, *more)


def some_penalty(phone: KeptPhone) -> None:
    phone.quickly(("Mehr", "Spieltyp"), ("Strafpunkte", None))
    phone.write("Punkte Anna", "-6")
    phone.quickly(("Speichern", None))
    expect(phone.page.get_by_text("Strafe notiert")).to_be_visible()


def some_redeal(phone: KeptPhone) -> None:
    phone.quickly(("Mehr", "Spieltyp"), ("Eingeworfen", None), ("Speichern", None))
    expect(phone.page.get_by_text("Eingeworfen notiert")).to_be_visible()


def some_game_by_hand(phone: KeptPhone, number: int) -> None:
    winners = [(name, "Gewinner") for name in playing(phone)[:2]]
    phone.quickly(("Mehr", "Spieltyp"), ("Von Hand", None), *winners)
    phone.page.get_by_role("textbox", name="Spielwert", exact=True).fill("3")
    phone.notes(number)


def seat_fred_for_dora(phone: KeptPhone, number: int) -> None:
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Plätze und Geber").tap()
    expect(phone.question.get_by_label("Name des Gastes")).to_be_visible()
    phone.press("Dora geht")
    phone.press("Fred kommt dazu")
    phone.press(f"Ab Spiel {number} so spielen")
    expect(phone.page.get_by_text("Plätze geändert.")).to_be_visible()


def correct_the_fifth(phone: KeptPhone) -> None:
    """Correct the fifth: 120 all, which starts a Bockrunde, becomes another game, or the other way round."""
    phone.unfold_row(5)
    phone.press("Bearbeiten")
    expect(phone.page.get_by_text("Spiel 5 bearbeiten")).to_be_visible()
    phone.quickly(("Löschen", "Ziffern"), ("Löschen", "Ziffern"), ("Löschen", "Ziffern"))
    phone.quickly(*((digit, "Ziffern") for digit in "120"))
    phone.press("Änderung übernehmen")
    phone.confirm_later()
    expect(phone.page.get_by_text("Spiel 5 geändert")).to_be_visible()


def strike_the_third(phone: KeptPhone) -> None:
    phone.unfold_row(3)
    phone.press("Streichen")
    phone.confirm_later("Streichen")
    expect(phone.page.get_by_text("Spiel 3 gestrichen")).to_be_visible()


def cells(phone: KeptPhone) -> list[list[str]]:
    """Return for each cell of the sheet its elements, with their texts."""
    found: list[list[str]] = phone.page.locator("#sheet :is(thead td, .row td)").evaluate_all(CELLS)
    return found


def test_the_phone_draws_the_sheet_as_the_server_prints_it(open_kept: OpenKept, five: Sheet) -> None:
    """The dealer's mark, the leader and the players sitting out are compared element by element."""
    phone = open_kept(five)
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.writes(2, ["Ben", "Cleo"], 131)
    drawn = cells(phone)
    phone.comes_back()
    expect(phone.band).to_contain_text("Alles gesendet")
    phone.open()
    assert cells(phone) == drawn
    assert [text for cell in drawn for text in cell].count("dealt: G") == 3


@pytest.mark.promise("offline")
def test_an_evening_without_a_network(open_kept: OpenKept, cast: Cast, five: Sheet) -> None:
    phone, chance = open_kept(five), random.Random(14)
    phone.goes_offline()
    for number in range(1, GAMES + 1):
        if number == 7:
            some_redeal(phone)
        if number == 10:
            some_penalty(phone)
        if number == 13:
            seat_fred_for_dora(phone, number)
        if number == 16:
            some_game_by_hand(phone, number)
        else:
            some_game(phone, number, chance)
    correct_the_fifth(phone)
    strike_the_third(phone)
    expect(phone.page.locator("#number")).to_have_text(str(GAMES))  # one was struck
    expect(phone.band).to_contain_text("Ohne Netz")
    told, status = phone.shown(), phone.page.locator("#status").inner_text()
    assert Sending.objects.count() == five.entries.count() == 0

    phone.comes_back()
    expect(phone.band).to_contain_text("Alles gesendet")
    five.refresh_from_db()
    answer = by_command_line(five)
    names = {str(player.pk): name for name, player in cast.players.items()}
    assert {names[player]: as_signed(points) for player, points in answer["totals"].items()} == told
    assert phone.shown() == told
    assert phone.page.locator("#status").inner_text() == status
    assert [Sending.objects.count(), len(answer["games"])] == [1, GAMES - 1 + 3]  # and a penalty, a redeal, seats
    assert answer["next"]["number"] == GAMES
    assert f"Geber {names[answer['next_dealer']]}" in status
    phone.open()
    assert phone.shown() == told


def test_the_same_with_a_network_is_said_to_be_saved(open_kept: OpenKept, cast: Cast, five: Sheet) -> None:
    """The game is stored here first, and sent afterwards; the band is silent."""
    phone = open_kept(five)
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.saved(1)
    expect(phone.band).to_be_empty()
    assert totals(five)["Anna"] == 2
    phone.press("Rückgängig")
    phone.stands("±0", "±0", "±0", "±0", "±0")
    expect(phone.page.get_by_role("button", name="Gestrichenes Spiel: Einzelheiten")).to_be_attached()


def test_what_waits_is_taken_back_as_if_it_had_never_been(open_kept: OpenKept, five: Sheet) -> None:
    phone = open_kept(five)
    phone.goes_offline()
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.press("Rückgängig")
    phone.stands("±0", "±0", "±0", "±0", "±0")
    expect(phone.sheet.get_by_text("Noch kein Spiel.")).to_be_visible()
    expect(phone.page.locator("#number")).to_have_text("1")


def test_a_draft_and_what_waits_survive_a_reload(open_kept: OpenKept, five: Sheet) -> None:
    phone = open_kept(five)
    phone.page.route("**/ops/", lambda route: route.abort())
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.quickly(("Cleo", "Re-Partei"))
    phone.page.evaluate(KILLED)
    phone.open()
    expect(phone.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(1)
    expect(phone.page.locator("#number")).to_have_text("2")


def test_nobody_is_told_that_he_was_faster_than_himself(open_kept: OpenKept, five: Sheet) -> None:
    """The answer is lost, and the poll brings the game: it is the phone's own."""
    phone = open_kept(five)
    phone.page.route("**/ops/", lose_the_answer, times=1)
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.saved(1)
    expect(phone.page.get_by_text("Ben hat Spiel 1 geschrieben")).to_have_count(0)
    assert [five.entries.count(), Sending.objects.count()] == [1, 1]


def test_a_correction_of_what_the_server_has_shows_what_it_changes(
    open_kept: OpenKept, cast: Cast, five: Sheet
) -> None:
    """The preview shows it before, the sheet after; the server has not changed yet."""
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast, 155))
    phone = open_kept(sheet)
    phone.goes_offline()
    phone.unfold_row(1)
    expect(phone.sheet.get_by_text("Kontra gewinnt")).to_be_visible()
    phone.press("Bearbeiten")
    phone.write("Augen Re", "131")
    phone.preview.get_by_role("button").press("Enter")
    expect(phone.page.locator("#reckoning")).to_contain_text("Spiel 2: Bock entfällt, +4 → +2")
    phone.press("Änderung übernehmen")
    expect(phone.question).to_contain_text("Spiel 2: Bock entfällt, +4 → +2")
    phone.confirm_later()
    phone.stands("+3", "+3", "−3", "−3")
    assert totals(sheet)["Anna"] == 2
    phone.comes_back()
    expect(phone.band).to_contain_text("Alles gesendet")
    assert totals(sheet)["Anna"] == 3


def test_a_game_that_is_sent_before_its_form_is_emptied(open_kept: OpenKept, cast: Cast) -> None:
    phone = open_kept(new_sheet(cast))
    phone.page.evaluate(SLOW_FORM)
    phone.game(["Anna", "Ben"], 131)
    phone.press("Speichern")
    phone.saved(1)
    phone.is_sent()
    expect(phone.page.locator("#sheet .row:not([data-waits]) .number[data-from]")).to_have_count(1)


def test_a_correction_that_is_sent_before_its_form_is_emptied(open_kept: OpenKept, cast: Cast) -> None:
    """The phone's older state does not overwrite its newer one."""
    phone = open_kept(new_sheet(cast))
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.saved(1)
    phone.unfold_row(1)
    phone.press("Bearbeiten")
    phone.write("Augen Re", "131")
    phone.page.evaluate(SLOW_FORM)
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 1 geändert").first).to_be_visible()
    phone.is_sent()
    phone.stands("+1", "+1", "−1", "−1")
    expect(phone.page.locator("#sheet .number[data-from]")).to_have_count(1)


# --- A slow phone: the page is ready before it knows the waiting rows -------------------------------------------------


@contextmanager
def slowly(phone: KeptPhone) -> Iterator[None]:
    """Reload the page slowly; the code that stores games only starts after the block."""
    held: list[Route] = []
    phone.page.route("**/outbox/worker*.js", lambda route: held.append(route))
    with phone.page.expect_request("**/outbox/worker*.js"):
        phone.page.reload()
    yield
    phone.page.unroute("**/outbox/worker*.js")
    for route in held:
        with suppress(Error):  # it may have been released with the handler
            route.continue_()


@pytest.mark.promise("numbers")
@pytest.mark.parametrize("is_saved_early", [True, False])
def test_what_is_begun_before_it_is_known_what_waits_comes_behind_it(
    open_kept: OpenKept, five: Sheet, is_saved_early: bool
) -> None:
    phone = open_kept(five)
    phone.page.route("**/ops/", lambda route: route.abort())
    phone.writes(1, ["Anna", "Ben"], 155)
    phone.writes(2, ["Cleo", "Dora"], 131)
    with slowly(phone):
        expect(phone.page.locator("#number")).to_have_text("1")  # as the server rendered it
        phone.quickly(*((name, "Re-Partei") for name in ("Cleo", "Dora")), *((digit, "Ziffern") for digit in "127"))
        if is_saved_early:
            phone.quickly(("Speichern", None))
            expect(phone.page.locator("#entry.sending")).to_be_attached()
    if not is_saved_early:
        expect(phone.page.locator("#number")).to_have_text("3")
        expect(phone.button("Verwerfen")).to_be_hidden()
        phone.quickly(("Speichern", None))
    phone.noted(3)
    expect(phone.question).to_be_hidden()
    phone.page.unroute("**/ops/")
    phone.is_sent()
    assert [entry.facts["re_points"] for entry in five.entries.order_by("number")] == [155, 131, 127]


def test_what_is_begun_early_is_found_again_behind_what_waits(open_kept: OpenKept, five: Sheet) -> None:
    """The page is loaded a second time before the state is known."""
    phone = open_kept(five)
    phone.page.route("**/ops/", lambda route: route.abort())
    phone.writes(1, ["Anna", "Ben"], 155)
    with slowly(phone):
        phone.quickly(("Cleo", "Re-Partei"), ("Dora", "Re-Partei"))
    phone.open()
    expect(phone.page.locator("#number")).to_have_text("2")
    expect(phone.button("Verwerfen")).to_be_hidden()
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(2)


def test_an_old_page_asks_nothing_about_what_this_phone_knew(open_kept: OpenKept, cast: Cast, five: Sheet) -> None:
    """It was stored before Anna wrote, and the phone finds it without a network."""
    phone = open_kept(five)
    old = phone.page.request.get(phone.address).text()
    write(cast, five, anna_ben(cast, 151), by=cast.anna)
    expect(phone.page.locator("#number")).to_have_text("2")
    phone.page.wait_for_load_state("networkidle")
    phone.page.route(f"**{phone.address}", lambda route: route.fulfill(body=old, content_type="text/html"))
    for address in ("**/kit/", "**/ops/", "**/follow/**"):
        phone.page.route(address, lambda route: route.abort())
    with slowly(phone):
        expect(phone.page.locator("#number")).to_have_text("1")
        phone.quickly(*((name, "Re-Partei") for name in ("Cleo", "Dora")), *((digit, "Ziffern") for digit in "127"))
        phone.quickly(("Speichern", None))
    phone.noted(2)
    expect(phone.question).to_be_hidden()


def test_what_somebody_writes_while_the_page_comes_is_still_asked_about(
    open_kept: OpenKept, cast: Cast, five: Sheet
) -> None:
    phone = open_kept(five)
    with slowly(phone):
        phone.quickly(*((name, "Re-Partei") for name in ("Cleo", "Dora")), *((digit, "Ziffern") for digit in "127"))
        write(cast, five, anna_ben(cast, 151), by=cast.anna)
        expect(phone.page.get_by_text("Anna hat Spiel 1 geschrieben")).to_be_visible()
    phone.keeps()
    phone.quickly(("Speichern", None))
    expect(phone.question.get_by_role("heading")).to_have_text("Spiel 1 ist schon geschrieben")


def test_a_game_keeps_its_dealer_where_one_before_it_is_struck(open_kept: OpenKept, five: Sheet) -> None:
    """This holds on the phone as on the server: with five the dealer sits out, and a player of the game has not
    dealt.
    """
    phone = open_kept(five)
    phone.goes_offline()
    for number in (1, 2, 3):
        phone.writes(number, playing(phone)[:2], 131)
    phone.unfold_row(2)
    phone.press("Streichen")
    phone.confirm_later("Streichen")
    expect(phone.sheet.get_by_role("button", name=re.compile("^Spiel 3"))).to_have_count(0)
    row = phone.sheet.get_by_role("row").filter(has=phone.page.get_by_role("button", name=re.compile("^Spiel 2, ")))
    expect(row.get_by_role("cell").filter(has_text="Geber")).to_contain_text("setzt aus")
