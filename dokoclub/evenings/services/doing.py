"""Ops done on a sheet one after the other, in the memory, and at last written as one change of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from dokoclub.accounts.models import Account
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.kept_folds import keep_after
from dokoclub.evenings.ledger.rewriting import make_room, rewrite_row
from dokoclub.evenings.models import Entry
from dokoclub.evenings.selectors.people import here_this_evening
from dokoclub.evenings.services.corrections import INSERTED, read_again
from dokoclub.evenings.services.entries import (
    NewRow,
    check_entry,
    fill_entry,
    find_repeated,
    says_the_same,
    work_out_entries,
)
from dokoclub.evenings.services.moved import with_moved_ids
from dokoclub.evenings.services.ops import Amend, Insert, Op, Restore, Seats, Strike, Write
from dokoclub.evenings.services.posting import free_numbers, post_fold, store_positions
from dokoclub.evenings.services.refusals import Impossible
from dokoclub.evenings.services.writing import create_entries, save_row
from scoring.contract.form import Unfinished, read_entry_form
from scoring.contract.kept import LONGEST_NOTE
from scoring.game.rows import Row
from scoring.terms import Problem, say
from scoring.text import clean_line


@dataclass
class Work:
    """A sheet while ops are done on it, in the memory alone. What was read is not touched: rows that change are copied.

    `fresh`: new rows, as they were first written, `inserted` those of them that do not stand at the end; `changed`:
    what became of rows, new ones too, by uuid.
    """

    folded: Folded
    by: Account | None
    now: datetime
    sent: datetime | None  # by the clock of the phone
    moved: Mapping[str, str] = field(default_factory=dict)  # players who are somebody else by now, by their old ids
    fresh: list[Entry] = field(default_factory=list)
    inserted: set[UUID] = field(default_factory=set)
    changed: dict[UUID, Entry] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return self.folded.sheet.version + 1

    def do(self, op: Op) -> None:
        """Raises Impossible and Reused."""
        match op:
            case Write() | Seats(row=None):
                self._write(op)
            case Amend():
                self._amend(op, self._game_row(op.row), self._form(op))
            case Seats(row=UUID() as row):
                entry = self._table_row(row)
                self._amend(op, entry, self._seated(op, note=entry.note))
            case Insert():
                self._insert(op)
            case Strike():
                self._strike(op)
            case Restore():
                self._restore(op)

    def new_row(self, op: Op) -> NewRow | None:
        """What an op writes as a new row, if it does. Raises Impossible with what is missing."""
        if isinstance(op, Seats) and op.row is None:
            return self._seated(op)
        return self._form(op) if isinstance(op, (Write, Insert)) else None

    def _write(self, op: Write | Seats) -> None:
        """Once, through whichever door it came."""
        new = self._form(op) if isinstance(op, Write) else self._seated(op)
        if known := self.folded.known(op.uuid):
            find_repeated(known, new, self.folded)
            return
        self._refuse_strangers(new, self.folded.players)
        row = check_entry(self.folded, new)
        new = replace(new, at=self._moment(op))
        (entry,), self.folded = work_out_entries(self.folded, {"": (new, row)}, by=self.by)
        self.fresh.append(entry)

    def _insert(self, op: Insert) -> None:
        """In front of a row, struck or not: it keeps its place."""
        new = self._form(op)
        if known := self.folded.known(op.uuid):
            find_repeated(known, new, self.folded)
            return
        stands = self._row(op.row)
        row = check_entry(self.folded, new, table=self.folded.players_before(self.folded.index(stands)))
        entry = Entry(
            sheet=self.folded.sheet,
            uuid=op.uuid,
            position=stands.position,
            version=self.version,
            written_at=self._moment(op),
            written_by=self.by,
        )
        entries = (*self.folded.entries, *self.folded.struck, *self.fresh, *self.changed.values())
        make_room({id(other): other for other in entries}.values(), entry.position)
        self._take_in(fill_entry(entry, new, row), row)
        self.fresh.append(entry)
        self.inserted.add(entry.uuid)

    def _amend(self, op: Op, entry: Entry, new: NewRow) -> None:
        table = self.folded.players_before(self.folded.index(entry))
        self._refuse_strangers(new, table)
        row = check_entry(self.folded, new, table=table)
        if says_the_same(entry, new, row):
            return
        changed = fill_entry(copy(entry), new, row)
        changed.changed_at, changed.changed_by = self._moment(op), self.by
        self._put(changed, row)

    def _strike(self, op: Strike) -> None:
        entry = self._row(op.row)
        if entry.is_struck:
            return
        changed = copy(entry)
        changed.struck_at, changed.struck_by = self._moment(op), self.by
        changed.number = self.folded.lines[self.folded.index(entry)].number
        self._put(changed, None)

    def _restore(self, op: Restore) -> None:
        entry = self._row(op.row)
        if not entry.is_struck:
            return
        row = read_again(self.folded, entry, entry.facts, entry.attribution)
        changed = copy(entry)
        changed.struck_at = changed.struck_by = None
        self._put(changed, row)

    def _put(self, entry: Entry, row: Row | None) -> None:
        self._take_in(entry, row)
        entry.version = self.version
        self.changed[entry.uuid] = entry

    def _take_in(self, entry: Entry, row: Row | None) -> None:
        """The phone has shown what this changes below, from the same rows."""
        after = rewrite_row(self.folded, entry, row).after
        since, before = after.index(entry), self.folded
        if problems := checks.list_problems(after, {entry.uuid: ""}, since=since, before=before):
            raise Impossible(checks.with_names(problems, after.sheet))
        self.folded = after

    def _row(self, uuid: UUID) -> Entry:
        found = self.folded.known(uuid)
        if found is None:
            raise _wrong_row(say("This row is not on this sheet."))
        return found

    def _standing(self, uuid: UUID) -> Entry:
        found = self._row(uuid)
        if found.is_struck:
            raise _wrong_row(say("This row was struck meanwhile."))
        return found

    def _game_row(self, uuid: UUID) -> Entry:
        entry = self._standing(uuid)
        if entry.kind == "table":
            raise _wrong_row(say("A change of the table is corrected where the seats are."))
        return entry

    def _table_row(self, uuid: UUID) -> Entry:
        entry = self._standing(uuid)
        if entry.kind != "table":
            raise _wrong_row(say("This row is no change of the table."))
        return entry

    def _refuse_strangers(self, new: NewRow, table: Iterable[str]) -> None:
        """With a pen alone only who plays this evening sits down."""
        if self.by is not None or new.facts.get("kind") != "table":
            return
        sheet = self.folded.sheet
        known = {*table, *(player for seated in self.folded.seatings for player in seated)}
        if not {*new.facts["players"]} <= known | {str(player.pk) for player in here_this_evening(sheet.evening)}:
            raise Impossible([Problem("players", say("Only players of the club sit at its tables."))])

    def _form(self, op: Write | Amend | Insert) -> NewRow:
        """Raises Impossible with what is missing."""
        written = read_entry_form(op.fields)
        if isinstance(written, Unfinished):
            raise Impossible(written.gaps)
        try:
            facts, attribution = with_moved_ids(written.facts, written.attribution, self.moved)
        except RecursionError:
            raise Impossible([Problem("attribution", say("This must be an object."))]) from None
        if facts.get("reason") and facts["kind"] == "penalty":
            facts = {**facts, "reason": _cut(facts["reason"])}
        return NewRow(facts=facts, uuid=op.uuid, attribution=attribution, note=_cut(written.note))

    def _seated(self, op: Seats, note: str = "") -> NewRow:
        facts: dict[str, Any] = {"kind": "table", "players": [*op.players]}
        if op.dealer is not None:
            facts["dealer"] = op.dealer
        said = {"owing": [*op.owing], "resting": [*op.resting]}
        facts, attribution = with_moved_ids(facts, {name: some for name, some in said.items() if some}, self.moved)
        return NewRow(facts=facts, uuid=op.uuid, attribution=attribution, note=note)

    def _moment(self, op: Op) -> datetime:
        """When it was done by the clock of the server: not before what was written last, not after now."""
        before = [entry.written_at for entry in (*self.folded.entries[-1:], *self.fresh[-1:])]
        return min(self.now, max([self._by_our_clock(op.at), *before]))

    def _by_our_clock(self, at: datetime | None) -> datetime:
        if at is None or self.sent is None:
            return self.now
        try:
            return at + (self.now - self.sent)
        except OverflowError:
            return self.now


def _cut(text: str) -> str:
    """Cut what only a phone without the engine lets through: games that wait behind it are worth more."""
    return text if len(text) <= LONGEST_NOTE else clean_line(text[:LONGEST_NOTE])


def _wrong_row(text: str) -> Impossible:
    return Impossible([Problem("row", text)])


# --- Written at last -------------------------------------------------------------------------------------------------


def store_work(work: Work) -> tuple[Entry, ...]:
    """The rows that were written or changed, in their order."""
    after, by = work.folded, work.by
    new = {entry.uuid for entry in work.fresh}
    touched = {**{entry.uuid: entry for entry in work.fresh}, **work.changed}
    if not touched:
        return ()
    since = min(entry.position for entry in touched.values())
    old = [entry for uuid, entry in work.changed.items() if uuid not in new]
    is_appended = not work.changed and not work.inserted
    if work.inserted:
        store_positions(after)
    if not is_appended:
        free_numbers(after, since)
    for entry, _, line in after:
        if entry.uuid in touched:
            entry.number = line.number
    for entry in sorted(old, key=lambda entry: not entry.is_struck):  # a struck row gives its number away
        save_row(entry, by=by)
    _create(work)
    version = work.version
    post_fold(after, since=since, version=version, only_appended=is_appended)
    if is_appended:
        keep_after(after)
    return tuple(sorted(touched.values(), key=lambda entry: entry.position))


def _create(work: Work) -> None:
    """New rows as they were first written, and what became of them since as a change of its own."""
    if not work.fresh:
        return
    for entry in work.fresh:
        if entry.uuid in work.changed:
            entry.number = None  # another row may have it by now
    if appended := [entry for entry in work.fresh if entry.uuid not in work.inserted]:
        create_entries(appended, by=work.by)
    for entry in work.fresh:
        if entry.uuid in work.inserted:
            save_row(entry, by=work.by, why=INSERTED)
        if changed := work.changed.get(entry.uuid):
            changed.pk = entry.pk
            save_row(changed, by=work.by)
