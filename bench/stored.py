"""Does an index [scope, order] on the operations pay? `python -m bench.stored [ROUNDS]`

Twice the same store of a phone, with 1,000 operations of twenty sheets, as the outbox writes them: once as it
is (store.js), once with the index. Of one sheet with fifty operations all is read, as after each change, and one is
written; at full speed and six times slower, beside a fixed loop of JavaScript in the same page. Shown are medians.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any, Final

from playwright.sync_api import Browser, Route, sync_playwright

from bench.engine import FLAGS, LOOP, slow_down
from dev import chromium_on_path
from tests.browser.engine_page import HERE

ROUNDS: Final = 9
OPERATIONS: Final = 1000
SCOPES: Final = 20
SLOWED: Final = (1, 6)
MEASURE: Final = """async ([number, scopes]) => {
  const taken = {};
  const timed = async (name, work) => {
    const start = performance.now();
    await work();
    taken[name] = performance.now() - start;
  };
  await timed("fixed loop", () => {
    let x = 1;
    for (let i = 0; i < 3_000_000; i++) x = (Math.imul(x, 1103515245) + 12345) >>> 1;
    return x;
  });
  const promised = (asked) => new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  const open = (name, isIndexed) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      const store = asked.result.createObjectStore("ops", { keyPath: "uuid" });
      if (isIndexed) store.createIndex("order", ["scope", "order"]);
    };
    return promised(asked);
  };
  const facts = { kind: "normal", re: ["4", "5"], kontra: ["6", "7"], re_points: 151, extras: { re: {}, kontra: {} } };
  const fields = { kind: "normal", re_party: "4 5", playing: "4 5 6 7", out: "", re_augen: "151", note: "", duty: "" };
  const opOf = (n) => ({
    uuid: crypto.randomUUID(), scope: `6.${n % scopes}`, order: n, kind: "write", fields, number: n, batch: null,
    at: new Date().toISOString(), made: { facts, attribution: {}, note: "" }, before: null, scores: { 4: 2 }, was: [],
  });
  for (const [name, isIndexed] of [["as it is", false], ["with an index", true]]) {
    const base = await open(name, isIndexed);
    const within = async (mode, work) => {
      const transaction = base.transaction(["ops"], mode, { durability: "strict" });
      const done = new Promise((told) => (transaction.oncomplete = told));
      const answer = await work(transaction.objectStore("ops"));
      await done;
      return answer;
    };
    const all = Array.from({ length: number }, (_, n) => opOf(n));
    await within("readwrite", (ops) => Promise.all(all.map((op) => promised(ops.put(op)))));
    const read = () => within("readonly", async (ops) => {
      if (!isIndexed) return (await promised(ops.getAll())).filter((op) => op.scope === "6.3");
      return promised(ops.index("order").getAll(IDBKeyRange.bound(["6.3"], ["6.3", []])));
    });
    const found = await read();
    if (found.length !== number / scopes) throw new Error(String(found.length));
    await timed(`read, ${name}`, read);
    await timed(`write, ${name}`, () => within("readwrite", (ops) => promised(ops.put(opOf(number + 3)))));
    base.close();
  }
  return taken;
}"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with sync_playwright() as play:
        browser = play.chromium.launch(args=list(FLAGS), executable_path=chromium_on_path() or None)
        taken = {slowed: [measured(browser, slowed) for _ in range(rounds)] for slowed in SLOWED}
        browser.close()
    print(f"{OPERATIONS} operations of {SCOPES} sheets, medians of {rounds} rounds, milliseconds (× fixed loop)")
    for name in taken[1][0]:
        columns = "".join(f"{_median(found, name):>10.1f} {_over_loop(found, name):>8.2f}" for found in taken.values())
        print(f"{name:<22}{columns}")


def measured(browser: Browser, slowed: int) -> dict[str, float]:
    context = browser.new_context()
    page = context.new_page()

    def serve(route: Route) -> None:
        route.fulfill(body="<!doctype html><title>Stored</title>", content_type="text/html")

    page.route(f"{HERE}/**", serve)
    page.goto(f"{HERE}/")
    slow_down(page, slowed)
    taken: dict[str, Any] = page.evaluate(MEASURE, [OPERATIONS, SCOPES])
    context.close()
    return taken


def _median(rounds: list[dict[str, float]], name: str) -> float:
    return statistics.median(one[name] for one in rounds)


def _over_loop(rounds: list[dict[str, float]], name: str) -> float:
    return statistics.median(one[name] / one[LOOP] for one in rounds)


if __name__ == "__main__":
    main()
