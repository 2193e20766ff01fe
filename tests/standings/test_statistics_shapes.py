"""The shapes in the statistics: the heights of columns, and their starting points."""

from __future__ import annotations

from collections import Counter

from dokoclub.standings.presenters.statistics import COLUMN_WIDTH, find_spread


def test_121_augen_begin_a_column_as_they_are_enough_for_re() -> None:
    spread = find_spread(Counter({0: 1, 10: 1, 120: 4, 121: 2, 240: 1}))
    assert spread is not None
    assert [(column.x // COLUMN_WIDTH, column.is_enough) for column in spread.columns] == [
        (0, False),
        (11, False),
        (12, True),
        (23, True),
    ]
    assert [column.height for column in spread.columns] == ["50.0", "100.0", "50.0", "25.0"]
    assert (spread.below, spread.above) == (6, 3)
    assert find_spread(Counter()) is None
