"""Columns of a league table, and the parts of each number in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from scoring.game.extras import EXTRAS, Extra
from scoring.league.counters import OF_SUMS, Counts
from scoring.league.rules import StandingsRules
from scoring.league.standings import Number, Row, compute_mean
from scoring.terms import say


class Kind(StrEnum):
    """The way a number is shown."""

    COUNT = "count"  # a whole number
    POINTS = "points"  # a whole number with its sign
    MEAN = "mean"  # a fraction with its sign
    PERCENT = "percent"  # a fraction of 1


class Part(NamedTuple):
    """One line of an explanation. Those that count add up to the number: amounts, or Σ amount ÷ Σ of."""

    evening: int | None  # None: belongs to none, see `reason`
    day: date | None
    amount: int
    of: int = 0  # the divisor of a mean or a percentage
    counts: bool = True  # False: struck, or not the evening in question
    reason: str = ""  # of a correction; or "former_rank", "rank"


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `needs`: the counters it reads; `from_play`: only `decided` games have it, rows by hand do not."""

    key: str
    title: str
    kind: Kind
    needs: tuple[str, ...]
    value: Callable[[Row], Number | None]  # None: there is nothing to show
    parts: Callable[[Row], tuple[Part, ...]]
    from_play: bool = False


def explain_number(row: Row, key: str) -> tuple[Part, ...]:
    """Return the parts of the number in a column, oldest evening first."""
    return COLUMNS[key].parts(row)


def score_column(rules: StandingsRules) -> Column:
    """Return the column that ranks. A row with the standing `zero` ranks with 0, regardless of its value."""
    return COLUMNS["points" if rules.score == "sum" else rules.score]


PLACES_IN_FILES: Final = {Kind.MEAN: 2, Kind.PERCENT: 1}


def round_shown(value: Number, kind: Kind, places: int = 2) -> Decimal:
    """Round a number as it is printed, halves away from zero; a percentage in hundredths."""
    top, bottom = value.as_integer_ratio()
    scale = 10**places * (100 if kind is Kind.PERCENT else 1)
    whole = (2 * abs(top) * scale + bottom) // (2 * bottom)
    return Decimal(whole if top >= 0 else -whole).scaleb(-places)


Of: TypeAlias = Callable[[Row, Counts], int]


def _by_evening(row: Row, amount: Of, of: Of | None = None, *, all_count: bool = True) -> tuple[Part, ...]:
    return tuple(
        Part(
            one.evening,
            one.day,
            amount(row, one.counts),
            of(row, one.counts) if of else 0,
            all_count or not one.struck,
        )
        for one in row.evenings
    )


def _corrections(row: Row) -> tuple[Part, ...]:
    return tuple(Part(None, None, one.points, reason=one.reason) for one in row.corrections)


def _counter(key: str, title: str, *, from_play: bool = True) -> Column:
    """Return the column of a counter, added up over all evenings, the struck ones too."""

    def amount(_row: Row, counts: Counts) -> int:
        counter: int = getattr(counts, key)
        return counter

    def value(row: Row) -> int | None:
        number, total = amount(row, row.total), row.total
        is_known = total.games or not total.summed if key == "games" else total.decided or not total.unknown_games
        return number if number or is_known else None

    return Column(
        key,
        title,
        Kind.COUNT,
        (key, "games", "decided", "summed"),
        value=value,
        parts=lambda row: _by_evening(row, amount),
        from_play=from_play,
    )


def _points(key: str, title: str, needs: tuple[str, ...], amount: Of) -> Column:
    """Return a column of the points of the evenings that count, and the corrections."""
    return Column(
        key,
        title,
        Kind.POINTS,
        needs,
        value=lambda row: amount(row, row.counted) + row.correction,
        parts=lambda row: _by_evening(row, amount, all_count=False) + _corrections(row),
    )


