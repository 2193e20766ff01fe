"""How much do all cores together do, beside one alone? No server can do more: where two share a clock, it is not 2."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from bench.crowd import count_cores

ROUNDS: Final = 9
SECONDS: Final = 0.25


def measure_together() -> float:
    """Times as much as one: what Python does all day, which is making small things and looking them up."""
    cores = count_cores()
    with ProcessPoolExecutor(cores) as pool:
        rounds = [(_spin_at_once(pool, 1), _spin_at_once(pool, cores)) for _ in range(ROUNDS)]
    return statistics.median(all_of_them / one for one, all_of_them in rounds)


def _spin_at_once(pool: ProcessPoolExecutor, number: int) -> float:
    """Turns a second."""
    end = time.monotonic() + SECONDS
    return sum(pool.map(spin, [end] * number))


def spin(end: float) -> float:
    """Turns a second until then."""
    begin, turns = time.monotonic(), 0
    while time.monotonic() < end:
        {str(number): [number] for number in range(200)}
        turns += 1
    return turns / (time.monotonic() - begin)


if __name__ == "__main__":
    print(f"{count_cores()} cores do {measure_together():.2f} × as much as one.")
