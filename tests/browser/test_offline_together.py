"""Two phones write the same evening offline: identical rows are merged, and the rest is asked, never lost."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Route, expect

from dokoclub.evenings.models import Sending, Sheet
from dokoclub.evenings.services import sheets
from tests.browser.without_network import KeptPhone, OpenKept, as_signed, by_command_line
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast, rules="hausrunde")


@pytest.fixture
def two(open_kept: OpenKept, sheet: Sheet) -> tuple[KeptPhone, KeptPhone]:
    """Return Anna's and Ben's offline phones: the first game is the same, the second differs, Ben has a third."""
    anna, ben = open_kept(sheet, "Anna"), open_kept(sheet)
    for phone in (anna, ben):
        phone.goes_offline()
        phone.writes(1, ["Anna", "Ben"], 155)
    anna.writes(2, ["Cleo", "Dora"], 120)
    ben.writes(2, ["Cleo", "Dora"], 131)
    ben.writes(3, ["Anna", "Dora"], 97)
    anna.comes_back()
    expect(anna.band).to_contain_text("Alles gesendet: 2 Spiele.")
    ben.comes_back()
    expect(ben.question.get_by_role("heading")).to_have_text("Inzwischen hat Anna Spiel 2 geschrieben.")
    expect(ben.question).to_contain_text("2 Spiele warten auf diesem Handy.")
    return anna, ben


def augen(sheet: Sheet) -> list[int]:
    return [entry.facts["re_points"] for entry in sheet.entries.counted().order_by("number")]


def is_right(phone: KeptPhone, sheet: Sheet) -> None:
    sheet.refresh_from_db()
    answer = by_command_line(sheet)
    assert [*phone.shown().values()] == [as_signed(answer["totals"][player]) for player in sheet.players]


@pytest.mark.promise("two-offline")
def test_mine_go_behind_with_the_numbers_that_they_get(two: tuple[KeptPhone, KeptPhone], sheet: Sheet) -> None:
    """Their new values are shown before sending: the Bockrunde of the other's game applies to them."""
    _anna, ben = two
    ben.press("Meine dahinter")
    expect(ben.question.get_by_role("listitem")).to_have_text(
        ["Spiel 3 ×2 · Re: Cleo, Dora · 131 : 109 · Wert 2", "Spiel 4 ×2 · Re: Anna, Dora · 97 : 143 · Wert 4"]
    )
    assert augen(sheet) == [155, 120]
    ben.press("So senden")
    expect(ben.page.locator("#number")).to_have_text("5")
    expect(ben.page.locator("#sheet [data-waits]")).to_have_count(0)
    assert augen(sheet) == [155, 120, 131, 97]
    is_right(ben, sheet)
    assert Sending.objects.count() == 2


def test_what_mine_strike_is_not_told_as_a_game_of_mine(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast, 120))
    ben = open_kept(sheet)
    ben.goes_offline()
    ben.writes(2, ["Cleo", "Dora"], 131)
    ben.unfold_row(1)
    ben.press("Streichen")
    ben.confirm_later("Streichen")
    expect(ben.page.get_by_text("Spiel 1 gestrichen")).to_be_visible()
    write(cast, sheet, anna_ben(cast, 155))
    ben.comes_back()
    expect(ben.question.get_by_role("heading")).to_contain_text("Inzwischen hat")
    expect(ben.question.get_by_role("listitem").last).to_have_text("Spiel 1 gestrichen · Re: Anna, Ben · 120 : 120")
    ben.press("Meine dahinter")
    expect(ben.question.get_by_role("listitem").last).to_contain_text("gestrichen")