def _mean(key: str, title: str, points: Of, of: Of, value: Callable[[Row], Fraction | None]) -> Column:
    """Return a column of points that count divided by games or evenings."""
    return Column(
        key,
        title,
        Kind.MEAN,
        ("games", "scores", "balance", "summed", *OF_SUMS),
        value=value,
        parts=lambda row: _by_evening(row, points, of, all_count=False) + _corrections(row),
    )


def _extreme(key: str, title: str, pick: Callable[[Iterable[int]], int]) -> Column:
    """Return a column of the points of one attended evening, a struck one too."""

    def value(row: Row) -> int | None:
        points = [row.rules.points(one.counts) for one in row.evenings if one.attended]
        return pick(points) if points else None

    def parts(row: Row) -> tuple[Part, ...]:
        attended = [one for one in row.evenings if one.attended]
        points = [row.rules.points(one.counts) for one in attended]
        found = points.index(pick(points)) if points else None
        return tuple(
            Part(one.evening, one.day, points[place], counts=place == found) for place, one in enumerate(attended)
        )

    return Column(key, title, Kind.POINTS, ("games", "scores", "balance", "summed"), value, parts)


def _ranking_points(row: Row, counts: Counts) -> int:
    return row.rules.points(counts)


def _one_if_attended(_row: Row, counts: Counts) -> int:
    return int(counts.attended)


def _movement(row: Row) -> int | None:
    """Return the ranks gained since the table to compare with; None for a player without a rank in either."""
    if row.former_rank is None or row.rank is None:
        return None
    return row.former_rank - row.rank


def _movement_parts(row: Row) -> tuple[Part, ...]:
    if row.former_rank is None or row.rank is None:
        return ()
    return (Part(None, None, row.former_rank, reason="former_rank"), Part(None, None, -row.rank, reason="rank"))


_EXTRAS_FIRST: Final = ("fuchs", "doppelkopf")


def _extras() -> list[Extra]:
    """List the extras; two come before the others, as in every table so far."""
    return sorted(EXTRAS.values(), key=lambda extra: extra.key not in _EXTRAS_FIRST)


COLUMNS: Final[Mapping[str, Column]] = {
    column.key: column
    for column in (
        Column(
            "evenings",
            say("Evenings"),
            Kind.COUNT,
            ("games", "summed"),
            value=lambda row: row.attended,
            parts=lambda row: _by_evening(row, _one_if_attended),
        ),
        _counter("games", say("Games"), from_play=False),
        _points("points", say("Points"), ("scores", "balance"), _ranking_points),
        _points("scores", say("Points as written"), ("scores",), lambda _, counts: counts.scores),
        _points("balance", say("Plus and minus"), ("balance",), lambda _, counts: counts.balance),
        _mean(
            "mean_game",
            say("Average per game"),
            lambda row, counts: row.rules.points(counts) - row.rules.summed_points(counts),
            lambda _, counts: counts.games,
            lambda row: row.mean_game,
        ),
        _mean(
            "mean_evening",
            say("Average per evening"),
            _ranking_points,
            _one_if_attended,
            lambda row: compute_mean(row.points, row.attended_and_counted),
        ),
        Column(
            "won_percent",
            say("Games won"),
            Kind.PERCENT,
            ("decided", "won"),
            value=lambda row: compute_mean(row.total.won, row.total.decided),
            parts=lambda row: _by_evening(row, lambda _, counts: counts.won, lambda _, counts: counts.decided),
            from_play=True,
        ),
        _extreme("best_evening", say("Best evening"), max),
        _extreme("worst_evening", say("Worst evening"), min),
        _counter("solos", say("Solos")),
        _counter("solos_won", say("Solos won")),
        _counter("re_announced", say("Re called")),
        _counter("re_kept", say("Re made")),
        _counter("kontra_announced", say("Kontra called")),
        _counter("kontra_kept", say("Kontra made")),
        *(_counter(extra.key, extra.title) for extra in _extras()),
        _counter("pflichtsoli_open", say("Pflichtsoli open"), from_play=False),
        Column("movement", say("Movement"), Kind.POINTS, (), value=_movement, parts=_movement_parts),
    )
}
