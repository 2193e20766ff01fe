"""Which process takes the next connection? All of them listen to one address; whoever has more waits a moment for the
others. Left to themselves, one may take nearly all, and phones keep theirs for as long as they are looked at."""

from __future__ import annotations

import mmap
from time import monotonic as read_clock
from typing import Final

PLACES: Final = 64  # of processes
ALIVE: Final = 3  # seconds: whoever has not told anything for longer does not count
PAUSE: Final = 0.002  # seconds after which a process looks again whether the connection is still waiting
LONGEST: Final = 0.05  # seconds that a connection waits for a process with fewer; then anybody takes it
_BITS: Final = 16  # of a place, for the connections; the second in which they were told stands above


class Sharing:
    """How many connections each process has, in memory that those share which are forked afterwards."""

    def __init__(self) -> None:
        self._told = memoryview(mmap.mmap(-1, PLACES * 8)).cast("Q")

    def find_place(self, wish: int) -> int:
        """One that nobody uses, `wish` if possible."""
        places = [(wish + step) % PLACES for step in range(PLACES)]
        return next((place for place in places if not self._is_alive(place)), places[0])

    def tell_connections(self, place: int, number: int) -> None:
        """To be called every second at least."""
        self._told[place] = (int(read_clock()) << _BITS) + min(number, (1 << _BITS) - 1)

    def leave_place(self, place: int) -> None:
        self._told[place] = 0

    def has_fewest(self, place: int) -> bool:
        """No other process that is alive has fewer."""
        mine = self.count_connections(place)
        return all(self.count_connections(other) >= mine for other in range(PLACES) if self._is_alive(other))

    def count_connections(self, place: int) -> int:
        return self._told[place] % (1 << _BITS)

    def _is_alive(self, place: int) -> bool:
        return int(read_clock()) - (self._told[place] >> _BITS) < ALIVE and self._told[place] > 0


class Turn:
    """Of one process: may it take the connection that is waiting? It is asked only while one is."""

    def __init__(self, sharing: Sharing, place: int) -> None:
        self._sharing, self._place = sharing, place
        self._since = self._asked = 0.0

    def may_take(self) -> bool:
        """If not, ask again after PAUSE."""
        now = read_clock()
        if now - self._asked > LONGEST:  # another took the last one; this is a new one
            self._since = now
        self._asked = now
        return self._sharing.has_fewest(self._place) or now - self._since > LONGEST

    def note_taken(self) -> None:
        """One more, before all of them are counted again."""
        self._sharing.tell_connections(self._place, self._sharing.count_connections(self._place) + 1)
