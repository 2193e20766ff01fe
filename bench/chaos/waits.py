"""How long is waited for the turn to write: noted in a file by the server's processes, and read again."""

from __future__ import annotations

import os
import statistics
import struct
import time
from collections import defaultdict
from pathlib import Path
from typing import Final

from dokoclub.serving.queue import LONGEST_WAIT, Queue

WAIT: Final = struct.Struct("<id")  # process, seconds
TIMES_AS_LONG: Final = 10  # the median: 99 of 100 are below


def note_waits(path: str) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    enter = Queue.enter

    def enter_and_note(queue: Queue, seconds: float = LONGEST_WAIT) -> None:
        began = time.perf_counter()
        try:
            enter(queue, seconds)
        finally:
            os.write(file, WAIT.pack(os.getpid(), time.perf_counter() - began))

    Queue.enter = enter_and_note  # type: ignore[method-assign, assignment]


def show_waits(path: Path) -> None:
    if not path.exists():
        return
    noted: defaultdict[int, list[float]] = defaultdict(list)
    for process, seconds in WAIT.iter_unpack(path.read_bytes()):
        noted[process].append(1000 * seconds)
    all_of_them = [wait for some in noted.values() for wait in some]
    for name, waits in [*((f"process {pid}", some) for pid, some in noted.items()), ("all", all_of_them)]:
        if len(waits) < 100:
            continue
        cuts = statistics.quantiles(waits, n=1000)
        median, high, higher = cuts[499], cuts[989], cuts[998]
        times = f"median {median:.1f} ms, 99 % {high:.1f} ({high / median:.1f} × median, aim {TIMES_AS_LONG})"
        print(f"waits of {name:<14} {len(waits):>6}: {times}, 99.9 % {higher:.1f}, most {max(waits):.1f}")
