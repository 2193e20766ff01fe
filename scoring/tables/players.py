"""Detection of the players' columns by their numbers. Open questions are asked, never guessed."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scoring.tables.candidates import Candidate, Candidates, as_written, in_steps
from scoring.tables.one_sided import MANY_ROWS, find_named_columns, find_one_sided
from scoring.tables.points import looks_like_a_game
from scoring.terms import PLAYING, TABLE_SIZES

MOST_SEARCHED: Final = 14  # up to this many columns, all sets are tried; above, only sets with few columns missing
MOST_MISSING: Final = 3
_FEWEST_TELLING: Final = 3  # rows that are not all 0
_FEW_COLUMNS: Final = 6  # with so few, two rows are enough
_FEWEST_WITH_ODD: Final = 6

Set = tuple[Candidate, ...]


class Found(NamedTuple):
    """Indexes of the players' columns. `is_asked`: the numbers allow other players; `others`: an idle one may play."""

    columns: list[int]
    is_asked: bool = False
    others: bool = False


class _Sum(NamedTuple):
    """A set of columns that sum to zero in most rows."""

    columns: Set
    telling: int  # rows that are not all 0
    odd: int  # of these, rows that do not sum to 0

    @property
    def at(self) -> frozenset[int]:
        return frozenset(column.at for column in self.columns)


def find_players(
    found: Candidates, *, sign: int, sums: Sequence[dict[int, int]], words: Collection[int] = (), wide: int = 0
) -> Found:
    """Find the columns whose rows sum to zero, or those of one sign.

    `sign`: 1 or -1 if the club writes only plus or minus points. `sums`: numbers of the rows of sums, by column.
    `words`: columns whose headings hardly name a player; they decide if there are too few rows. `wide`: the number of
    players, if given.
    """
    likely = found.likely
    if words and not wide and (tied := _named_alone(found, words)):
        return _found(tied, found, is_asked=False)
    for columns in (likely, [*likely, *found.apart, *found.nil]):
        named = [column for column in columns if column.at not in words]
        if not wide and _are_tables(named):
            return _found([column.at for column in named], found, is_asked=False)
    zeros = [one for one in _zero_sums(likely, wide) if not _is_mirror(one, likely)]
    if any(_is_of_values(one, sign) for one in zeros):
        return _find_without_sets(found, sign, sums, wide)
    chosen, is_asked = _choose(zeros, likely)
    if chosen is not None:
        is_asked = is_asked or _is_disguised(chosen, zeros, found) or _is_beyond_sums(chosen, sums)
        return _found(chosen.at, found, is_asked=is_asked)
    if found.apart or found.nil:
        chosen, is_asked = _choose_with_apart(found, sums, wide)
        if chosen is not None:
            return _found(chosen.at, found, is_asked=is_asked)
    return _find_without_sets(found, sign, sums, wide)


def _named_alone(found: Candidates, words: Collection[int]) -> list[int]:
    """Return the columns left without the words, if there are too few rows to tell otherwise and these fit."""
    named = [one for one in (*found.likely, *found.apart, *found.nil) if one.at not in words]
    if found.rows >= _FEWEST_TELLING or len(named) not in TABLE_SIZES:
        return []
    whole = _sum([column.zeroed for column in named], tuple(named))
    fits = (whole is not None and not whole.odd) or len(named) == PLAYING
    return [one.at for one in named] if fits else []


def _are_tables(likely: Sequence[Candidate]) -> bool:
    """Return True if four of more players than fit at a table have points in each row, and these come to 0."""
    rows = list(zip(*(column.written for column in likely), strict=True))
    return (
        len(likely) > max(TABLE_SIZES)
        and len(rows) >= _FEWEST_TELLING
        and all(sum(number is not None for number in row) == PLAYING for row in rows)
        and not any(sum(number or 0 for number in row) for row in rows)
    )


def _find_without_sets(found: Candidates, sign: int, sums: Sequence[dict[int, int]], wide: int) -> Found:
    """Find the players where no columns sum to zero."""
    likely = found.likely
    every = [*likely, *found.apart, *found.nil]
    has_both_signs = any(min(column.numbers) < 0 < max(column.numbers) for column in likely)
    if has_both_signs and (told := find_named_columns(every, sums, wide)):  # with a penalty, few rows sum to zero
        return _found(told, found, is_asked=False)
    if len(every) == PLAYING and not found.slips:  # there is nothing to choose from, but who did not win in a few games
        is_few = bool(sign and found.blank) and found.rows < MANY_ROWS
        return _found([column.at for column in every], found, is_asked=is_few)
    few = len(likely) + len(found.nil) + len(found.slips)
    if few == PLAYING and (found.slips or len(likely) < PLAYING):
        return _found([*(column.at for column in (*likely, *found.nil)), *found.slips], found, is_asked=True)
    if not sign and found.rows < _FEWEST_TELLING and len(likely) != PLAYING:
        return Found([])
    one_sided, is_sure = find_one_sided(found, sign=sign, sums=sums, wide=wide)
    columns = one_sided or [column.at for column in likely][: wide or None]
    return _found(columns, found, is_asked=not is_sure)


