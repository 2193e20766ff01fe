"""Standings of the league: records of many evenings, ranked under the club's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from scoring.league.counters import Counts
from scoring.league.records import Evening, Record, evenings_by_player, evenings_held, total_counts
from scoring.league.rules import TIES, StandingsRules
from scoring.rules.values import Whole
from scoring.terms import Problem, say

Number: TypeAlias = int | Fraction  # exact; a mean is rounded only where it is shown
CORRECTION_POINTS: Final = Whole(-10_000, 10_000)


def compute_mean(amount: int, of: int) -> Fraction | None:
    return Fraction(amount, of) if of else None


def mean_a_game(points: int, summed: int, games: int) -> Fraction | None:
    """Return the points per game, from all `points` that rank, penalties too; `summed`: those without a known game."""
    return compute_mean(points - summed, games)


class Correction(NamedTuple):
    """Points added to a player's total by the club. Belongs to no evening, so it is never struck."""

    player: int
    points: int
    reason: str


class Standing(StrEnum):
    """The status of a player in the ranking, in the order of the table."""

    RANKED = "ranked"
    LAST = "last"  # below the minimum attendance: after all others
    ZERO = "zero"  # below it: ranked with a score of 0
    BELOW = "below"  # below it: no rank
    GUEST = "guest"  # no rank
    NO_GAMES = "no_games"  # no rank under any rules: there is nothing to rank


# One after another; those with a score of 0 are among the others.
GROUPS: Final[Mapping[Standing, int]] = {
    Standing.RANKED: 0,
    Standing.ZERO: 0,
    Standing.LAST: 1,
    Standing.BELOW: 2,
    Standing.GUEST: 3,
    Standing.NO_GAMES: 4,
}
HAVE_A_RANK: Final = frozenset({Standing.RANKED, Standing.ZERO, Standing.LAST})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player in the table, with everything behind the numbers."""

    player: int
    rules: StandingsRules
    standing: Standing
    evenings: tuple[Evening, ...]  # oldest first, the struck ones marked
    corrections: tuple[Correction, ...]
    total: Counts  # of all evenings
    counted: Counts  # of those not struck
    missing: int  # evenings to the minimum attendance
    rank: int | None = None  # shared ranks: 1, 2, 2, 4
    former_rank: int | None = None

    @property
    def attended(self) -> int:
        return len([one for one in self.evenings if one.attended])

    @property
    def attended_and_counted(self) -> int:
        return len([one for one in self.evenings if one.attended and not one.struck])

    @property
    def correction(self) -> int:
        return sum(correction.points for correction in self.corrections)

    @property
    def points(self) -> int:
        """Return the points that count: without the struck evenings, with the corrections."""
        return self.rules.points(self.counted) + self.correction

    @property
    def mean_game(self) -> Fraction | None:
        return mean_a_game(self.points, self.rules.summed_points(self.counted), self.counted.games)

    @property
    def score(self) -> Number | None:
        """Return the number that ranks; None for a mean of nothing."""
        if self.standing is Standing.ZERO:
            return 0
        match self.rules.score:
            case "mean_game":
                return self.mean_game
            case "mean_evening":
                return compute_mean(self.points, self.attended_and_counted)
            case _:
                return self.points


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    rows: tuple[Row, ...]
    rules: StandingsRules
    held: int  # evenings on which anybody played
    required: int  # evenings that reach the minimum attendance

    def ranks(self) -> Mapping[int, int]:
        """Return the rank by player, for the movement in a later table."""
        return {row.player: row.rank for row in self.rows if row.rank is not None}


def rank_players(
    records: Iterable[Record],
    rules: StandingsRules,
    *,
    corrections: Iterable[Correction] = (),
    guests: Collection[int] = frozenset(),
    former: Mapping[int, int] | None = None,
) -> Table:
    """Return the table of all given records, in any order; `former`: the ranks to compare with."""
    return build_table(evenings_by_player(records), rules, corrections=corrections, guests=guests, former=former)


def build_table(
    evenings: Mapping[int, tuple[Evening, ...]],
    rules: StandingsRules,
    *,
    corrections: Iterable[Correction] = (),
    guests: Collection[int] = frozenset(),
    former: Mapping[int, int] | None = None,
) -> Table:
    """Return the same from each player's evenings, for callers that make several tables of them."""
    held = evenings_held(evenings.values())
    corrected = _by_player(corrections)
    rows = [
        _row(player, evenings.get(player, ()), tuple(corrected.get(player, ())), rules, held, player in guests)
        for player in evenings.keys() | corrected.keys()
    ]
    ranked = _ranked(rows, former or {})
    return Table(rows=ranked, rules=rules, held=held, required=rules.required(held))


