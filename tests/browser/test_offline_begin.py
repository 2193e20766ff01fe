"""An evening that begins offline: nobody has opened it yet, and later the club has it once."""

from __future__ import annotations

import re

import pytest
from django.db import OperationalError
from playwright.sync_api import BrowserContext, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sending, Sheet
from dokoclub.evenings.views import offline_start as views
from tests.browser.begun_here import BEGUN, CELLAR, BegunPhone, in_cellar, play
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import COLOURS, SMALL, too_wide, violations
from tests.browser.stored_pages import keeping, wait_kept
from tests.browser.without_network import as_signed, by_command_line, lose_the_answer
from tests.cast import Cast, make_club
from tests.evenings import papers

pytestmark = pytest.mark.django_db(transaction=True)
LOOKED_AT = "document.dispatchEvent(new Event('visibilitychange'))"
# A finger's taps do not reach inert elements: twice the button, a player stands up and sits down, and the button again.
HASTY = (
    "() => {\n"
    '  const tap = (find) => find().closest("[inert]") ?? find().click();\n'
    '  const start = () => [...document.querySelectorAll("button")].find((one) => '
    'one.textContent === "Abend starten");\n'
    '  const person = () => document.querySelector("[data-player]");\n'
    "  for (const one of [start, start, person, person, start]) tap(one);\n"
    "}"
)


@pytest.fixture
def context(bens_context: BrowserContext) -> BrowserContext:
    return bens_context


@pytest.fixture
def phone(context: BrowserContext, cast: Cast) -> BegunPhone:
    """Return a phone with the page for a new evening open, and no network any more."""
    return in_cellar(context, cast)


def names_of(cast: Cast) -> dict[str, str]:
    return {str(player.pk): player.name for player in Player.objects.filter(club=cast.club)}


def unreached(*_asked: object) -> None:
    raise OperationalError


def test_a_club_of_one_person_is_not_told_that_there_is_no_network(context: BrowserContext, cast: Cast) -> None:
    """The server answers that there are too few people for an offline kit: that is an answer."""
    club, page = make_club("Ahorn", cast.ben, player_name="Ben"), context.new_page()
    with page.expect_response("**/evenings/blank/") as answer:
        page.goto(f"/clubs/{club.pk}/")
    assert answer.value.status == 409
    page.evaluate("new Promise((done) => setTimeout(done, 300))")  # the phone's worker stores its messages
    expect(page.locator("[data-blank]")).to_be_hidden()


