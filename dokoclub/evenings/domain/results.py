"""Data derived from a sheet's state: results with the counters of `scoring.league.counters`, postings, seats, totals.

Also the comparison of a sheet before and after a change.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.sheet_state import NOTHING, Done, SheetState
from dokoclub.evenings.models import Entry, Result, Seat
from scoring.game.compare import Change, compare_lines
from scoring.game.rows import Row, Sums, Table
from scoring.game.sheet import Line
from scoring.league.counters import COUNTERS
from scoring.terms import Player

# Counters that the database adds up or ranks by; the others are in `counts`, and bonus points of any key in `extras`.
COLUMNS: Final = tuple(field.name for field in Result._meta.concrete_fields if field.name in COUNTERS)
FIELDS: Final = (*COLUMNS, "counts", "extras", "solo_types")
Totals: TypeAlias = list[int | None]  # None before the player joined

_IN_A_LINE: Final = {"scores": "totals", "balance": "balances"}


def list_results(state: SheetState) -> list[Result]:
    """Return a result for everybody who ever sat there, in the order of arrival."""
    doubled = any("times" in entry.attribution for entry in state.entries)
    minus = _sum_minus(state.lines)
    return [
        _result(state, player, state.done.get(player, NOTHING), doubled, minus[player])
        for player in list_players(state)
    ]


def _sum_minus(lines: Iterable[Line]) -> Counter[Player]:
    """Return the points that each player lost, row by row; gains of other rows do not count."""
    found: Counter[Player] = Counter()
    for line in lines:
        for player, points in line.score.balance.items():
            found[player] += max(-points, 0)
    return found


def _is_summed(state: SheetState, games: int) -> bool:
    return not games and any(isinstance(row, Sums) for row in state.rows)


def list_players(state: SheetState) -> list[Player]:
    """Return everybody who ever sat at the table."""
    players = dict.fromkeys(state.sheet.players)
    for row in state.rows:
        if isinstance(row, Table):
            players |= dict.fromkeys(row.players)
    return list(players)


def _result(state: SheetState, player: Player, done: Done, doubled: bool, minus: int) -> Result:
    counts = {
        **done.counts,
        "scores": state.paper.totals[player],
        "balance": state.paper.balances[player],
        "minus": minus,
        "summed": int(_is_summed(state, done.counts["games"])),
        "doubled": int(doubled),
        "pflichtsoli_open": int(player in state.paper.pflichtsolo_open),
    }
    return Result(
        sheet=state.sheet,
        player_id=int(player),
        counts={key: number for key, number in counts.items() if number and key not in COLUMNS},
        extras=dict(done.caught),
        solo_types={key: [games, done.won_alone[key]] for key, games in done.alone.items()},
        **{key: counts.get(key, 0) for key in COLUMNS},
    )


def compare_results(stored: Iterable[Result], fresh: Iterable[Result]) -> list[tuple[Result | None, Result | None]]:
    """Return pairs of stored and correct results that differ; None for a missing one."""
    before, after = ({result.player_id: result for result in some} for some in (stored, fresh))
    return [
        (before.get(player), after.get(player))
        for player in before | after
        if _values(before.get(player)) != _values(after.get(player))
    ]


def _values(result: Result | None) -> tuple[Any, ...] | None:
    return tuple(getattr(result, name) for name in FIELDS) if result is not None else None


def running_totals(sheets: Iterable[SheetState], column: str = "scores") -> dict[Player, Totals]:
    """Return 0, then the total after each game of the tables where a player sat, the oldest first, by player.

    `column`: `scores` or `balance`. The sheets are in the order of play.
    """
    found: dict[Player, Totals] = {}
    for sheet in sheets:
        steps = list(_steps(sheet, column))
        for player in list_players(sheet):
            before = found.get(player, [])
            begin = before[-1] or 0 if before else 0
            totals = [begin + step[player] if player in step else None for step in steps]
            found[player] = [*before, *totals[1:]] if before else totals
    return found


def _steps(sheet: SheetState, column: str) -> Iterator[Mapping[Player, int]]:
    """Yield the totals at the beginning and after each game; a penalty belongs to the game before it."""
    step: Mapping[Player, int] = dict.fromkeys(sheet.sheet.players, 0)
    for line in sheet.lines:
        if line.number is not None:
            yield step
        step = _totals(line, column)
    yield step


def _totals(line: Line, column: str) -> Mapping[Player, int]:
    totals: Mapping[Player, int] = getattr(line, _IN_A_LINE[column])
    return totals


class Share(NamedTuple):
    """The content of a posting apart from its entry; the club's has no player."""

    player_id: int | None
    scores: int
    balance: int


def list_postings(row: Row, line: Line) -> list[Share]:
    """Return the points of a row, and the club's share where they fall short. Their balances sum to 0."""
    scores, balance = line.score.scores, line.score.balance
    found = [Share(int(player), scores[player], balance[player]) for player in events.players_in(row)]
    short = -sum(share.balance for share in found)
    return [*found, Share(None, short, short)] if short else found


def list_seats(state: SheetState) -> list[Seat]:
    """Return everybody's seats, from one entry to another."""
    sheet, found = state.sheet, []
    taken: dict[tuple[str, int], Seat] = {}
    for position, table in _tables(state):
        now = {(player, place) for place, player in enumerate(table)}
        for seat in [taken.pop(key) for key in taken.keys() - now]:
            seat.to_position = position
        for player, place in sorted(now - taken.keys(), key=lambda key: key[1]):
            seat = Seat(sheet=sheet, player_id=int(player), place=place, from_position=position)
            taken[player, place] = seat
            found.append(seat)
    return found


def _tables(state: SheetState) -> Iterable[tuple[int, Sequence[str]]]:
    yield 0, state.sheet.players
    for entry, row in zip(state.entries, state.rows, strict=True):
        if isinstance(row, Table):
            yield entry.position, row.players


def find_seat(seat: Seat) -> tuple[int, int, int, int | None]:
    return seat.player_id, seat.place, seat.from_position, seat.to_position


@dataclass(frozen=True)
class Rewriting:
    """A sheet before and after some of its entries (`entries`) change."""

    entries: tuple[Entry, ...]
    before: SheetState
    after: SheetState

    @property
    def since(self) -> int:
        """Return the index of the first changed row in the new list."""
        return min((self.after.index(entry) for entry in self.entries), default=0)

    @cached_property
    def later(self) -> list[Change]:
        """Return the differences in the rows below. The new list must have no problems."""
        touched = {entry.uuid for entry in self.entries}
        behind = {entry.uuid for entry in self.before.entries[self.since :]} - touched
        if not behind:
            return []
        was = {entry.uuid: line for entry, _, line in self.before}
        found = [(was[entry.uuid], line) for entry, _, line in self.after if entry.uuid in behind]
        return [Change(old, new, what) for old, new in found if (what := compare_lines(old, new))]


def rewrite_row(state: SheetState, entry: Entry, row: Row | None) -> Rewriting:
    """Put `row` into `entry`, or strike the entry if `row` is None. A struck entry counts again. No query."""
    after = state.with_row(entry, row) if row is not None else state.without(entry)
    return Rewriting((entry,), state, after)


def make_room(entries: Iterable[Entry], position: int) -> None:
    """Move the entries from `position` on down by one, to make room for a new one. Nothing is saved."""
    for entry in entries:
        if entry.position >= position:
            entry.position += 1
