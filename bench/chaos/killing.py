"""The killer of processes: its targets, and their frequency."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bench.chaos.site import Site, backends_of, kill
from tests.throwaway_postgres import Cluster

PAUSES: Final = (0.2, 2.0)  # seconds between two
Kill = Callable[[], None]


class Killer(threading.Thread):
    """A thread that kills processes until `end`, and counts."""

    def __init__(self, sites: Sequence[Site], database: Cluster | None, end: threading.Event, *, seed: int) -> None:
        super().__init__(name="killer")
        self._sites, self._database, self._end, self._dice = sites, database, end, random.Random(seed)
        self.killed: Counter[str] = Counter()

    def run(self) -> None:
        while not self._end.wait(self._dice.uniform(*PAUSES)):
            ways = self._ways()
            name = self._dice.choices([*ways], weights=[weight for weight, _ in ways.values()])[0]
            ways[name][1]()
            self.killed[name] += 1
            if name != "worker":
                for site in self._sites:
                    site.wait()

    def _ways(self) -> dict[str, tuple[int, Kill]]:
        """Return the kinds of kills with their weights."""
        site = self._dice.choice(self._sites)
        ways: dict[str, tuple[int, Kill]] = {
            "worker": (88, lambda: site.kill_worker(self._dice.randrange(8))),
            "master": (4, site.kill_master),
            "master and workers": (4, site.kill_all),
        }
        if self._database is not None:
            ways["database process"] = (80, self._kill_backend)
            ways["database server"] = (16, self._crash_database)
        return ways

    def _kill_backend(self) -> None:
        assert self._database is not None
        if backends := backends_of(self._database):
            kill(self._dice.choice(backends))

    def _crash_database(self) -> None:
        assert self._database is not None
        self._database.stop()
        self._database.start()
