"""How many read a stranger's file at the same time, in all processes of the server together?"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

AT_ONCE: Final = 2  # more of them would leave nothing to who saves a game
LOOK_EVERY: Final = 0.1  # seconds


@contextmanager
def take_place(patience: float) -> Iterator[bool]:
    """Wait up to `patience` seconds for a place; whether there is one, inside the `with`.

    A place is a lock of a file: the system gives back that of a process which is killed.
    """
    end = time.monotonic() + patience
    place = _find_place()
    while place is None and time.monotonic() < end:
        time.sleep(LOOK_EVERY)
        place = _find_place()
    try:
        yield place is not None
    finally:
        if place is not None:
            os.close(place)


def _find_place() -> int | None:
    for number in range(AT_ONCE):
        place = os.open(
            Path(settings.DATA_DIR) / f"reading-{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(place)
        else:
            return place
    return None
