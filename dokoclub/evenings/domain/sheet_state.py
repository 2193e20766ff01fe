"""A sheet read whole: its entries, the rows they stand for, and the list that `scoring` makes of them."""

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

from dokoclub.clubs.models.stamp import stamp_of
from dokoclub.evenings.domain import events
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract.attribution import read_attribution
from scoring.game import sheet as lists
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, with_verdict
from scoring.game.rows import Row, Sums, Table
from scoring.game.sheet import Line
from scoring.league.deeds import Deeds, counters_of_play, deeds_of
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, Player

MOST: Final = 40  # sheets; a long one takes half a megabyte


class Done(NamedTuple):
    """Of one player."""

    counts: Counter[str]  # games, and scoring.league.deeds.OF_PLAY
    caught: Counter[str]  # extras
    alone: Counter[str]  # games by solo
    won_alone: Counter[str]


NOTHING: Final = Done(Counter(), Counter(), Counter(), Counter())


def count_rows(rows: Iterable[Row], played: Iterable[Played]) -> dict[Player, Done]:
    """`played`: the games among them that have a verdict."""
    games = Counter(player for row in rows for player in _list_players(row))
    deeds = deeds_of(played)
    return {player: _done(games[player], deeds.get(player)) for player in games}


def _list_players(row: Row) -> Iterable[Player]:
    """Once for each game. Four play every game of their evening; of five and more nobody knows who played how many."""
    if isinstance(row, Sums):
        return [player for player in row.points for _ in range(row.games or 0)] if len(row.points) == PLAYING else ()
    return events.players_in(row) if events.is_game(row) else ()


def _done(games: int, mine: Deeds | None) -> Done:
    if mine is None:
        return NOTHING._replace(counts=Counter(games=games))
    alone = Counter({key: share.games for key, share in mine.solos.items()})
    won = Counter({key: share.won for key, share in mine.solos.items()})
    return Done(Counter(games=games, **counters_of_play(mine)), mine.caught, alone, won)


def add_done(before: Mapping[Player, Done], more: Mapping[Player, Done]) -> dict[Player, Done]:
    """Both together; neither is changed."""
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
    """`entries`, `rows` and `lines` stand beside each other; struck entries are not among them."""

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
        """The games that have a verdict, for counting."""
        return tuple(self.played_since(0))

    @cached_property
    def done(self) -> Mapping[Player, Done]:
        """What everybody did, by player; who did nothing is missing."""
        return count_rows(self.rows, self.played)

    def played_since(self, index: int) -> Iterator[Played]:
        """The same from the row with this index on."""
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
        """Who sits at the table now, without folding."""
        return self.players_before(len(self.rows))

    def players_before(self, index: int) -> tuple[Player, ...]:
        """Who sat at the table when the row with this index was written."""
        tables = (row.players for row in reversed(self.rows[:index]) if isinstance(row, Table))
        return next(tables, tuple(self.sheet.players))

    @property
    def seatings(self) -> list[tuple[Player, ...]]:
        """Who sat at the table, from its opening on, one seating after the other."""
        return [tuple(self.sheet.players), *(row.players for row in self.rows if isinstance(row, Table))]

    @property
    def resting(self) -> tuple[Player, ...]:
        """Who has left the table only for a while."""
        changes = [entry for entry, row in zip(self.entries, self.rows, strict=True) if isinstance(row, Table)]
        return tuple(changes[-1].attribution.get("resting", ())) if changes else ()

    @property
    def number_of_games(self) -> int:
        """Those that are numbered, and those of a whole evening of which nothing else is known."""
        summed = sum(row.games for row in self.rows if isinstance(row, Sums))
        return self.paper.next.number - 1 + summed

    @property
    def last_position(self) -> int:
        return max((entry.position for entry in (*self.entries, *self.struck)), default=0)

    def known(self, uuid: UUID) -> Entry | None:
        return next((entry for entry in (*self.entries, *self.struck) if entry.uuid == uuid), None)

    def numbered(self, number: int) -> Entry | None:
        """The game of that number."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def index(self, entry: Entry) -> int:
        """Where `entry` stands among `entries`, or would stand if it were not struck."""
        return sum(other.position < entry.position for other in self.entries)

    def appended(self, entries: Iterable[Entry], rows: Iterable[Row]) -> SheetState:
        more = tuple(rows)
        after = replace(self, entries=(*self.entries, *entries), rows=(*self.rows, *more))
        if "paper" in vars(self):  # folded already: only what is new has to be
            vars(after)["paper"] = lists.fold_on(self.paper, more, scorer=self.sheet.scorer)
        if "played" in vars(self):
            fresh = tuple(after.played_since(len(self.rows)))
            vars(after)["played"] = (*self.played, *fresh)
            if "done" in vars(self):
                vars(after)["done"] = add_done(self.done, count_rows(more, fresh))
        return after

    def of(self, sheet: Sheet) -> SheetState:
        """The same for another copy of the sheet, as it is read for each request."""
        again = replace(self, sheet=sheet)
        vars(again).update(paper=self.paper, played=self.played, done=self.done)
        return again

    def without(self, entry: Entry) -> SheetState:
        """The same with `entry` struck."""
        at = self.index(entry)
        return replace(
            self,
            entries=self.entries[:at] + self.entries[at + 1 :],
            rows=self.rows[:at] + self.rows[at + 1 :],
            struck=(*self.struck, entry),
        )

    def with_row(self, entry: Entry, row: Row) -> SheetState:
        """The same where `entry`, struck or not, stands for `row`."""
        at = self.index(entry)
        behind = at + 1 if self.stands(entry) else at
        return replace(
            self,
            entries=(*self.entries[:at], entry, *self.entries[behind:]),
            rows=(*self.rows[:at], row, *self.rows[behind:]),
            struck=tuple(other for other in self.struck if other.uuid != entry.uuid),
        )

    def stands(self, entry: Entry) -> bool:
        """Is it among those not struck?"""
        return any(other.uuid == entry.uuid for other in self.entries)


def read_sheet(sheet: Sheet) -> SheetState:
    """One query, whatever its length."""
    return fold_entries(sheet, list(Entry.objects.filter(sheet=sheet).order_by("position")))


def fold_entries(sheet: Sheet, entries: Sequence[Entry]) -> SheetState:
    """The list of all the sheet's entries, struck ones too, in order of position. No query of its own."""
    counted = tuple(entry for entry in entries if not entry.is_struck)
    rules = sheet.parsed
    return SheetState(
        sheet,
        counted,
        tuple(entry for entry in entries if entry.is_struck),
        tuple(events.get_row(entry, rules) for entry in counted),
    )


