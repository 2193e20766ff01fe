"""Points and money of imported rows: running totals or points per game, conversion between them, and misfits."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from scoring.tables.cells import read_number
from scoring.text import fold_name

Values: TypeAlias = list[int | None]  # by column; None: empty cell, does not play
_SIGN: Final = re.compile(
    r"\s*[(\[]?\s*(?:€|(?<![a-zäöüß])(?:eur|euro|euros|chf|franken)(?![a-zäöüß]))\s*[)\]]?\s*", re.I
)
_POINTS: Final = re.compile(
    r"\s*[(\[]?\s*(?<![a-zäöüß])(?:pkt|pkte|punkte|points|pts)\.?(?![a-zäöüß])\s*[)\]]?\s*", re.I
)
ROWS: Final = frozenset(
    {"euro", "eur", "€", "geld", "betrag", "auszahlung", "zahlt", "zahlen", "abrechnung", "money", "in euro", "in €",
     "chf", "summe €", "summe euro", "gewinn €", "euro gesamt"}
)  # fmt: skip


class ColumnGroup(NamedTuple):
    """Rows that belong together, and the starting values of their totals, if the file gives them."""

    rows: list[Values]
    start: Values | None = None


RUNNING: Final = "running"
RESTARTING: Final = "anew"  # running totals that begin at 0 each evening
RUNNING_TOTALS: Final = (RUNNING, RESTARTING)
A_GAME: Final = "game"
EVENING: Final = "evening"  # a row holds the points of a whole evening
STANDING: Final = "stand"  # a row holds the points of all evenings so far
WHOLE: Final = "list"  # full game facts, not only points
OF_EVENINGS: Final = (EVENING, STANDING)


def looks_like_a_game(values: Sequence[int | None]) -> bool:
    """Return True if two win what two lose, or one has three times as much as three others.

    Hardly any running total does. If only plus points are written, one to three have the same, and the others none.
    """
    found = sorted(value for value in values if value)
    match len(found):
        case 0:
            return True
        case 1 | 2 | 3:
            return found[0] == found[-1]
        case 4:
            one, two, three, four = found
            pairs = one == two == -three == -four
            lost_alone = two == three == four and one == -3 * two
            won_alone = one == two == three and four == -3 * one
            return pairs or lost_alone or won_alone
        case _:
            return False


def guess_notation(groups: Sequence[ColumnGroup]) -> str:
    """Return RUNNING or A_GAME, by which more rows look like games; on a tie, the one with smaller games.

    Totals taken for games keep growing, and so do, overall, the steps between games taken for totals.
    """
    as_written = [row for group in groups for row in group.rows]
    as_steps = [row for group in in_steps(groups) for row in group.rows]
    return A_GAME if _likely(as_written) > _likely(as_steps) else RUNNING


def is_doubtful(groups: Sequence[ColumnGroup]) -> bool:
    """Return True if neither reading clearly gives more games, among rows that differ between the two.

    A list has few rows that are no games: one reading is clear if the other has two more, and three more for each
    of its own, or if it gives more than twice as many games. Where each row sums to 0 no number is wrong: then one
    reading is clear if all of its rows are games and a third of the other's are not.
    """
    rows, written, stepped = _count_games(groups)
    few, many = sorted((written, stepped))
    is_clear = rows - few >= 2 + 3 * (rows - many)
    if many == rows and 3 * few <= 2 * rows and _come_to_zero(groups):
        return False
    return rows > 0 and not is_clear and 2 * few >= many


def _come_to_zero(groups: Sequence[ColumnGroup]) -> bool:
    """Return True if all rows sum to 0, with an empty cell as 0 or as the number above."""
    written = [row for group in groups for row in group.rows]
    carried: list[Values] = []
    for rows, start in groups:
        above = list(start or [0] * len(rows[0] if rows else ()))
        for row in rows:
            above = [then if value is None else value for then, value in zip(above, row, strict=True)]
            carried.append(above)
    return any(not any(sum(value or 0 for value in row) for row in reading) for reading in (written, carried))


def is_contradicted(groups: Sequence[ColumnGroup], told: str) -> bool:
    """Return True if the rows clearly look like the other kind than what was told by a sum, a value or a sign."""
    _, written, stepped = _count_games(groups)
    return stepped > 2 * written if told == A_GAME else written > 2 * stepped


def _count_games(groups: Sequence[ColumnGroup]) -> tuple[int, int, int]:
    """Count the rows that differ between the readings, and the games as written and as steps. A row of 0 may be one."""
    pairs = [
        (row, step)
        for group, steps in zip(groups, in_steps(groups), strict=True)
        for row, step in zip(group.rows, steps.rows, strict=True)
        if row != step
    ]
    return (
        len(pairs),
        sum(looks_like_a_game(row) for row, _ in pairs),
        sum(looks_like_a_game(step) for _, step in pairs),
    )


def detect_by_sign(groups: Sequence[ColumnGroup], sign: int) -> str:
    """Return A_GAME if running totals would contradict the club's sign of points, else empty."""
    if not sign or any(sign * (value or 0) < 0 for group in groups for row in group.rows for value in row):
        return ""
    steps = [row for group in in_steps(groups) for row in group.rows[1:]]  # a group may restart
    return A_GAME if any(sign * (value or 0) < 0 for row in steps for value in row) else ""


