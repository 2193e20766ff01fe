"""Things to show and frame: the board, the certificate and the picture work on a phone, a laptop and on paper."""

from __future__ import annotations

from datetime import date

import pytest

from dokoclub.evenings.services import evenings
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import LAPTOP, SMALL, Looks, enlarge_text, too_wide
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, table, write
from tests.standings.papers import league, results

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Maximilian-Alexander von der Doppelkopfrunde zu Linde"
# The printed sheet: its size in millimetres, and whether all text stays inside its frame.
ON_PAPER = """() => {
  const sheet = document.querySelector(".certificate").getBoundingClientRect();
  const inside = document.querySelector(".engraving").getBoundingClientRect();
  const mm = (pixels) => Math.round(pixels * 25.4 / 96);
  return [mm(sheet.width), mm(sheet.height), inside.bottom <= sheet.bottom && inside.right <= sheet.right];
}"""


def test_honours_hold_with_a_long_name(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    cast.players["Anna"].name = LONG
    cast.players["Anna"].save()
    results(cast, date(2025, 12, 12), {"Anna": 31, "Ben": -31, "Cleo": 4})
    found = evening(cast, table(cast))
    write(cast, found.sheets.get(), anna_ben(cast))
    evenings.close_evening(found, by=cast.ben)
    contexts = new_context(), new_context(family="narrow")
    for context in contexts:
        sign_in(context, cast.dora)
    looks = Looks(*contexts)
    addresses = [league(cast, "hall-of-fame/"), league(cast, "table/2025/certificate/"), f"/evenings/{found.pk}/"]
    looks.look_at(*addresses)
    assert looks.found == []

    looks.wide.set_viewport_size(LAPTOP)
    looks.wide.goto(addresses[1])
    looks.wide.emulate_media(media="print")
    assert looks.wide.evaluate(ON_PAPER) == [281, 192, True]
    looks.wide.emulate_media(media="screen")
    large = enlarge_text(looks.wide)
    for address in addresses[:2]:
        for size in (SMALL, LAPTOP):
            large.set_viewport_size(size)
            large.goto(address)
            looks.found += too_wide(large)
    assert looks.found == []
