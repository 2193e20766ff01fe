"""A code is typed in a browser: it submits itself, reports an absent network, and can be read across a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.evenings import create_scoring_link
from dokoclub.screens.models import LinkKind
from dokoclub.screens.services import give_code
from tests.browser.conftest import SignIn
from tests.browser.looks import Looks
from tests.cast import Cast
from tests.screens import papers

pytestmark = pytest.mark.django_db(transaction=True)
LEGIBLE = 48  # pixels, across a table


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return Sheet.objects.filter(evening=papers.evening_of(cast, 8)).order_by("table")[0]


def code_of(cast: Cast, sheet: Sheet) -> str:
    return give_code(LinkKind.WRITE, sheet.pk, create_scoring_link(sheet), by=cast.ben).code


def test_from_nothing_to_a_written_game_without_a_link(page: Page, cast: Cast, sheet: Sheet) -> None:
    """Signed out, as in the app on a home screen, it takes six characters and eight taps."""
    code = code_of(cast, sheet)
    page.goto("/")
    page.get_by_role("link", name="Ich habe einen Code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    page.keyboard.type(f"{code[:3]}-{code[3:]}".lower())
    expect(page.get_by_text("Du schreibst an Tisch 1")).to_be_visible()
    assert page.url.endswith("/c/")
    page.get_by_role("button", name="Schreiben").click()
    page.wait_for_url("**/pen/**")
    assert code not in page.url
    players, digits = (page.get_by_role("group", name=name, exact=True) for name in ("Re-Partei", "Ziffern"))
    players.get_by_role("button").nth(0).tap()
    players.get_by_role("button").nth(1).tap()
    for digit in "131":
        digits.get_by_role("button", name=digit, exact=True).tap()
    page.get_by_role("button", name="Speichern", exact=True).tap()
    expect(page.get_by_text("Spiel 2 gespeichert").first).to_be_visible()


def test_without_a_network_it_says_so_and_keeps_what_was_typed(page: Page, cast: Cast, sheet: Sheet) -> None:
    code = code_of(cast, sheet)
    page.goto("/c/")
    page.context.set_offline(True)
    page.get_by_label("Code", exact=True).press_sequentially(code)
    expect(page.get_by_role("alert")).to_have_text("Ein Code braucht einmal das Netz.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Du schreibst an Tisch 1")).to_be_visible()


def test_a_wrong_one_is_put_right_by_typing_on(page: Page, cast: Cast, sheet: Sheet) -> None:
    code = code_of(cast, sheet)
    page.goto("/c/")
    field = page.get_by_label("Code", exact=True)
    field.press_sequentially("0" + code[1:])
    expect(page.get_by_text("Ein 0 kommt in keinem Code vor.")).to_be_visible()
    expect(field).to_have_value("0" + code[1:])
    field.fill(code)
    expect(page.get_by_text("Du schreibst an Tisch 1")).to_be_visible()


def test_the_code_is_read_across_the_table(page: Page, sign_in: SignIn, cast: Cast, sheet: Sheet) -> None:
    sign_in(page.context, cast.ben)
    create_scoring_link(sheet)
    page.goto(f"/sheets/{sheet.pk}/pen/")
    page.get_by_role("button", name="Code zum Eintippen").click()
    signs = page.locator(".typed-code .signs")
    expect(signs).to_be_visible()
    assert float(signs.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= LEGIBLE


def test_its_pages_look_right(looks: Looks, sign_in: SignIn, cast: Cast, sheet: Sheet) -> None:
    code_of(cast, sheet)
    for phone in looks.pages:
        sign_in(phone.context, cast.anna)
    looks.look_at(f"/sheets/{sheet.pk}/pen/", "/c/", "/account/help/")
    assert looks.found == []
