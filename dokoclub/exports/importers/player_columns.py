"""Detection of the players' columns: the numbers decide, headings only if the numbers leave a choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from dokoclub.exports.importers.cells import day_in, is_empty, is_number, read_number
from scoring.terms import PLAYING, TABLE_SIZES

MOST_ROWS: Final = 60  # rows examined
MOST_SEARCHED: Final = 11  # up to this many columns, all sets are tried; above, only sets with few columns missing
MOST_MISSING: Final = 2
_FEWEST: Final = 2  # fewest rows to recognize a counting column
_FEWEST_SAME: Final = 3  # fewest rows to recognize a constant column

Rows = Sequence[Sequence[str]]


class Found(NamedTuple):
    """Indexes of the players' columns; `others`: other columns are just as plausible."""

    columns: list[int]
    others: bool = False


class _Column(NamedTuple):
    at: int  # its index
    numbers: list[int]  # by row, half points doubled; 0 if there is none
    is_named: bool  # its heading may be a name
    is_apart: bool  # it counts rows, is constant or holds days
    is_idle: bool  # it has text, but never points

    @property
    def is_plain(self) -> bool:
        return self.is_named and not self.is_apart


def find_players(rows: Rows, names: Collection[int], others: Collection[int], *, sign: int, wide: int = 0) -> Found:
    """Find the columns whose rows sum to zero, or those of one sign.

    `names`: columns whose headings may be names; `others`: columns with other headings. `sign`: 1 or -1 if the club
    writes only plus or minus points. `wide`: the number of players, if given.
    """
    some = rows[:MOST_ROWS]
    columns = [_column(some, index, is_named=index in names) for index in sorted({*names, *others})]
    usable = [
        column for column in columns if _is_of_numbers(some, column.at) and (column.is_named or any(column.numbers))
    ]
    plain = [column for column in usable if column.is_plain]
    telling = [at for at, row in enumerate(some) if _tells(row, at, plain or usable)]
    plain, usable = _without_running_totals(plain, telling), _without_running_totals(usable, telling)
    active = [column for column in plain if not column.is_idle]
    has_idle = max(PLAYING, wide) <= len(active) < len(plain)
    best = _best_sets(active if has_idle else plain, usable, telling, wide)
    if best:
        return Found([column.at for column in best[0]], others=len(best) > 1 or has_idle)
    if wide:
        return Found([column.at for column in plain][:wide])
    one_sided = _one_sided(plain, sign)
    return Found([column.at for column in one_sided], others=not sign and len(one_sided) < len(plain))


def is_of_days(cells: Sequence[str]) -> bool:
    """Return True if a column, without its empty cells, holds nothing but days."""
    return bool(cells) and all(map(day_in, cells))


def _column(rows: Rows, index: int, *, is_named: bool) -> _Column:
    cells = [row[index] if index < len(row) else "" for row in rows]
    numbers = [int(2 * (read_number(cell) or 0)) for cell in cells]
    written = [cell for cell in cells if not is_empty(cell)]
    found = [number for cell, number in zip(cells, numbers, strict=True) if is_number(cell)]
    is_full = len(found) == len(rows)
    is_apart = is_of_days(written) or (is_full and (_counts(found) or _never_changes(found)))
    return _Column(index, numbers, is_named, is_apart, is_idle=not any(numbers) and any(map(str.strip, cells)))


def _is_of_numbers(rows: Rows, index: int) -> bool:
    written = [row[index] for row in rows if index < len(row) and not is_empty(row[index])]
    return 2 * sum(map(is_number, written)) >= len(written)


def _tells(row: Sequence[str], at: int, columns: Sequence[_Column]) -> bool:
    """Return True if a row holds points and only numbers: a row with a slip cannot show the players' columns."""
    cells = [row[column.at] for column in columns if column.at < len(row)]
    is_whole = all(is_empty(cell) or is_number(cell) for cell in cells)
    return is_whole and any(column.numbers[at] for column in columns)


