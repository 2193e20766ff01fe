"""IndexedDB is full, lost or forbidden, or the worker does not run: no typed row is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.sheet_server import Phone, SheetServer, again, game, key, keys_of, off, on, prelude

FULL = """
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (self.isFull) throw new DOMException("", "QuotaExceededError");
    return put.apply(this, given);
  };"""
DENIED = "indexedDB.open = () => { throw new DOMException('', 'SecurityError'); };"
CLOSED = """
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    if (self.isLost) this.close();
    self.isLost = false;
    return transaction.apply(this, given);
  };"""


@pytest.mark.promise("storage")
def test_what_finds_no_room_is_sent_all_the_same(context: BrowserContext, server: SheetServer) -> None:
    """It goes together with the stored rows: one batch each time, and each game once."""
    prelude(server, FULL)
    phone = Phone(context.new_page())
    off(phone, server)
    phone.write(key(1))
    in_worker(phone, "self.isFull = true")
    phone.write(key(2))
    assert phone.state["kept"] is False
    on(phone, server)
    phone.waits_for("!state.waits && !state.sending")
    assert phone.state["band"]["state"] == "S8"
    assert keys_of(server) == [key(1), key(2)]
    phone = again(phone)  # the rows stored before are still there, and already written
    phone.waits_for("!state.waits && !state.sending")
    assert keys_of(server) == [key(1), key(2)]


def test_somebody_else_was_faster_than_a_phone_that_keeps_nothing(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, DENIED)
    phone = Phone(context.new_page())
    off(phone, server)
    phone.write(key(1), augen="131")
    server.write(game(augen="150"), uuid=key(7))
    on(phone, server)
    asked = phone.waits_for("state.asked")["asked"]
    assert [row["uuid"] for row in asked["theirs"]] == [key(7)]
    phone.call("choose", choice="mine", row=asked["mine"][0]["row"])
    phone.waits_for("!state.waits && !state.sending && !state.asked")
    assert [row["facts"]["re_points"] for row in server.rows] == [131]


def in_worker(phone: Phone, script: str) -> Any:
    return phone.page.workers[0].evaluate(script)


@pytest.mark.promise("storage")
def test_a_lost_connection_to_the_storage_is_opened_again(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, CLOSED)
    phone = Phone(context.new_page())
    in_worker(phone, "self.isLost = true")
    assert phone.write(key(1))["row"] == key(1)


@pytest.mark.promise("storage")
def test_without_storage_one_batch_holds_one_operation(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, DENIED)
    phone = Phone(context.new_page())
    assert phone.state["band"]["state"] == "S8"
    for number in (1, 2):
        phone.write(key(number))
        phone.waits_for("state.sent")
    assert [[op["uuid"] for op in post["ops"]] for post in server.posts] == [[key(1)], [key(2)]]


@pytest.mark.promise("storage")
def test_a_game_that_cannot_be_kept_has_its_copy_until_it_is_sent(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, DENIED)
    phone = Phone(context.new_page())
    off(phone, server)
    phone.write(key(1))
    phone = again(phone)  # the phone has killed the page
    assert phone.page.evaluate("Object.keys(localStorage)") == [f"dokoclub.op.6.28.{key(1)}"]
    on(phone, server)
    phone.call("refresh")
    phone = again(phone)
    phone.waits_for("!state.waits && !state.sending")
    assert keys_of(server) == [key(1)]
    assert phone.page.evaluate("Object.keys(localStorage)") == []


def test_a_worker_that_cannot_start_says_so(context: BrowserContext, server: SheetServer) -> None:
    server.scripts["outbox/worker.js"] = "import './nowhere.txt';"
    assert Phone(context.new_page()).state == {"failed": "worker"}


def keep_copy(phone: Phone, *, augen: str) -> None:
    said = json.dumps({"uuid": key(1), "fields": game(augen=augen), "number": 1})
    phone.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"dokoclub.op.6.28.{key(1)}", said])


def test_what_the_worker_never_got_is_there_at_the_next_start(phone: Phone, server: SheetServer) -> None:
    """It was killed between the tap and the first byte in IndexedDB; the second copy is still there."""
    keep_copy(phone, augen="150")
    phone = again(phone)
    phone.waits_for("state.sent")
    assert [row["uuid"] for row in server.rows] == [key(1)]
    assert phone.page.evaluate("Object.keys(localStorage)") == []


def test_a_copy_whose_number_was_taken_meanwhile_is_not_lost(phone: Phone, server: SheetServer) -> None:
    keep_copy(phone, augen="150")
    server.write(game(augen="121"), uuid=key(9))
    phone = again(phone)
    phone.waits_for("state.asked")
    phone.call("choose", choice="behind")
    phone.waits_for("state.sent")
    assert [row["uuid"] for row in server.rows] == [key(9), key(1)]
    assert phone.page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize("became", ["corrected", "struck", "waiting"])
def test_a_copy_is_older_than_what_became_of_its_game(phone: Phone, server: SheetServer, became: str) -> None:
    """The worker did not answer in time, so the game was saved again; the copy stayed behind."""
    if became == "waiting":
        off(phone, server)
    phone.write(key(1))
    if became != "waiting":
        phone.waits_for("state.sent")
    phone.call("strike" if became == "struck" else "amend", row=key(1), fields=game(augen="170"))
    if became != "waiting":
        phone.waits_for("!state.waits && !state.sending")
    keep_copy(phone, augen="150")
    phone = again(phone)
    on(phone, server)
    phone.waits_for("!state.waits && !state.sending")
    assert [row["facts"]["re_points"] for row in server.rows] == ([] if became == "struck" else [170])
    assert phone.page.evaluate("Object.keys(localStorage)") == []


def test_what_finds_no_room_has_its_copy(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, FULL)
    phone = Phone(context.new_page())
    off(phone, server)
    in_worker(phone, "self.isFull = true")
    phone.write(key(1))
    assert phone.page.evaluate("Object.keys(localStorage)") == [f"dokoclub.op.6.28.{key(1)}"]
