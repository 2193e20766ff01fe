"""Corrections of a whole sheet: one player replaces another in some games and in their seats, or the rules change."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from uuid import UUID, uuid5

from django.utils import timezone

from dokoclub.evenings.domain import events, opening, validation
from dokoclub.evenings.domain.results import Rewriting, make_room
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract import attribution as attributions
from scoring.contract.event import find_newcomers, problems_beside
from scoring.contract.legacy_rows import parse_row, store_attribution, store_row
from scoring.contract.stored_rows import with_owing
from scoring.game.game import Game
from scoring.game.rows import Row, Table
from scoring.rules.kinds import SOLO_ALIASES
from scoring.rules.rules import Rules, store_rules
from scoring.terms import Player, Problem, say

Json: TypeAlias = dict[str, Any]

_NOBODY: Final = "nobody"  # while two change places


@dataclass(frozen=True)
class Exchange:
    """The replacement of `was` by `really` in the games `first` to `last`. `key`: the key of the form."""

    was: Player
    really: Player
    first: int
    last: int
    key: UUID


def with_player(state: SheetState, exchange: Exchange) -> Rewriting | list[Problem]:
    """Return the changed sheet, or the problems. Entries of `state` move down to make room for new ones."""
    numbers = {line.number: place for place, line in enumerate(state.lines) if line.number}
    if missing := [
        Problem(field, say("There is no such game."))
        for field, number in (("first", exchange.first), ("last", exchange.last))
        if number not in numbers
    ]:
        return missing
    if exchange.last < exchange.first:
        return [Problem("last", say("The last game comes before the first."))]
    start, end = _reach(state, numbers[exchange.first], numbers[exchange.last])
    if problems := list(_refusals(state, exchange, start, end)):
        return problems
    return _Work(state, exchange, start, end).done()


def _reach(state: SheetState, first: int, last: int) -> tuple[int, int]:
    """Return the first and last index to change.

    Entries after the last game belong to it, and entries before the first one if a change of the table precedes them.
    """
    start, end = first, last
    while end + 1 < len(state.rows) and _is_beside(state.rows[end + 1]):
        end += 1
    while start > 0 and _is_beside(state.rows[start - 1]):
        start -= 1
    begins = start == 0 or isinstance(state.rows[start - 1], Table)
    return (start if begins else first), end


def _is_beside(row: Row) -> bool:
    return not events.is_game(row) and not isinstance(row, Table)


def _refusals(state: SheetState, exchange: Exchange, start: int, end: int) -> Iterator[Problem]:
    rows = list(zip(state.rows, state.lines, strict=True))[start : end + 1]
    if not any(exchange.was in events.players_in(row) for row, line in rows if line.number):
        yield Problem("was", say("{player} did not play in these games."), {"player": exchange.was})
    played = next((line.number for row, line in rows if exchange.really in events.players_in(row)), 0)
    if played != 0:
        problem = say("{player} already plays in game {number}.") if played else say("{player} has a penalty there.")
        yield Problem("really", problem, {"player": exchange.really, "number": played})
    elif _sat(state, exchange.really, start, end) == {True, False}:
        yield Problem("really", say("{player} sits at the table in some of these games."), {"player": exchange.really})


def _sat(state: SheetState, player: Player, start: int, end: int) -> set[bool]:
    return {player in state.players_before(place) for place in range(start, end + 1)}


class _Work:
    """The new content of entries by index, the new entries, and the opening of the sheet."""

    def __init__(self, state: SheetState, exchange: Exchange, start: int, end: int) -> None:
        self.state, self.exchange, self.start, self.end = state, exchange, start, end
        self.sheet = copy(state.sheet)
        self.rewritten: dict[int, tuple[Json, Json]] = {}  # facts and attribution by index
        self.swaps = _sat(state, exchange.really, start, end) == {True}  # sat out in all of them

    def done(self) -> Rewriting | list[Problem]:
        for place in range(self.start, self.end + 1):
            self._rewrite(place)
        fresh = [] if self.swaps else [*self._seats()]
        entries = self._entries(fresh)
        rows, problems = self._read(entries)
        if problems:
            return problems
        after = SheetState(self.sheet, tuple(entries), self.state.struck, tuple(rows))
        if problems := validation.list_problems(after, {}):
            return problems
        old = {id(entry) for entry in self.state.entries}
        return Rewriting(tuple(entry for entry in entries if id(entry) not in old), self.state, after)

    def _rewrite(self, place: int) -> None:
        """Rewrite the entry at `place`, except for a change of the table if the two only swap."""
        entry, row = self.state.entries[place], self.state.rows[place]
        if self.swaps and isinstance(row, Table):
            return
        told = self._put(entry.facts), self._put_attribution(entry.attribution)
        if told != (entry.facts, entry.attribution):
            self.rewritten[place] = told

    def _put(self, told: Json) -> Json:
        for old, new in self._steps():
            told = events.with_other_player(told, old, new)
        return told

    def _put_attribution(self, told: Json) -> Json:
        for old, new in self._steps():
            told = attributions.with_other_player(told, old, new)
        resting = [player for player in told.get("resting", ()) if player != self.exchange.really]
        return {**told, "resting": resting} if "resting" in told else told

    def _steps(self) -> Iterable[tuple[Player, Player]]:
        was, really = self.exchange.was, self.exchange.really
        return ((was, _NOBODY), (really, was), (_NOBODY, really)) if self.swaps else ((was, really),)

    # --- Seats ---

    def _seats(self) -> Iterator[tuple[int, Json, Json]]:
        """Yield new changes of the table by index.

        Correct the opening or an existing change instead where possible.
        """
        was, really, start = self.exchange.was, self.exchange.really, self.start
        owed = was in self._owing(start)
        if start == 0:
            self.sheet.players = events.replace_player(self.sheet.players, was, really)
            if str(self.sheet.first_dealer_id) == was:
                self.sheet.first_dealer_id = int(really)
        elif isinstance(self.state.rows[start - 1], Table):
            self._rewrite_table(start - 1, comes=really, goes=was, owed=owed)
        elif was in self.state.players_before(start):
            table = events.replace_player(self.state.players_before(start), was, really)
            yield start, self._table(table, start, really), {"owing": [really]} if owed else {}
        yield from self._back(owed)

    def _back(self, owed: bool) -> Iterator[tuple[int, Json, Json]]:
        """Seat `was` again after the last of these games, unless no entry follows or `was` leaves there."""
        was, behind, rows = self.exchange.was, self.end + 1, self.state.rows
        if behind == len(rows):
            return
        table = self.state.players_before(behind)
        if isinstance(rows[behind], Table):
            self._rewrite_table(behind, comes=was, goes=self.exchange.really, owed=owed)
        elif was in table:
            yield behind, self._table(list(table), behind, was), {"owing": [was]} if owed else {}

    def _table(self, players: list[Player], place: int, comes: Player) -> Json:
        """Return a change of the table that keeps the deal: `comes` deals where `was` did."""
        dealer = {"dealer": comes} if self._dealer(place) == self.exchange.was else {}
        return {"kind": "table", "players": players, **dealer}

    def _rewrite_table(self, place: int, *, comes: Player, goes: Player, owed: bool) -> None:
        """Rewrite a change of the table at one end of these games, where `comes` may join instead of `goes`."""
        if place < self.start:
            self._rewrite(place)
        entry, was = self.state.entries[place], self.exchange.was
        told, said = self.rewritten.get(place, (entry.facts, entry.attribution))
        if comes not in told["players"]:
            return
        dealt = self._dealer(self.start if place < self.start else place)
        if "dealer" not in told and dealt == was and was in self.state.players_before(place):
            told = {**told, "dealer": comes}
        joined = {*said.get("owing", ())} - {goes} | ({comes} if owed and not self._sat_before(place, comes) else set())
        self.rewritten[place] = told, {**said, "owing": sorted(joined)}

    def _sat_before(self, place: int, player: Player) -> bool:
        return place < self.start and player in self.state.players_before(place)

    def _dealer(self, place: int) -> Player:
        paper = self.state.paper
        return paper.lines[place].dealer if place < len(paper.lines) else paper.next.dealer

    def _owing(self, place: int) -> frozenset[Player]:
        """Return the players who owe a Pflichtsolo before this index."""
        state = self.state
        return SheetState(state.sheet, state.entries[:place], (), state.rows[:place]).paper.state.owing

    # --- Entries ---

    def _entries(self, fresh: list[tuple[int, Json, Json]]) -> list[Entry]:
        """Return all entries in order: copies of the changed ones, and the new ones."""
        entries = list(self.state.entries)
        new: list[Entry] = []
        for place, told, attribution in reversed(fresh):
            position = entries[place].position
            make_room((*entries, *self.state.struck, *new), position)
            entry = Entry(
                sheet=self.sheet,
                uuid=uuid5(self.exchange.key, str(place)),
                position=position,
                kind="table",
                facts=told,
                attribution=attribution,
                written_at=timezone.now(),
            )
            new.append(entry)
        for place, (told, attribution) in self.rewritten.items():
            if (told, store_attribution(attribution)) == (entries[place].facts, entries[place].attribution):
                continue
            entries[place] = copy(entries[place])
            entries[place].facts, entries[place].attribution = told, attribution
        return sorted([*entries, *new], key=lambda entry: entry.position)

    def _read(self, entries: list[Entry]) -> tuple[list[Row], list[Problem]]:
        """Return all rows, or the problems. Check the changed ones and store them in canonical form."""
        stood = {id(entry): row for entry, row in zip(self.state.entries, self.state.rows, strict=True)}
        rows: list[Row] = []
        table: tuple[Player, ...] = tuple(self.sheet.players)
        for entry in entries:
            row = stood.get(id(entry))
            if row is None:
                read = parse_row(entry.facts, self.sheet.parsed)
                found = read if isinstance(read, list) else self._beside(entry, read, table)
                if isinstance(read, list) or found:
                    return [], [problem.under(f"rows[{entry.number or entry.kind}]") for problem in found]
                entry.facts, entry.attribution = store_row(read), store_attribution(entry.attribution)
                row = with_owing(read, entry.attribution)
            rows.append(row)
            table = row.players if isinstance(row, Table) else table
        return rows, []

    def _beside(self, entry: Entry, row: Row, table: tuple[Player, ...]) -> list[Problem]:
        newcomers = find_newcomers(row, table)
        return problems_beside(row, self.sheet.parsed, entry.attribution, entry.note, newcomers)


def rules_for(sheet: Sheet, rules: Rules) -> Json:
    """Return the rules as this sheet stores them, with the length of its list."""
    return store_rules(opening.copy_rules(rules, sheet))


def with_rules(state: SheetState, stored: Json) -> SheetState | list[Problem]:
    """Return the sheet under these rules.

    Return the problems instead, at `rows[NUMBER]`, if these rules forbid an entry.
    """
    sheet = copy(state.sheet)
    sheet.rules = stored
    entries = sorted((*state.entries, *state.struck), key=lambda entry: entry.position)
    problems = [problem for entry in entries for problem in _list_problems(entry, sheet, state)]
    if problems:
        return problems
    after = replay_entries(sheet, entries)
    return validation.list_problems(after, {}) or after


def _list_problems(entry: Entry, sheet: Sheet, state: SheetState) -> Iterator[Problem]:
    """Yield problems of an entry. A struck one must still be readable, because the sheet shows it."""
    row = parse_row(entry.facts, sheet.parsed)
    found = row if isinstance(row, list) else []
    if not isinstance(row, list) and not entry.is_struck:
        table = state.players_before(state.index(entry))
        newcomers = find_newcomers(row, table)
        beside = problems_beside(row, sheet.parsed, entry.attribution, entry.note, newcomers)
        found = [*beside, *_unplayed(row, sheet.parsed, state.rules)]
    yield from (problem.under(f"rows[{entry.number or entry.kind}]") for problem in found)


def _unplayed(row: Row, rules: Rules, before: Rules) -> Iterator[Problem]:
    """Yield problems for parts that the old rules offered and these do not.

    An import may bring more than its rules offer.
    """
    if not isinstance(row, Game):
        return
    if row.solo in _solos(before) - _solos(rules):
        yield Problem("solo", say("These rules do not have this solo."))
    if row.kind == "armut" and before.armut and not rules.armut:
        yield Problem("kind", say("These rules do not have the Armut."))


def _solos(rules: Rules) -> set[str]:
    return {SOLO_ALIASES.get(key, key) for key in rules.solos}
