"""The complete state of a sheet: its entries, their rows, and the list that `scoring` computes. Also its cache."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from dokoclub.clubs.models.stamp import get_version_tokens
from dokoclub.evenings.domain import events
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract.attribution import read_attribution
from scoring.game import sheet as lists
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, with_verdict
from scoring.game.rows import Row, Sums, Table
from scoring.game.sheet import Line
from scoring.league.counters import GameCounters, count_games, counters_of_play
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, Player

MOST: Final = 40  # sheets; a long one takes half a megabyte


class Done(NamedTuple):
    """The counters of one player."""

    counts: Counter[str]  # games, and scoring.league.counters.OF_PLAY
    caught: Counter[str]  # extras
    alone: Counter[str]  # games by solo
    won_alone: Counter[str]


NOTHING: Final = Done(Counter(), Counter(), Counter(), Counter())


def count_rows(rows: Iterable[Row], played: Iterable[Played]) -> dict[Player, Done]:
    """Return the counters by player. `played`: the games among the rows that have a verdict."""
    games = Counter(player for row in rows for player in _list_players(row))
    deeds = count_games(played)
    return {player: _done(games[player], deeds.get(player)) for player in games}


def _list_players(row: Row) -> Iterable[Player]:
    """Return the players of a row, once for each game.

    With sums, four players played every game of their evening; with five or more nobody knows how many each played.
    """
    if isinstance(row, Sums):
        return [player for player in row.points for _ in range(row.games or 0)] if len(row.points) == PLAYING else ()
    return events.players_in(row) if events.is_game(row) else ()


def _done(games: int, mine: GameCounters | None) -> Done:
    if mine is None:
        return NOTHING._replace(counts=Counter(games=games))
    alone = Counter({key: share.games for key, share in mine.solos.items()})
    won = Counter({key: share.won for key, share in mine.solos.items()})
    return Done(Counter(games=games, **counters_of_play(mine)), mine.caught, alone, won)


def add_done(before: Mapping[Player, Done], more: Mapping[Player, Done]) -> dict[Player, Done]:
    """Return the sum of both; neither is changed."""
    found = dict(before)
    for player, done in more.items():
        if player in found:
            done = Done(*(_add(some, others) for some, others in zip(found[player], done, strict=True)))
        found[player] = done
    return found


def _add(some: Counter[str], others: Counter[str]) -> Counter[str]:
    both = some.copy()
    both.update(others)
    return both


@dataclass(frozen=True)
class SheetState:
    """A sheet with its entries. `entries`, `rows` and `lines` are parallel; struck entries are separate."""

    sheet: Sheet
    entries: tuple[Entry, ...]
    struck: tuple[Entry, ...]
    rows: tuple[Row, ...]

    @cached_property
    def paper(self) -> lists.Sheet:
        scorer = self.sheet.scorer
        return lists.fold_rows(
            scorer.rules,
            self.sheet.players,
            self.rows,
            first_dealer=str(self.sheet.first_dealer_id),
            scorer=scorer,
        )

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """Return the games that have a verdict, for counting."""
        return tuple(self.played_since(0))

    @cached_property
    def done(self) -> Mapping[Player, Done]:
        """Return everybody's counters, by player; players without any are missing."""
        return count_rows(self.rows, self.played)

    def played_since(self, index: int) -> Iterator[Played]:
        """Yield the games with a verdict, from the row with this index on."""
        place = Place(self.sheet.evening_id, self.sheet.evening.date, self.sheet.pk)
        for entry, row, line in zip(self.entries[index:], self.rows[index:], self.lines[index:], strict=True):
            if isinstance(row, Game):
                noted = Noted(row, line.number, *read_attribution(entry.attribution, row))
                yield with_verdict(self.rules, noted, row, line.score.reckoning, line.bock_level, place)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.paper.lines

    @property
    def rules(self) -> Rules:
        return self.sheet.parsed

    def __iter__(self) -> Iterator[tuple[Entry, Row, Line]]:
        return zip(self.entries, self.rows, self.lines, strict=True)

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the current players, without computing the list."""
        return self.players_before(len(self.rows))

    def players_before(self, index: int) -> tuple[Player, ...]:
        """Return the players at the table when the row with this index was written."""
        tables = (row.players for row in reversed(self.rows[:index]) if isinstance(row, Table))
        return next(tables, tuple(self.sheet.players))

    @property
    def seatings(self) -> list[tuple[Player, ...]]:
        """Return the players at the table from its opening on, one seating after the other."""
        return [tuple(self.sheet.players), *(row.players for row in self.rows if isinstance(row, Table))]

    @property
    def resting(self) -> tuple[Player, ...]:
        """Return the players who have left the table only for a while."""
        changes = [entry for entry, row in zip(self.entries, self.rows, strict=True) if isinstance(row, Table)]
        return tuple(changes[-1].attribution.get("resting", ())) if changes else ()

    @property
    def number_of_games(self) -> int:
        """Return the number of numbered games, plus the games in sums of a whole evening."""
        summed = sum(row.games for row in self.rows if isinstance(row, Sums))
        return self.paper.next.number - 1 + summed

    @property
    def last_position(self) -> int:
        return max((entry.position for entry in (*self.entries, *self.struck)), default=0)

    def known(self, uuid: UUID) -> Entry | None:
        return next((entry for entry in (*self.entries, *self.struck) if entry.uuid == uuid), None)

    def numbered(self, number: int) -> Entry | None:
        """Return the game with that number."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def index(self, entry: Entry) -> int:
        """Return the index of `entry` in `entries`, or its index if it were not struck."""
        return sum(other.position < entry.position for other in self.entries)

    def appended(self, entries: Iterable[Entry], rows: Iterable[Row]) -> SheetState:
        more = tuple(rows)
        after = replace(self, entries=(*self.entries, *entries), rows=(*self.rows, *more))
        if "paper" in vars(self):  # already computed: only the new rows are added
            vars(after)["paper"] = lists.fold_on(self.paper, more, scorer=self.sheet.scorer)
        if "played" in vars(self):
            fresh = tuple(after.played_since(len(self.rows)))
            vars(after)["played"] = (*self.played, *fresh)
            if "done" in vars(self):
                vars(after)["done"] = add_done(self.done, count_rows(more, fresh))
        return after

    def of(self, sheet: Sheet) -> SheetState:
        """Return the same state for another copy of the sheet, as each request loads its own."""
        again = replace(self, sheet=sheet)
        vars(again).update(paper=self.paper, played=self.played, done=self.done)
        return again

    def without(self, entry: Entry) -> SheetState:
        """Return the state with `entry` struck."""
        at = self.index(entry)
        return replace(
            self,
            entries=self.entries[:at] + self.entries[at + 1 :],
            rows=self.rows[:at] + self.rows[at + 1 :],
            struck=(*self.struck, entry),
        )

    def with_row(self, entry: Entry, row: Row) -> SheetState:
        """Return the state with `row` as the content of `entry`, which may be struck."""
        at = self.index(entry)
        behind = at + 1 if self.stands(entry) else at
        return replace(
            self,
            entries=(*self.entries[:at], entry, *self.entries[behind:]),
            rows=(*self.rows[:at], row, *self.rows[behind:]),
            struck=tuple(other for other in self.struck if other.uuid != entry.uuid),
        )

    def stands(self, entry: Entry) -> bool:
        """Return whether the entry is active, that is, not struck."""
        return any(other.uuid == entry.uuid for other in self.entries)


