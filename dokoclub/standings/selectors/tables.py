"""The table of a period, computed from the sheets: up to date as soon as a game is written."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from dokoclub.clubs.models import Club
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors.people import People, fetch_people
from dokoclub.standings.selectors.records import fetch_played
from scoring.league.columns import COLUMNS, score_column
from scoring.league.counters import Counts
from scoring.league.records import Evening, evenings_before
from scoring.league.rules import TIES, StandingsRules
from scoring.league.standings import Row, Table, build_table

# Counters needed for ranking, and those that show unknown values.
ALWAYS_READ = frozenset({"games", "decided", "scores", "balance", "summed", "doubled", *TIES})
MOVEMENT = "movement"


class Unknown(NamedTuple):
    """Evenings by id: those with only sums known, and those from legacy sheets with half points, all doubled."""

    summed: frozenset[int]
    by_hand: bool  # Some games have only their points known.
    known: bool  # Other games are fully known.
    doubled: frozenset[int]
    of: int  # evenings in all


def format_unknown(rows: Iterable[Row]) -> Unknown:
    evenings = [one for row in rows for one in row.evenings]
    return Unknown(
        frozenset(one.evening for one in evenings if one.counts.summed),
        any(one.counts.games > one.counts.decided for one in evenings),
        any(one.counts.decided for one in evenings),
        frozenset(one.evening for one in evenings if one.counts.doubled),
        len({one.evening for one in evenings}),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    period: Period
    table: Table
    people: People
    running: Mapping[int, date]  # open evenings of the period by id, which make it provisional
    compared: bool  # The ranks of the month before are known.

    @property
    def rules(self) -> StandingsRules:
        return self.table.rules

    @property
    def held(self) -> int:
        """Return the number of evenings with a game."""
        return self.table.held

    @property
    def required(self) -> int:
        """Return the number of evenings for the minimum attendance."""
        return self.table.required

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.table.rows

    @property
    def is_empty(self) -> bool:
        return not self.table.rows

    @property
    def shows_both(self) -> bool:
        """Return whether some sheet writes something else than plus and minus (rules.md 1.15)."""
        return any(row.total.scores != row.total.balance for row in self.rows)

    @property
    def mixes_notations(self) -> bool:
        """Return whether the ranking points are plus and minus on some evenings and something else on others."""
        if self.rules.ranked_by == "balance":
            return False
        played = [one for row in self.rows for one in row.evenings if one.counts.scores or one.counts.balance]
        others = {one.evening for one in played if one.counts.scores != one.counts.balance}
        return bool(others) and any(one.evening not in others for one in played)

    @property
    def unknown(self) -> Unknown:
        """Return the unknown parts of the table."""
        return format_unknown(self.rows)

    def row_of(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player == player), None)


def league_table(
    club: Club, period: Period, rules: StandingsRules, *, today: date, columns: Collection[str] = tuple(COLUMNS)
) -> LeagueTable:
    """Return the current table; `columns`: those that will be read. Two queries for any number of games."""
    before = period.before if period.span is Span.MONTH and MOVEMENT in columns else None
    first = before.first if before else period.first
    found = fetch_played(club, first, period.last, _counters([*columns, score_column(rules).key], period))
    known = fetch_people(club, first, period.last)
    evenings = found.evenings
    mine = _since(evenings, period.first) if before else evenings
    former = _former(evenings, known, period, rules, today) if MOVEMENT in columns else None
    return LeagueTable(
        period=period,
        table=build_table(
            mine,
            rules,
            corrections=known.corrections(period.first, period.last),
            guests=known.guests,
            former=former,
        ),
        people=known,
        running={evening: day for evening, day in found.running.items() if period.holds(day)},
        compared=bool(former),
    )


Evenings = Mapping[int, tuple[Evening, ...]]


def _counters(columns: Collection[str], period: Period) -> frozenset[str]:
    """Return the counters to fetch. A month needs all: it is short, and may be compared with its closing."""
    if period.span is Span.MONTH:
        return frozenset(Counts._fields)
    return ALWAYS_READ.union(*(COLUMNS[key].needs for key in columns))


def _since(evenings: Evenings, day: date) -> Evenings:
    return {player: later for player, some in evenings.items() if (later := tuple(_later(some, day)))}


def _later(evenings: tuple[Evening, ...], day: date) -> Iterator[Evening]:
    return (one for one in evenings if one.day >= day)


def _former(evenings: Evenings, known: People, period: Period, rules: StandingsRules, today: date) -> Mapping[int, int]:
    """Return the ranks a month ago: of the month before, or of the same table when the last month began."""
    last = period.month_compared(today).last
    corrections = [given.correction for given in known.given if given.day <= last]
    before = evenings_before(evenings, last + timedelta(days=1))
    return build_table(before, rules, corrections=corrections, guests=known.guests).ranks()
