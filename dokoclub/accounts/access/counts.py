"""How often was something done in this minute? Counted in memory that all processes of a server share."""

from __future__ import annotations

import mmap
import time
from hashlib import sha256
from threading import Lock
from typing import Final

WINDOW: Final = 60  # seconds
PLACES: Final = 1 << 16
_BITS: Final = 32  # of a place, for the count; the minute stands above


class SharedCounts:
    """A fixed number of places, so that no flood takes memory or washes a count away: who shares one by chance is
    counted together.

    Whatever is forked afterwards counts in the same places. Two processes that count at the same moment may count once:
    whoever asks so often is over the limit soon enough.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, PLACES * 8)
        self._places = memoryview(self._memory).cast("Q")
        self._lock = Lock()

    def count(self, what: str) -> int:
        """Count once more; how often it was in this minute."""
        place = int.from_bytes(sha256(what.encode()).digest()[:8]) % PLACES
        minute = int(time.time()) // WINDOW
        with self._lock:
            then, number = divmod(self._places[place], 1 << _BITS)
            number = number + 1 if then == minute else 1
            self._places[place] = (minute << _BITS) + number
        return number

    def clear(self) -> None:
        self._memory[:] = bytes(len(self._memory))