def _counts(numbers: Sequence[int]) -> bool:
    """Return True for numbered games, rounds or years: 1 2 3 …, 1 1 2 2 …, or from 1 again each evening."""
    steps = [after - before for before, after in pairwise(numbers)]
    rises = sum(step == 2 for step in steps)
    anew = all(step in (0, 2) or after == 2 for step, after in zip(steps, numbers[1:], strict=True))
    return len(numbers) >= _FEWEST and min(numbers) > 0 and anew and rises > 0


def _never_changes(numbers: Sequence[int]) -> bool:
    return len(numbers) >= _FEWEST_SAME and len(set(numbers)) == 1 and numbers[0] != 0


def _without_running_totals(columns: Sequence[_Column], telling: Sequence[int]) -> list[_Column]:
    """Drop columns that sum up another column, if there are enough for a whole table."""
    totals = {one.at for one in columns for other in columns if one is not other and _sums_up(one, other, len(telling))}
    return [column for column in columns if len(totals) < PLAYING or column.at not in totals]


def _sums_up(one: _Column, other: _Column, rows: int) -> bool:
    """Return True if `one` is a running total of `other` in most rows with points."""
    steps = [
        after - before == number
        for before, after, number in zip([0, *one.numbers], one.numbers, other.numbers, strict=False)
        if number
    ]
    return rows >= _FEWEST_SAME and one.numbers != other.numbers and 5 * sum(steps) >= 4 * len(steps) > 0


def _best_sets(
    plain: Sequence[_Column], usable: Sequence[_Column], telling: Sequence[int], wide: int
) -> list[tuple[_Column, ...]]:
    """List column sets that sum to zero in most rows: those with the most such rows, most plausible first."""
    if not telling:
        return []
    if len(plain) >= PLAYING and wide in (0, len(plain)) and _zeros(plain, telling) == len(telling):
        return [tuple(plain)]
    found: list[tuple[tuple[int, int, int], tuple[_Column, ...]]] = []
    for some in _sets(usable, wide):
        zeros = _zeros(some, telling)
        if 5 * zeros >= 4 * len(telling) and not _is_disguised(some, usable):
            odd = sum(2 * (not column.is_named) + column.is_apart for column in some)
            found.append(((zeros, -odd, len(some)), some))
    if not found:
        return []
    most = max(worth for worth, _ in found)
    best = [some for worth, some in found if worth == most]
    widest = {column.at for column in best[0]}
    rivals = [
        some
        for (zeros, odd, _), some in found
        if (zeros, odd) == most[:2] and not {column.at for column in some} <= widest
    ]
    return [best[0], *rivals]


def _zeros(some: Sequence[_Column], telling: Sequence[int]) -> int:
    """Count the rows that sum to zero without being all zeros."""
    count = 0
    for at in telling:
        values = [column.numbers[at] for column in some]
        count += sum(values) == 0 and any(values)
    return count


def _sets(columns: Sequence[_Column], wide: int) -> Iterator[tuple[_Column, ...]]:
    sizes = [wide] if wide else [*TABLE_SIZES, *range(max(TABLE_SIZES) + 1, len(columns) + 1)]
    for size in sizes:
        is_few = len(columns) <= MOST_SEARCHED and size <= max(TABLE_SIZES)
        if is_few or (size <= len(columns) <= size + MOST_MISSING):
            yield from combinations(columns, size)


def _is_disguised(some: Sequence[_Column], usable: Sequence[_Column]) -> bool:
    """Return True if one column mirrors the sum of the others, while columns outside hold points: game values."""
    inside = {column.at for column in some}
    if not any(any(column.numbers) and not column.is_apart for column in usable if column.at not in inside):
        return False
    return any(
        all(sign * number >= 0 for number in one.numbers)
        and all(sign * number <= 0 for other in some if other is not one for number in other.numbers)
        for sign in (1, -1)
        for one in some
    )


def _one_sided(columns: Sequence[_Column], sign: int) -> list[_Column]:
    """Return the columns without numbers of the other sign, if there are enough; `sign`: 0 for the larger set."""
    sides = [
        [column for column in columns if all(one * number >= 0 for number in column.numbers)]
        for one in ((sign,) if sign else (1, -1))
    ]
    widest = max(sides, key=len)
    is_one = sum(any(column.numbers) for column in widest) >= PLAYING
    return widest if is_one and all(len(side) < len(columns) for side in sides) else list(columns)
