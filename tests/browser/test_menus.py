"""A finger at the middle of every entry of every menu meets that entry, also with an imprint and a privacy notice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from dokoclub import legal
from dokoclub.evenings.services import evenings
from scoring.rules.presets import DDV
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import LAPTOP, SMALL, enlarge_text
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, table, write

pytestmark = pytest.mark.django_db(transaction=True)

# Opens every fold of the page, one after the other, and returns elements that cover the middle of an entry.
COVERED: Final = """() => {
  const found = [];
  const folds = [...document.querySelectorAll("details")];
  const told = (one) => (one.getAttribute("aria-label") || one.textContent).trim().replace(/\\s+/g, " ").slice(0, 60);
  const look = (entries) => {
    for (const entry of entries) {
      if (!entry.checkVisibility({ visibilityProperty: true }) || entry.closest(".aloud")) continue;
      entry.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const lines = [...entry.getClientRects()].filter((box) => box.width > 2 && box.height > 2);
      if (!lines.length) continue;
      const { left, top, width, height } = lines[0];
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!hit || !(entry.contains(hit) || hit.contains(entry) && hit.matches("label, li, td, th")))
        found.push(`${told(entry)}: ${hit ? hit.tagName + "." + hit.className : "nothing"}`);
    }
  };
  for (const fold of folds) {
    if (!fold.checkVisibility()) continue;
    const before = fold.open;
    fold.open = true;
    look([...fold.querySelectorAll("summary, a[href], button, input:not([type=hidden]), select, textarea")]);
    fold.open = before;
  }
  look([...document.querySelectorAll("header a[href], nav a[href], footer :is(a[href], button)")].filter(
    (one) => !one.closest("details")));
  return found;
}"""


@pytest.fixture(autouse=True)
def legal_texts(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    legal.save_texts(dict.fromkeys(legal.list_keys(), "# Anna\n\nHauptstraße 1"))


@pytest.fixture
def page(new_context: NewContext, sign_in: SignIn, cast: Cast) -> Page:
    """Return the owner's page."""
    context = new_context()
    sign_in(context, cast.anna)
    return context.new_page()


def covered(page: Page, *addresses: str) -> list[str]:
    found = []
    for address in addresses:
        page.goto(address)
        found += [f"{address} {one}" for one in page.evaluate(COVERED)]
    return found


@pytest.mark.parametrize("size", [SMALL, {"width": 390, "height": 844}, LAPTOP], ids=["360", "390", "1280"])
def test_each_entry_of_the_menu_of_a_sheet_is_hit(page: Page, cast: Cast, size: dict[str, int]) -> None:
    one = evening(cast, table(cast))
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"/sheets/{sheet.pk}/")
    expect(page.locator(".sheet-menu > summary")).to_be_visible()
    assert page.locator(".sheet-menu nav a[href='/imprint/']").count() == 0  # the club's own pages have it
    assert page.locator(".sheet-menu h2").all_text_contents() == ["Spiel", "Zeigen", "Abend"]
    page.locator(".sheet-menu > summary").click()
    expect(page.get_by_role("button", name="Spielabend beenden", exact=True)).to_have_text("Abend beenden")
    expect(page.get_by_role("button", name="Stift für diesen Tisch")).to_have_text("Gast schreiben lassen")

    assert covered(page, f"/sheets/{sheet.pk}/") == []
    evenings.close_evening(one, by=cast.ben)
    assert covered(page, f"/sheets/{sheet.pk}/", f"/sheets/{sheet.pk}/large/") == []


def test_the_rules_are_two_taps_away(page: Page, cast: Cast) -> None:
    """As they were copied onto this sheet; without another page, so that they are there without a network, too."""
    sheet = evening(cast, table(cast, rules=replace(DDV, raises=4)), stake=5).sheets.get()
    page.goto(f"/sheets/{sheet.pk}/")
    page.locator(".sheet-menu > summary").tap()
    page.locator(".sheet-menu summary", has_text="Regeln").tap()
    expect(page.get_by_text("Re ab 121 Augen", exact=False)).to_be_visible()
    rules = page.locator(".sheet-menu dl")
    expect(rules.locator("dt").first).to_have_text("Anders")
    expect(rules).to_contain_text("5 Cent pro Punkt.")


def test_each_entry_is_hit_in_large_text(page: Page, cast: Cast) -> None:
    sheet = evening(cast, table(cast)).sheets.get()
    assert covered(enlarge_text(page), f"/sheets/{sheet.pk}/") == []


def test_each_entry_of_the_pages_of_a_club_is_hit(page: Page, cast: Cast) -> None:
    one = evening(cast, table(cast))
    write(cast, one.sheets.get(), anna_ben(cast))
    club = f"/clubs/{cast.club.pk}/"
    pages = (
        club,
        *(f"{club}{name}/" for name in ("players", "members", "rules", "rules/edit", "dates", "settings")),
        f"{club}evenings/new/",
        f"{club}table/",
        f"/evenings/{one.pk}/",
        f"/evenings/{one.pk}/close/",
        f"/evenings/{one.pk}/links/",
    )
    found = covered(page, "/", *pages)
    evenings.close_evening(one, by=cast.ben)
    found += covered(page, club, f"/evenings/{one.pk}/", f"{club}table/", f"{club}statistics/")
    page.set_viewport_size(LAPTOP)
    assert found + covered(page, "/", club, f"/evenings/{one.pk}/", f"{club}table/") == []
