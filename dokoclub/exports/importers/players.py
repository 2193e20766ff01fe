"""Detection of the players' columns by their numbers. What the numbers leave open is asked, never guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from dokoclub.exports.importers.candidates import Candidate, Candidates, as_written, in_steps
from dokoclub.exports.importers.one_sided import find_one_sided
from dokoclub.exports.importers.points import looks_like_a_game
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


def find_players(found: Candidates, *, sign: int, sums: Sequence[dict[int, int]], wide: int = 0) -> Found:
    """Find the columns whose rows sum to zero, or those of one sign.

    `sign`: 1 or -1 if the club writes only plus or minus points. `sums`: numbers of the rows of sums, by column.
    `wide`: the number of players, if given.
    """
    likely = found.likely
    zeros = [one for one in _zero_sums(likely, wide) if not _is_mirror(one, likely)]
    chosen, is_asked = _choose(zeros, likely)
    if chosen is None and (with_apart := _choose(list(_zero_sums([*likely, *found.apart], wide)), likely)[0]):
        return Found(sorted(with_apart.at), is_asked=True)
    if chosen is not None:
        doubt = is_asked or _is_disguised(chosen, zeros, found)
        return Found(sorted(chosen.at), is_asked=doubt, others=bool(found.idle))
    if not sign and found.rows < _FEWEST_TELLING and len(likely) != PLAYING:
        return Found([])
    one_sided, is_sure = find_one_sided(found, sign=sign, sums=sums, wide=wide)
    if one_sided:
        return Found(sorted(one_sided), is_asked=not is_sure, others=bool(found.idle))
    return Found([column.at for column in likely][: wide or None], is_asked=True)


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
        return widest, any(not one.at <= widest.at for one in whole)
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


def _is_disguised(chosen: _Sum, zeros: Sequence[_Sum], found: Candidates) -> bool:
    """Return True if the chosen columns sum to zero, but others may be the players as well."""
    if any(not one.at & chosen.at for one in zeros):
        return True
    if len(chosen.columns) >= PLAYING + 2 and any(_have_same_sizes(*two) for two in combinations(chosen.columns, 2)):
        return True
    return any(
        not one.odd and one.at != chosen.at and _share_of_games(one) >= 0.75
        for one in _zero_sums([*chosen.columns, *found.apart], 0)
    )


def _have_same_sizes(one: Candidate, other: Candidate) -> bool:
    return list(map(abs, one.zeroed)) == list(map(abs, other.zeroed))
