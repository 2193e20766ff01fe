"""What was measured, beside what was aimed at.

ms: the median of whole requests; server: milliseconds of the processor that its processes took for an answer, and for
a game that is saved before each; busiest: how much of it one of them took; clients: what these took of all processors.
What was aimed at and missed says NOT.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bench.measures import Measured
from bench.rows import BARE_INSERT, BARE_PAGE, SAVES

MORE_BY_EIGHT: Final = 1.6  # times as many a second as one client
CLIENTS_TAKE: Final = 0.1  # of the processors; above that only as many more as of the bare page
OF_INSERTS: Final = 1 / 3
SPREAD: Final = 4.0  # times their median are 95 % of saves


class Aim(NamedTuple):
    told: str
    is_reached: bool


def show_measured(measured: Mapping[str, Measured]) -> None:
    print(f"{'':<36}{'one client':^28} | {'eight at once':^50} |")
    print(f"{'':<36}{'ms':>10}{'in 1 s':>8}{'server':>10} | {'in 1 s':>8}{'95 %':>8}{'× one':>8}", end="")
    print(f"{'server':>10}{'busiest':>8}{'clients':>8} | found (aims)")
    missed = 0
    for name, found in measured.items():
        one, eight = found.one, found.eight
        aims = list(list_aims(name, measured))
        missed += sum(not aim.is_reached for aim in aims)
        print(f"{name:<36}{one.median:>10.1f}{one.rate:>8.1f}{one.spent:>10.1f} | {eight.rate:>8.1f}", end="")
        print(f"{eight.high:>8.0f}{eight.rate / one.rate:>8.2f}{eight.spent:>10.1f}", end="")
        print(f"{statistics.median(eight.busiest):>8.0%}{max(eight.clients):>8.0%} | ", end="")
        print("; ".join(map(tell_aim, aims)), flush=True)
    print(f"{missed} aims were missed (NOT)." if missed else "All aims were reached.")


def tell_aim(aim: Aim) -> str:
    return aim.told if aim.is_reached else f"{aim.told} NOT"


def list_aims(name: str, measured: Mapping[str, Measured]) -> Iterator[Aim]:
    """Each with what was found."""
    found, page, insert = measured[name], measured[BARE_PAGE], measured[BARE_INSERT]
    row, beside = found.row, measured[found.row.beside]
    if found is not beside:
        by_processor = found.one.spent / (beside.one.spent or 1)
        yield compare(found.one.median / beside.one.median, row.aim, f"bare, {by_processor:.2f} by the processor")
    if row.twin in measured:
        yield compare(found.one.median / measured[row.twin].one.median, row.twin_aim, row.twin)
    if name in SAVES:
        share = found.eight.rate / insert.eight.rate
        yield Aim(f"{share:.2f} of inserts (≥ 0.33)", share >= OF_INSERTS)
        yield compare(found.eight.high / found.eight.median, SPREAD, "median of eight")
    more, least = found.eight.rate / found.one.rate, MORE_BY_EIGHT
    if max(found.eight.clients) > CLIENTS_TAKE:
        least = min(least, page.eight.rate / page.one.rate)
    yield Aim(f"eight × {more:.2f} (≥ {least:.2f})", more >= least)


def compare(times: float, most: float | None, what: str) -> Aim:
    return Aim(f"{times:.2f} × {what}" + (f" (≤ {most:g})" if most else ""), most is None or times <= most)
