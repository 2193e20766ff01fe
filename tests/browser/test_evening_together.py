"""Two and more phones, and none at all: rows of others appear, no row is written twice, no input is lost."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import sheets, sync
from tests.accounts.people import PASSWORD
from tests.browser.conftest import NewContext, OpenPhone, SignIn
from tests.browser.phone import Phone, deny_storage
from tests.browser.without_network import lose_the_answer
from tests.busy import make_busy
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

WITHIN = 3_000  # milliseconds on the clock of the phone that follows


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast)


@pytest.fixture
def quiet_phone(
    browser: Browser, browser_context_args: dict[str, Any], sign_in: SignIn, cast: Cast, sheet: Sheet
) -> Iterator[Phone]:
    """Return a phone without `open_phone`: Chromium itself complains on the console about an answer 503."""
    context = browser.new_context(**browser_context_args)
    sign_in(context, cast.ben)
    yield Phone(context.new_page(), sheet, small=True)
    context.close()


def augen(sheet: Sheet) -> list[int]:
    return [entry.facts["re_points"] for entry in sheet.entries.counted().order_by("number")]


@pytest.mark.promise("number-once")
def test_two_phones_write_the_same_game(open_phone: OpenPhone, sheet: Sheet) -> None:
    """Anna is faster three times; Ben accepts hers, then his, then both."""
    anna, ben = open_phone(sheet, "Anna"), open_phone(sheet, "Ben")
    for number, choice in enumerate(("Andere Fassung gilt", "Meine gilt", "Zwei Spiele"), start=1):
        ben.game(["Anna", "Ben"], 155, re="Re")
        anna.game(["Anna", "Ben"], 150 + number)
        anna.save(number)
        ben.press("Speichern")
        expect(ben.page.get_by_role("heading", name=f"Spiel {number} ist schon geschrieben")).to_be_visible()
        mine = ben.page.locator(".version").filter(has_text="Von dir")
        theirs = ben.page.locator(".version").filter(has_text="Von Anna")
        expect(mine).to_contain_text("155 : 85")
        expect(mine).to_contain_text("Spielwert 4")
        expect(theirs).to_contain_text(f"{150 + number} : {90 - number}")
        if choice == "Zwei Spiele":
            expect(ben.page.get_by_text(f"meines wird Spiel {number + 1}")).to_be_visible()
        ben.page.get_by_role("button", name=re.compile(f"^{choice}")).tap()
        ben.is_empty()
        expect(ben.row(f"Spiel {number}, Wert {4 if choice == 'Meine gilt' else 2}: Einzelheiten")).to_be_attached()
        ben.is_sent()  # what he chose stands on his phone first
        anna.open()

    assert augen(sheet) == [151, 155, 153, 155]
    anna.stands("+12", "+12", "−12", "−12")


def test_the_others_follow_without_a_touch_and_nothing_is_sent_while_nothing_changes(
    open_phone: OpenPhone, cast: Cast, sheet: Sheet
) -> None:
    dora = open_phone(sheet, "Dora")
    answers: list[Response] = []
    dora.page.on("response", lambda response: answers.append(response) if "/follow/" in response.url else None)
    dora.page.clock.install()
    dora.open()
    dora.tap("Re-Partei", "Cleo")
    for _time in range(2):
        with dora.page.expect_response("**/follow/**") as answer:
            dora.page.clock.run_for(WITHIN // 2)
        assert answer.value.status == 204

    write(cast, sheet, anna_ben(cast), by=cast.anna)
    dora.page.clock.run_for(WITHIN)
    expect(dora.row("Spiel 1, Wert 1: Einzelheiten")).to_be_attached()
    dora.stands("+1", "+1", "−1", "−1")
    expect(dora.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(1)  # her started game stays
    with dora.page.expect_response("**/follow/**") as answer:
        dora.page.clock.run_for(WITHIN)
    assert answer.value.status == 204
    assert [one.status for one in answers].count(200) == 1


def test_a_phone_in_a_pocket_asks_nothing_and_catches_up_when_it_is_looked_at(
    open_phone: OpenPhone, cast: Cast, sheet: Sheet
) -> None:
    dora = open_phone(sheet, "Dora")
    dora.page.clock.install()
    dora.open()
    dora.page.clock.run_for(100)  # the part that starts when the page is idle
    dora.keeps()
    look(dora, "hidden")
    asked: list[str] = []
    dora.page.on("request", lambda request: asked.append(request.url))
    write(cast, sheet, anna_ben(cast))
    dora.page.clock.run_for(10 * WITHIN)
    assert asked == []
    look(dora, "visible")
    expect(dora.row("Spiel 1, Wert 1: Einzelheiten")).to_be_attached()


def look(phone: Phone, state: str) -> None:
    phone.page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


@pytest.mark.promise("offline")
def test_without_a_network_nothing_is_lost_and_nothing_is_written_twice(
    browser: Browser, browser_context_args: dict[str, Any], sign_in: SignIn, cast: Cast, sheet: Sheet
) -> None:
    """The test avoids `new_context`: Chromium itself complains on the console about lost requests."""
    context = browser.new_context(**browser_context_args)
    sign_in(context, cast.ben)
    phone = Phone(context.new_page(), sheet, small=True)
    phone.keeps()
    phone.game(["Anna", "Ben"], 155)
    context.set_offline(True)
    phone.press("Speichern")
    expect(phone.page.get_by_text("Spiel 1 notiert")).to_be_visible()
    phone.is_empty()

    context.route("**/ops/", lose_the_answer, times=1)  # the server writes, and the phone does not hear of it
    with context.expect_event("requestfailed", lambda request: "/ops/" in request.url):
        context.set_offline(False)
    phone.page.reload()  # and the battery is low as well
    expect(phone.row("Spiel 1, Wert 2: Einzelheiten")).to_be_attached()
    expect(phone.page.locator("#sheet [data-waits]")).to_have_count(0)
    assert augen(sheet) == [155]
    context.close()


def test_what_cannot_be_kept_is_written_once(
    browser: Browser, browser_context_args: dict[str, Any], sign_in: SignIn, cast: Cast, sheet: Sheet
) -> None:
    """It waits as long as the page is open, and is sent again until its answer has come."""
    context = browser.new_context(**browser_context_args)
    deny_storage(context)
    sign_in(context, cast.ben)
    phone = Phone(context.new_page(), sheet, small=True)
    expect(phone.page.get_by_text("Offline-Speichern geht auf diesem Gerät nicht.")).to_be_visible()
    phone.game(["Anna", "Ben"], 155)
    context.route("**/ops/", lose_the_answer, times=1)
    phone.save(1)
    phone.is_sent()
    assert augen(sheet) == [155]
    context.close()


def test_a_double_tap_writes_once(open_phone: OpenPhone, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 131)
    phone.button("Speichern").dblclick()
    phone.saved(1)
    phone.page.reload()
    phone.is_empty()
    assert augen(sheet) == [131]


def test_a_session_that_ended_keeps_the_entry_until_one_is_back(
    open_phone: OpenPhone, cast: Cast, sheet: Sheet
) -> None:
    ben = cast.ben
    ben.set_password(PASSWORD)
    ben.save()
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 155, re="Re", extras=[("Kontra", "Fuchs")])
    phone.says("Re gewinnt · 3")
    phone.keeps()
    phone.page.context.clear_cookies()
    phone.press("Speichern")
    expect(phone.page.get_by_text("Du bist abgemeldet. 1 Spiel wartet auf diesem Handy.")).to_be_visible()
    phone.page.get_by_role("link", name="Anmelden", exact=True).tap()
    phone.page.get_by_label("Anmeldename").fill("Ben")
    phone.page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    phone.page.get_by_role("button", name="Anmelden", exact=True).tap()
    phone.page.wait_for_url(f"**{phone.address}")
    expect(phone.row("Spiel 1, Wert 3: Einzelheiten")).to_be_attached()
    expect(phone.page.locator("#sheet .row:not([data-waits]) .number[data-from]")).to_have_count(1)
    assert totals(sheet)["Anna"] == 3


def test_a_draft_is_the_accounts_own_and_goes_with_signing_out(
    open_phone: OpenPhone, cast: Cast, sheet: Sheet, sign_in: SignIn
) -> None:
    phone = open_phone(sheet)
    phone.tap("Re-Partei", "Anna", "Ben")

    def pass_to(account: Account) -> None:
        """Pass the phone from hand to hand: an open page would reload as soon as it hears of the new account."""
        phone.page.goto("about:blank")
        sign_in(phone.page.context, account)
        phone.open()

    pass_to(cast.anna)
    phone.is_empty()
    pass_to(cast.ben)
    phone.says("Augen fehlen")

    phone.page.goto("/account/logout/")
    expect(phone.page.get_by_text("Ein ungespeichertes Spiel auf diesem Handy geht")).to_be_visible()
    phone.page.get_by_role("button", name="Abmelden", exact=True).tap()
    phone.page.wait_for_url(lambda url: "logout" not in url)
    pass_to(cast.ben)
    phone.is_empty()


def test_a_closed_sheet_keeps_the_entry(open_phone: OpenPhone, cast: Cast, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.keeps()
    phone.game(["Anna", "Ben"], 131)
    sheets.close_sheet(sheet, by=cast.anna)
    phone.press("Speichern")
    expect(phone.page.get_by_text("abgeschlossen. 1 Spiel wartet auf diesem Handy.")).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_text("abgeschlossen. 1 Spiel wartet auf diesem Handy.")).to_be_visible()
    sheets.reopen_sheet(sheet, by=cast.anna)
    phone.open()
    expect(phone.page.locator("#sheet .row:not([data-waits]) .number[data-from]")).to_have_count(1)
    assert augen(sheet) == [131]


def test_a_closed_sheet_names_the_game_that_was_begun(open_phone: OpenPhone, cast: Cast, sheet: Sheet) -> None:
    phone = open_phone(sheet)
    phone.game(["Anna", "Ben"], 131)
    sheets.close_sheet(sheet, by=cast.anna)
    hint = phone.page.get_by_text(
        "Auf diesem Handy wartet ein angefangenes Spiel. Öffne den Zettel wieder, um es zu speichern."
    )
    phone.page.reload()
    expect(hint).to_be_visible()
    sheets.reopen_sheet(sheet, by=cast.anna)
    phone.open()
    phone.says("Re gewinnt · 1")
    phone.save(1)
    sheets.close_sheet(sheet, by=cast.anna)
    phone.page.reload()
    expect(phone.page.get_by_text("Dieser Zettel ist abgeschlossen")).to_be_visible()
    expect(hint).to_be_hidden()


def test_who_has_no_script_reads_everything(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast, 155))
    context = new_context(java_script_enabled=False)
    sign_in(context, cast.ben)
    page: Page = context.new_page()
    page.goto(f"/sheets/{sheet.pk}/")
    expect(page.locator("noscript p")).to_be_visible()  # get_by_text leaves noscript out
    expect(page.get_by_role("button", name="Speichern")).to_be_hidden()
    table = page.get_by_role("table", name="Spielzettel")
    expect(table.get_by_role("row", name=re.compile("^Punktestand"))).to_contain_text("+2")
    page.get_by_role("button", name="Spiel 1, Wert 2: Einzelheiten").tap()
    expect(table.get_by_text("Kontra gewinnt mit 120 Augen")).to_be_visible()
    for name in ("Bearbeiten", "Streichen", "Davor einfügen"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()  # writing needs scripts


def test_a_full_disk_is_told_and_what_was_written_waits(
    quiet_phone: Phone, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    quiet_phone.keeps()
    quiet_phone.game(["Anna", "Ben"], 131)
    monkeypatch.setattr(sync, "receive_batch", fail)
    quiet_phone.press("Speichern")
    told = quiet_phone.page.get_by_text("Der Speicher des Servers ist voll")
    expect(told).to_be_visible()
    expect(quiet_phone.page.get_by_text("1 Spiel wartet auf diesem Handy.")).to_be_visible()
    assert augen(sheet) == []
    monkeypatch.undo()
    quiet_phone.saved(1)
    expect(told).to_be_hidden()
    assert augen(sheet) == [131]


def test_whoever_was_not_in_turn_is_sent_again_by_itself(
    quiet_phone: Phone, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, refused = sync.receive_batch, [make_busy()]

    def fail_once(*given: Any, **more: Any) -> Any:
        if refused:
            raise refused.pop()
        return right(*given, **more)

    quiet_phone.keeps()
    quiet_phone.game(["Anna", "Ben"], 131)
    monkeypatch.setattr(sync, "receive_batch", fail_once)
    quiet_phone.save(1)
    assert (augen(sheet), refused) == ([131], [])