def _likely(games: Sequence[Values]) -> tuple[int, int]:
    return sum(map(looks_like_a_game, games)), -sum(abs(value or 0) for game in games for value in game)


def points_by_game(rows: Sequence[Values], start: Values | None = None) -> Iterator[Values]:
    """Yield the points of each game from running totals that begin with `start`, or with zeros."""
    last = list(start or [])
    for row in rows:
        last += [0] * (len(row) - len(last))
        yield [None if value is None else value - (last[index] or 0) for index, value in enumerate(row)]
        last = [last[index] if value is None else value for index, value in enumerate(row)]


def in_steps(groups: Iterable[ColumnGroup], *, restarts: bool = False) -> Iterator[ColumnGroup]:
    """Convert the groups to points per game; `start` becomes the actual start of the totals.

    `restarts`: the totals of each group begin at 0.
    """
    last: Values = []
    for rows, written in groups:
        start = written or (last if not restarts and last and rows and _goes_on(rows[0], last) else None)
        yield ColumnGroup(list(points_by_game(rows, start)), start)
        last = _last(rows, start)


def may_restart(groups: Sequence[ColumnGroup]) -> bool:
    """Return True if running totals may restart without a heading, or may just as well continue."""
    last: Values = []
    for number, (rows, written) in enumerate(groups):
        for place, row in enumerate(rows):
            if last and (not written or place):
                restarts, on = looks_like_a_game(row), looks_like_a_game(next(points_by_game([row], last)))
                is_odd = sum(value or 0 for value in row) == 0 != sum(value or 0 for value in last)
                if (place == 0 and number and (restarts is on or is_odd)) or (place and restarts and not on):
                    return True
            last = _last([row], last or None)
    return False


def _goes_on(first: Values, before: Values) -> bool:
    """Return True if this row of totals continues the previous ones, False if it starts over."""
    restarts = looks_like_a_game(next(points_by_game([first])))
    return looks_like_a_game(next(points_by_game([first], before))) or not restarts


def _last(rows: Sequence[Values], start: Values | None) -> Values:
    last: Values = list(start) if start else [0] * len(rows[0] if rows else ())
    for row in rows:
        last = [old if new is None else new for old, new in zip(last, row, strict=True)]
    return last


def sum_points(rows: Sequence[Values]) -> list[int]:
    return [sum(value or 0 for value in column) for column in zip(*rows, strict=True)]


def notation_by_value(groups: Sequence[ColumnGroup], values: Sequence[Sequence[int | None]]) -> str:
    """Return RUNNING or A_GAME as the game values in the file indicate; empty if neither does.

    A soloist may have three times as much.
    """
    written = stepped = told = 0
    for group, steps, worth in zip(groups, in_steps(groups), values, strict=True):
        for row, step, value in zip(group.rows, steps.rows, worth, strict=True):
            if value and row != step:
                told += 1
                written += _is_worth(row, value)
                stepped += _is_worth(step, value)
    few, many = sorted((written, stepped))
    if told < _FEWEST_VALUES or 5 * many < 4 * told or 2 * few > many or _counts(values):
        return ""
    return A_GAME if written > stepped else RUNNING


_FEWEST_VALUES: Final = 2


def _counts(values: Sequence[Sequence[int | None]]) -> bool:
    """Return True if the values only number the games."""
    every = [value for group in values for value in group if value is not None]
    return all(after == before + 1 or after == 1 < before for before, after in pairwise(every))


def _is_worth(row: Values, value: int) -> bool:
    most = max((abs(one) for one in row if one), default=0)
    return most in (abs(value), 3 * abs(value))


def is_money_heading(cell: str) -> bool:
    return _SIGN.search(cell) is not None


def name_without_money(cell: str) -> str:
    """Return `Anna` for `Anna (€)` and `€ Anna`."""
    return _SIGN.sub(" ", cell).strip()


def name_beside_money(cell: str, cells: Sequence[str]) -> str:
    """Return `Anna` for `Anna Pkt.` if there is a column `Anna €` too, else the heading unchanged."""
    bare = _POINTS.sub(" ", cell).strip()
    if bare == cell or not bare:
        return cell
    beside = {fold_name(name_without_money(other)) for other in cells if is_money_heading(other)}
    return bare if fold_name(bare) in beside or "" in beside else cell


def read_money(cell: str) -> Decimal | None:
    """Parse an amount as `2,20 €`, `-0,50` or `€ 3`; None if it is not one."""
    return read_number(_SIGN.sub("", cell))


class Pair(NamedTuple):
    """Points and the money written for them."""

    row: int
    place: int  # of the player
    points: int
    money: Decimal


def find_misfits(pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Fraction]]:
    """Yield the pairs that differ from the usual rate per point, with that rate."""
    some = list(pairs)
    rates = Counter(rate for pair in some if (rate := _rate(pair)) is not None)
    if not rates:
        return
    usual, _ = max(rates.items(), key=lambda item: item[1])
    for pair in some:
        if abs(pair.points * usual - Fraction(pair.money)) > Fraction(1, 200):  # half a cent
            yield pair, usual


def _rate(pair: Pair) -> Fraction | None:
    return Fraction(pair.money) / pair.points if pair.points else None
