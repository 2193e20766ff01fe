"""Does the site answer while others send slowly, or too much? `python -m bench.connections [SECONDS] [SERVER…]`.

For each server the time of /healthz (a new connection each time, as a phone comes) and of saving a game, first alone,
then under each attack: 1,000 connections that never finish their head, 200 bodies of a byte a second, 300 MB sent by a
stranger, with its length and in pieces without one. SERVER: `ours`, or gunicorn's `gthread`, to compare.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Final, TypeAlias

from bench.pages import prepared
from bench.serving import Question, Visitor, free_port, served

SECONDS: Final = 20.0
SERVERS: Final = {
    "ours": "",
    "gthread": "--worker-class gthread --threads 8",
    "gthread 64": "--worker-class gthread --threads 64",
}
HALF_OPEN, SLOW_BODIES, FLOOD = 1000, 200, 300 * 1024 * 1024
HOST: Final = "127.0.0.1"
Attack: TypeAlias = Callable[[int], Coroutine[None, None, None]]


async def nothing(port: int) -> None:
    """To compare."""


async def half_open(port: int) -> None:
    await asyncio.gather(*(hold(port, b"GET / HTTP/1.1\r\nHost: x\r\n") for _ in range(HALF_OPEN)))


async def slow_bodies(port: int) -> None:
    head = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
    await asyncio.gather(*(hold(port, head, dripping=True) for _ in range(SLOW_BODIES)))


async def hold(port: int, head: bytes, *, dripping: bool = False) -> None:
    """A connection that is never done; who is thrown out comes again."""
    while True:
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(head)
            while not writer.is_closing():
                await asyncio.sleep(1)
                if dripping:
                    writer.write(b"x")
                    await writer.drain()
        await asyncio.sleep(0.2)


async def flood(port: int) -> None:
    length = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % FLOOD
    pieces = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await asyncio.gather(pour(port, length, b"x" * 65536), pour(port, pieces, b"10000\r\n" + b"x" * 65536 + b"\r\n"))


async def pour(port: int, head: bytes, piece: bytes) -> None:
    while True:
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(head)
            for _ in range(FLOOD // len(piece)):
                writer.write(piece)
                await writer.drain()
            writer.close()
        await asyncio.sleep(0.2)


ATTACKS: Final[dict[str, Attack]] = {
    "nobody else": nothing,
    "1,000 half heads": half_open,
    "200 slow bodies": slow_bodies,
    "300 MB, twice": flood,
}


@contextmanager
def under(attack: Attack, port: int) -> Iterator[None]:
    loop = asyncio.new_event_loop()
    task = loop.create_task(attack(port))

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(3 if attack is not nothing else 0)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


def times_of(questions: Callable[[], Iterable[Question]], seconds: float) -> tuple[list[float], int]:
    """Milliseconds of those that were answered, and how many were not within ten seconds."""
    taken, unanswered, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for question in questions():
            try:
                taken.append(Visitor(timeout=10).ask(question))
            except (OSError, HTTPException):
                unanswered += 1
            if time.monotonic() > end:
                break
    return taken, unanswered


def told(times: tuple[list[float], int]) -> str:
    taken, unanswered = times
    if not taken:
        return f"no answer ({unanswered} asked)"
    lost = f", {unanswered} not answered" if unanswered else ""
    return f"{statistics.median(taken):.0f} ms, at most {max(taken):.0f}{lost}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://{HOST}:{port}", "DEMO": "1"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        _pages, written = prepared(port, port)
        print(f"{'server':<12} {'while':<18} {'/healthz':<38} saving a game")
        for server in sys.argv[2:] or SERVERS:
            os.environ["GUNICORN_CMD_ARGS"] = SERVERS[server]
            with served("dokoclub.wsgi", port, threads=None):
                for name, attack in ATTACKS.items():
                    with under(attack, port):
                        health = times_of(lambda: [Question("health", port, "/healthz")], seconds / 2)
                        saves = times_of(lambda: first_saves(written), seconds / 2)
                    print(f"{server:<12} {name:<18} {told(health):<38} {told(saves)}", flush=True)


def first_saves(written: Callable[[], Iterable[Question]]) -> Iterator[Question]:
    return (question for question in itertools.islice(written(), 2) if question.name == "save game 1")


if __name__ == "__main__":
    main()
