"""Write much, and let others write meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from django.db import connection, transaction

LONGEST_PAUSE: Final = 0.5  # seconds
AT_ONCE: Final = 2  # of a server process of eight threads; reading has places of its own

_places: Final = BoundedSemaphore(AT_ONCE)


@contextmanager
def write_piece() -> Iterator[None]:
    """A transaction, and then a pause as long as it: half of the time the processor is everybody else's.

    Who waits to write comes in turn between two pieces; but the threads of a process share one interpreter.
    """
    began = time.monotonic()
    with transaction.atomic():
        yield
    if not connection.in_atomic_block:
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


@contextmanager
def take_place() -> Iterator[bool]:
    """Whether there is one, for as long as the `with` lasts. Nobody waits: that would take a thread as well."""
    is_free = _places.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _places.release()
