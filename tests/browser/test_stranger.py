"""A newcomer: the sheet that writes itself, one to try out, and moving it into a club."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.importers.own_files import read_lists
from dokoclub.exports.importers.unpacking import Budget
from tests.browser.begun_here import BegunPhone, play
from tests.browser.conftest import SignIn
from tests.browser.looks import LAPTOP, SMALL, Looks, enlarge_text, too_wide
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_fifth_game_is_the_readers(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    form, sheet = page.get_by_role("form", name="Spiel 5"), page.get_by_role("table", name="Spielzettel")
    said, save = form.get_by_role("status"), form.get_by_role("button", name="Speichern")
    expect(sheet.get_by_role("row")).to_have_count(6)
    for name in ("Anna", "Cem"):
        form.get_by_role("button", name=name).tap()
    for digit in "240240":  # the most is 240: the fourth digit begins a new number
        form.get_by_role("button", name=digit, exact=True).tap()
    expect(said).to_contain_text("Re gewinnt · 5")
    expect(form.get_by_label("Augen Kontra")).to_have_value("0")
    save.tap()
    expect(sheet.get_by_role("row").nth(2)).to_have_text(re.compile(r"5\s*Wert 5\s*−1.*−13.*\+5.*\+9", re.DOTALL))
    expect(said).to_contain_text("Steht drauf.")
    form.get_by_role("button", name="Noch mal").tap()
    expect(sheet.get_by_role("row")).to_have_count(6)
    expect(said).to_contain_text("Tippe die zwei Re-Spieler an")


def test_it_writes_itself_where_nobody_asked_for_less_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    expect(page.locator("[data-living] tbody tr").last).to_be_visible()
    expect(page.locator("[data-living] tbody tr").first).to_be_visible()
    expect(page.locator("[data-totals]")).to_contain_text("+14")


def test_the_pages_of_a_stranger_hold(looks: Looks, page: Page) -> None:
    looks.look_at("/", "/try/")
    enlarge_text(page)
    for address in ("/", "/try/"):
        for size in (SMALL, LAPTOP):
            page.set_viewport_size(size)
            page.goto(address)
            looks.found += too_wide(page)
    assert looks.found == []


def reload_slowly(page: Page) -> None:
    """Reload slowly: the sheet that this phone draws comes after everything else has loaded."""
    held: list[Route] = []
    page.route("**/js/sheet/sheet.js", lambda route: held.append(route))
    with page.expect_request("**/js/sheet/sheet.js"):
        page.reload(wait_until="load")
    for route in held:
        route.continue_()
    page.unroute("**/js/sheet/sheet.js")


def asks_in_the_place_of_the_form(page: Page) -> None:
    """Expect the question in the place of the form, on a laptop, too; another name is asked only for another
    person.
    """
    size = page.viewport_size or ViewportSize(width=390, height=844)
    page.set_viewport_size(ViewportSize(width=1280, height=800))
    expect(page.get_by_role("button", name="Übernehmen")).to_be_in_viewport()
    expect(page.locator("#entry")).to_be_hidden()
    page.set_viewport_size(size)
    expect(page.get_by_label("Name des Gastes")).to_have_count(2)
    expect(page.get_by_label("Name des Gastes").first).to_be_hidden()
    page.get_by_text("Jemand anderes").first.tap()
    expect(page.get_by_label("Name des Gastes").first).to_have_value("Anna")


def test_a_sheet_is_tried_out_and_comes_along(page: Page, sign_in: SignIn, cast: Cast) -> None:
    """Two games without an account become a file for the import; then they go into the club, where Anna and Dora
    are known.
    """
    phone = BegunPhone(page)
    page.goto("/")
    page.get_by_role("link", name="Zettel öffnen").tap()
    page.wait_for_url("**/try/")  # with its scripts
    page.get_by_label("Spieler 2").fill("Anna")
    phone.press("Los geht’s")
    expect(page.get_by_role("alert")).to_have_text("Gleicher Name zweimal: Anna")
    page.get_by_label("Spieler 2").fill("Ole")
    phone.press("Los geht’s")
    page.wait_for_url(re.compile(r"/sheets/new/#[0-9a-f-]{36}$"))
    phone.is_up()
    expect(phone.band).to_contain_text("Ausprobiert, nur auf diesem Handy.")
    play(phone, 2)
    told = phone.shown()
    assert told.keys() == {"Anna", "Ole", "Cem", "Dora"}
    reload_slowly(page)
    phone.is_up()
    expect(page.locator("main.lettered")).to_be_attached()
    assert phone.shown() == told
    first = page.get_by_role("group", name="Re-Partei").get_by_role("button").first
    first.press("1")  # a key of the form
    expect(first).to_have_attribute("aria-pressed", "true")
    assert not Evening.objects.exists()

    phone.band.get_by_role("link", name="Mitnehmen").tap()
    expect(page.get_by_text("2 Spiele")).to_be_visible()
    with page.expect_download() as waited:
        phone.press("Als Datei sichern")
    [sheet] = read_lists("doppelkopf.json", waited.value.path().read_bytes(), Budget())
    assert (sheet.problems, len((sheet.line or {})["rows"])) == ([], 2)

    sign_in(page.context, cast.ben)
    page.goto(f"/clubs/{cast.club.pk}/")
    page.get_by_role("link", name="In den Club mitnehmen").tap()
    phone.press("In Linde mitnehmen")
    expect(phone.band).to_contain_text("Vor dem Start: Einige dieser Namen kennt der Club schon.")
    phone.press("Wer sind die Gäste?")
    asks_in_the_place_of_the_form(page)
    for same in ("Dieselbe Person: Anna", "Dieselbe Person: Dora"):
        page.get_by_text(same).tap()
    phone.press("Übernehmen")
    phone.goes_on()
    assert Sheet.objects.get().entries.count() == 2
    assert sorted(Player.objects.filter(guest=True).values_list("name", flat=True)) == ["Cem", "Ole"]
    page.goto("/try/", wait_until="networkidle")
    expect(page.get_by_role("heading", name="Auf diesem Handy")).to_be_hidden()

    phone.press("Los geht’s")
    page.wait_for_url(re.compile(r"/sheets/new/#"))
    page.goto("/try/")
    phone.press("Verwerfen")
    phone.press("Wirklich verwerfen?")
    expect(page.get_by_role("heading", name="Auf diesem Handy")).to_be_hidden()
