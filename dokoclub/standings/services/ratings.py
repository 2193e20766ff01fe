"""Ratings solved from stored sums, their course, the evenings behind them, and the choice to show them.

The sums of an evening, a month, a year and of all time are stored like those of statistics (`tallies`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db import transaction

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.standings.models import HiddenRating
from dokoclub.standings.models.periods import ALL_TIME, month_around
from dokoclub.standings.selectors.people import resolve_aliases
from dokoclub.standings.selectors.statistics import OnEvening, list_evenings, rate_evenings
from dokoclub.standings.services.tallies import Counting, Label, TallyCache, TallyKind
from scoring.league.rated import VERSION, Beside, Rated, add_rated, dump_rated, load_rated
from scoring.rating import LIST, Rating, ShownRating, rate_players, show_ratings, weigh_evenings

MONTHS: Final = 24  # of the chart
LOOK_BACK: Final = timedelta(days=730)  # for evenings that moved a number: older ones weigh less than a quarter
MOST_MOVED: Final = 10  # evenings

RATED: Final = TallyKind(Label("rating", VERSION, dump_rated, load_rated), rate_evenings, add_rated)


@dataclass(frozen=True)
class ClubRating:
    """The club's rating on a day. Players have their keys of `scoring`.

    `members`: those to compare with each other, as far as enough is known of them.
    """

    day: int
    solved: Rating
    beside: Mapping[str, Beside]
    members: tuple[str, ...]

    @cached_property
    def shown(self) -> Mapping[str, ShownRating]:
        """Return the ratings of members with enough games, hidden ones too."""
        return show_ratings(self.solved, self.members)

    def points_of(self, player: str) -> float:
        """Return the points in a list of 24 games above the members' mean, even for a player with few games."""
        return LIST * (self.solved.theta[player] - self._mean)

    @cached_property
    def _mean(self) -> float:
        return sum(self.solved.theta[one] for one in self.shown) / len(self.shown) if self.shown else 0.0


def rate_club(club: Club, members: Sequence[str], today: date) -> ClubRating | None:
    """Rate the club, None if no game was ever rated.

    Three queries if nothing has changed, some more for changes.
    """
    rated = Counting(club, RATED).count(ALL_TIME)
    if not rated.players:
        return None
    day = max(today.toordinal(), rated.day)
    return ClubRating(day, _solve(rated, day), rated.players, tuple(members))


def _solve(rated: Rated, day: int) -> Rating:
    return rate_players([(rated.day, rated.sums)], day=day)


# --- How it went -----------------------------------------------------------------------------------------------------


class OnDay(NamedTuple):
    """A player's number at the end of a month."""

    points: float
    margin: float


class MonthEnd(NamedTuple):
    last: date
    shown: Mapping[str, OnDay]


def rate_month_ends(club: Club, members: Sequence[str], today: date) -> list[MonthEnd]:
    """List the last months that are over, of two years at most, the oldest first; from the first with a game.

    Each is solved once; a later entry in one of them makes all of them solved again.
    """
    ends = _month_ends(today)
    rated = Counting(club, RATED)
    told = " ".join((*map(str, (ends[0], ends[-1], *members)), *rated.words_until(ends[-1])))
    return TallyCache(club, MONTH_ENDS).recall("ends", told, lambda: list(_solve_ends(rated, ends, members)))


def _month_ends(today: date) -> list[date]:
    found, month = [], month_around(today)
    for _ in range(MONTHS):
        found.append(month.first - timedelta(days=1))
        month = month_around(found[-1])
    return found[::-1]


def _solve_ends(rated: Counting[Rated], ends: Sequence[date], members: Sequence[str]) -> Iterator[MonthEnd]:
    steps = rated.count_up(ends[0], ends[-1])
    step, known = next(steps, None), None
    for last in ends:
        while step is not None and step[0] <= last:
            known, step = step[1], next(steps, None)
        if known is not None and known.players:
            solved = show_ratings(_solve(known, last.toordinal()), members)
            yield MonthEnd(last, {one: OnDay(shown.points, shown.margin) for one, shown in solved.items()})


def _dump_ends(ends: list[MonthEnd]) -> Any:
    return [[end.last.isoformat(), end.shown] for end in ends]


def _load_ends(stored: Any) -> list[MonthEnd]:
    return [
        MonthEnd(date.fromisoformat(last), {one: OnDay(*shown) for one, shown in of_players.items()})
        for last, of_players in stored
    ]


MONTH_ENDS: Final[Label[list[MonthEnd]]] = Label("rated-ends", VERSION, _dump_ends, _load_ends)


# --- Evenings behind it ----------------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """The points a list by which an evening moved the number."""

    evening: OnEvening
    points: float


def find_movers(rating: ClubRating, player: Player, today: date) -> list[Moved]:
    """List the player's evenings of the last two years that moved the number most, the strongest first.

    Some two queries. A running evening has not moved it yet.
    """
    known = list_evenings(player.club, today - LOOK_BACK, date.max, of=player)
    evenings = [one for one in known if not one.is_open]
    counted = Counting(player.club, RATED).count_each(evenings)
    mine = [one for one in evenings if str(player.pk) in counted[one.number].players]
    parts = [(counted[one.number].day, counted[one.number].sums) for one in mine]
    moved = weigh_evenings(rating.solved, str(player.pk), [*rating.shown], parts, day=rating.day)
    found = sorted(map(Moved, mine, moved), key=lambda one: -abs(one.points))
    return found[:MOST_MOVED]


# --- Choices ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def hide_rating(player: Player, hidden: bool) -> None:
    """Hide or show a player's number, also under their merged players. The second time changes nothing."""
    lock_club(player.club)
    known = resolve_aliases(player.club)
    names = [player.pk, *(merged for merged, kept in known.items() if kept == player.pk)]
    if hidden:
        HiddenRating.objects.get_or_create(player=player)
    else:
        HiddenRating.objects.filter(player__in=names).delete()