@pytest.mark.promise("offline")
def test_a_whole_evening_begins_in_a_cellar(
    new_context: NewContext, sign_in: SignIn, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has an unknown guest, other seats and another guest: it is sent once, and scores as on the command line."""
    phone = BegunPhone(keeping(new_context, sign_in, cast, "Ben").new_page())
    phone.takes_along(cast)
    wait_kept(phone.page, "/sheets/new/")
    phone.page.evaluate("navigator.serviceWorker.ready.then(Boolean)")
    # A worker behind a service worker is never offline, and its first requests bypass a route, too.
    phone.page.context.route(BEGUN, lambda route: route.abort())
    monkeypatch.setattr(views, "read_offline_start", unreached)
    phone.goes_offline()
    phone.page.goto(f"/clubs/{cast.club.pk}/")  # which is stored nowhere
    phone.page.get_by_role("link", name=CELLAR).tap()
    phone.begins(dealer="Cleo", guests=["Emil"])
    expect(phone.band).to_contain_text("Ohne Netz. Schreib weiter")
    play(phone, 3)
    phone.page.reload()
    phone.is_up()
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Plätze und Geber").tap()
    phone.press("Dora geht")
    phone.page.get_by_label("Name des Gastes").fill("Fritz")
    phone.press("Gast hinzufügen")
    phone.press("Ab Spiel 4 so spielen")
    expect(phone.page.get_by_text("Plätze geändert.")).to_be_visible()
    play(phone, 3, 4)
    phone.quickly(("Anna", "Re-Partei"))  # and begins a seventh
    told, status = phone.shown(), phone.page.locator("#status").inner_text()
    assert {"Emil", "Fritz"} <= told.keys()
    assert not Evening.objects.exists()

    monkeypatch.undo()
    phone.page.context.unroute(BEGUN)
    phone.comes_back()
    phone.goes_on()
    assert phone.shown() == told
    assert phone.page.locator("#status").inner_text() == status
    expect(phone.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(1)
    sheet = Sheet.objects.get()
    answer, names = by_command_line(sheet), names_of(cast)
    assert {names[player]: as_signed(points) for player, points in answer["totals"].items()} == told
    assert [Sending.objects.count(), len(answer["games"]), Player.objects.filter(guest=True).count()] == [1, 7, 2]
    assert names[str(sheet.first_dealer_id)] == "Cleo"


def test_seats_are_put_in_order_as_with_a_network(phone: BegunPhone) -> None:
    """Everybody has a card, the arrows change seats, and everybody can get up at once."""
    page = phone.page
    seats = page.locator(".seats li b")
    expect(page.locator(".people .person .pc svg")).to_have_count(4)
    expect(seats).to_have_text(["Anna", "Ben", "Cleo", "Dora"])
    page.get_by_role("button", name="Cleo einen Sitz nach oben").tap()
    expect(seats).to_have_text(["Anna", "Cleo", "Ben", "Dora"])
    expect(page.get_by_role("button", name="Cleo einen Sitz nach oben")).to_be_focused()
    phone.press("Von vorn")
    expect(seats).to_have_count(0)
    expect(page.get_by_role("button", name="Abend starten")).to_be_disabled()
    order = ["Dora", "Ben", "Anna", "Cleo"]
    for name in order:
        page.locator(".person", has_text=name).tap()
    phone.begins(dealer="Ben")
    play(phone, 1)
    phone.comes_back()
    phone.goes_on()
    assert [seat.player.name for seat in Sheet.objects.get().seats.order_by("place")] == order


def test_a_lost_answer_opens_no_second_evening(phone: BegunPhone) -> None:
    phone.begins(dealer="Anna", guests=["Emil"])
    play(phone, 2)
    phone.page.route(BEGUN, lose_the_answer, times=1)
    phone.comes_back()
    phone.goes_on()
    assert [Evening.objects.count(), Player.objects.filter(name="Emil").count()] == [1, 1]
    assert Sheet.objects.get().entries.count() == 2


def test_an_evening_that_somebody_else_began_meanwhile_stands_beside_it(phone: BegunPhone, cast: Cast) -> None:
    phone.begins(dealer="Anna")
    play(phone, 1)
    papers.write(cast, papers.sheet(cast), papers.anna_ben(cast))
    phone.comes_back()
    phone.goes_on()
    assert [sheet.entries.count() for sheet in Sheet.objects.order_by("pk")] == [1, 1]


def test_signed_out_it_waits_and_comes_back_to_itself(phone: BegunPhone, sign_in: SignIn, cast: Cast) -> None:
    phone.begins(dealer="Anna")
    play(phone, 1)
    phone.page.context.clear_cookies()
    phone.comes_back()
    expect(phone.band).to_contain_text("Du bist abgemeldet.")
    link = phone.band.get_by_role("link", name="Anmelden")
    expect(link).to_have_attribute("href", re.compile(r"next=/sheets/new/%23[0-9a-f-]{36}$"))
    sign_in(phone.page.context, cast.ben)
    phone.page.reload()
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 1


def test_signing_out_names_what_waits(phone: BegunPhone, cast: Cast) -> None:
    phone.begins(dealer="Anna")
    play(phone, 2)
    phone.page.context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    other = phone.page.context.new_page()
    other.goto("/account/logout/")
    expect(other.get_by_text("2 ungesendete Spiele gehen beim Abmelden verloren.")).to_be_visible()
    expect(other.get_by_role("link", name="Erst senden")).to_have_attribute("href", re.compile("/sheets/new/#"))


def test_it_is_found_again_and_what_was_not_begun_is_thrown_away(phone: BegunPhone) -> None:
    """Two were begun; one of them has no rows."""
    phone.page.context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    for games in (1, 0):
        phone.page.goto("/offline/")
        phone.page.goto("/sheets/new/#1")
        phone.page.reload()
        phone.begins(dealer="Anna")
        play(phone, games)
    phone.page.goto("/offline/")
    phone.page.goto("/sheets/new/")
    expect(phone.page.get_by_role("heading", name="Auf diesem Handy gestartet")).to_be_visible()
    phone.press("Verwerfen")
    expect(phone.button("Verwerfen")).to_have_count(0)
    phone.page.get_by_role("link", name="1 Spiel von Ben").tap()
    phone.is_up()
    expect(phone.row("Spiel 1, Wert")).to_have_count(0)
    expect(phone.button_that_begins("Spiel 1, ")).to_be_attached()


def test_the_page_of_the_club_tells_of_what_has_begun_here(phone: BegunPhone, cast: Cast) -> None:
    """A reopened app leads there; one tap further it is sent."""
    phone.begins(dealer="Anna")
    play(phone, 2)
    phone.page.context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    phone.page.goto(f"/clubs/{cast.club.pk}/")
    expect(phone.page.get_by_text("Auf diesem Handy wartet Ungesendetes.")).to_be_visible()
    assert violations(phone.page) == []
    phone.page.context.unroute(BEGUN)
    phone.page.get_by_role("link", name="Ansehen").tap()
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 2
    phone.page.goto(f"/clubs/{cast.club.pk}/", wait_until="networkidle")
    expect(phone.page.locator("[data-begun]")).to_be_hidden()


def test_a_tab_that_slept_goes_where_the_other_went(phone: BegunPhone) -> None:
    """It leaves nothing on the phone that no page can read."""
    phone.begins(dealer="Anna")
    play(phone, 1)
    context = phone.page.context
    context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    asleep = BegunPhone(context.new_page())
    asleep.page.goto(phone.page.url)
    asleep.is_up()
    asleep.page.route(BEGUN, lambda route: route.abort())
    context.unroute(BEGUN)
    phone.page.reload()
    phone.goes_on()
    asleep.page.unroute(BEGUN)
    asleep.page.evaluate("dispatchEvent(new Event('pageshow'))")
    asleep.goes_on()
    asleep.writes(2, ["Anna", "Ben"], 155)
    asleep.is_sent()
    assert [Evening.objects.count(), Sheet.objects.get().entries.count()] == [1, 2]


def test_the_name_of_a_guest_has_room_among_the_seats(phone: BegunPhone) -> None:
    phone.begins(dealer="Anna")
    phone.page.locator(".sheet-menu > summary").tap()
    phone.page.locator(".sheet-menu").get_by_role("link", name="Plätze und Geber").tap()
    box = phone.page.get_by_label("Name des Gastes").bounding_box()
    assert box
    assert box["width"] > 150
    phone.page.set_viewport_size(SMALL)
    assert too_wide(phone.page) + violations(phone.page) == []

    for name, wrong in (("", "Buchstaben"), ("E" * 41, "höchstens 40 Zeichen")):
        phone.page.get_by_label("Name des Gastes").fill(name)
        phone.press("Gast hinzufügen")
        expect(phone.page.get_by_role("alert").filter(has_text=wrong)).to_be_visible()
        expect(phone.page.get_by_label("Name des Gastes")).to_have_value(name)


def test_hasty_taps_begin_one_evening(phone: BegunPhone) -> None:
    phone.page.evaluate(HASTY)
    phone.is_up()
    phone.page.context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    phone.page.goto("/offline/")
    phone.page.goto("/sheets/new/")
    expect(phone.button("Verwerfen")).to_have_count(1)


def test_too_few_and_too_many_begin_nothing(phone: BegunPhone) -> None:
    start = phone.button("Abend starten")
    phone.page.locator(".person", has_text="Dora").tap()
    expect(phone.page.get_by_text("Setzt einen Gast auf den leeren Platz")).to_be_visible()
    expect(start).to_be_disabled()
    phone.page.get_by_text("Ein Gast").tap()
    phone.page.get_by_label("Name des Gastes").fill("  dora ")
    phone.press("Gast hinzufügen")
    expect(phone.page.get_by_role("alert")).to_have_text("dora steht schon in der Liste.")
    expect(phone.page.get_by_label("Name des Gastes")).to_have_value("dora")
    phone.press("Dieselbe Person")
    expect(start).to_be_enabled()
    phone.page.set_viewport_size(SMALL)
    assert too_wide(phone.page) + violations(phone.page) == []
    phone.page.emulate_media(color_scheme="dark")
    assert violations(phone.page, COLOURS) == []


def test_on_plain_http_it_begins_on_the_open_page_of_the_club(context: BrowserContext, cast: Cast) -> None:
    """There is no service worker: it works as long as that page stays open, and says so."""
    context.add_init_script('Object.defineProperty(window, "isSecureContext", { value: false });')
    phone = BegunPhone(context.new_page())
    phone.takes_along(cast)
    open_page = phone.page.get_by_text("Lass diese Seite bis dahin offen")
    expect(open_page).to_be_attached()
    phone.page.locator("[data-open-page]:not([hidden])").wait_for(state="attached")
    phone.goes_offline()
    expect(open_page).to_be_visible()
    phone.page.get_by_role("link", name=CELLAR).tap()
    phone.begins(dealer="Anna")
    expect(phone.band).to_contain_text("Lass diese Seite bis dahin offen")
    play(phone, 2)
    phone.comes_back()
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 2


def test_a_server_that_is_out_of_reach_is_no_network(phone: BegunPhone, cast: Cast) -> None:
    """The phone reports a network, but the server is at home."""
    phone.comes_back()
    phone.page.goto(f"/clubs/{cast.club.pk}/", wait_until="networkidle")
    offer = phone.page.get_by_role("link", name=CELLAR)
    expect(offer).to_be_hidden()
    phone.page.route("**/evenings/blank/", lambda route: route.abort())
    phone.page.evaluate(LOOKED_AT)
    expect(offer).to_be_visible()
    phone.page.unroute("**/evenings/blank/")
    phone.page.evaluate(LOOKED_AT)
    expect(offer).to_be_hidden()