def _found(columns: Collection[int], found: Candidates, *, is_asked: bool) -> Found:
    return Found(sorted(columns), is_asked=is_asked, others=any(at not in columns for at in found.idle))


def _choose_with_apart(found: Candidates, sums: Sequence[dict[int, int]], wide: int) -> tuple[_Sum | None, bool]:
    """Choose among all columns, also those that count, never change or hold only 0; and tell if they are in doubt."""
    columns = [*found.likely, *found.apart, *found.nil]
    whole = [one for one in _zero_sums(columns, wide) if not one.odd and not _is_mirror(one, columns)]
    best = max(whole, key=lambda one: (_is_summed(one, sums), len(one.columns), min(one.at)), default=None)
    if best is None:
        return None, False
    is_only = len(whole) == 1 and best.telling >= _FEWEST_TELLING and _share_of_games(best) == 1
    is_wide = len(best.columns) > max(TABLE_SIZES)  # evenings, unless fewer columns look like games
    is_all = len(best.columns) == len(columns) and not (is_wide and any(_share_of_games(one) == 1 for one in whole))
    return best, not (is_only or _is_summed(best, sums) or is_all)


def _is_summed(one: _Sum, sums: Sequence[dict[int, int]]) -> bool:
    """Return True if the only row of sums names just these columns, and agrees."""
    if len(sums) != 1 or set(sums[0]) != one.at:
        return False
    told = [sums[0][column.at] for column in one.columns]
    return told in ([sum(column.zeroed) for column in one.columns], [column.carried[-1] for column in one.columns])


# --- Sets that sum to zero --------------------------------------------------------------------------------------------


def _zero_sums(columns: Sequence[Candidate], wide: int) -> Iterator[_Sum]:
    for some in _sets(columns, wide):
        readings = [_sum([column.zeroed for column in some], some)]
        if any(None in column.written for column in some):
            readings.append(_sum([column.carried for column in some], some))
        whole = [one for one in readings if one is not None]
        if whole:
            yield min(whole, key=lambda one: one.odd)


def _sum(columns: Sequence[Sequence[int]], some: Set) -> _Sum | None:
    """Return None if more than a fifth of the telling rows are odd."""
    telling = odd = 0
    for row in zip(*columns, strict=True):
        if any(row):
            telling += 1
            odd += sum(row) != 0
    return _Sum(some, telling, odd) if telling and 5 * odd <= telling else None


def _sets(columns: Sequence[Candidate], wide: int) -> Iterator[Set]:
    if wide:
        sizes: Sequence[int] = [wide]
    else:
        sizes = [*TABLE_SIZES, *range(max(TABLE_SIZES) + 1, len(columns) + 1)]
    for size in sizes:
        is_few = len(columns) <= MOST_SEARCHED and size <= max(TABLE_SIZES)
        if is_few or (size <= len(columns) <= size + MOST_MISSING):
            yield from combinations(columns, size)


# --- The choice -------------------------------------------------------------------------------------------------------


def _choose(zeros: Sequence[_Sum], likely: Sequence[Candidate]) -> tuple[_Sum | None, bool]:
    """Return the players and if they are in doubt; None if no set can be the players."""
    whole = [one for one in zeros if not one.odd and _tells_enough(one, likely)]
    games = [one for one in whole if _share_of_games(one) >= 0.75]
    if games:
        widest = max(games, key=lambda one: len(one.columns))
        return widest, len(games) > 1
    if whole:
        widest = max(whole, key=lambda one: len(one.columns))
        is_few = widest.telling < _FEWEST_TELLING and len(widest.columns) < len(likely)
        return widest, is_few or any(not one.at <= widest.at for one in whole)
    return _choose_odd([one for one in zeros if one.odd], likely)


