"""Ranking by points, place points or the mean of a round; tie-breaks; then shared ranks: 1, 2, 2, 4."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import inf, lcm
from random import Random
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

from scoring.terms import TABLE_SIZES

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

Who = TypeVar("Who", bound="SupportsRichComparison")  # a start number, or a name
Number: TypeAlias = int | Fraction
Merits: TypeAlias = tuple[float | Fraction, ...]  # the larger the better

RANK_BY: Final = ("points", "place_points", "mean_round")
SCALES: Final = ("zero", "plain")
TIE_BREAKS: Final = ("solos", "won", "best_round", "lot")
DEFAULT_TIE_BREAKS: Final = ("solos", "won", "best_round")
_WHOLE: Final = lcm(*range(1, TABLE_SIZES.stop))  # place points are counted in such parts: every shared mean is whole
_MISSED: Final[Mapping[str, int]] = {"zero": -3, "plain": 0}
_PAUSED: Final[Mapping[str, Fraction]] = {"zero": Fraction(0), "plain": Fraction(5, 2)}  # the mean at a table of four


class Result(NamedTuple):
    """The result of one person in a round."""

    points: int
    solos: int = 0  # solos won
    won: int = 0  # games won


@dataclass(frozen=True, slots=True)
class RankRules:
    rank_by: str = "points"
    scale: str = "zero"  # of place points
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    pause: str = "zero"  # the points of a pause: nothing, or "mean": the mean of the player's own rounds
    seed: int | None = None  # of the lot


@dataclass(frozen=True, slots=True)
class Row(Generic[Who]):
    who: Who
    rank: int | None  # None: disqualified
    score: Number | None  # the number that ranks; None: the mean of no round
    points: int  # of all rounds, without those of pauses
    solos: int
    won: int
    best_round: int | None  # None: no round played
    played: int  # rounds
    by_lot: bool  # whether only the lot separates this entrant from another
    merits: Merits


def rank_entrants(
    rounds: Sequence[Sequence[Mapping[Who, Result]]],
    rules: RankRules,
    *,
    everybody: Iterable[Who] = (),
    unranked: Collection[Who] = (),
    disqualified: Collection[Who] = (),
    pauses: Mapping[Who, int] | None = None,
) -> tuple[Row[Who], ...]:
    """Return the list, best first; equal ones by number or name under a shared rank, the disqualified at its end.
    `everybody`: also entrants without a round yet. `unranked`: fill-ins, with points that count only at their tables.
    `pauses`: rounds that the entrant had to sit out; an entrant at no table of another round missed it.
    """
    played: dict[Who, list[Result]] = {who: [] for who in everybody if who not in unranked}
    places: dict[Who, int] = {}
    for tables in rounds:
        for table in tables:
            _add_table(played, places, table, rules, unranked)
    rows = [
        _row(who, results, places.get(who, 0), (len(rounds), (pauses or {}).get(who, 0)), rules)
        for who, results in played.items()
    ]
    ranked = [row for row in rows if row.who not in disqualified]
    return (
        *_number_ranks(_draw_lots(ranked, rules)),
        *sorted((row for row in rows if row.who in disqualified), key=lambda row: row.who),
    )


def _add_table(
    played: dict[Who, list[Result]],
    places: dict[Who, int],
    table: Mapping[Who, Result],
    rules: RankRules,
    unranked: Collection[Who],
) -> None:
    worth = _worth_of_places(table, rules.scale) if rules.rank_by == "place_points" else {}
    for who, result in table.items():
        if who not in unranked:
            played.setdefault(who, []).append(result)
            places[who] = places.get(who, 0) + worth.get(who, 0)


def points_of_places(people: int, scale: str) -> list[int]:
    """Return 3, 1, −1, −3 for a table of four, 4/3/2/1 on the plain scale, with 0 for the fifth and all after."""
    if scale == "plain":
        return [max(5 - place, 0) for place in range(1, people + 1)]
    return [people + 1 - 2 * place for place in range(1, people + 1)]


def _worth_of_places(table: Mapping[Who, Result], scale: str) -> dict[Who, int]:
    """Return the worth of each place in parts of a place point; equal ones share the mean of theirs."""
    shared: dict[int, int] = {}
    often: dict[int, int] = {}
    in_order = sorted((result.points for result in table.values()), reverse=True)
    for scored, parts in zip(in_order, _parts_of_places(len(table), scale), strict=True):
        shared[scored] = shared.get(scored, 0) + parts
        often[scored] = often.get(scored, 0) + 1
    return {who: shared[result.points] // often[result.points] for who, result in table.items()}


@cache
def _parts_of_places(people: int, scale: str) -> tuple[int, ...]:
    return tuple(points * _WHOLE for points in points_of_places(people, scale))


def _row(who: Who, results: Sequence[Result], places: int, held: tuple[int, int], rules: RankRules) -> Row[Who]:
    rounds, paused = held
    scored = [result.points for result in results]
    points, solos, won = sum(scored), sum(result.solos for result in results), sum(result.won for result in results)
    score: Number | None = points + _pause_points(points, len(scored), paused, rules)
    if rules.rank_by == "mean_round":
        score = Fraction(points, len(scored)) if scored else None
    elif rules.rank_by == "place_points":
        missed = rounds - len(scored) - paused
        score = Fraction(places, _WHOLE) + missed * _MISSED[rules.scale] + paused * _PAUSED[rules.scale]
    best = max(scored, default=None)
    ties: Mapping[str, float] = {"solos": solos, "won": won, "best_round": -inf if best is None else best}
    merits = (-inf if score is None else score, *(ties[tie] for tie in rules.tie_breaks if tie != "lot"))
    return Row(who, None, score, points, solos, won, best, len(scored), False, merits)


def _pause_points(points: int, played: int, paused: int, rules: RankRules) -> int:
    """Count each pause as the mean of the entrant's rounds, half up; nothing if none was played."""
    if rules.pause != "mean" or not played:
        return 0
    return paused * ((2 * points + played) // (2 * played))


def _draw_lots(rows: Sequence[Row[Who]], rules: RankRules) -> list[Row[Who]]:
    """Separate shared ranks by lot if the lot is a tie-break; the same seed always gives the same order."""
    if "lot" not in rules.tie_breaks:
        return list(rows)
    order = sorted(row.who for row in rows)
    Random(f"{rules.seed} lot").shuffle(order)  # noqa: S311  # nothing secret
    lots = {who: place for place, who in enumerate(order)}
    alike: dict[Merits, int] = {}
    for row in rows:
        alike[row.merits] = alike.get(row.merits, 0) + 1
    return [replace(row, merits=(*row.merits, lots[row.who]), by_lot=alike[row.merits] > 1) for row in rows]


def _number_ranks(rows: Iterable[Row[Who]]) -> list[Row[Who]]:
    ordered = sorted(sorted(rows, key=lambda row: row.who), key=lambda row: row.merits, reverse=True)
    found: list[Row[Who]] = []
    for place, row in enumerate(ordered, start=1):
        shares = found and found[-1].merits == row.merits
        found.append(replace(row, rank=found[-1].rank if shares else place))
    return found


def filter_ranking(rows: Iterable[Row[Who]], members: Collection[Who]) -> tuple[Row[Who], ...]:
    """Return the same list for some of them (Damen, Junioren …), with ranks of their own."""
    some = [row for row in rows if row.who in members]
    ranked = _number_ranks(row for row in some if row.rank is not None)
    return (*ranked, *(row for row in some if row.rank is None))
