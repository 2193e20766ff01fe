"""The data of a sheet's page: every row with its points, and the next game. Everything is computed, nothing stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dokoclub.clubs.models import Player
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.core.cache import get_or_compute
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState, read_cached_sheet, read_sheet
from dokoclub.evenings.models import Entry, Sheet, SheetStyle
from dokoclub.evenings.selectors.people import Names, fetch_players, fetch_writers
from dokoclub.evenings.selectors.starting import get_style
from scoring.contract.attribution import Attribution, read_attribution
from scoring.contract.sheet_text import is_beyond_list
from scoring.game.game import Game, get_outcome
from scoring.game.rows import PointsByHand, Row, Sums
from scoring.game.score import Reckoning
from scoring.game.seat_order import order_circle
from scoring.game.sheet import Line, who_dealt
from scoring.game.verdict import Reason, reason_for
from scoring.rules.rules import Rules
from scoring.terms import Party


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player in one row."""

    player: Player
    party: Party | None  # None: does not play in it
    scores: int  # as on the sheet
    balance: int  # zero-sum
    total: int  # scores so far
    total_balance: int
    deals: bool
    sits_out: bool  # sits at the table and does not play


@dataclass(frozen=True, kw_only=True)
class EntryRow:
    """One row of the sheet. A struck one has neither `line` nor cells."""

    entry: Entry
    facts: Row
    line: Line | None
    dealer: Player | None
    cells: tuple[Cell, ...]  # one per column
    rules: Rules

    @property
    def reckoning(self) -> Reckoning | None:
        return self.line and self.line.score.reckoning

    @property
    def game(self) -> Game | None:
        """Return the played game, if it is one."""
        return self.facts if isinstance(self.facts, Game) else None

    @property
    def attribution(self) -> Attribution:
        return read_attribution(self.entry.attribution, self.game) if self.game else Attribution()

    @property
    def reasons(self) -> list[Reason]:
        """Return why each party won or lost: "Re needed 151 after keine 90 and had 148"."""
        if self.game is None:
            return []
        outcome = get_outcome(self.game)
        return [reason_for(self.rules, outcome, party) for party in Party]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerColumn:
    """A player's column, with the current totals."""

    player: Player
    total: int
    total_balance: int
    is_here: bool  # sits at the table now
    rests: bool  # has left only for a while
    deals: bool  # the next game
    sits_out: bool
    leads: bool  # by the club's ranking; nobody leads before the first game


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """The next game."""

    number: int
    dealer: Player
    playing: tuple[Player, ...]
    sitting_out: tuple[Player, ...]
    bock_level: int
    is_beyond_list: bool  # the planned list is already over


@dataclass(frozen=True, kw_only=True)
class SheetPage:
    """The page of a sheet, rows oldest first; a page with the newest on top reverses them."""

    state: SheetState
    names: Names
    columns: tuple[PlayerColumn, ...]
    coming: Coming
    pflichtsolo_open: tuple[Player, ...]
    style: SheetStyle

    @property
    def sheet(self) -> Sheet:
        return self.state.sheet

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @cached_property
    def order(self) -> tuple[Entry, ...]:
        """Return all entries in order, struck or not."""
        return tuple(sorted((*self.state.entries, *self.state.struck), key=lambda entry: entry.position))

    @cached_property
    def rows(self) -> tuple[EntryRow, ...]:
        return tuple(self.show_rows(self.order))

    def show_rows(self, entries: Iterable[Entry]) -> list[EntryRow]:
        """Return the rows of some entries."""
        return [self._make_row(entry) for entry in entries]

    def _make_row(self, entry: Entry) -> EntryRow:
        if entry.is_struck:
            return _struck(self.state, entry)
        return _row(self.state, self.names, self._everyone, entry, *self._worked_out[entry.pk])

    @cached_property
    def _everyone(self) -> list[str]:
        return list_players(self.state)

    @cached_property
    def _worked_out(self) -> dict[int, tuple[Row, Line]]:
        return {entry.pk: (row, line) for entry, row, line in self.state}

    @property
    def newest_first(self) -> tuple[EntryRow, ...]:
        return self.rows[::-1]

    @property
    def knows_dealer(self) -> bool:
        """Return whether the dealer is known. On old paper nobody wrote it down."""
        return _knows_last_dealer(self.state)

    @property
    def table(self) -> tuple[Player, ...]:
        """Return the current players, in seat order."""
        return tuple(self.names[player] for player in self.state.paper.players)

    @property
    def resting(self) -> tuple[Player, ...]:
        """Return the players who sit out until they come back."""
        return tuple(self.names[player] for player in self.state.resting if player in self.names)

    @property
    def circle(self) -> tuple[Player, ...]:
        """Return everybody who ever sat there, in seat order."""
        return tuple(self.names[player] for player in order_circle(self.state.seatings))

    @property
    def bock_left(self) -> tuple[int, ...]:
        """Return the levels of the next Bock games."""
        return self.state.paper.bock_left

    @property
    def games_in_list(self) -> int | None:
        return self.state.paper.games_in_list

    @property
    def writes_zero_sum(self) -> bool:
        """Return whether the sheet is zero-sum. Otherwise both columns are shown (rules.md 1.15)."""
        return self.rules.notation == "zero_sum"


def sheet_page(sheet: Sheet, *, writers: bool = True) -> SheetPage:
    """Return the page of a sheet.

    Four queries, at any length: entries, players, authors, the club's style. One less without `writers`, and another
    one less if the sheet was read recently.
    """
    return get_page(read_sheet(sheet) if writers else read_cached_sheet(sheet), writers=writers)


