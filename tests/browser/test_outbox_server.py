"""The outbox and the real site: waiting rows while their sheet changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Route

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Entry, Sending, Sheet
from dokoclub.evenings.services import evenings, sheets
from dokoclub.evenings.services import people as people_services
from dokoclub.ui.texts import format_phrase
from scoring.contract.cli import Desk
from tests.browser.conftest import SignIn
from tests.browser.sheet_server import BLANK, Json, Phone, key
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import strike_entry

pytestmark = pytest.mark.django_db(transaction=True)

OpenOutbox = Callable[..., Phone]
CSRF = "c" * 32


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return new_sheet(cast, rules="hausrunde", dealer="Anna")


@pytest.fixture
def context(browser: Browser, base_url: str, cast: Cast, sign_in: SignIn) -> Iterator[BrowserContext]:
    """Return a context without `new_context`: every refusal here is on Chromium's console."""
    opened = browser.new_context(base_url=base_url, locale="de-DE")
    sign_in(opened, cast.ben)
    opened.add_cookies([{"name": settings.CSRF_COOKIE_NAME, "value": CSRF, "domain": "localhost", "path": "/"}])
    opened.route("**/blank/", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
    yield opened
    opened.close()


@pytest.fixture
def open_outbox(context: BrowserContext, sheet: Sheet, cast: Cast) -> OpenOutbox:
    """Open a page with nothing but the outbox, for the signed-in account or a scoring link."""

    def opened(account: Account = cast.ben, pen: str = "") -> Phone:
        suffix, gaps = ("_by_pen", {"token": pen}) if pen else ("", {"sheet_id": sheet.pk})
        addresses = {
            short: reverse(f"evenings:{name}{suffix}", kwargs=gaps)
            for short, name in (("kit", "show_kit"), ("ops", "send_ops"))
        }
        scope = f"{'pen' if pen else account.pk}.{sheet.pk}"
        return Phone(context.new_page(), scope, address="/blank/", scripts="/static/js/", csrf=CSRF, **addresses)

    return opened


def off(phone: Phone) -> None:
    phone.page.context.set_offline(True)
    phone.call("reached", ok=False)


def on(phone: Phone) -> None:
    phone.page.context.set_offline(False)
    phone.call("reached", ok=True)


def note(phone: Phone, cast: Cast, number: int, augen: int = 150) -> None:
    ids = cast.ids("Anna", "Ben", "Cleo", "Dora")
    phone.write(key(number), re=" ".join(ids[:2]), augen=str(augen), playing=" ".join(ids))


def keys_of(sheet: Sheet) -> list[str]:
    return [str(entry.uuid) for entry in sheet.entries.counted().order_by("position")]


def test_what_was_noted_without_a_network_stands_on_the_sheet_once(
    open_outbox: OpenOutbox, sheet: Sheet, cast: Cast
) -> None:
    phone = open_outbox()
    off(phone)
    for number in range(1, 9):
        note(phone, cast, number, 120 + 5 * (number % 3))
    ids = cast.ids("Anna", "Ben", "Cleo", "Dora")
    phone.call("seats", uuid=key(9), players=ids, dealer=ids[2])
    phone.call("strike", row=key(3), confirmed=True)
    phone.call("amend", row=key(4), fields={**fields(ids), "re_augen": "181"}, confirmed=True)
    shown, told = phone.state, phone.call("file")
    on(phone)
    phone.waits_for("state.sent")
    assert (phone.state["waits"], phone.state["differs"], 'id="sheet"' in phone.state["html"]) == (0, False, True)
    assert keys_of(sheet) == [key(number) for number in (1, 2, 4, 5, 6, 7, 8, 9)]
    assert totals(sheet) == {shown["kit"]["names"][one]: points for one, points in shown["sheet"]["totals"].items()}
    answer = Desk().sheet(as_line(told["text"]))
    assert isinstance(answer, dict), answer
    assert answer["totals"] == totals(sheet)
    assert Sending.objects.count() == 1


def as_line(text: str) -> Any:
    return json.loads(text)


def fields(ids: list[str]) -> Json:
    return {"kind": "normal", "re_party": " ".join(ids[:2]), "playing": " ".join(ids), "out": "", "re_augen": "150"}


def test_a_row_struck_long_ago_comes_back_without_a_network(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    first = write(cast, sheet, anna_ben(cast, 151))
    write(cast, sheet, anna_ben(cast, 181))
    strike_entry(first, by=cast.anna)
    phone = open_outbox()
    assert [row["number"] for row in phone.state["rows"]] == [1]
    off(phone)
    phone.call("restore", row=str(first.uuid), confirmed=True)
    assert [row["facts"]["re_points"] for row in phone.state["rows"]] == [151, 181]
    on(phone)
    phone.waits_for("state.sent")
    assert keys_of(sheet)[0] == str(first.uuid)


def sheet_now(sheet: Sheet) -> Sheet:
    return Sheet.objects.get(pk=sheet.pk)


@pytest.mark.promise("refused")
def test_a_player_who_was_merged_meanwhile_is_followed(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    emil, emilia = cast.guest("Emil"), cast.guest("Emilia")
    phone = open_outbox()
    off(phone)
    ids = [*cast.ids("Anna", "Ben", "Cleo"), str(emilia.pk)]
    phone.call("seats", uuid=key(1), players=ids)
    phone.call("write", uuid=key(2), fields=fields([ids[3], *ids[:3]]), number=1)
    people_services.merge_players(emil, emilia, by=cast.anna)
    on(phone)
    phone.waits_for("state.sent")
    assert totals(sheet)["Emil"] == phone.state["sheet"]["totals"][str(emil.pk)] > 0


def test_a_pen_that_was_taken_away_sends_through_an_account(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    phone = open_outbox(pen=evenings.create_scoring_link(sheet))
    off(phone)
    note(phone, cast, 1)
    evenings.revoke_pen(sheet)
    on(phone)
    phone.waits_for("state.band?.state === 'S7pen'")
    other = open_outbox()
    assert [one["scope"] for one in other.state["others"]] == [phone.scope]
    other.call("adopt", scope=phone.scope)
    other.waits_for("state.sent")
    assert (keys_of(sheet), Entry.objects.get(uuid=key(1)).written_by) == ([key(1)], cast.ben)


def test_a_sheet_that_was_closed_waits_to_be_opened(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    phone = open_outbox()
    off(phone)
    note(phone, cast, 1)
    sheets.close_sheet(sheet, by=cast.anna)
    on(phone)
    phone.waits_for("state.band?.state === 'S7closed'")
    assert (phone.state["band"]["who"], phone.state["band"]["games"]) == ("Anna", 1)
    sheets.reopen_sheet(sheet_now(sheet), by=cast.anna)
    phone.call("refresh")
    again = open_outbox()
    again.waits_for("!state.waits")
    assert keys_of(sheet) == [key(1)]


@pytest.mark.promise("two-offline")
def test_two_phones_wrote_the_same_games_along(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    phone = open_outbox()
    off(phone)
    note(phone, cast, 1, 131)
    note(phone, cast, 2, 151)
    write(cast, sheet, anna_ben(cast, 131), by=cast.anna)
    on(phone)
    phone.waits_for("state.sent")
    assert any(state.get("same") == [1] for state in phone.page.evaluate("states"))
    assert [entry.facts["re_points"] for entry in sheet.entries.counted()] == [131, 151]


def test_what_somebody_else_wrote_is_asked_about(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast) -> None:
    phone = open_outbox()
    off(phone)
    note(phone, cast, 1, 131)
    theirs = write(cast, sheet, anna_ben(cast, 160), by=cast.anna)
    on(phone)
    phone.waits_for("state.asked")
    assert (phone.state["asked"]["by"], keys_of(sheet)) == (["Anna"], [str(theirs.uuid)])
    phone.call("choose", choice="mine", row=key(1))
    phone.waits_for("state.sent")
    assert [entry.facts["re_points"] for entry in sheet.entries.counted()] == [131]


def test_signed_out_meanwhile_it_waits(open_outbox: OpenOutbox, sheet: Sheet, cast: Cast, sign_in: SignIn) -> None:
    phone = open_outbox()
    off(phone)
    note(phone, cast, 1)
    cookies = phone.page.context.cookies()
    phone.page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    on(phone)
    phone.waits_for("state.band?.state === 'S5'")
    phone.page.context.add_cookies(cookies)  # type: ignore[arg-type]
    open_outbox().waits_for("!state.waits")
    assert keys_of(sheet) == [key(1)]


@pytest.mark.promise("refused")
def test_a_deleted_evening_leaves_what_waits_and_nothing_else(
    open_outbox: OpenOutbox, sheet: Sheet, cast: Cast
) -> None:
    phone = open_outbox()
    off(phone)
    note(phone, cast, 1)
    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=cast.anna)
    on(phone)
    phone.waits_for("state.band?.state === 'S7gone'")
    assert phone.call("file")["text"].count('"re_points":150') == 1
    phone.call("choose", choice="discard")
    assert (phone.state["waits"], [one["uuid"] for one in phone.call("thrown")]) == (0, [key(1)])
    assert phone.call("refresh") is None


def test_a_row_comes_back_to_its_place_and_what_follows_is_shown_first(
    open_outbox: OpenOutbox, sheet: Sheet, cast: Cast
) -> None:
    first = write(cast, sheet, anna_ben(cast, 120))  # starts a Bockrunde
    second = write(cast, sheet, anna_ben(cast, 181))
    strike_entry(first, by=cast.anna)
    phone = open_outbox()
    off(phone)
    asked = phone.call("restore", row=str(first.uuid))
    people = {str(player.pk): player for player in cast.players.values()}
    assert [format_phrase(line, people) for line in asked["later"]] == [
        "Spiel 1: wird Spiel 2, Geber Ben, Bock ×2, +3 → +6"
    ]
    phone.call("restore", row=str(first.uuid), confirmed=True)
    assert [row["uuid"] for row in phone.state["rows"]] == [str(first.uuid), str(second.uuid)]


@pytest.mark.parametrize("says", ["the answer", "the kit alone"])
def test_who_struck_what_was_corrected_here_is_told(
    open_outbox: OpenOutbox, sheet: Sheet, cast: Cast, says: str
) -> None:
    first = write(cast, sheet, anna_ben(cast, 151))
    phone = open_outbox()
    phone.waits_for("state.rows.length")

    def anna_is_faster(route: Route) -> None:
        strike_entry(first, by=cast.anna)
        answer = route.fetch()
        told = {key: value for key, value in answer.json().items() if key != "by" or says == "the answer"}
        route.fulfill(response=answer, json=told)

    phone.page.context.route("**/ops/", anna_is_faster, times=1)
    ids = cast.ids("Anna", "Ben", "Cleo", "Dora")
    phone.call("amend", row=str(first.uuid), fields={**fields(ids), "re_augen": "181"}, confirmed=True)
    phone.waits_for("state.asked")
    asked = phone.state["asked"]
    assert (asked["by"], [(row["uuid"], row["struck"]) for row in asked["theirs"]]) == (
        ["Anna"], [(str(first.uuid), True)],
    )  # fmt: skip
    assert [(row["facts"]["re_points"], row["against"]) for row in asked["mine"]] == [(181, str(first.uuid))]
