"""How long does each writer wait for its turn? `python -m bench.queueing [SECONDS] [PROCESSES] [THREADS]`.

Only the queue, without any site: PROCESSES of THREADS each hold the turn for some milliseconds and then think. Some
think longer, so that it is crowded; a greedy process beside ones that come seldom; and nearly nobody.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from dokoclub.serving.queue import Queue

SECONDS: Final = 10.0
HOLD: Final = 0.008  # seconds of a turn: a save on a slow disk
# Seconds of thinking, in the first process and in all others.
CASES: Final = {"crowded": (0.0, 0.0), "busy": (0.2, 0.2), "one is greedy": (0.0, 1.0), "quiet": (2.0, 2.0)}


def main() -> None:
    if sys.argv[1:2] == ["write"]:
        write(Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), threads=int(sys.argv[5]))
        return
    told = dict(enumerate(map(float, sys.argv[1:])))
    seconds, processes, threads = told.get(0, SECONDS), told.get(1, 4), told.get(2, 8)
    print(f"{'case':<16} {'process':<10} {'turns':>7} {'median':>8} {'99 %':>8} {'most ms':>8}  99 % / median")
    for case, (first, others) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            thinking = [first, *[others] * (int(processes) - 1)]
            waits = measure(Path(folder, "queue"), seconds, thinking, int(threads))
        show(case, "greedy" if first != others else "first", waits[0])
        show(case, "others", [wait for some in waits[1:] for wait in some])
        show(case, "all", [wait for some in waits for wait in some])


def measure(path: Path, seconds: float, thinking: list[float], threads: int) -> list[list[float]]:
    """Milliseconds of each wait, by process."""
    command = [sys.executable, "-m", "bench.queueing", "write", str(path), str(seconds)]
    running = [
        subprocess.Popen([*command, str(think), str(threads)], stdout=subprocess.PIPE, text=True) for think in thinking
    ]
    return [[float(line) for line in one.communicate()[0].splitlines()] for one in running]


def write(path: Path, seconds: float, think: float, *, threads: int) -> None:
    queue, waits, end = Queue(path), [], time.monotonic() + seconds

    def go_on() -> None:
        dice = random.Random()
        while time.monotonic() < end:
            time.sleep(dice.expovariate(1 / think) if think else 0)
            began = time.perf_counter()
            queue.enter()
            waits.append(1000 * (time.perf_counter() - began))
            time.sleep(HOLD)
            queue.leave()

    writers = [threading.Thread(target=go_on) for _ in range(threads)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    print("\n".join(map(str, waits)))


def show(case: str, who: str, waits: list[float]) -> None:
    if len(waits) < 20:
        return
    cuts = statistics.quantiles(waits, n=100)
    ratio = cuts[98] / cuts[49]
    print(
        f"{case:<16} {who:<10} {len(waits):>7} {cuts[49]:>8.2f} {cuts[98]:>8.1f} {max(waits):>8.1f}  {ratio:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
