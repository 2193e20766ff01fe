"""Where may a message go? Its address comes from a browser: to a push service outside, never into our own network."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from queue import Empty, SimpleQueue
from re import compile as pattern
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

LONGEST: Final = 1000  # characters of an address; those of Microsoft have some 500
PORTS: Final = frozenset({443})
_NAME: Final = pattern(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
_PLAIN: Final = pattern(r"[!-~]+")  # what may stand in the first line of a request
_PROTOCOLS: Final = IPv4Network("192.0.0.0/24")  # of the IETF; older Pythons take half of it for global
_UNICAST: Final = IPv6Network("2000::/3")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # an IPv4 address in the last 32 bits


class Unreachable(Exception):
    """Nothing was delivered, or nobody said so. Its text says why, without an address."""


class Place(NamedTuple):
    """A push service, and what it calls the browser."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"https://{self.host}" if self.port == 443 else f"https://{self.host}:{self.port}"


class Address(NamedTuple):
    """As a socket takes it."""

    family: int
    at: tuple[Any, ...]


def read_place(url: str) -> Place:
    """Raises ValueError for everything but https to a name, on the usual port, with nothing secret in front of it."""
    if len(url) > LONGEST or not _PLAIN.fullmatch(url):
        raise ValueError("too long, or with strange letters")
    parts = urlsplit(url)
    host, port = (parts.hostname or "").rstrip("."), 443 if parts.port is None else parts.port
    if parts.scheme != "https" or "@" in parts.netloc or parts.fragment:
        raise ValueError("not https, or with a name and a password")
    if port not in PORTS or not _NAME.fullmatch(host):
        raise ValueError("not the name of a machine on the internet")
    return Place(host, port, _path_of(parts))


def _path_of(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def find_address(place: Place, seconds: float) -> Address:
    """Where to connect: it is asked for once, so that no second answer leads elsewhere.

    Raises Unreachable, also where a single one of the addresses is not of the internet: no push service is so.
    """
    found = _within(seconds, lambda: socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM))
    addresses = [Address(info[0], info[4]) for info in found]
    if not addresses or not all(is_public(str(address.at[0])) for address in addresses):
        raise Unreachable("no address on the internet")
    return addresses[0]


def is_public(text: str) -> bool:
    """Of the internet: neither this machine nor its network, nobody's, nor that of many."""
    address = ip_address(text)
    inner = _carried(address) if isinstance(address, IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    return address.is_global and not address.is_multicast and address not in _PROTOCOLS


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which an IPv6 address leads in the end."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _within(seconds: float, ask: Callable[[], list[Any]]) -> list[Any]:
    """Names are looked up without a limit of time, so it is done beside. Raises Unreachable."""
    answers: SimpleQueue[list[Any]] = SimpleQueue()

    def answer() -> None:
        try:
            answers.put(ask())
        except (OSError, UnicodeError):
            answers.put([])

    Thread(target=answer, daemon=True).start()
    try:
        return answers.get(timeout=seconds)
    except Empty:
        raise Unreachable("its name was not found in time") from None
