"""Names and numbers have room: no name is cut, and it breaks at syllables; no number over another, no mark cut off."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors.sheets import sheet_page
from dokoclub.ui.texts import break_name, format_width
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.browser.families import Family
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entry

pytestmark = pytest.mark.django_db(transaction=True)

LONG: Final = {
    "Anna": "Annemarie Lohmeyer",
    "Ben": "Benjamin-Maximilian Krug",
    "Cleo": "Annemarie Kunstmann",
    "Dora": "Dorothea Östermann",
    "Emil": "Maximiliane Weiß",
    "Frida": "Friederike Ohl",
    "Gerd": "Annemarie Leutheusser-Schnarrenberger",
}
SHOWN: Final = ("Annemarie L.", "Benjamin-Maximilian", "Annemarie K.", "Dorothea")
NAMES: Final = [
    *("Annemarie", "Charlotte", "Christoph", "Jacqueline", "Karl-Heinz", "O'Donnell", "Friedrich", "GROẞMANN"),
    *("İbrahim", "Yıldız", "Przemysław", "Владимир", "Αλέξανδρος", "Zdeňka", "Anne Müller-Lüdenscheidt", "Strzszczrz"),
]
DRAWN_BY_SCRIPT: Final = """async (names) => {
  const { named, widthOf } = await import("/static/js/entry/game.js");
  return names.map((name) => [named("", name)[0].textContent, widthOf(name)]);
}"""
TOTALS: Final = (-1128, -112, -101, 120, 1119, -105, 107)

# Names that are cut off, or broken anywhere but at a blank, a hyphen or a soft one.
BROKEN_WORDS: Final = """() => {
  const range = document.createRange();
  const found = [];
  for (const one of document.querySelectorAll(".tile > span, #sheet thead th[scope=col]")) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const seen = one.querySelector("[aria-hidden]") ?? one;
    const text = seen.firstChild;
    if (one.scrollWidth > one.clientWidth + 1 && one.matches("th")) found.push(`${text.data} is cut off`);
    for (const { 0: piece, index } of text.data.matchAll(/[^ \\u00ad-]+/g)) {
      const tops = [index, index + piece.length - 1].map((at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return [...range.getClientRects()].at(-1).top;  // before it a hyphen may stand, one line above
      });
      if (Math.abs(tops[1] - tops[0]) > 2) found.push(piece);
    }
  }
  return found;
}"""
# Numbers and marks of the strip and of each row that overlap, or are outside the table.
COLLIDING: Final = """() => {
  const found = [];
  const table = document.querySelector("#sheet").getBoundingClientRect();
  for (const row of document.querySelectorAll("#sheet thead tr + tr, #sheet tbody .row")) {
    const parts = [...row.querySelectorAll("td > b, .dealt")].filter((one) => one.checkVisibility());
    const boxes = parts.map((one) => [one.textContent, one.getBoundingClientRect()]);
    boxes.sort(([, a], [, b]) => a.left - b.left);
    boxes.forEach(([text, box], place) => {
      if (box.right > table.right + .5) found.push(`${text} is cut off`);
      for (const [other, { left, top, bottom }] of boxes.slice(place + 1))
        if (left < box.right - .5 && top < box.bottom - 1 && bottom > box.top + 1)
          found.push(`${text} lies over ${other}`);
    });
  }
  return found;
}"""


def long_sheet(cast: Cast, number: int) -> Sheet:
    for name in ("Emil", "Frida", "Gerd")[: number - 4]:
        cast.guest(name)
    for name, player in cast.players.items():
        Player.objects.filter(pk=player.pk).update(name=LONG[name], folded_name=LONG[name].casefold())
    sheet = new_sheet(cast, *list(LONG)[:number])
    points = dict(zip(sheet.players, TOTALS, strict=False))
    write_entry(sheet, {"kind": "penalty", "points": points}, uuid=uuid4(), by=cast.ben)
    for _ in range(number):  # everybody deals once
        sheet = Sheet.objects.get()
        players = [str(player.pk) for player in sheet_page(sheet).coming.playing]
        facts = {"kind": "normal", "re": players[:2], "kontra": players[2:], "re_points": 131}
        write_entry(sheet, facts, uuid=uuid4(), by=cast.ben)
    return Sheet.objects.get()


@pytest.mark.parametrize("family", ["wide", "narrow"])
@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_there_is_room_for_names_and_figures(
    new_context: NewContext, sign_in: SignIn, cast: Cast, number: int, family: Family
) -> None:
    sheet = long_sheet(cast, number)
    context = new_context(family=family)
    sign_in(context, cast.ben)
    phone, found = Phone(context.new_page(), sheet), []
    for width in (390, 360, 320):
        phone.page.set_viewport_size({"width": width, "height": 844})
        phone.open()
        if width >= 360:  # narrower ones scroll within the sheet
            assert phone.page.locator(".sheet-view").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
        for question in (BROKEN_WORDS, COLLIDING):
            found += [f"{width}: {one}" for one in phone.page.evaluate(question)]
    phone.tap("Spieltyp", "Mehr")
    phone.button("Von Hand").tap()
    found += phone.page.evaluate(BROKEN_WORDS)
    assert found == []


def test_names_break_the_same_with_and_without_a_network(open_phone: OpenPhone, cast: Cast) -> None:
    drawn = open_phone(new_sheet(cast)).page.evaluate(DRAWN_BY_SCRIPT, NAMES)
    assert drawn == [[break_name(name), format_width(name)] for name in NAMES]


def test_eyes_get_the_short_name_and_ears_the_whole(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet = long_sheet(cast, 4)
    context = new_context()
    sign_in(context, cast.ben)
    phone = Phone(context.new_page(), sheet)
    for name, shown in zip(list(LONG.values())[:4], SHOWN, strict=True):
        tile = phone.group("Re-Partei").get_by_role("button", name=name)
        expect(tile.locator("> span").locator("visible=true").first).to_contain_text(shown)
        expect(phone.sheet.get_by_role("columnheader", name=name)).to_contain_text(shown)
    phone.game(["Dorothea Östermann", "Benjamin-Maximilian Krug"], 131)
    phone.says("Dorothea +1", "Annemarie L. −1")
