"""Whatever a network does to the phones' batches, nothing is lost, and nothing is written twice.

    DOKO_WALKS=1000 DOKO_SEED=7 python -m pytest -n0 tests/evenings/test_phones.py

runs other walks; `python -m bench.interleavings` does it and reports the events on them.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Final

import pytest

from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.phones import Walk

WALKS: Final = int(os.environ.get("DOKO_WALKS", "100"))
FIRST: Final = int(os.environ.get("DOKO_SEED", "0")) * 1_000_000
AT_ONCE: Final = 10
LONGEST: Final = 30  # steps of a walk


def walk(cast: Cast, seed: int, steps: int) -> Walk:
    walked = Walk(cast, papers.sheet(cast), seed)
    try:
        walked.run(steps)
    except AssertionError as wrong:
        raise Lost(walked.trace, wrong) from wrong
    return walked


class Lost(Exception):
    def __init__(self, trace: list[str], wrong: AssertionError) -> None:
        super().__init__("\n".join([*trace, str(wrong)]))


@pytest.mark.promise("network")
@pytest.mark.cases
@pytest.mark.parametrize("start", range(FIRST, FIRST + WALKS, AT_ONCE))
def test_nothing_is_lost_and_nothing_is_doubled(cast: Cast, start: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(start, start + AT_ONCE):
        steps = 6 + seed % (LONGEST - 6)
        try:
            met += walk(cast, seed, steps).counted
        except Lost:
            shortest(cast, seed, steps)
            raise
    print(dict(met.most_common()))


def shortest(cast: Cast, seed: int, steps: int) -> None:
    """Raise the error of the shortest version of the same walk that still fails."""
    for fewer in range(1, steps):
        try:
            walk(cast, seed, fewer)
        except Lost as lost:
            raise AssertionError(f"seed {seed}, {fewer} steps:\n{lost}") from lost