@pytest.mark.promise("two-offline")
@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("Andere Fassung gilt", [155, 120, 97]),
        ("Meine gilt", [155, 131, 97]),
        ("Zwei Spiele", [155, 120, 131, 97]),
    ],
)
def test_one_by_one(two: tuple[KeptPhone, KeptPhone], sheet: Sheet, choice: str, left: list[int]) -> None:
    _anna, ben = two
    ben.press("Einzeln vergleichen")
    expect(ben.question.get_by_role("heading")).to_have_text("Spiel 2 ist schon geschrieben")
    expect(ben.question.locator(".version").filter(has_text="Von Anna")).to_contain_text("120 : 120")
    mine = ben.question.locator(".version").filter(has_text="Von dir")
    expect(mine).to_contain_text("131 : 109")
    expect(mine).to_contain_text("Spielwert 1")
    ben.button_that_begins(choice).tap()
    expect(ben.page.locator("#number")).to_have_text(str(len(left) + 1))
    expect(ben.page.locator("#sheet [data-waits]")).to_have_count(0)
    assert augen(sheet) == left
    is_right(ben, sheet)


@pytest.mark.promise("two-offline")
def test_mine_are_thrown_away_only_when_asked_twice(two: tuple[KeptPhone, KeptPhone], sheet: Sheet) -> None:
    _anna, ben = two
    ben.press("Meine verwerfen")
    expect(ben.question).to_contain_text("30 Tage lang kann dieses Handy sie zurückholen.")
    ben.press("Zurück")
    ben.press("Meine verwerfen")
    ben.press("Meine verwerfen")
    expect(ben.question).to_be_hidden()
    expect(ben.band).to_be_empty()
    expect(ben.page.locator("#number")).to_have_text("3")
    assert augen(sheet) == [155, 120]
    is_right(ben, sheet)
    ben.page.locator(".sheet-menu > summary").tap()
    ben.press("2 verworfene Einträge zurückholen")
    expect(ben.page.locator("#number")).to_have_text("5")
    ben.is_sent()
    assert augen(sheet) == [155, 120, 131, 97]


def test_who_wrote_the_same_is_told_so(open_kept: OpenKept, sheet: Sheet) -> None:
    anna, ben = open_kept(sheet, "Anna"), open_kept(sheet)
    for phone in (anna, ben):
        phone.goes_offline()
        phone.writes(1, ["Anna", "Ben"], 155)
    anna.comes_back()
    anna.saved(1)
    ben.comes_back()
    expect(ben.band).to_contain_text("Spiel 1 stand schon gleich da.")
    assert augen(sheet) == [155]


