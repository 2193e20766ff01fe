"""A sheet read whole: its entries, the rows they stand for, and the list that `scoring` makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from uuid import UUID

from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.done import Done, add_done, count_rows
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract.attribution import read_attribution
from scoring.game import sheet as lists
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, with_verdict
from scoring.game.rows import Row, Sums, Table
from scoring.game.sheet import Line
from scoring.rules.rules import Rules
from scoring.terms import Player


@dataclass(frozen=True)
class Folded:
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

    def appended(self, entries: Iterable[Entry], rows: Iterable[Row]) -> Folded:
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

    def of(self, sheet: Sheet) -> Folded:
        """The same for another copy of the sheet, as it is read for each request."""
        again = replace(self, sheet=sheet)
        vars(again).update(paper=self.paper, played=self.played, done=self.done)
        return again

    def without(self, entry: Entry) -> Folded:
        """The same with `entry` struck."""
        at = self.index(entry)
        return replace(
            self,
            entries=self.entries[:at] + self.entries[at + 1 :],
            rows=self.rows[:at] + self.rows[at + 1 :],
            struck=(*self.struck, entry),
        )

    def with_row(self, entry: Entry, row: Row) -> Folded:
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


def read_sheet(sheet: Sheet) -> Folded:
    """One query, whatever its length."""
    return fold_entries(sheet, list(Entry.objects.filter(sheet=sheet).order_by("position")))


def fold_entries(sheet: Sheet, entries: Sequence[Entry]) -> Folded:
    """The list of all the sheet's entries, struck ones too, in order of position. No query of its own."""
    counted = tuple(entry for entry in entries if not entry.is_struck)
    rules = sheet.parsed
    return Folded(
        sheet,
        counted,
        tuple(entry for entry in entries if entry.is_struck),
        tuple(facts.row_of(entry, rules) for entry in counted),
    )
