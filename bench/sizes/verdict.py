"""Comparison of a page's times among many clubs and among few."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

AIM: Final = 1.2  # times the time among the fewest clubs


class Taken(NamedTuple):
    """The time of one answer: milliseconds of the clock, and of all processors, including the database's."""

    clock: float
    processor: float


Times: TypeAlias = dict[int, list[Taken]]  # by the number of clubs


class Seen(NamedTuple):
    """Medians by the number of clubs, and the ratio of the largest to the smallest."""

    clock: dict[int, float]
    processor: dict[int, float]

    @property
    def ratio(self) -> float:
        """Return the ratio of processor time, which other jobs on the machine do not change."""
        return _ratio(self.processor)

    @property
    def ratio_of_clock(self) -> float:
        return _ratio(self.clock)


def _ratio(medians: dict[int, float]) -> float:
    return medians[max(medians)] / medians[min(medians)]


def see_page(times: Times) -> Seen:
    clock = {number: statistics.median(one.clock for one in taken) for number, taken in sorted(times.items())}
    spent = {number: statistics.median(one.processor for one in taken) for number, taken in sorted(times.items())}
    return Seen(clock, spent)


def find_slower(taken: Mapping[str, Times]) -> list[str]:
    """List the pages that seem to take too much time in the largest database."""
    return [name for name, times in taken.items() if see_page(times).ratio > AIM]


def compare(taken: Mapping[str, Times]) -> Iterator[str]:
    """Yield the table of times, sorted by growth, the largest last."""
    seen = {name: see_page(times) for name, times in taken.items()}
    sizes = sorted(next(iter(seen.values())).clock)
    yield f"{'processor ms by clubs, medians':<48}" + "".join(f"{size:>8}" for size in sizes) + "   ratio   clock's"
    for name, page in sorted(seen.items(), key=lambda item: item[1].ratio):
        row = "".join(f"{page.processor[size]:>8.1f}" for size in sizes)
        yield f"{name:<48}{row}{page.ratio:>8.2f}{page.ratio_of_clock:>10.2f}"
    for word, ratios in (
        ("processor", [page.ratio for page in seen.values()]),
        ("clock", [page.ratio_of_clock for page in seen.values()]),
    ):
        middle, below = statistics.median(ratios), sum(ratio <= AIM for ratio in ratios)
        most = f"at most {max(ratios):.2f}; {below} of {len(ratios)} within {AIM}"
        yield f"{word}: ratio in the middle {middle:.2f}, {most}"
