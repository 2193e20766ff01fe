"""Series of tournaments: the rules of a league table, with rounds in place of evenings."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from scoring.league.counters import Counts
from scoring.league.records import Record
from scoring.league.rules import StandingsRules
from scoring.league.standings import Table, rank_players

SCORES: Final = {"sum": "sum", "mean_round": "mean_evening"}  # the score, as the rules of a table call it
MOST_MONTHS: Final = 120
MOST_COUNTING: Final = 400  # rounds


class Played(NamedTuple):
    """A player's round of a tournament; players and rounds are numbers."""

    player: int
    round: int
    day: date
    points: int
    won: int = 0  # games
    solos_won: int = 0


def series_rules(
    score: str, *, counting: str = "all", counting_rounds: int | None = None, minimum: int | None = None
) -> StandingsRules:
    """Return rules for `sum` or `mean_round` of all rounds, of the best n, or of all but the n worst.
    `minimum`: rounds for a rank. Everybody is ranked, guests too: tournaments are open.
    """
    return StandingsRules(
        score=SCORES[score],
        ranked_by="balance",
        counting=counting,
        counting_evenings=None if counting == "all" else counting_rounds,
        minimum=minimum,
        guests_ranked=True,
        ties=("solos_won", "won"),
    )


def rank_series(played: Iterable[Played], rules: StandingsRules) -> Table:
    """Return a row for everybody that played a round; an evening of the table is a round."""
    return rank_players((Record(one.player, one.round, 0, one.day, _counts(one)) for one in played), rules)


def _counts(one: Played) -> Counts:
    """Return the counts of a round; it is attended, regardless of the number of games in its list."""
    return Counts(games=1, decided=1, won=one.won, solos_won=one.solos_won, scores=one.points, balance=one.points)


def days_since(today: date, months: int) -> date:
    """Return the first day of a window of `months` that ends today: the day after today's date so many months ago.
    If that month is shorter, its last day replaces today's.
    """
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    before = date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
    return date.fromordinal(before.toordinal() + 1)
