"""Without a network: how soon is a sheet there again, and what does keeping it cost? `python -m bench.shell [ROUNDS]`

A demo club in a folder that is thrown away, files named and packed as in earnest, Chromium as a phone. A round loads
the sheet with the network and without, in the same tab, and runs a fixed loop of JavaScript beside it: on a busy
machine the ratio says more than the milliseconds. Shown are medians.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import brotli
from playwright.sync_api import Page

from bench.demo_phone import open_phone, serve_demo

ROUNDS: Final = 15
LOOP: Final = """() => {
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < 3_000_000; i++) x = (Math.imul(x, 1103515245) + 12345) >>> 1;
  return performance.now() - start;
}"""
READY: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  return page.loadEventEnd && page.loadEventEnd - page.startTime;
}"""
KEPT: Final = "caches.match(location.href, { ignoreVary: true }).then(Boolean)"
AIM_RELOAD, AIM_FILES, AIM_WORKER = 1500, 150_000, 2000  # milliseconds, bytes, bytes


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with serve_demo() as demo:
        show_weight()
        page = open_phone(demo, demo.base_url)
        while not page.evaluate(KEPT):
            page.wait_for_load_state("networkidle")
        taken = measure(page, rounds, page.context.set_offline)
        show(taken, size_kept(page))


def measure(page: Page, rounds: int, set_offline: Callable[[bool], None]) -> dict[str, list[float]]:
    """Milliseconds until the page has loaded; in turn, so that a busy moment of the machine hits all of it."""
    taken: dict[str, list[float]] = {"with": [], "without": [], "loop": []}
    for _ in range(rounds):
        for network in ("with", "without"):
            set_offline(network == "without")
            page.reload()
            taken[network].append(page.wait_for_function(READY).json_value())
        taken["loop"].append(page.evaluate(LOOP))
    return taken


def size_kept(page: Page) -> int:
    """Bytes of all that lies in the caches, unpacked."""
    kept: int = page.evaluate(
        """async () => {
          let sum = 0;
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              sum += (await (await cache.match(request, { ignoreVary: true })).arrayBuffer()).byteLength;
            }
          }
          return sum;
        }"""
    )
    return kept


def show(taken: dict[str, list[float]], kept: int) -> None:
    loop = statistics.median(taken["loop"])
    for network in ("with", "without"):
        found = statistics.median(taken[network])
        aim = f"   aim: {AIM_RELOAD}" if network == "without" else ""
        print(f"loaded again {network:<8} a network {found:>8.0f} ms {found / loop:>7.1f} × loop{aim}")
    print(f"kept on the phone, unpacked {kept:>10,} bytes")


def show_weight() -> None:
    from django.contrib.staticfiles import finders

    from dokoclub.look import offline
    from dokoclub.look.storage import find_strip
    from tests.look.kept_files import list_kept_files

    files = {name: Path(str(finders.find(name))).read_bytes() for name in list_kept_files()}
    sent = [strip(raw.decode()).encode() if (strip := find_strip(name)) else raw for name, raw in files.items()]
    weight = sum(len(brotli.compress(raw)) for raw in sent)
    worker = len(brotli.compress(offline.print_worker().encode()))
    print(f"files of a sheet {weight:>10,} bytes on the way, {len(files)} of them   aim: {AIM_FILES:,} at most")
    print(f"sw.js            {worker:>10,} bytes on the way   aim: {AIM_WORKER:,} at most")


if __name__ == "__main__":
    main()