def page_before(entry: Entry) -> SheetPage:
    """Return the page of the sheet as it was when this entry was written. Four queries."""
    state = read_sheet(entry.sheet)
    at = state.index(entry)
    return get_page(SheetState(state.sheet, state.entries[:at], (), state.rows[:at]), writers=False)


def get_page(state: SheetState, *, writers: bool) -> SheetPage:
    """Return the page of a loaded sheet. Two queries that are cached, one more with `writers`."""
    if writers:
        fetch_writers([*state.entries, *state.struck])
    club = state.sheet.evening.club
    named = sorted({*list_players(state), *_named_in_struck(state)})
    names = get_or_compute(f"players {' '.join(named)}", get_people_version(club), lambda: fetch_players(named))
    return page_with(state, names, get_style(club))


def page_of_nobody(state: SheetState, names: Sequence[str]) -> SheetPage:
    """Return the page of a sheet for trying out, with made-up players. No query."""
    club = state.sheet.evening.club
    players = {
        key: Player(pk=int(key), club=club, name=name) for key, name in zip(state.sheet.players, names, strict=True)
    }
    return page_with(state, players, SheetStyle())


def page_with(state: SheetState, names: Names, style: SheetStyle) -> SheetPage:
    """Return the page of a loaded sheet whose players are known. No query."""
    everyone = list_players(state)
    return SheetPage(
        state=state,
        names=names,
        columns=_columns(state, names, everyone, style),
        coming=_coming(state, names),
        pflichtsolo_open=tuple(names[player] for player in state.paper.pflichtsolo_open),
        style=style,
    )


def last_game(page: SheetPage) -> Entry | None:
    """Return the last game, with its author. One query."""
    games = [entry for entry in page.state.entries if entry.number is not None]
    fetch_writers(games[-1:])
    return games[-1] if games else None


def _named_in_struck(state: SheetState) -> set[str]:
    return {player for entry in state.struck for player in events.named_in(events.get_row(entry, state.rules))}


def _struck(state: SheetState, entry: Entry) -> EntryRow:
    row = events.get_row(entry, state.rules)
    return EntryRow(entry=entry, facts=row, line=None, dealer=None, cells=(), rules=state.rules)


def _row(state: SheetState, names: Names, everyone: list[str], entry: Entry, row: Row, line: Line) -> EntryRow:
    return EntryRow(
        entry=entry,
        facts=row,
        line=line,
        dealer=names[who_dealt(line)] if (is_dealt := _knows_dealer(state.sheet, entry, row)) else None,
        cells=tuple(_cell(names[player], player, row, line, is_dealt=is_dealt) for player in everyone),
        rules=state.rules,
    )


def _knows_dealer(sheet: Sheet, entry: Entry, row: Row) -> bool:
    """Return whether the dealer of an entry is known. Old paper does not name them.

    Old imports did not mark such entries: they were written after the sheet was closed.
    """
    if isinstance(row, PointsByHand):
        return not row.imported and (sheet.closed_at is None or entry.written_at <= sheet.closed_at)
    return not isinstance(row, Sums)


def _knows_last_dealer(state: SheetState) -> bool:
    """Return whether the next dealer is known: not if the last one is unknown."""
    return not state.rows or _knows_dealer(state.sheet, state.entries[-1], state.rows[-1])


def _cell(player: Player, key: str, row: Row, line: Line, *, is_dealt: bool) -> Cell:
    score = line.score
    return Cell(
        player=player,
        party=_party(key, row),
        scores=score.scores.get(key, 0),
        balance=score.balance.get(key, 0),
        total=line.totals.get(key, 0),
        total_balance=line.balances.get(key, 0),
        deals=is_dealt and key == who_dealt(line) and line.number is not None,
        sits_out=key in line.sitting_out and line.number is not None,
    )


def _party(key: str, row: Row) -> Party | None:
    if not isinstance(row, Game):
        return None
    if key in row.re:
        return Party.RE
    return Party.KONTRA if key in row.kontra else None


def _columns(state: SheetState, names: Names, everyone: list[str], style: SheetStyle) -> tuple[PlayerColumn, ...]:
    paper = state.paper
    ranked = paper.totals if style.ranked_by == "scores" else paper.balances
    best, is_dealt = max((ranked.get(player, 0) for player in everyone), default=0), _knows_last_dealer(state)
    has_begun = any(line.number is not None for line in paper.lines) or any(isinstance(row, Sums) for row in state.rows)
    return tuple(
        PlayerColumn(
            player=names[player],
            total=paper.totals.get(player, 0),
            total_balance=paper.balances.get(player, 0),
            is_here=player in paper.players,
            rests=player in state.resting,
            deals=is_dealt and player == paper.next.dealer,
            sits_out=is_dealt and player in paper.next.sitting_out,
            leads=has_begun and ranked.get(player, 0) == best,
        )
        for player in everyone
    )


def _coming(state: SheetState, names: Names) -> Coming:
    paper = state.paper
    out = paper.next.sitting_out
    return Coming(
        number=paper.next.number,
        dealer=names[paper.next.dealer],
        playing=tuple(names[player] for player in paper.players if player not in out),
        sitting_out=tuple(names[player] for player in out),
        bock_level=paper.next.bock_level,
        is_beyond_list=is_beyond_list(paper),
    )
