"""Detection of the players where only plus or only minus points are written, so that no row sums to zero."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from scoring.tables.candidates import Candidate, Candidates, as_written, in_steps, sums_up
from scoring.tables.points import looks_like_a_game
from scoring.terms import PLAYING, TABLE_SIZES

_FEWEST_ROWS: Final = 5  # without a row of sums
_SURE: Final = 0.9  # share of rows that must be games
MANY_ROWS: Final = 12  # in so many, hardly a player gets points in the first game alone
_ALIKE: Final = 0.8  # with so large a share of the games, a column that counts may be a player


class _Fit(NamedTuple):
    """A set of columns and how well its rows fit games."""

    columns: tuple[Candidate, ...]
    games: float  # share of rows that are games, in the better reading
    other: float  # the same in the other reading
    pairs: float  # share of games with two equal numbers
    is_filled: bool  # each row has exactly four numbers


def find_one_sided(
    found: Candidates, *, sign: int, sums: Sequence[dict[int, int]], wide: int
) -> tuple[list[int], bool]:
    """Return the indexes of the columns, none if there are too few, and if they are sure."""
    worth = _find_values(found, sign, sums)
    found = found._replace(likely=[column for column in found.likely if column not in worth])
    signed = _of_sign(found.likely, sign or _widest_sign(found.likely))
    if sign and (told := find_named_columns([*signed, *found.nil, *_of_sign(found.apart, sign)], sums, wide)):
        return told, True
    if len(signed) < PLAYING:
        return [column.at for column in (*signed, *found.nil)][: wide or None], False
    fits = sorted(_fits(signed, wide), key=lambda fit: (-len(fit.columns), -fit.games))
    if not fits:
        return [column.at for column in signed][: wide or None], False
    best = fits[0]
    return [column.at for column in best.columns], bool(sign) and _is_sure(
        best, fits, signed, found
    ) and not _sums_others(best, found, sums)


def _find_values(found: Candidates, sign: int, sums: Sequence[dict[int, int]]) -> list[Candidate]:
    """Return the columns with what the games were worth: they have a number wherever any other column has one.

    In a few rows a player may have won each game; and what is summed up may be a player's.
    """
    signed = _of_sign(found.likely, sign)
    if not sign or found.rows < _FEWEST_ROWS or any(column.at in told for told in sums for column in signed):
        return []
    worth: list[Candidate] = []
    while more := [column for column in signed if column not in worth and _has_all(column, signed, worth)]:
        worth += more
    return worth if len(signed) - len(worth) >= PLAYING else []


def _has_all(column: Candidate, signed: Sequence[Candidate], worth: Sequence[Candidate]) -> bool:
    """Return True if the column has a number wherever any but `worth` has one, and is no running total."""
    games = [any(row) for row in zip(*(one.zeroed for one in signed if one not in worth), strict=True)]
    sizes = [abs(number) for number in column.zeroed]
    falls = sum(after < before for before, after in pairwise(sizes))  # totals fall where they begin again at 0
    return list(map(bool, column.zeroed)) == games and column.carried == column.zeroed and 4 * falls > len(sizes)


def _of_sign(columns: Sequence[Candidate], sign: int) -> list[Candidate]:
    return [column for column in columns if column.has_sign(sign)]


def _widest_sign(columns: Sequence[Candidate]) -> int:
    return max((1, -1), key=lambda sign: sum(column.has_sign(sign) for column in columns))


def find_named_columns(signed: Sequence[Candidate], sums: Sequence[dict[int, int]], wide: int) -> list[int]:
    """Return the columns that the only row of sums names, if it agrees and all of them play."""
    if len(sums) != 1:
        return []
    named = [column for column in signed if column.at in sums[0]]
    others = set(sums[0]) - {column.at for column in named}
    if len(named) not in TABLE_SIZES or others or (wide and len(named) != wide):
        return []
    as_sums = [sum(column.zeroed) for column in named]
    as_last = [column.carried[-1] for column in named]
    told = [sums[0][column.at] for column in named]
    if as_sums == as_last or told not in (as_sums, as_last):
        return []
    rows = list(as_written(named) if told == as_sums else in_steps(named))
    is_filled = told == as_sums and _four_are_filled(named)
    return [column.at for column in named] if is_filled or _all_play(rows) else []


def _all_play(rows: Sequence[Sequence[int]]) -> bool:
    """Return True if for each column two thirds of its rows with points are games."""
    for place in range(len(rows[0])):
        own = [looks_like_a_game(row) for row in rows if row[place]]
        if 3 * sum(own) < 2 * len(own):
            return False
    return True


def _four_are_filled(columns: Sequence[Candidate]) -> bool:
    rows = zip(*(column.written for column in columns), strict=True)
    return all(sum(number is not None for number in row) == PLAYING for row in rows)


def _fits(signed: Sequence[Candidate], wide: int) -> Iterator[_Fit]:
    """Yield the sets of columns in which most rows are games."""
    for size in [wide] if wide else TABLE_SIZES:
        for some in combinations(signed, size):
            sign = _sign_of(some)
            readings = [_games(list(as_written(some)), sign), _games(list(in_steps(some)), sign)]
            (games, pairs), (other, _) = sorted(readings, reverse=True)
            if games > 0.5:
                yield _Fit(some, games, other, pairs, _four_are_filled(some))


def _sign_of(columns: Sequence[Candidate]) -> int:
    return 1 if columns[0].has_sign(1) else -1


def _games(rows: Sequence[Sequence[int]], sign: int) -> tuple[float, float]:
    """Return the share of rows with points that are games, and of these the share with two equal numbers.

    A running total of this sign never goes back, so that a step of the other sign is no game.
    """
    telling = [row for row in rows if any(row)]
    games = [row for row in telling if looks_like_a_game(row) and all(sign * number >= 0 for number in row)]
    pairs = sum(sum(1 for number in row if number) == 2 for row in games)
    return (len(games) / len(telling) if telling else 0.0), (pairs / len(games) if games else 0.0)


def _is_sure(best: _Fit, fits: Sequence[_Fit], signed: Sequence[Candidate], found: Candidates) -> bool:
    chosen = {column.at for column in best.columns}
    rest = [column for column in (*found.likely, *found.apart) if column.at not in chosen]
    rows = len(best.columns[0].written)
    rivals = [fit for fit in fits if not {column.at for column in fit.columns} <= chosen]
    return (
        rows >= _FEWEST_ROWS
        and best.games >= _SURE
        and 2 * best.other < best.games
        and 2 * best.pairs >= 1
        and not rivals
        and not any(_could_play(column, best) for column in rest)
        and not any(_completes(column, best) for column in found.apart)
        and not any(_is_worth(column) for column in best.columns)
        and not any(sums_up(one, other) for one in best.columns for other in best.columns if one is not other)
        and (len(best.columns) == PLAYING or best.is_filled or len(signed) == len(best.columns))
        and not (len(best.columns) > PLAYING and any(None in column.written for column in found.nil))
        and (best.is_filled or all(_plays(column, best) for column in best.columns))
    )


def _sums_others(best: _Fit, found: Candidates, sums: Sequence[dict[int, int]]) -> bool:
    """Return True if the only row of sums names the set and more columns: one of them may be a player with a slip."""
    chosen = {column.at for column in best.columns}
    others = {column.at for column in found.likely} - chosen
    return len(sums) == 1 and chosen <= sums[0].keys() and bool(others & sums[0].keys())


def _could_play(column: Candidate, best: _Fit) -> bool:
    """Return True if the column, read like the best set, is of their sign but for a slip or two, and rests in a row."""
    sign, points = _sign_of(best.columns), _read_like(column, best)
    others, back = (sum(sign * number < 0 for number in some) for some in (column.numbers, points))
    is_alike = 4 * others <= sum(map(bool, column.numbers)) and 4 * (back - 1) <= sum(map(bool, points))
    return is_alike and not all(points)


def _read_like(column: Candidate, best: _Fit) -> list[int]:
    """Return the points of the column by row, as written or as steps, whichever makes the best set's rows games."""
    sign = _sign_of(best.columns)
    is_written = _games(list(as_written(best.columns)), sign) >= _games(list(in_steps(best.columns)), sign)
    return column.zeroed if is_written else [row[0] for row in in_steps([column])]


