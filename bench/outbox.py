"""Time from a save to the row on a phone: `python -m bench.outbox [ROUNDS]`, part of `make bench`.
The whole outbox – checked, stored in IndexedDB, reported with all rows – runs here on the page's own thread, because
slowing Chromium down does not reach workers everywhere; at full speed and six times slower, compared with a fixed loop
of JavaScript in the same page. Nobody answers at the other end. A round is a fresh page; the output shows medians.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import Any, Final

import brotli
from playwright.sync_api import Browser, Route, sync_playwright

from bench.engine import FLAGS, LOOP, an_evening, slow_down
from dev import chromium
from dokoclub.core.static_files import strip_script
from scoring.contract import phone
from tests.browser.engine_page import HERE, SCRIPTS

ROUNDS: Final = 9
AIM: Final = 9_000  # bytes of all modules of the outbox
SLOWED: Final = (1, 6)
AIMS: Final = {
    "first save, game 24": 150,
    "save, game 24": 150,
    "save, row 99": 400,
}  # milliseconds at a sixth of the speed of an idle machine
MODULES: Final = (
    "outbox/actions", "outbox/client", "outbox/conflict", "outbox/guests", "outbox/offline_start", "outbox/record",
    "outbox/replay", "outbox/sender", "outbox/state", "outbox/store", "outbox/sync", "outbox/worker", "sheet/offline",
)  # fmt: skip
BEGINS: Final = ("outbox/offline_start", "outbox/guests")  # additional modules for an evening that begins on the phone
MEASURE: Final = """async (text) => {
  const { kits, fields } = JSON.parse(text);
  const taken = {};
  const timed = async (name, work) => {
    const start = performance.now();
    const made = await work();
    taken[name] = performance.now() - start;
    return made;
  };
  await timed("fixed loop", () => {
    let x = 1;
    for (let i = 0; i < 3_000_000; i++) x = (Math.imul(x, 1103515245) + 12345) >>> 1;
    return x;
  });
  const waiting = new Map();
  globalThis.postMessage = (data) => waiting.get(data.id)?.(data);
  await import("./outbox/worker.js");
  let id = 0;
  const call = (what, more) => new Promise((done) => {
    waiting.set(++id, ({ ok, failed }) => done(ok ?? failed));
    onmessage({ data: { id, do: what, ...more } });
  });
  const save = async (kit, name) => {
    const { scope, rows } = kit;
    await timed(`start, ${rows.length} rows`, () => call("open", { scope, kit: `/${scope}.json`, ops: "/none" }));
    for (let n = 0; n < 2; n++) {
      const uuid = crypto.randomUUID();
      const said = await timed(n ? name : `first ${name}`, () => call("write", { uuid, fields, number: null }));
      if (said.row !== uuid) throw new Error(JSON.stringify(said));
      await call("undo", { uuid });
    }
  };
  await save(kits[0], "save, game 24");
  await save(kits[1], "save, row 99");
  return taken;
}"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    kits = {kit["scope"]: kit for kit in map(kit_of, (23, 98))}
    text = json.dumps({"kits": [*kits.values()], "fields": a_game()})
    with sync_playwright() as play:
        browser = play.chromium.launch(args=list(FLAGS), executable_path=chromium() or None)
        taken: dict[int, list[dict[str, float]]] = {slowed: [] for slowed in SLOWED}
        for _ in range(rounds):
            for slowed in SLOWED:
                taken[slowed].append(measured(browser, kits, text, slowed))
        browser.close()
    print("".join(f"{f'ms at 1/{slowed}':>31} {'× loop':>8}"[-22 if slowed > 1 else -45 :] for slowed in taken))
    for name in taken[1][0]:
        columns = "".join(f"{median(rounds, name):>12.1f} {over_loop(rounds, name):>8.2f}" for rounds in taken.values())
        print(f"{name:<22}{columns}" + (f"   aim: {AIMS[name]} at 1/6, idle" if name in AIMS else ""))
    show_weight()


def kit_of(rows: int) -> dict[str, Any]:
    evening = an_evening()
    players = evening["sheet"]["players"]
    return {
        "format": 1,
        "engine": "bench",
        "scope": f"bench.{rows}",
        "version": 1,
        "open": True,
        "may_write": True,
        **evening["sheet"],
        "names": {player: player for player in players},
        "rows": [{**row, "uuid": str(place), "by": "Ben"} for place, row in enumerate(evening["rows"][:rows])],
        "struck": [],
        "may_join": [],
        "words": {},
        "writer": "Ben",
    }


def a_game() -> dict[str, str]:
    sheet = phone.open_sheet(an_evening()["sheet"])
    assert isinstance(sheet, phone.Opened)
    four, out = sheet.players[:4], sheet.players[4:]
    return {
        "kind": "normal",
        "re_party": " ".join(four[:2]),
        "playing": " ".join(four),
        "out": " ".join(out),
        "re_augen": "151",
    }


def measured(browser: Browser, kits: dict[str, Any], text: str, slowed: int) -> dict[str, float]:
    context = browser.new_context()
    page = context.new_page()

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HERE}/").removeprefix("static/js/")
        if name.endswith(".js"):
            route.fulfill(path=SCRIPTS / name, content_type="text/javascript")
        elif name.removesuffix(".json") in kits:
            route.fulfill(json=kits[name.removesuffix(".json")])
        elif name:
            route.abort()
        else:
            route.fulfill(body="<!doctype html><title>Outbox</title>", content_type="text/html")

    page.route(f"{HERE}/**", serve)
    page.goto(f"{HERE}/")
    slow_down(page, slowed)
    taken = dict(page.evaluate(MEASURE, text))
    context.close()
    return taken


def median(rounds: list[dict[str, float]], name: str) -> float:
    return statistics.median(one[name] for one in rounds)


def over_loop(rounds: list[dict[str, float]], name: str) -> float:
    return statistics.median(one[name] / one[LOOP] for one in rounds)


def show_weight() -> None:
    paths = [SCRIPTS / f"{name}.js" for name in MODULES]
    scripts = {name: strip_script(path.read_text("utf-8")) for name, path in zip(MODULES, paths, strict=True)}
    weight = {name: len(brotli.compress(script.encode())) for name, script in scripts.items()}
    told = ", ".join(f"{name} {size:,}" for name, size in weight.items())
    first = sum(size for name, size in weight.items() if name not in BEGINS)
    joined = len(brotli.compress("".join(scripts.values()).encode()))
    print(f"\n{sum(weight.values()):,} bytes on the way: {told}   aim: {AIM:,} at most")
    print(f"of a sheet alone, without what begins an evening, {first:,}; all in one file would be {joined:,}")


if __name__ == "__main__":
    main()
