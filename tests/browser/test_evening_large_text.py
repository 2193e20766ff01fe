"""Text at 200 %: on the sheet no word is cut, no number covers a word, preview and Speichern stay on the screen."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import enlarge_text
from tests.browser.phone import Phone
from tests.browser.test_evening_names import BROKEN_WORDS, COLLIDING, long_sheet
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

# Words in buttons and fields that overflow their box.
CUT: Final = """() => [...document.querySelectorAll(
  "#entry :is(button, label, .margin), .sheet-menu > summary")].flatMap((one) => {
  if (!one.checkVisibility({ visibilityProperty: true })) return [];
  const range = document.createRange();
  const box = one.getBoundingClientRect();
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const around = text.parentElement;
    if (!text.data.trim() || around.closest(".aloud, .kinds")) continue;
    if (getComputedStyle(around).textOverflow === "ellipsis") continue;
    range.selectNodeContents(text);
    const line = range.getBoundingClientRect();
    const isWide = line.right > box.right + 1 || line.left < box.left - 1;
    if (line.width && (isWide || line.bottom - line.height * .2 > box.bottom)) found.push(text.data.trim());
  }
  return found;
})"""
IN_SIGHT: Final = """() => [".preview", ".save"].filter((name) => {
  const { top, bottom } = document.querySelector(name).getBoundingClientRect();
  return top < 0 || bottom > innerHeight + 1;
})"""


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_nothing_is_cut(new_context: NewContext, sign_in: SignIn, cast: Cast, number: int) -> None:
    sheet = long_sheet(cast, number)
    context = new_context()
    sign_in(context, cast.ben)
    page = enlarge_text(context.new_page())
    phone, found = Phone(page, sheet), []
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        phone.open()
        for question in (CUT, BROKEN_WORDS, COLLIDING, IN_SIGHT):
            found += [f"{width}: {one}" for one in page.evaluate(question)]
    assert not found, "\n".join(found)