def test_news_go_below_what_waits(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """The poll gets through, the phone's rows do not: Anna's rows never replace the waiting ones."""
    ben = open_kept(sheet)
    ben.page.route("**/ops/", lambda route: route.abort())
    ben.writes(1, ["Anna", "Ben"], 155)
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    with ben.page.expect_response("**/follow/**") as told:
        pass
    assert told.value.status in (200, 204)
    expect(ben.page.locator("#sheet [data-waits]")).to_have_count(1)
    ben.page.unroute("**/ops/")
    expect(ben.question.get_by_role("heading")).to_have_text("Spiel 1 ist schon geschrieben")


def test_somebody_was_faster_and_both_know_it(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """The game is started, the other's comes, then the network goes: the choice is asked without it."""
    ben = open_kept(sheet)
    ben.quickly(("Anna", "Re-Partei"), ("Ben", "Re-Partei"), *((digit, "Ziffern") for digit in "155"))
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    expect(ben.page.get_by_text("Anna hat Spiel 1 geschrieben")).to_be_visible()
    ben.goes_offline()
    ben.quickly(("Speichern", None))
    expect(ben.question.get_by_role("heading")).to_have_text("Spiel 1 ist schon geschrieben")
    ben.button_that_begins("Zwei Spiele").tap()
    ben.noted(2)
    ben.comes_back()
    ben.saved(2)
    assert augen(sheet) == [120, 155]


def test_a_closed_evening_keeps_what_waits(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    ben = open_kept(sheet)
    ben.goes_offline()
    ben.writes(1, ["Anna", "Ben"], 155)
    sheets.close_sheet(sheet, by=cast.anna)
    ben.comes_back()
    expect(ben.band).to_contain_text("abgeschlossen. 1 Spiel wartet auf diesem Handy.")
    with ben.page.expect_download() as loaded:
        ben.press("Als Datei sichern")
    assert loaded.value.suggested_filename.endswith(".json")
    sheets.reopen_sheet(sheet, by=cast.anna)
    ben.page.reload()
    expect(ben.page.locator("#sheet .row:not([data-waits]) .number[data-from]")).to_have_count(1)
    assert augen(sheet) == [155]


def test_the_evening_is_closed_once_everything_is_sent(open_kept: OpenKept, sheet: Sheet) -> None:
    ben = open_kept(sheet)
    ben.goes_offline()
    ben.writes(1, ["Anna", "Ben"], 155)
    ben.page.locator(".sheet-menu > summary").tap()
    ben.press("Spielabend beenden")
    expect(ben.page.get_by_text("Der Abend endet, sobald alles gesendet ist.")).to_be_visible()
    ben.comes_back()
    ben.page.wait_for_url("**/close/")
    assert augen(sheet) == [155]


@pytest.mark.parametrize(("role", "name"), [("link", "Punkteverlauf"), ("link", "Strafe")])
def test_what_needs_the_network_says_so(
    open_kept: OpenKept, sheet: Sheet, role: Literal["link", "button"], name: str
) -> None:
    ben = open_kept(sheet)
    ben.goes_offline()
    ben.writes(1, ["Anna", "Ben"], 155)
    expect(ben.band).to_contain_text("Ohne Netz")
    ben.page.locator(".sheet-menu > summary").tap()
    ben.page.locator(".sheet-menu").get_by_role(role, name=name).tap()
    expect(ben.page.get_by_text("Braucht Netz.").first).to_be_visible()
    ben.is_empty()


@pytest.mark.promise("sign-out")
def test_who_signs_out_is_told_what_is_not_sent(open_kept: OpenKept, sheet: Sheet) -> None:
    ben = open_kept(sheet)
    ben.page.context.route("**/ops/", lambda route: route.abort())
    ben.writes(1, ["Anna", "Ben"], 155)
    ben.page.goto("/account/logout/")
    expect(ben.page.get_by_text("1 Spiel ist noch nicht gesendet.")).to_be_visible()
    ben.page.get_by_role("link", name="Erst senden").tap()
    ben.page.wait_for_url(f"**{ben.address}")
    expect(ben.page.locator("#sheet [data-waits]")).to_have_count(1)
    ben.page.context.unroute("**/ops/")
    ben.page.goto("/account/logout/")
    ben.page.get_by_role("button", name="Abmelden", exact=True).tap()
    ben.page.wait_for_url(lambda url: "logout" not in url)
    ben.page.goto("/account/login/")
    stores = """async () => {
      const opened = indexedDB.open("dokoclub");
      const base = await new Promise((done) => (opened.onsuccess = () => done(opened.result)));
      const counts = [...base.objectStoreNames].map((name) => new Promise((done) => {
        const asked = base.transaction(name).objectStore(name).count();
        asked.onsuccess = () => done(asked.result);
      }));
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    }"""
    assert ben.page.evaluate(stores) == 0


# At every news: the state on the page, and the state that the phone would check against.
WATCH_NEWS = """async () => {
  const { phone } = await import("/static/js/sheet/sheet.js");
  window.told = [];
  const shown = () => Number(document.querySelector("#sheet").dataset.version);
  document.addEventListener("news", () => window.told.push([shown(), phone.keeps.state.version]));
}"""
# The same at the moment when the phone starts to store rows.
WATCH_KEEPING = """addEventListener("DOMContentLoaded", () => {
  const note = async () => {
    const { phone } = await import("/static/js/sheet/sheet.js");
    window.told ??= [Number(document.querySelector("#sheet").dataset.version), phone.keeps.state.version];
  };
  new MutationObserver(note).observe(document.querySelector("main"), { attributeFilter: ["data-keeps"] });
});"""
FORGET = """() => new Promise((done, fail) => {
  const asked = indexedDB.deleteDatabase("dokoclub");
  Object.assign(asked, { onsuccess: done, onerror: fail });
})"""


def test_no_news_is_shown_before_the_phone_knows_of_it(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """Saving at that moment would otherwise ask about a game that is already visible."""
    ben = open_kept(sheet)
    ben.page.evaluate(WATCH_NEWS)
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    expect(ben.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    told = ben.page.evaluate("told")
    assert told
    assert all(shown <= known for shown, known in told), told


def test_a_page_that_is_newer_than_what_the_phone_knows(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """The seats were changed meanwhile, perhaps by the same user: nothing is checked against the earlier ones."""
    ben = open_kept(sheet)
    ben.page.goto("about:blank")
    write(cast, sheet, anna_ben(cast, 120), by=cast.anna)
    ben.page.add_init_script(WATCH_KEEPING)
    ben.open()
    shown, known = ben.page.evaluate("told")
    assert shown == known


def test_what_is_saved_before_the_phone_keeps_anything_waits_for_it(open_kept: OpenKept, sheet: Sheet) -> None:
    """The phone is busy: the game is written as soon as the storing code has started."""
    ben = open_kept(sheet)
    held: list[Route] = []
    ben.page.route("**/kit/", lambda route: held.append(route), times=1)
    ben.page.goto("/robots.txt")
    ben.page.evaluate(FORGET)
    with ben.page.expect_request("**/kit/"):
        ben.page.goto(f"/sheets/{sheet.pk}/")
    ben.quickly(("Anna", "Re-Partei"), ("Ben", "Re-Partei"), ("1", "Ziffern"), ("5", "Ziffern"), ("5", "Ziffern"))
    ben.quickly(("Speichern", None))
    for route in held:
        route.continue_()
    ben.saved(1)
    ben.keeps()
    ben.writes(2, ["Cleo", "Dora"], 131)
    ben.saved(2)
    assert augen(sheet) == [155, 131]


# --- Only this phone's own actions can be taken back ------------------------------------------------------------------


@pytest.mark.promise("undo")
@pytest.mark.parametrize("is_offline", [True, False])
def test_a_game_that_stood_there_already_offers_no_undo(
    open_kept: OpenKept, cast: Cast, sheet: Sheet, is_offline: bool
) -> None:
    """Anna has written an identical game: while this phone was offline, or within the same second."""
    ben = open_kept(sheet)

    def anna_is_faster(route: Route) -> None:
        write(cast, sheet, anna_ben(cast, 155), by=cast.anna)
        route.continue_()

    if is_offline:
        ben.goes_offline()
        ben.writes(1, ["Anna", "Ben"], 155)
        expect(ben.button("Rückgängig")).to_be_visible()
        write(cast, sheet, anna_ben(cast, 155), by=cast.anna)
        ben.comes_back()
    else:
        # The answer may come before anybody has read "Spiel 1 notiert".
        ben.page.route("**/ops/", anna_is_faster, times=1)
        ben.quickly(("Anna", "Re-Partei"), ("Ben", "Re-Partei"), *((digit, "Ziffern") for digit in "155"))
        ben.quickly(("Speichern", None))
    expect(ben.band).to_contain_text("Spiel 1 stand schon gleich da.")
    expect(ben.button("Rückgängig")).to_be_hidden()
    expect(ben.page.get_by_text("Spiel 1 notiert")).to_be_hidden()
    ben.open()
    expect(ben.button("Rückgängig")).to_be_hidden()
    assert augen(sheet) == [155]


@pytest.mark.promise("undo")
def test_another_tab_offers_no_undo_of_it_either(open_kept: OpenKept, cast: Cast, sheet: Sheet) -> None:
    """One tab has noted the game, another one has sent it."""
    ben = open_kept(sheet)
    ben.goes_offline()
    other = ben.page.context.new_page()
    ben.writes(1, ["Anna", "Ben"], 155)
    expect(ben.button("Rückgängig")).to_be_visible()
    write(cast, sheet, anna_ben(cast, 155), by=cast.anna)
    ben.page.route("**/ops/", lambda route: route.abort())
    ben.page.route("**/kit/", lambda route: route.abort())
    ben.comes_back()
    other.goto(ben.address)
    expect(ben.button("Rückgängig")).to_be_hidden()
    assert augen(sheet) == [155]