def read_sheet(sheet: Sheet) -> SheetState:
    """Return the state of the sheet. One query, at any length."""
    return replay_entries(sheet, list(Entry.objects.filter(sheet=sheet).order_by("position")))


def replay_entries(sheet: Sheet, entries: Sequence[Entry]) -> SheetState:
    """Return the state of a sheet from all its entries, struck ones too, in order of position. No query of its own."""
    counted = tuple(entry for entry in entries if not entry.is_struck)
    rules = sheet.parsed
    return SheetState(
        sheet,
        counted,
        tuple(entry for entry in entries if entry.is_struck),
        tuple(events.get_row(entry, rules) for entry in counted),
    )


class CachedState(NamedTuple):
    version: str
    state: SheetState


_CACHE: Final[OrderedDict[int, CachedState]] = OrderedDict()
_GUARD: Final = Lock()


def read_cached_sheet(sheet: Sheet) -> SheetState:
    """Return the same as `read_sheet`, without a query if this version was read before.

    It is for callers that only read or append. Inside a transaction it is always read, because nobody else sees
    uncommitted changes yet.
    """
    return _get_cached(sheet) or _cache_read(read_sheet(sheet))


def read_cached_sheets(sheets: Iterable[Sheet]) -> dict[int, SheetState]:
    """Return the states of many sheets by primary key, like `read_cached_sheet`. One query for all not cached."""
    found = {sheet.pk: (sheet, _get_cached(sheet)) for sheet in sheets}
    fresh = [sheet for sheet, cached in found.values() if cached is None]
    rows: dict[int, list[Entry]] = {sheet.pk: [] for sheet in fresh}
    if fresh:
        for entry in Entry.objects.filter(sheet__in=fresh).order_by("sheet", "position"):
            rows[entry.sheet_id].append(entry)
    return {pk: cached or _cache_read(replay_entries(sheet, rows[pk])) for pk, (sheet, cached) in found.items()}


def _get_cached(sheet: Sheet) -> SheetState | None:
    version = _get_version(sheet)
    if not version or connection.in_atomic_block:
        return None
    with _GUARD:
        cached = _CACHE.get(sheet.pk)
    return cached.state.of(sheet) if cached is not None and cached.version == version else None


def _cache_read(state: SheetState) -> SheetState:
    """Cache a state that was just read, and return it."""
    version = _get_version(state.sheet)
    if version and not connection.in_atomic_block and _is_version(state, state.sheet.version):
        _store(version, state)
    return state


def cache_after_commit(state: SheetState) -> None:
    """Cache the sheet as this transaction leaves it, if it commits."""
    if version := _get_version(state.sheet):
        transaction.on_commit(lambda: _store(version, state))


def clear_sheet_cache() -> None:
    with _GUARD:
        _CACHE.clear()


def _get_version(sheet: Sheet) -> str:
    """Return the version of a sheet's cached state.

    Versions only rise, except after a restore, which renews the version tokens of all clubs. So do merges, which change
    ids. Played games hold the date of their evening.
    """
    tokens = get_version_tokens(sheet.evening.club)
    return f"{tokens.people} {sheet.evening.version} {sheet.version}" if tokens else ""


def _is_version(state: SheetState, version: int) -> bool:
    """Return whether no entry is newer than `version`.

    The entries were read after the sheet: something may have been written in between.
    """
    return all(entry.version <= version for entry in (*state.entries, *state.struck))


def _store(version: str, state: SheetState) -> None:
    state = state.of(copy(state.sheet))
    with _GUARD:
        _CACHE[state.sheet.pk] = CachedState(version, state)
        _CACHE.move_to_end(state.sheet.pk)
        while len(_CACHE) > MOST:
            _CACHE.popitem(last=False)


def get_seal(sheet: Sheet, entries: Iterable[Entry]) -> str:
    """Return a digest of the opening and of these entries' facts. Two lists with the same seal are the same list."""
    rows = [[str(entry.uuid), entry.facts, entry.attribution] for entry in entries]
    text = json.dumps([sheet.players, sheet.first_dealer_id, rows], sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()
