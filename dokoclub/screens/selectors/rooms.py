"""What happens in the room: all tables of an evening, of a tournament, or the league, each in a fixed few queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.kept_folds import read_all_kept
from dokoclub.evenings.ledger.results import players_of, results_of
from dokoclub.evenings.models import Evening, Result, Sheet, SheetStyle
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.evenings import Place, final_ranking, rank_results
from dokoclub.evenings.selectors.people import Names, fetch_players
from dokoclub.evenings.selectors.sheets import SheetPage, page_with
from dokoclub.screens.models import ScreenLink
from dokoclub.standings.access import league_of, rules_of, season_of
from dokoclub.standings.models import ClosedRow
from dokoclub.standings.models.periods import Period, month_around
from dokoclub.standings.selectors.closings import Month, Since
from dokoclub.standings.selectors.tables import MOVEMENT, LeagueTable, league_table
from dokoclub.tournaments.models import Round, RoundTable, Tournament
from dokoclub.tournaments.selectors import Day
from dokoclub.tournaments.selectors.day import day_of, tables_with_sheet

LEAGUE_COLUMNS = ("games", MOVEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRoom:
    evening: Evening
    pages: tuple[SheetPage, ...]  # every sheet, worked out, in the order of the rounds
    players: tuple[Player, ...]  # everybody who sat at one of them
    style: SheetStyle

    @property
    def now(self) -> tuple[SheetPage, ...]:
        """The tables of the last round."""
        last = max((page.sheet.round for page in self.pages), default=0)
        return tuple(page for page in self.pages if page.sheet.round == last)

    @property
    def ranking(self) -> list[Place]:
        """As it stands with every game that is written; once closed with the tie-breaks of its tournament."""
        places = rank_results(self._results(), self.style)
        return places if self.evening.is_open else list(final_ranking(self.evening, places))

    def _results(self) -> Iterable[Result]:
        for page in self.pages:
            for result in results_of(page.folded):
                result.player = page.names[str(result.player_id)]
                yield result


def read_evening(evening: Evening, style: SheetStyle) -> EveningRoom:
    """Three queries, whatever the number of tables and games; `evening` with its club and stamp."""
    sheets = list(Sheet.objects.filter(evening=evening).order_by("round", "pk"))
    folded = _fold(sheets, evening)
    names = fetch_players({player for one in folded.values() for player in players_of(one)})
    return EveningRoom(
        evening=evening,
        pages=tuple(page_with(folded[sheet.pk], names, style) for sheet in sheets),
        players=tuple(names.values()),
        style=style,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRoom:
    day: Day
    pages: dict[int, SheetPage]  # of tables that still play, by their primary key
    players: tuple[Player, ...]


def read_tournament(tournament: Tournament, style: SheetStyle) -> TournamentRoom:
    """Four queries, whatever its size; `tournament` with its evening, club and stamp."""
    tables = list(
        RoundTable.objects.filter(round__tournament=tournament)
        .select_related("round", "sheet")
        .order_by("round__number", "number")
    )
    live = [table for table in tables_with_sheet(tables) if table.sheet is not None]
    sheets = [table.sheet for table in live if table.sheet is not None]
    folded = _fold(sheets, tournament.evening) if tournament.evening is not None else {}
    results = [result for one in folded.values() for result in results_of(one)]
    on_sheets = {(result.sheet_id, result.player_id): result for result in results}
    day = day_of(tournament, _rounds(tables), tables, on_sheets)
    players = {str(entrant.player_id): entrant.player for entrant in day.entrants.values()}
    names = {**players, **_missing(folded.values(), players)}
    return TournamentRoom(
        day=day,
        pages={table.pk: page_with(folded[table.sheet_id or 0], names, style) for table in live},
        players=tuple(names.values()),
    )


def _rounds(tables: Sequence[RoundTable]) -> list[Round]:
    """Each has tables from the moment it is planned."""
    return list({table.round_id: table.round for table in tables}.values())


def _missing(folded: Iterable[Folded], known: Names) -> Names:
    """Who sat down at a table of the tournament without having entered. A query only where there is such a one."""
    others = {player for one in folded for player in players_of(one)} - known.keys()
    return fetch_players(others) if others else {}


def _fold(sheets: Sequence[Sheet], evening: Evening) -> dict[int, Folded]:
    for sheet in sheets:
        sheet.evening = evening
    return read_all_kept(sheets)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRoom:
    period: Period
    live: LeagueTable
    closed: Month | None  # as it was kept


def read_league(link: ScreenLink) -> LeagueRoom:
    """The month in which the club played last. Four queries; `link` of `with_state`."""
    club, today = link.club, date_of_play()
    season, period = season_of(club, month_around(getattr(link, "played", None) or today))
    rules = rules_of(league_of(club), season, period)
    live = league_table(club, period, rules, today=today, columns=LEAGUE_COLUMNS)
    return LeagueRoom(period=period, live=live, closed=_closed(club, period))


def _closed(club: Club, month: Period) -> Month | None:
    """The newest version that was kept. One query."""
    kept = ClosedRow.objects.filter(closing__club=club, closing__month=month.first).select_related("closing")
    rows = list(kept.order_by("-closing__number", "pk"))
    if not rows:
        return None
    newest = rows[0].closing
    return Month([newest], newest, [row for row in rows if row.closing_id == newest.pk], Since())
