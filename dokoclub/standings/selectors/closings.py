"""Closed months with their versions and tables, the changes since, corrections, and personal data."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player, Season
from dokoclub.standings.models import ClosedRow, Closing, Correction, LeagueLink
from dokoclub.standings.models.periods import Period
from dokoclub.standings.selectors.people import resolve_aliases
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules
from scoring.league.standings import Number, Row


class ClosedPoints(NamedTuple):
    """The stored part of a row in a closing, live or already stored."""

    player_id: int
    rank: int | None
    former_rank: int | None
    standing: str
    missing: int
    points: int
    struck: list[int]
    values: dict[str, list[int] | None]  # by column, exact: numerator and denominator


class Difference(NamedTuple):
    player: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """Changes after the closing: points by player, best first; `others`: only other figures changed."""

    points: tuple[Difference, ...] = ()
    others: bool = False

    def __bool__(self) -> bool:
        return bool(self.points) or self.others


class Month(NamedTuple):
    """A closed month as it is shown: its newest version, or an older one that was asked for."""

    versions: list[Closing]  # the newest first
    closing: Closing
    rows: list[ClosedRow]
    since: Since  # compared with this version

    @property
    def rules(self) -> StandingsRules:
        return self.closing.parsed

    @property
    def held(self) -> int:
        return self.closing.held

    @property
    def required(self) -> int:
        return self.closing.required


def list_versions(club: Club, month: Period) -> list[Closing]:
    """List the versions of a month, the newest first. One query."""
    return list(Closing.objects.filter(club=club, month=month.first).select_related("closed_by"))


def closed_month(club: Club, live: LeagueTable, number: int | None = None) -> Month | None:
    """Return the closed month, None if it was never closed, or has no such version. One query then, else three."""
    found = list_versions(club, live.period)
    closing = next((one for one in found if number in (None, one.number)), None)
    if closing is None:
        return None
    rows = list(ClosedRow.objects.filter(closing=closing))
    return Month(found, closing, rows, _since(rows, live, resolve_aliases(club)))


def as_closed(row: Row) -> ClosedPoints:
    """Return a live row as a closing would store it."""
    return ClosedPoints(
        player_id=row.player,
        rank=row.rank,
        former_rank=row.former_rank,
        standing=row.standing.value,
        missing=row.missing,
        points=row.points,
        struck=[row.rules.points(one.counts) for one in row.evenings if one.struck],
        values={key: _exact(column.value(row)) for key, column in COLUMNS.items()},
    )


def _exact(value: Number | None) -> list[int] | None:
    return None if value is None else [*Fraction(value).as_integer_ratio()]


def is_unchanged(month: Month, live: LeagueTable) -> bool:
    """Return whether closing again would give the same rows, by the same rules."""
    if (month.rules, month.held, month.required) != (live.rules, live.held, live.required):
        return False
    then = [ClosedPoints(*(getattr(row, field) for field in ClosedPoints._fields)) for row in month.rows]
    return then == [as_closed(row) for row in live.rows]


def _since(rows: Iterable[ClosedRow], live: LeagueTable, aliases: Mapping[int, int]) -> Since:
    """Return the changes since the closing. Two players merged since then are compared as one."""
    then: Counter[int] = Counter()
    now: Counter[int] = Counter()
    closed = list(rows)
    for row in closed:
        then[aliases.get(row.player_id, row.player_id)] += row.points
    for live_row in live.rows:
        now[live_row.player] += live_row.points
    changed = {player: now[player] - then[player] for player in then.keys() | now.keys()}
    points = sorted((Difference(player, by) for player, by in changed.items() if by), key=lambda one: -one.points)
    return Since(points=tuple(points), others=not points and _figures(closed, aliases) != _live_figures(live))


_COMPARED = ("evenings", "games", "won_percent", "solos", "solos_won")
Figures = Mapping[int, tuple[Fraction | None, ...]]


def _figures(rows: Iterable[ClosedRow], aliases: Mapping[int, int]) -> Figures:
    return {
        aliases.get(row.player_id, row.player_id): tuple(
            Fraction(*value) if (value := row.values.get(key)) else None for key in _COMPARED
        )
        for row in rows
    }


def _live_figures(live: LeagueTable) -> Figures:
    found = {row.player: [COLUMNS[key].value(row) for key in _COMPARED] for row in live.rows}
    return {
        player: tuple(None if value is None else Fraction(value) for value in values)
        for player, values in found.items()
    }


def get_corrections(club: Club) -> list[Correction]:
    """List the corrections, the newest first, including those taken back. One query."""
    found = Correction.objects.filter(club=club)
    return list(found.select_related("player", "counts_for", "made_by", "taken_back_by"))


_CORRECTION = ("day", "points", "reason", "made_at", "taken_back_at")


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """Return the league's data about a player. Hooked into stored_about_player. Four queries."""
    return "league", {
        "corrections": list(Correction.objects.filter(player=player).values(*_CORRECTION)),
        "closed_months": list(
            ClosedRow.objects.filter(player=player).values(
                "closing__month", "closing__number", "rank", "points", "values"
            )
        ),
        "games": player.honour.games if hasattr(player, "honour") else 0,
        "hides_rating": hasattr(player, "hidden_rating"),
    }


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the league's data about an account. Hooked into stored_about."""
    return "league", {
        "players": [stored_about_player(player)[1] for player in Player.objects.filter(account=account)],
        "corrections_made": list(Correction.objects.filter(made_by=account).values("made_at", "points", "reason")),
        "corrections_taken_back": list(
            Correction.objects.filter(taken_back_by=account).values("taken_back_at", "points")
        ),
        "months_closed": list(
            Closing.objects.filter(closed_by=account).values("month", "number", "closed_at", "reason")
        ),
        "seasons_written": list(
            Season.history.filter(history_user=account).values("name", "first", "last", "history_date")
        ),
        "secret_links_made": list(LeagueLink.objects.filter(made_by=account).values("made_at", "revoked_at")),
    }
