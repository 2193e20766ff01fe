"""Columns of an imported table as numbers, and which of them could hold the points of a player."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from scoring.tables.cells import is_empty, is_number, read_number
from scoring.terms import PLAYING

MOST_ROWS: Final = 200  # rows examined
SCALE: Final = 100  # points are compared in hundredths, so that half points are whole
_FEWEST_COUNTED: Final = 2  # fewest rows to recognize a counting column
_FEWEST_SAME: Final = 3  # fewest rows to recognize a constant column or a running total

Rows = Sequence[Sequence[str]]


class Candidate(NamedTuple):
    """A column with numbers."""

    at: int  # its index
    written: list[int | None]  # by row; None if nothing or no number is written

    @property
    def zeroed(self) -> list[int]:
        """Return the numbers with an empty cell as 0."""
        return [number or 0 for number in self.written]

    @property
    def carried(self) -> list[int]:
        """Return the numbers with an empty cell as the number above, as in running totals."""
        return list(accumulate(self.written, lambda before, number: before if number is None else number, initial=0))[
            1:
        ]

    @property
    def numbers(self) -> list[int]:
        return [number for number in self.written if number is not None]

    def has_sign(self, sign: int) -> bool:
        """Return True if the column has points, all of this sign."""
        return any(self.numbers) and all(sign * number >= 0 for number in self.numbers)


class Candidates(NamedTuple):
    """The columns with numbers, classified by their content."""

    likely: list[Candidate]
    apart: list[Candidate]  # count rows, or never change
    nil: list[Candidate]  # nothing but 0
    idle: list[int]  # indexes of columns with nothing but 0 or marks
    slips: list[int]  # indexes of columns that mix text with numbers, or with nothing but empty cells
    rows: int
    blank: list[int]  # indexes of columns without a cell


def find_candidates(rows: Rows, columns: Sequence[int]) -> Candidates:
    """Sort the columns, given by index."""
    whole = {index: [row[index] if index < len(row) else "" for row in rows] for index in columns}
    found = {index: cells for index, cells in whole.items() if _is_of_numbers(cells)}
    told = [row for row in range(len(rows)) if not any(_is_slip(cells[row]) for cells in found.values())]
    kept = {index: Candidate(index, [_number(cells[row]) for row in told]) for index, cells in found.items()}
    every = {index: Candidate(index, [_number(cell) for cell in cells]) for index, cells in found.items()}
    nil = [index for index, column in every.items() if not any(column.numbers)]
    apart = [index for index, one in every.items() if index not in nil and _is_apart(one.numbers)]
    likely = [column for index, column in kept.items() if index not in nil and index not in apart]
    idle = sorted([*nil, *(index for index, cells in whole.items() if _is_of_marks(cells))])
    slips = [index for index, cells in whole.items() if index not in found and index not in idle and _may_slip(cells)]
    alone = [kept[at] for at in apart]
    blank = [index for index, cells in whole.items() if not any(cells)]
    likely = _without_running_totals(likely, alone)
    return Candidates(likely, alone, [kept[at] for at in nil], idle, slips, len(told), blank)


def _is_apart(numbers: Sequence[int]) -> bool:
    return _counts(numbers) or _never_changes(numbers)


def _number(cell: str) -> int | None:
    value = None if is_empty(cell) else read_number(cell)
    return None if value is None else int(value * Decimal(SCALE))


def _is_slip(cell: str) -> bool:
    return not is_empty(cell) and not is_number(cell)


def _is_of_numbers(cells: Sequence[str]) -> bool:
    """Return True if four fifths of the filled cells are numbers, or all but one of a few."""
    written = [cell for cell in cells if not is_empty(cell)]
    numbers = sum(map(is_number, written))
    return numbers > 0 and (5 * numbers >= 4 * len(written) or (len(written) - numbers == 1 and numbers > 1))


def _may_slip(cells: Sequence[str]) -> bool:
    """Return True if the texts of a column may be mistyped numbers: there are numbers, too, or only one text."""
    return any(map(is_number, cells)) or sum(map(_is_slip, cells)) == 1


def _is_of_marks(cells: Sequence[str]) -> bool:
    """Return True for a column whose marks may say that somebody did not play."""
    return any(cells) and all(map(is_empty, cells))


def _counts(numbers: Sequence[int]) -> bool:
    """Return True for numbered games, rounds or years: 1 2 3 …, 1 1 2 2 …, or from 1 again each evening."""
    steps = [after - before for before, after in pairwise(numbers)]
    rises = sum(step == SCALE for step in steps)
    restarts = all(step in (0, SCALE) or after == SCALE for step, after in zip(steps, numbers[1:], strict=True))
    is_long = len(numbers) > _FEWEST_COUNTED or numbers[:1] == [SCALE]
    return is_long and len(numbers) >= _FEWEST_COUNTED and min(numbers) > 0 and restarts and rises > 0


def _never_changes(numbers: Sequence[int]) -> bool:
    return len(numbers) >= _FEWEST_SAME and len(set(numbers)) == 1


def _without_running_totals(columns: list[Candidate], apart: Sequence[Candidate]) -> list[Candidate]:
    """Drop columns that sum up another one, also one of `apart`, if there are enough for a whole table."""
    totals = {one.at for one in columns for other in (*columns, *apart) if one is not other and sums_up(one, other)}
    return [column for column in columns if len(totals) < PLAYING or column.at not in totals]


def sums_up(one: Candidate, other: Candidate) -> bool:
    """Return True if `one` is the running total of `other` in most rows where either of them changes.

    A total also stays where the other has no points: partners who won the same games go back to 0 there.
    """
    total = one.carried
    steps = [
        after - before == number
        for before, after, number in zip([0, *total], total, other.zeroed, strict=False)
        if number or after != before
    ]
    return len(steps) > 1 and len(total) >= _FEWEST_SAME and total != other.zeroed and 5 * sum(steps) >= 4 * len(steps)


def in_steps(columns: Sequence[Candidate]) -> Iterator[list[int]]:
    """Yield the rows of the columns as steps between running totals."""
    before = [0] * len(columns)
    for row in zip(*(column.carried for column in columns), strict=True):
        yield [after - then for then, after in zip(before, row, strict=True)]
        before = list(row)


def as_written(columns: Sequence[Candidate]) -> Iterator[list[int]]:
    return (list(row) for row in zip(*(column.zeroed for column in columns), strict=True))