def correction_problems(correction: Correction) -> list[Problem]:
    """List the problems of a correction: no reason, no points."""
    found = list(CORRECTION_POINTS.problems("points", correction.points))
    if correction.points == 0:
        found.append(Problem("points", say("A correction of 0 points changes nothing.")))
    if not correction.reason.strip():
        found.append(Problem("reason", say("Give a reason for the correction.")))
    return found


def _by_player(corrections: Iterable[Correction]) -> Mapping[int, list[Correction]]:
    found: dict[int, list[Correction]] = {}
    for correction in corrections:
        found.setdefault(correction.player, []).append(correction)
    return found


def _row(
    player: int,
    evenings: tuple[Evening, ...],
    corrections: tuple[Correction, ...],
    rules: StandingsRules,
    held: int,
    guest: bool,
) -> Row:
    struck = _struck(evenings, rules, held)
    everything = total_counts([one.counts for one in evenings])
    missing = _missing(evenings, rules.required(held))
    return Row(
        player=player,
        rules=rules,
        standing=_standing(rules, everything, missing, guest),
        evenings=_marked(evenings, struck) if struck else evenings,
        corrections=corrections,
        total=everything,
        counted=total_counts([one.counts for one in evenings if one.evening not in struck]) if struck else everything,
        missing=missing,
    )


def _missing(evenings: Iterable[Evening], required: int) -> int:
    return max(0, required - sum(one.attended for one in evenings)) if required else 0


def _marked(evenings: Iterable[Evening], struck: Collection[int]) -> tuple[Evening, ...]:
    return tuple(one._replace(struck=True) if one.evening in struck else one for one in evenings)


def _struck(evenings: Sequence[Evening], rules: StandingsRules, held: int) -> Collection[int]:
    """Return the evenings that do not count: the worst ones, of equal ones the older; one always counts.
    A penalty written on an evening goes with it; one on an evening without a game is never struck.
    """
    if rules.counting == "all":
        return ()
    of_games = rules.score == "mean_game"  # the others have none, and nothing would change without them
    attended = [one for one in evenings if (one.counts.games > 0 if of_games else one.attended)]
    number = min(_to_strike(rules, len(attended), held), len(attended) - 1)
    if number <= 0:
        return ()
    return {one.evening for one in sorted(attended, key=lambda one: _merit(one, rules))[:number]}


def _to_strike(rules: StandingsRules, attended: int, held: int) -> int:
    number = rules.counting_evenings or 0
    if rules.counting == "best":
        return attended - number
    return number - (held - attended if rules.absence_strikes else 0)


def _merit(evening: Evening, rules: StandingsRules) -> Number:
    """Return the value of an evening, in the measure that ranks the table."""
    if rules.score != "mean_game":
        return rules.points(evening.counts)
    return Fraction(rules.points(evening.counts) - rules.summed_points(evening.counts), evening.counts.games)


def _standing(rules: StandingsRules, everything: Counts, missing: int, guest: bool) -> Standing:
    if guest and not rules.guests_ranked:
        return Standing.GUEST
    if not (everything.games if rules.score == "mean_game" else everything.attended):
        return Standing.NO_GAMES
    if not missing:
        return Standing.RANKED
    return {"last": Standing.LAST, "zero": Standing.ZERO}.get(rules.below_minimum, Standing.BELOW)


def _ranked(rows: Iterable[Row], former: Mapping[int, int]) -> tuple[Row, ...]:
    """Sort rows in the order of the table; equal ones by number of the player, under a shared rank."""
    everybody = list(rows)
    level = Counter(_level(row) for row in everybody if row.total.unknown_games)
    ordered = sorted(((_merits(row, level), row.player, row) for row in everybody), key=itemgetter(0, 1))
    found: list[Row] = []
    before: tuple[Number, ...] | None = None
    rank = 0
    for place, (merits, player, row) in enumerate(ordered, start=1):
        if merits != before:
            before, rank = merits, place
        has_rank = row.standing in HAVE_A_RANK
        found.append(replace(row, rank=rank if has_rank else None, former_rank=former.get(player)))
    return tuple(found)


def _merits(row: Row, unknown: Mapping[tuple[Number, ...], int]) -> tuple[Number, ...]:
    """Return the sort key of a row, the smaller the better; rows with the same key share a rank.
    `unknown`: how many rows on each level have games without a known winner: tie-breakers cannot compare these.
    """
    level = _level(row)
    if unknown.get(level):
        return (*level, *(0 for _ in row.rules.ties))
    return (*level, *(-TIES[tie](row.total) for tie in row.rules.ties))


def _level(row: Row) -> tuple[Number, ...]:
    """Return the sort key without tie-breakers."""
    score = row.score
    return GROUPS[row.standing], 0 if score is None else -score
