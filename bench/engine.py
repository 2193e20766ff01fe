"""Speed of the engine on a phone: `python -m bench.engine [ROUNDS]`.
In Chromium, on the page's own thread (slowing it down does not reach workers everywhere), at full speed and six times
slower, compared with a fixed loop of JavaScript in the same page: on a busy machine the ratio says more than the
milliseconds. A round is a fresh page, so that a start is a start, and the first call is really the first; the output
shows medians.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from typing import Any, Final

import brotli
from playwright.sync_api import Browser, Page, sync_playwright

from dev import chromium
from scoring.contract import phone
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.browser.engine_page import SCRIPTS, modules_page
from tests.scoring.random_sheets import Dice

ROUNDS: Final = 15
SLOWED: Final = (1, 6)
FLAGS: Final = ("--no-sandbox", "--disable-gpu")
LOOP: Final = "fixed loop"
# Milliseconds at a sixth of the speed of an idle machine.
AIMS: Final = {"start": 600, "first save, game 24": 150, "later save, game 24": 150, "save, row 99": 400}
MEASURE: Final = """async (text) => {
  const { sheet: given, rows } = JSON.parse(text);
  const taken = {};
  const timed = (name, work) => {
    const start = performance.now();
    const made = work();
    taken[name] = performance.now() - start;
    return made;
  };
  timed("fixed loop", () => {
    let x = 1;
    for (let i = 0; i < 3_000_000; i++) x = (Math.imul(x, 1103515245) + 12345) >>> 1;
    return x;
  });
  const start = performance.now();
  const engine = await import("./engine.js");
  const sheet = engine.openSheet(given);
  taken.start = performance.now() - start;
  const save = (count) => {
    const [before, row] = [rows.slice(0, count - 1), rows[count - 1]];
    return engine.changeRow(sheet, before, { at: before.length, is_new: true, row });
  };
  timed("first list, 23 games", () => engine.workOut(sheet, rows.slice(0, 23)));
  timed("first save, game 24", () => save(24));
  for (let i = 0; i < 5; i++) save(24);
  timed("later save, game 24", () => save(24));
  timed("save, row 99", () => save(99));
  return taken;
}"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    evening = json.dumps(an_evening())
    with sync_playwright() as play:
        path = chromium()
        browser = play.chromium.launch(args=list(FLAGS), executable_path=path or None)
        print(f"{browser.browser_type.name} {browser.version}, medians of {rounds} rounds\n")
        taken: dict[int, list[dict[str, float]]] = {slowed: [] for slowed in SLOWED}
        for _ in range(rounds):  # in turn, so that a busy moment of the machine hits all of it
            for slowed in SLOWED:
                taken[slowed].append(measured(browser, evening, slowed))
        browser.close()
    show(taken)
    show_weight()


def an_evening() -> dict[str, Any]:
    """Return 99 games of five players under house rules, with everything that a game can have."""
    dice = Dice("bench")
    dice.given, dice.seats = {"preset": "hausrunde", "overrides": {}}, list(dice.people[:5])
    sheet = {"rules": store_rules(PRESETS["hausrunde"].rules), "players": dice.seats, "first_dealer": dice.seats[0]}
    opened = phone.open_sheet(sheet)
    assert isinstance(opened, phone.Opened)
    rows: list[dict[str, Any]] = []
    while len(rows) < 99:
        row = {"facts": dice.game(dice.seats), "attribution": {}, "note": ""}
        told = phone.change_row(opened, rows, {"at": len(rows), "is_new": True, "row": row})
        rows = told.get("rows", rows)
    return {"sheet": sheet, "rows": rows}


def measured(browser: Browser, evening: str, slowed: int) -> dict[str, float]:
    """Return the milliseconds by action, in a new page."""
    with modules_page(browser) as page:
        slow_down(page, slowed)
        return dict(page.evaluate(MEASURE, evening))


def slow_down(page: Page, times: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def show(taken: dict[int, list[dict[str, float]]]) -> None:
    head = "".join(f"{f'ms at 1/{slowed}':>12} {'× loop':>8}" for slowed in taken)
    print(f"{'':<22}{head}")
    for name in taken[SLOWED[0]][0]:
        columns = "".join(f"{median(rounds, name):>12.1f} {over_loop(rounds, name):>8.2f}" for rounds in taken.values())
        print(f"{name:<22}{columns}" + (f"   aim: {AIMS[name]} at 1/6, idle" if name in AIMS else ""))


def median(rounds: Sequence[dict[str, float]], name: str) -> float:
    return statistics.median(one[name] for one in rounds)


def over_loop(rounds: Sequence[dict[str, float]], name: str) -> float:
    """Return how many times as long as the loop of the same page it takes."""
    return statistics.median(one[name] / one[LOOP] for one in rounds)


def show_weight() -> None:
    weight = {
        name: len(brotli.compress((SCRIPTS / f"{name}.js").read_bytes())) for name in ("engine", "python", "exchange")
    }
    told = ", ".join(f"{name} {size:,}" for name, size in weight.items())
    print(f"\n{sum(weight.values()):,} bytes on the way (aim: 26,000 at most): {told}")


if __name__ == "__main__":
    main()
