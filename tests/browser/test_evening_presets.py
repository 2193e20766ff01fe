"""A whole short evening under each preset, and one at each table size: from its start to its result, by taps alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dokoclub.evenings.models import Sheet
from dokoclub.ui.texts import get_name
from scoring.rules.presets import PRESETS
from tests.browser.conftest import OpenPhone, SignIn
from tests.browser.phone import Phone
from tests.cast import Cast
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.papers import totals

pytestmark = pytest.mark.django_db(transaction=True)

# rules.md 3, as printed there: the value of each of four games, then everybody's points, Anna to Dora.
# In forum and hausrunde each of the first three starts a Bockrunde: they count once, twice, four times, four times.
EVENINGS = {
    "ddv": ((5, 3, 3, 1), (2, 2, -4, 0)),
    "handbook": ((5, 3, 3, 1), (2, 2, -4, 0)),
    "ham": ((5, 3, 2, 2), (2, 2, -6, 2)),
    "parlett": ((6, 3, 0, 1), (-2, -2, 0, 4)),
    "forum": ((6, 8, 0, 12), (36, 36, 14, 50)),
    "wikipedia2010": ((6, 3, 0, 2), (-1, -1, -3, 5)),
    "hausrunde": ((5, 6, 12, 4), (17, 17, -25, -9)),
}
NAMES = ("Anna", "Ben", "Cleo", "Dora")
PEOPLE = (*NAMES, "Emil", "Frida", "Gerd")
TILES = 5  # on a phone, with who sits out; of more people only those who play


@pytest.mark.parametrize("preset", EVENINGS)
def test_an_evening(page: Page, cast: Cast, sign_in: SignIn, preset: str) -> None:
    values, points = EVENINGS[preset]
    sign_in(page.context, cast.ben)
    phone = Phone(page, started(page, cast, preset), small=True)
    played = (
        {"re_party": ("Anna", "Ben"), "augen": 130, "re": "keine 90"},
        {"re_party": ("Anna", "Ben"), "augen": 120, "kontra": "Kontra"},
        {"re_party": ("Anna", "Ben"), "augen": 170, "re": "keine 60", "kontra": "keine 60"},
        {"kind": "Solo", "solo": "Damen", "re_party": ("Cleo",), "augen": 119},
    )
    for number, (facts, value) in enumerate(zip(played, values, strict=True), start=1):
        phone.game(**facts)  # type: ignore[arg-type]  # one dict holds facts of every type
        phone.says(f" · {value}")
        phone.save(number)
        expect(phone.row(f"Spiel {number}, Wert {value}: Einzelheiten")).to_be_attached()
    phone.stands(*(signed(number) for number in points))

    closed(page)
    expected = sorted(zip(points, NAMES, strict=True), key=lambda one: -one[0])
    places = [one.replace("\n", " ") for one in page.get_by_role("figure").get_by_role("listitem").all_inner_texts()]
    assert [place.split(". ")[1] for place in places] == [f"{name} {signed(number)}" for number, name in expected]


def started(page: Page, cast: Cast, preset: str) -> Sheet:
    """Return the form of a new evening, with other rules than the club's."""
    page.goto(f"/clubs/{cast.club.pk}/evenings/new/")
    page.get_by_text("Regeln, Einsatz, Ort").tap()
    page.get_by_label("Regeln (freiwillig)").select_option(label=get_name(PRESETS[preset]))
    page.get_by_role("button", name="Abend starten").tap()
    page.wait_for_url("**/sheets/*/")
    return Sheet.objects.get()


def closed(page: Page) -> None:
    page.get_by_label("Menü").first.tap()
    page.get_by_role("button", name="Spielabend beenden").tap()
    page.get_by_role("button", name="Spielabend beenden").tap()
    expect(page.get_by_role("figure").get_by_role("heading", level=1)).to_be_visible()


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "±0"


@pytest.mark.parametrize(
    ("size", "out"),  # the players sitting out, clockwise from the dealer, in the first three games: rules.md 1.14
    [
        (4, [(), (), ()]),
        (5, [("Anna",), ("Ben",), ("Cleo",)]),
        (6, [("Anna", "Dora"), ("Ben", "Emil"), ("Cleo", "Frida")]),
        (7, [("Anna", "Dora", "Frida"), ("Ben", "Emil", "Gerd"), ("Cleo", "Frida", "Anna")]),
    ],
)
def test_a_table_of(open_phone: OpenPhone, cast: Cast, size: int, out: list[tuple[str, ...]]) -> None:
    for name in PEOPLE[4:size]:
        cast.guest(name)
    sheet = new_sheet(cast, *PEOPLE[:size])
    phone = open_phone(sheet, small=True)
    for number, resting in enumerate(out, start=1):
        expect(phone.button_that_begins(f"Geber {PEOPLE[number - 1]}")).to_be_visible()
        playing = [name for name in PEOPLE[:size] if name not in resting]
        tiles = [tile.inner_text().split("\n")[0] for tile in phone.group("Re-Partei").get_by_role("button").all()]
        if size > TILES:
            assert tiles == playing
            aside = [name for name in resting if name != PEOPLE[number - 1]]
            expect(phone.page.locator(".status")).to_contain_text(re.compile(f"{', '.join(aside)} setz(en|t) aus"))
        else:
            assert tiles == list(PEOPLE[:size])
            assert [tile.inner_text().split("\n")[0] for tile in phone.out.all()] == sorted(resting)
        phone.game(playing[:2], 155)
        phone.says(*(f"{name} +2" for name in playing[:2]), *(f"{name} −2" for name in playing[2:]))
        phone.save(number)
        row = phone.sheet.get_by_role("row", name=re.compile(f"Spiel {number}, Wert 2"))
        cells = row.get_by_role("cell").all_inner_texts()
        assert [name for name, text in zip(PEOPLE, cells, strict=False) if "setzt aus" in text] == sorted(resting)
        assert [name for name, text in zip(PEOPLE, cells, strict=False) if "Geber" in text] == [PEOPLE[number - 1]]

    assert sum(totals(sheet).values()) == 0
    phone.stands(*(signed(totals(sheet)[name]) for name in PEOPLE[:size]))
