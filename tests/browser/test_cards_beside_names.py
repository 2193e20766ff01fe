"""A playing card next to its name: it covers no text, and a long name does not flow below it."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, SignIn
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

# Lines of text that overlap a card, or are below it in the same name.
MIXED_UP: Final = """() => {
  const found = [];
  const range = document.createRange();
  for (const card of document.querySelectorAll("main .pc")) {
    if (!card.checkVisibility()) continue;
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const around = card.closest("li, button, td, th") ?? card.parentElement;
    const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (card.contains(text) || !text.data.trim()) continue;
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const lies = line.left < right - 1 && line.right > left + 1 && line.top + 3 < bottom && line.bottom - 3 > top;
        const flows = text.parentElement === card.parentElement && line.left < right - 1 && line.top >= bottom - 3;
        if (lies || flows) found.push(`${text.data.trim()} ${lies ? "lies over" : "flows under"} a card`);
      }
    }
  }
  return found;
}"""
LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"


@pytest.mark.parametrize("family", ["wide", "narrow"])
def test_no_card_covers_a_name_or_a_word(new_context: NewContext, sign_in: SignIn, cast: Cast, family: str) -> None:
    for name in (LONG, "Gerd", "Maximiliane Weiß"):
        make_player(cast.club, name)
    token, _ = make_invitation(cast, single_use=False)
    stranger, owner = new_context(family=family).new_page(), new_context(family=family)
    sign_in(owner, cast.anna)
    page, found = owner.new_page(), []
    stranger.goto(f"/invitation/{token}/")
    stranger.locator("[name=look]").click()
    expect(stranger.get_by_role("group", name="Wer bist du?").get_by_role("button")).to_have_count(3)
    club = f"/clubs/{cast.club.pk}/"
    for width in (390, 1280):
        size = {"width": width, "height": 844}
        stranger.set_viewport_size(size)  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found += stranger.evaluate(MIXED_UP)
        for address in (f"{club}players/", f"{club}players/claim/", f"{club}members/", f"{club}evenings/new/"):
            page.goto(address)
            found += [f"{address} {one}" for one in page.evaluate(MIXED_UP)]
    assert not found, "\n".join(found)
