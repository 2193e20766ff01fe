"""Rows that wait on a phone since a released version are sent by today's version.

`outbox.json` in a release's folder holds the rows of its IndexedDB: `DOKO_KEEP_OUTBOX=FILE pytest` on this module, with
the scripts of that version, writes them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.sheet_server import HERE, Phone, SheetServer, game, key, off, on, penalty
from tests.released.stored import HERE as RELEASED

KEPT = sorted(RELEASED.glob("*/outbox.json"))
READ = """async () => {
  const answer = (asked) => new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  const base = await answer(indexedDB.open("dokoclub", 1));
  const found = {};
  for (const name of base.objectStoreNames) {
    const store = base.transaction(name).objectStore(name);
    found[name] = { path: store.keyPath, rows: await answer(store.getAll()) };
  }
  base.close();
  return found;
}"""
WRITE = """async (kept) => {
  const asked = indexedDB.open("dokoclub", 1);
  asked.onupgradeneeded = () => {
    for (const [name, { path, rows }] of Object.entries(kept)) {
      const store = asked.result.createObjectStore(name, { keyPath: path });
      for (const row of rows) store.put(row);
    }
  };
  await new Promise((done, fail) => { asked.onsuccess = done; asked.onerror = () => fail(asked.error); });
  asked.result.close();
}"""


def fill(phone: Phone, server: SheetServer) -> None:
    """Fill the outbox with a corrected game, one that was removed again, a penalty, and a draft."""
    off(phone, server)
    phone.write(key(1))
    phone.write(key(2), "6 7", "131")
    phone.call("write", uuid=key(3), fields=penalty("5", -10), number=None)
    phone.call("amend", row=key(1), fields=game(augen="120"), confirmed=True)
    phone.call("strike", row=key(2), confirmed=True)
    phone.call("keep_draft", draft={"uuid": key(9)}, edit=None)


@pytest.mark.skipif("DOKO_KEEP_OUTBOX" not in os.environ, reason="for a release")
def test_keep_it(phone: Phone, server: SheetServer) -> None:
    fill(phone, server)
    kept = json.dumps(phone.page.evaluate(READ), ensure_ascii=False, indent=1, sort_keys=True)
    Path(os.environ["DOKO_KEEP_OUTBOX"]).write_text(f"{kept}\n", encoding="utf-8")


def lay(page: Page, kept: dict[str, Any]) -> None:
    page.goto(f"{HERE}/")
    page.evaluate(WRITE, kept)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.parent.name)
def test_it_is_sent(path: Path, context: BrowserContext, server: SheetServer) -> None:
    page = context.new_page()
    lay(page, json.loads(path.read_text("utf-8")))
    server.down = True
    phone = Phone(page)

    assert [row["waits"] for row in phone.state["rows"]] == [True] * 2

    on(phone, server)
    phone.waits_for("!state.rows.some((row) => row.waits)")
    assert [row["number"] for row in phone.state["rows"]] == [1, None]
    assert phone.state["band"] is None
