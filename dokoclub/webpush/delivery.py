"""One request to a push service: no redirect, a limit of time for all of it, and of its answer only the status is read.

http.client would do less: its limit holds for each packet, it looks the name up itself, and reads heads of any number.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Final

from dokoclub.webpush.places import Address, Place, Unreachable, find_address, read_place

SECONDS: Final = 10.0  # for the name, and as long again for everything else
LONGEST_LINE: Final = 1024  # bytes read in search of the status
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)[ \r]")


def post_message(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The status that the push service answers. Raises Unreachable, and ValueError for an address that may not be."""
    place = read_place(url)
    address = find_address(place, SECONDS)
    try:
        with _connected(place, address) as connection:
            connection.sendall(_head_of(place, body, headers) + body)
            return _read_status(connection)
    except OSError as wrong:  # also of TLS
        raise Unreachable(type(wrong).__name__) from None


@contextmanager
def _connected(place: Place, address: Address) -> Iterator[ssl.SSLSocket]:
    """To that address and no other; the certificate must be that of the name."""
    with socket.socket(address.family, socket.SOCK_STREAM) as plain, plain.dup() as same:
        plain.settimeout(SECONDS)
        end = Timer(SECONDS, _hang_up, (same,))
        end.daemon = True
        end.start()
        try:
            plain.connect(address.at)
            with trusted_context().wrap_socket(plain, server_hostname=place.host) as secured:
                yield secured
        finally:
            end.cancel()


def trusted_context() -> ssl.SSLContext:
    """Whose certificates are believed: those of the machine."""
    return ssl.create_default_context()


def _hang_up(connection: socket.socket) -> None:
    """Whoever waits on it is told at once, however many bytes still trickle."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _head_of(place: Place, body: bytes, headers: Mapping[str, str]) -> bytes:
    given = {
        "Host": place.origin.removeprefix("https://"),
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _read_status(connection: ssl.SSLSocket) -> int:
    read = b""
    while b"\n" not in read and len(read) < LONGEST_LINE:
        more = connection.recv(LONGEST_LINE)
        if not more:
            break
        read += more
    found = _STATUS.match(read)
    if found is None:
        raise Unreachable("no answer of HTTP")
    return int(found[1])