def _choose_odd(zeros: Sequence[_Sum], likely: Sequence[Candidate]) -> tuple[_Sum | None, bool]:
    if not zeros:
        return None, False
    best = min(zeros, key=lambda one: (one.odd, -len(one.columns)))
    if len(best.columns) > max(TABLE_SIZES):
        return best, 10 * best.odd > best.telling
    if len(likely) == len(best.columns):
        return best, False
    rivals = [one.odd for one in zeros if one is not best]
    is_ahead = all(odd - best.odd >= max(2, 0.15 * best.telling) for odd in rivals)
    return best, not (best.telling >= _FEWEST_WITH_ODD and _share_of_games(best) >= 0.6 and is_ahead)


def _tells_enough(one: _Sum, likely: Sequence[Candidate]) -> bool:
    few = one.telling == _FEWEST_TELLING - 1 and len(likely) <= _FEW_COLUMNS
    return one.telling >= _FEWEST_TELLING or few or len(likely) == len(one.columns)


def _share_of_games(one: _Sum) -> float:
    """Return the share of rows with points that look like games, as written or as steps of running totals."""
    return max(share_of_games(as_written(one.columns)), share_of_games(in_steps(one.columns)))


def share_of_games(rows: Iterator[list[int]]) -> float:
    telling = [looks_like_a_game(row) for row in rows if any(row)]
    return sum(telling) / len(telling) if telling else 0.0


# --- Disguises --------------------------------------------------------------------------------------------------------


def _is_mirror(one: _Sum, likely: Sequence[Candidate]) -> bool:
    """Return True if one column of only plus stands against all others of only minus, while more columns exist."""
    if len(one.columns) == len(likely):
        return False
    return any(
        column.has_sign(sign) and all(other.has_sign(-sign) for other in one.columns if other is not column)
        for sign in (1, -1)
        for column in one.columns
    )


def _is_of_values(one: _Sum, sign: int) -> bool:
    """Return True if, in a club that writes one sign, what the games were worth stands against only that sign."""
    ours = [column for column in one.columns if column.has_sign(sign)]
    others = [column for column in one.columns if column.has_sign(-sign)]
    return bool(sign) and len(ours) >= PLAYING and len(ours) + len(others) == len(one.columns)


def _is_beyond_sums(chosen: _Sum, sums: Sequence[dict[int, int]]) -> bool:
    """Return True if the only row of sums names enough columns, but not all of these."""
    return len(sums) == 1 and len(sums[0]) >= PLAYING and not chosen.at <= sums[0].keys()


def _is_disguised(chosen: _Sum, zeros: Sequence[_Sum], found: Candidates) -> bool:
    """Return True if the chosen columns sum to zero, but others may be the players as well."""
    if any(not one.at & chosen.at for one in zeros) or _may_hide_a_slip(chosen, found.likely):
        return True
    if any(_may_have_a_slip(one, chosen) for one in zeros):
        return True
    if len(chosen.columns) >= PLAYING + 2 and any(_have_same_sizes(*two) for two in combinations(chosen.columns, 2)):
        return True
    return any(
        not one.odd and one.at != chosen.at and _share_of_games(one) >= 0.75
        for one in _zero_sums([*found.likely, *found.apart], 0)
    )


def _may_hide_a_slip(chosen: _Sum, likely: Sequence[Candidate]) -> bool:
    """Return True if another column fits in place of one but for a single row, as a player's with a slip would.

    What the games were worth fits like that, too, but is never mistaken: it has their value in every row.
    """
    if len(chosen.columns) not in TABLE_SIZES:
        return False
    others = [column for column in likely if column.at not in chosen.at and not _is_worth(column, chosen)]
    swapped = [(*some, other) for other in others for some in combinations(chosen.columns, len(chosen.columns) - 1)]
    return any(sum(map(bool, map(sum, as_written(some)))) == 1 for some in swapped)


def _may_have_a_slip(one: _Sum, chosen: _Sum) -> bool:
    """Return True if a set of other columns fits but for a single row: one of the chosen may stand for several.

    A running total of what the games were worth is as large as the totals of the players who won all of them.
    """
    added = [column for column in one.columns if column.at not in chosen.at]
    is_other = one.odd == 1 and not one.at <= chosen.at and not chosen.at <= one.at
    return is_other and not any(_is_worth(column, chosen) for column in added) and _share_of_games(one) >= 0.6


def _is_worth(column: Candidate, chosen: _Sum) -> bool:
    """Return True if the column has the value of each game: the smallest number of its row, with any sign."""
    readings = (as_written(chosen.columns), in_steps(chosen.columns))
    values = [[min((abs(number) for number in row if number), default=0) for row in rows] for rows in readings]
    return list(map(abs, column.zeroed)) in values


def _have_same_sizes(one: Candidate, other: Candidate) -> bool:
    return list(map(abs, one.zeroed)) == list(map(abs, other.zeroed))
