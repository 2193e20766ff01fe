"""After the last planned game: the winner, the end of the evening, one more game, or the last one taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Length
from scoring.rules.presets import PRESETS
from tests.browser.conftest import OpenPhone
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, write

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_winner_takes_the_place_of_the_form(open_phone: OpenPhone, cast: Cast) -> None:
    cast.club.players.filter(name="Anna").update(monogram="An")
    new = NewSheet(players=cast.four, rules=PRESETS["hausrunde"].rules, length_kind=Length.GAMES, length=4)
    sheet = evening(cast, new).sheets.get()
    for _ in range(3):
        write(cast, sheet, anna_ben(cast))
    phone = open_phone(sheet)
    over = phone.page.get_by_role("region", name="Anna und Ben gewinnen", exact=True)
    expect(over).to_be_hidden()
    phone.game(["Anna", "Ben"], 131)
    phone.button("Speichern").tap()
    expect(over).to_contain_text("4 Spiele, die Liste ist voll.")
    expect(over.get_by_role("button", name="Spielabend beenden", exact=True)).to_be_visible()
    expect(phone.button("Speichern")).to_be_hidden()

    over.get_by_role("button", name="Rückgängig").tap()
    expect(over).to_be_hidden()
    phone.game(["Anna", "Cleo"], 131)
    phone.button("Speichern").tap()
    winner = phone.page.get_by_role("region", name="Anna gewinnt", exact=True)
    expect(winner.locator(".pc.two")).to_have_attribute("data-letters", "An")
    winner.get_by_role("button", name="Noch ein Spiel").tap()
    phone.game(["Anna", "Cleo"], 131)
    phone.save(5)
    expect(phone.button("Speichern")).to_be_visible()
