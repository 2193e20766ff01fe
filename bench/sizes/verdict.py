"""Is a page as fast among 5,000 clubs as among ten?"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

Times: TypeAlias = dict[int, list[float]]  # milliseconds by the number of clubs
AIM: Final = 1.2  # times what it takes among the fewest


class Seen(NamedTuple):
    medians: dict[int, float]
    ratio: float  # the largest to the smallest


def show_page(times: Times) -> Seen:
    medians = {number: statistics.median(taken) for number, taken in sorted(times.items())}
    return Seen(medians, medians[max(medians)] / medians[min(medians)])


def slower(taken: Mapping[str, Times]) -> list[str]:
    """Those that seem to take too long among the most."""
    return [name for name, times in taken.items() if show_page(times).ratio > AIM]


def compare(taken: Mapping[str, Times]) -> Iterator[str]:
    """The slowest to grow last."""
    seen = {name: show_page(times) for name, times in taken.items()}
    sizes = sorted(next(iter(seen.values())).medians)
    yield f"{'median ms by clubs':<48}" + "".join(f"{size:>9}" for size in sizes) + f"{'ratio':>9}"
    for name, page in sorted(seen.items(), key=lambda item: item[1].ratio):
        yield f"{name:<48}" + "".join(f"{page.medians[size]:>9.1f}" for size in sizes) + f"{page.ratio:>9.2f}"
    ratios = sorted(page.ratio for page in seen.values())
    middle = statistics.median(ratios)
    yield f"{len(ratios)} pages: ratio in the middle {middle:.2f}, at most {ratios[-1]:.2f} (aim {AIM})"
