"""How much long writing is done at the same time: the other threads of a server process are for who saves a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

AT_ONCE: Final = 2  # of a server process of eight threads; reading has places of its own

_places: Final = BoundedSemaphore(AT_ONCE)


@contextmanager
def take_place() -> Iterator[bool]:
    """Whether there is one, for as long as the `with` lasts. Nobody waits: that would take a thread as well."""
    is_free = _places.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _places.release()
