"""Batched writing that lets others write in between."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from django.db import connection, transaction

LONGEST_PAUSE: Final = 0.5  # seconds
AT_ONCE: Final = 2  # of the eight threads of a server process; reading has places of its own

_places: Final = BoundedSemaphore(AT_ONCE)


@contextmanager
def write_piece() -> Iterator[None]:
    """Run a transaction, then pause for as long: half of the processor time stays free for others.

    Waiting writers get their turn between two pieces; but the threads of a process share one interpreter.
    """
    began = time.monotonic()
    with transaction.atomic():
        yield
    if not connection.in_atomic_block:
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


@contextmanager
def take_place() -> Iterator[bool]:
    """Yield whether there is a free place, and hold it during the `with`.

    There is no waiting, since it would block a thread too.
    """
    is_free = _places.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _places.release()
