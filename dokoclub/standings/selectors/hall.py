"""Hall of fame: winners of months, years and seasons, and players with the most games."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dokoclub.clubs.models import Club, Season
from dokoclub.standings.access import get_rules
from dokoclub.standings.models import ClosedRow, Closing, League
from dokoclub.standings.models.periods import Period, get_season_period, month_around, year_around
from dokoclub.standings.selectors.people import People, Person, fetch_people, list_seasons, resolve_aliases
from dokoclub.standings.selectors.records import fetch_played
from dokoclub.standings.texts import ranked_column
from scoring.league.counters import OF_SUMS
from scoring.league.records import Evening
from scoring.league.rules import TIES, StandingsRules
from scoring.league.standings import Number, Standing, build_table

COUNTERS = ("games", "decided", "scores", "balance", "summed", *OF_SUMS, *TIES)
Evenings = Mapping[int, tuple[Evening, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """The winner of a period; several may share the first place. `column` is the one that ranked."""

    period: Period
    people: tuple[Person, ...]
    column: str
    score: Number
    is_closed: bool  # from the closing; otherwise from the current sheets
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The hall of fame, newest first; `starred` by most games."""

    years: tuple[Winner, ...]
    seasons: tuple[Winner, ...]
    months: tuple[tuple[int, tuple[Winner, ...]], ...]  # by year
    starred: tuple[Person, ...]
    played: tuple[Period, ...]  # months in which anybody played, newest first


def is_won(one: Winner) -> bool:
    """Return whether the period is decided: the leader of a running one has not won yet."""
    return one.is_over or one.is_closed


def fetch_hall(club: Club, league: League, *, today: date) -> Hall:
    """Return the hall of fame. Six queries for any number of years."""
    seasons = list_seasons(club)
    known = fetch_people(club, date.min, date.max)
    evenings = fetch_played(club, date.min, date.max, COUNTERS).evenings
    kept = _closed(club, known, today)

    def winners(periods: Mapping[Period, Evenings]) -> Iterator[Winner]:
        for period, mine in sorted(periods.items(), key=lambda item: item[0].first, reverse=True):
            if period.key in kept:
                won = kept[period.key]
            else:
                won = _won(period, mine, _rules(league, seasons, period), known, today)
            if won:
                yield won

    by_month = _by(evenings, month_around)
    months = list(winners(by_month))
    return Hall(
        years=tuple(winners(_by(evenings, year_around))),
        seasons=tuple(winners({get_season_period(season): _within(evenings, season) for season in seasons})),
        months=tuple(
            (number, tuple(one for one in months if one.period.first.year == number))
            for number in dict.fromkeys(one.period.first.year for one in months)
        ),
        starred=tuple(
            sorted((one for one in known.by_number.values() if one.stars), key=lambda one: (-one.games, one.name))
        ),
        played=tuple(sorted(by_month, key=lambda month: month.first, reverse=True)),
    )


def _by(evenings: Evenings, period_of: Callable[[date], Period]) -> Mapping[Period, Evenings]:
    """Group the evenings by month, or by year."""
    found: dict[tuple[int, int], dict[int, list[Evening]]] = {}
    for player, some in evenings.items():
        for one in some:
            found.setdefault((one.day.year, one.day.month), {}).setdefault(player, []).append(one)
    periods: dict[Period, dict[int, tuple[Evening, ...]]] = {}
    for (year_of, month_of), mine in sorted(found.items()):
        of_period = periods.setdefault(period_of(date(year_of, month_of, 1)), {})
        for player, of_player in mine.items():
            of_period[player] = (*of_period.get(player, ()), *of_player)
    return periods


def _within(evenings: Evenings, season: Season) -> Evenings:
    inside = {
        player: tuple(one for one in some if season.first <= one.day <= season.last)
        for player, some in evenings.items()
    }
    return {player: some for player, some in inside.items() if some}


def _rules(league: League, seasons: Iterable[Season], period: Period) -> StandingsRules:
    whole = (season for season in seasons if season.first <= period.first and period.last <= season.last)
    return get_rules(league, next(whole, None), period)


def _won(period: Period, evenings: Evenings, rules: StandingsRules, known: People, today: date) -> Winner | None:
    table = build_table(evenings, rules, corrections=known.corrections(period.first, period.last), guests=known.guests)
    first = [row for row in table.rows if row.rank == 1]
    if not first:
        return None
    return Winner(
        period=period,
        people=tuple(known.by_number[row.player] for row in first),
        column=ranked_column(rules),
        score=first[0].score or 0,
        is_closed=False,
        is_over=period.is_over(today),
    )


def _closed(club: Club, known: People, today: date) -> Mapping[str, Winner | None]:
    """Return the winners of the newest version of every closed month; None if nobody has a rank. Three queries."""
    aliases = resolve_aliases(club)
    first: dict[int, list[ClosedRow]] = {}
    for row in ClosedRow.objects.filter(closing__club=club, rank=1).order_by("position"):
        first.setdefault(row.closing_id, []).append(row)
    newest = {month_around(one.month).key: one for one in Closing.objects.filter(club=club).order_by("number")}
    return {key: _winner(one, first.get(one.pk, []), aliases, known, today) for key, one in newest.items()}


def _winner(
    closing: Closing, rows: list[ClosedRow], aliases: Mapping[int, int], known: People, today: date
) -> Winner | None:
    """Return the winner of a closed month. `rows`: those of the first place."""
    if not rows:
        return None
    period = month_around(closing.month)
    column = ranked_column(closing.parsed)
    kept = None if rows[0].standing == Standing.ZERO else rows[0].values.get(column)
    numbers = dict.fromkeys(aliases.get(row.player_id, row.player_id) for row in rows)
    return Winner(
        period=period,
        people=tuple(known.by_number[number] for number in numbers),
        column=column,
        score=Fraction(*kept) if kept else 0,
        is_closed=True,
        is_over=period.is_over(today),
    )