class Kept(NamedTuple):
    state: str
    folded: SheetState


_KEPT: Final[OrderedDict[int, Kept]] = OrderedDict()
_GUARD: Final = Lock()


def read_kept(sheet: Sheet) -> SheetState:
    """As `read_sheet`, without a query where the sheet in that version was read before. For who only reads, or appends.

    Inside a transaction it is always read: what is written there, nobody else has seen yet.
    """
    kept = _kept(sheet)
    return kept or _keep_read(read_sheet(sheet))


def read_all_kept(sheets: Iterable[Sheet]) -> dict[int, SheetState]:
    """The same of many, by primary key. One query for all that were not read before."""
    found = {sheet.pk: (sheet, _kept(sheet)) for sheet in sheets}
    fresh = [sheet for sheet, kept in found.values() if kept is None]
    rows: dict[int, list[Entry]] = {sheet.pk: [] for sheet in fresh}
    if fresh:
        for entry in Entry.objects.filter(sheet__in=fresh).order_by("sheet", "position"):
            rows[entry.sheet_id].append(entry)
    return {pk: kept or _keep_read(fold_entries(sheet, rows[pk])) for pk, (sheet, kept) in found.items()}


def _kept(sheet: Sheet) -> SheetState | None:
    state = _get_state(sheet)
    if not state or connection.in_atomic_block:
        return None
    with _GUARD:
        kept = _KEPT.get(sheet.pk)
    return kept.folded.of(sheet) if kept is not None and kept.state == state else None


def _keep_read(folded: SheetState) -> SheetState:
    """What was read just now, for who comes next."""
    state = _get_state(folded.sheet)
    if state and not connection.in_atomic_block and _is_of(folded, folded.sheet.version):
        _keep(state, folded)
    return folded


def keep_after(folded: SheetState) -> None:
    """The sheet as this transaction leaves it, if it is left so."""
    if state := _get_state(folded.sheet):
        transaction.on_commit(lambda: _keep(state, folded))


def forget_folds() -> None:
    with _GUARD:
        _KEPT.clear()


def _get_state(sheet: Sheet) -> str:
    """Versions only rise, but after a restore: it renews the stamps of all clubs. So do merges, which change ids.

    What was played has the day of its evening.
    """
    stamp = stamp_of(sheet.evening.club)
    return f"{stamp.people} {sheet.evening.version} {sheet.version}" if stamp else ""


def _is_of(folded: SheetState, version: int) -> bool:
    """The rows were read after the sheet was: something may have been written in between."""
    return all(entry.version <= version for entry in (*folded.entries, *folded.struck))


def _keep(state: str, folded: SheetState) -> None:
    folded = folded.of(copy(folded.sheet))
    with _GUARD:
        _KEPT[folded.sheet.pk] = Kept(state, folded)
        _KEPT.move_to_end(folded.sheet.pk)
        while len(_KEPT) > MOST:
            _KEPT.popitem(last=False)


def get_seal(sheet: Sheet, entries: Iterable[Entry]) -> str:
    """Of who sat down first, and of the facts of these rows; two lists with one seal are the same list."""
    rows = [[str(entry.uuid), entry.facts, entry.attribution] for entry in entries]
    told = json.dumps([sheet.players, sheet.first_dealer_id, rows], sort_keys=True)
    return blake2b(told.encode(), digest_size=8).hexdigest()
