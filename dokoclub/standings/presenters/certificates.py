"""Certificates: name, rank, period and points."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils import timezone

from dokoclub.evenings.texts import join_names
from dokoclub.standings import texts
from dokoclub.standings.presenters.table import LeagueLine, RenderedTable, format_league_number, render_table
from dokoclub.standings.selectors.closings import Month
from dokoclub.standings.selectors.tables import LeagueTable
from scoring.league.rules import StandingsRules
from scoring.league.standings import Standing

LONG: Final = 14  # letters
MOST_NAMED: Final = 4  # after the winner, on a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    player: int
    name: str
    rank: int
    is_shared: bool
    score: str
    column: str  # title of the ranking column

    @property
    def is_long(self) -> bool:
        """Return whether the name does not fit in large letters on a line."""
        return len(self.name) > LONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """A certificate for each ranked player; `day`: when the table was closed, or today."""

    all: tuple[Certificate, ...]
    table: RenderedTable
    day: date
    version: int | None  # of a closed month
    is_final: bool  # final

    @property
    def first_three(self) -> list[Certificate]:
        return [one for one in self.all if one.rank <= 3]

    @property
    def is_running(self) -> bool:
        """Return whether the ranks can still change."""
        return not self.is_final

    def of(self, player: int | None) -> Certificate | None:
        """Return the player's certificate, or the winner's."""
        return next((one for one in self.all if one.player == player), next(iter(self.all), None))

    def ahead_of(self, winner: Certificate | None) -> str:
        """Return the second and third for a sole winner; "" for all others."""
        if winner is None or winner.rank != 1 or winner.is_shared:
            return ""
        return name_next(self.first_three)


def name_next(first_three: Sequence[Certificate]) -> str:
    """Return the second and third with their scores: the players of a shared rank are named all or not at all."""
    named: list[Certificate] = []
    for rank in (2, 3):
        with_them = named + [one for one in first_three if one.rank == rank]
        named = with_them if len(with_them) <= MOST_NAMED else named
    return join_names([f"{one.name} ({one.score})" for one in named]) if named else ""


def get_closed_certificates(month: Month, league: LeagueTable, columns: Iterable[str]) -> Certificates:
    table = render_table(league, columns, month)
    return Certificates(
        all=tuple(_all(table, month.rules)),
        table=table,
        day=timezone.localdate(month.closing.closed_at),
        version=month.closing.number,
        is_final=True,
    )


def get_live_certificates(league: LeagueTable, columns: Iterable[str], *, today: date) -> Certificates:
    table = render_table(league, columns)
    return Certificates(
        all=tuple(_all(table, league.rules)),
        table=table,
        day=today,
        version=None,
        is_final=league.period.is_over(today) and not league.running,
    )


def _all(table: RenderedTable, rules: StandingsRules) -> Iterator[Certificate]:
    column = texts.ranked_column(rules)
    ranks = [line.rank for line in table.lines]
    for line in table.lines:
        if line.rank is not None:
            yield Certificate(
                player=line.player,
                name=line.name,
                rank=line.rank,
                is_shared=ranks.count(line.rank) > 1,
                score=_score(line, column),
                column=texts.get_title(column),
            )


def _score(line: LeagueLine, column: str) -> str:
    """Return the score that ranks: 0 for a player ranked with 0, even if the table shows another number."""
    if line.standing is Standing.ZERO:
        return format_league_number(column, 0)
    return next((cell.text for cell in line.cells if cell.column == column), "")
