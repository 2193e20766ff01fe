"""How soon has an evening arrived that waited on a phone? `python -m bench.waiting [ROUNDS]`

In each round a phone writes 24 games without a network, comes back, and sends them at once: through a network that
costs nothing, where the time of the request is the server's, and through one like 3G. Shown are medians, and beside
them what asking the same server for nothing new takes, so that a busy machine is seen.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, expect

from bench.demo_phone import Demo, open_phone, serve_demo

ROUNDS: Final = 5
GAMES: Final = 24
SERVER, ON_3G = "answered by the server", "all arrived on 3G"
AIMS: Final = {SERVER: 300, ON_3G: 2000}  # milliseconds
DELAY: Final = 0.150  # seconds each way
UP, DOWN = 768_000 / 8, 1_600_000 / 8  # bytes a second
CHUNK: Final = 1400  # bytes, as on the way

TAP_TWO: Final = """() => {
  const tiles = [...document.querySelectorAll("#entry [data-tiles] .tile:not([aria-disabled])")];
  for (const tile of tiles.slice(0, 2)) tile.click();
}"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    taken: dict[str, list[float]] = {SERVER: [], ON_3G: [], "nothing new": []}
    with serve_demo() as demo, slow_way(demo.base_url) as slow:
        for _ in range(rounds):
            page = open_keeping_phone(demo, demo.base_url)
            taken[SERVER].append(measure(page, of_server=True))
            taken["nothing new"].append(ask_for_news(page))
            page.context.close()
            page = open_keeping_phone(demo, slow)
            taken[ON_3G].append(measure(page, of_server=False))
            page.context.close()
    for what, times in taken.items():
        aim = f"   aim: {AIMS[what]}" if what in AIMS else ""
        print(f"{GAMES} games, {what:<24} {statistics.median(times):>8.0f} ms{aim}")


def open_keeping_phone(demo: Demo, base_url: str) -> Page:
    page = open_phone(demo, base_url)
    expect(page.locator("main[data-keeps]")).to_be_attached(timeout=60_000)
    return page


def measure(page: Page, *, of_server: bool) -> float:
    """Milliseconds of the one request, or from the network's return until nothing waits any more."""
    page.context.set_offline(True)
    for _ in range(GAMES):
        save_a_game(page)
    answers: list[Response] = []
    page.context.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/ops/") else None)
    start = time.perf_counter()
    page.context.set_offline(False)
    expect(page.locator("main:not(.unsent)")).to_be_attached(timeout=60_000)
    whole = 1000 * (time.perf_counter() - start)
    if not of_server:
        return whole
    [answer] = answers  # one request, or this fails
    timing = answer.request.timing
    return timing["responseStart"] - timing["requestStart"]


def save_a_game(page: Page) -> None:
    page.evaluate(TAP_TWO)
    page.get_by_label("Augen Re", exact=True).fill("131")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_label("Augen Re", exact=True)).to_have_value("")


def ask_for_news(page: Page) -> float:
    taken: float = page.evaluate(
        """async () => {
          const start = performance.now();
          await fetch(document.querySelector("[data-follow]").dataset.follow);
          return performance.now() - start;
        }"""
    )
    return taken


# --- A slow network --------------------------------------------------------------------------------------------------


@contextmanager
def slow_way(server: str) -> Iterator[str]:
    """The address of a relay to the server, as slow as 3G in both directions."""
    port, begun = urlsplit(server).port, Future[tuple[int, Callable[[], object]]]()

    async def relay(phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        with suppress(asyncio.CancelledError):  # at the end
            await asyncio.gather(carry(phone, to_server, UP), carry(from_server, to_phone, DOWN))

    async def serve() -> None:
        listening, over = await asyncio.start_server(relay, "127.0.0.1", 0), asyncio.Event()
        loop = asyncio.get_running_loop()
        begun.set_result((listening.sockets[0].getsockname()[1], lambda: loop.call_soon_threadsafe(over.set)))
        await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    own_port, end = begun.result()
    try:
        yield f"http://localhost:{own_port}"
    finally:
        end()
        thread.join()


async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, rate: float) -> None:
    """Chunk after chunk, each as late as it has been on the way, and no faster than the line is."""
    free = 0.0
    loop = asyncio.get_running_loop()
    try:
        while chunk := await source.read(CHUNK):
            free = max(free, loop.time()) + len(chunk) / rate
            loop.call_at(free + DELAY, target.write, chunk)
        await asyncio.sleep(max(0.0, free - loop.time()) + 2 * DELAY)
    finally:
        target.close()


if __name__ == "__main__":
    main()