def _completes(column: Candidate, best: _Fit) -> bool:
    """Return True if a column that counts or never changes makes a set with the best one that fits nearly as well.

    A total that never changes is one game, the first: the longer the list, the less likely.
    """
    sign, points = _sign_of(best.columns), _read_like(column, best)
    if not column.has_sign(sign) or (sum(map(bool, points)) == 1 and len(points) >= MANY_ROWS):
        return False
    own = [
        looks_like_a_game(row)
        for row in zip(*(_read_like(one, best) for one in (*best.columns, column)), strict=True)
        if row[-1]
    ]
    some = [fit for fit in _fits([*best.columns, column], 0) if column in fit.columns]
    return 3 * sum(own) >= 2 * len(own) and any(fit.games >= _ALIKE * best.games for fit in some)


def _is_worth(column: Candidate) -> bool:
    """Return True if every row has a number: then it may hold the values of the games."""
    return all(column.zeroed) and column.carried == column.zeroed and not _grows(column)


def _grows(column: Candidate) -> bool:
    sizes = [abs(number) for number in column.zeroed]
    return sizes == sorted(sizes)


def _plays(column: Candidate, best: _Fit) -> bool:
    """Return True if the column's rows with points are games as often as all."""
    place = best.columns.index(column)
    for rows in (list(as_written(best.columns)), list(in_steps(best.columns))):
        own = [looks_like_a_game(row) for row in rows if row[place]]
        if len(own) > 1 and 3 * sum(own) >= 2 * len(own):
            return True
    return False
