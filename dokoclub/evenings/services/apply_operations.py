"""All writing on a sheet: operations run in memory one after the other, and are stored as one change.

A phone's operations, an imported file and a page of the site all use this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.domain import validation
from dokoclub.evenings.domain.events import get_row
from dokoclub.evenings.domain.results import Rewriting, make_room, rewrite_row
from dokoclub.evenings.domain.sheet_state import SheetState, cache_after_commit, read_sheet
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors.people import here_this_evening
from dokoclub.evenings.services.entries import (
    Checked,
    NewRow,
    check_entries,
    check_entry,
    fill_entry,
    find_repeated,
    says_the_same,
    work_out_entries,
)
from dokoclub.evenings.services.errors import Impossible
from dokoclub.evenings.services.locks import create_entries, lock_sheet, refuse_closed, save_row
from dokoclub.evenings.services.operations import Amend, Insert, Op, Restore, Seats, Strike, Write
from dokoclub.evenings.services.people import with_moved_ids
from dokoclub.evenings.services.posting import free_numbers, post_state, store_positions
from scoring.contract.form import Unfinished, read_entry_form
from scoring.contract.legacy_rows import parse_row
from scoring.contract.stored_rows import LONGEST_NOTE
from scoring.game.rows import Row, Table
from scoring.terms import Problem, say
from scoring.text import clean_line

INSERTED: Final = "inserted"  # the reason in the history for the first version of an entry inserted between others


@contextmanager
def write_on(sheet: Sheet, *, by: Account | None) -> Iterator[Work]:
    """Lock the sheet, let the block do its work, and store that as one change.

    Raises Closed. `by` is None for a scoring link. Seven statements for new entries, for any length of the sheet.
    """
    with transaction.atomic():
        state = read_sheet(lock_sheet(sheet))
        refuse_closed(state.sheet)
        work = Work(state, by, timezone.now())
        yield work
        store_work(work)


@dataclass
class Work:
    """A sheet while operations run on it, in memory only.

    Loaded entries stay untouched: the ones that change are copied. `fresh`: new entries as first written; `inserted`:
    those of them that are not at the end; `changed`: the current state of changed entries, new ones included, by uuid.
    """

    state: SheetState
    by: Account | None
    now: datetime
    sent: datetime | None = None  # by the phone's clock
    moved: Mapping[str, str] = field(default_factory=dict)  # merged players, old id to new id
    fresh: list[Entry] = field(default_factory=list)
    inserted: set[UUID] = field(default_factory=set)
    changed: dict[UUID, Entry] = field(default_factory=dict)
    last: Rewriting | None = None  # the last change to an existing entry

    @property
    def version(self) -> int:
        return self.state.sheet.version + 1

    def do(self, op: Op) -> None:
        """Run one operation. Raises Impossible and Reused."""
        match op:
            case Write() | Seats(row=None):
                self.write(self._said(op))
            case Amend():
                self.amend(self._game_row(op.row), self._said(op))
            case Seats(row=UUID() as row):
                entry = self._table_row(row)
                self.amend(entry, self._said(op, note=entry.note))
            case Insert():
                self.insert(self._said(op), before=self._row(op.row))
            case Strike():
                self.strike(self._row(op.row), at=self._moment(op))
            case Restore():
                self.restore(self._row(op.row))

    def new_row(self, op: Op) -> NewRow | None:
        """Return the new entry that an operation writes, if any. Raises Impossible with the missing fields."""
        if isinstance(op, (Write, Insert)) or (isinstance(op, Seats) and op.row is None):
            return self._said(op)
        return None

    def write(self, new: NewRow) -> Entry:
        """Add a new entry at the end.

        The same uuid with the same facts is written once. Raises Impossible and Reused.
        """
        if known := self.state.known(new.uuid):
            return find_repeated(known, new, self.state)
        self._append({"": (new, check_entry(self.state, new))})
        return self.fresh[-1]

    def write_all(self, rows: Sequence[NewRow]) -> None:
        """Add many new entries in this order, except those whose uuid exists already.

        Raises Impossible, with the problems at `rows[INDEX].…`, for the first entry that has any.
        """
        known = {entry.uuid for entry in (*self.state.entries, *self.state.struck)}
        fresh = [(index, new) for index, new in enumerate(rows) if new.uuid not in known]
        if fresh:
            self._append(check_entries(self.state, fresh))

    def _append(self, checked: Checked) -> None:
        entries, self.state = work_out_entries(self.state, checked, by=self.by)
        self.fresh += entries

    def insert(self, new: NewRow, *, before: Entry) -> None:
        """Insert an entry before another one, which may be struck and keeps its place."""
        if known := self.state.known(new.uuid):
            find_repeated(known, new, self.state)
            return
        event = check_entry(self.state, new, table=self.state.players_before(self.state.index(before)))
        entry = Entry(
            sheet=self.state.sheet,
            uuid=new.uuid,
            position=before.position,
            version=self.version,
            written_at=new.at or self.now,
            written_by=self.by,
        )
        entries = (*self.state.entries, *self.state.struck, *self.fresh, *self.changed.values())
        make_room({id(other): other for other in entries}.values(), entry.position)
        self._take_in(fill_entry(entry, event), event.row)
        self.fresh.append(entry)
        self.inserted.add(entry.uuid)

    def amend(self, entry: Entry, new: NewRow) -> None:
        """Replace the content of an active entry; the same content again changes nothing.

        Raises Impossible for a struck entry.
        """
        if entry.is_struck:
            raise _wrong_row(say("This row has been struck."))
        table = self.state.players_before(self.state.index(entry))
        event = check_entry(self.state, new, table=table)
        if says_the_same(entry, event):
            return
        changed = fill_entry(copy(entry), event)
        changed.changed_at, changed.changed_by = new.at or self.now, self.by
        self._put(changed, event.row)

    def strike(self, entry: Entry, *, at: datetime | None = None) -> None:
        """Strike the entry: it keeps its place but no longer counts. The second time changes nothing."""
        if entry.is_struck:
            return
        changed = copy(entry)
        changed.struck_at, changed.struck_by = at or self.now, self.by
        changed.number = self.state.lines[self.state.index(entry)].number
        self._put(changed, None)

    def restore(self, entry: Entry) -> None:
        """Undo `strike`, at any later time. The second time changes nothing."""
        if not entry.is_struck:
            return
        row = read_again(self.state, entry)
        changed = copy(entry)
        changed.struck_at = changed.struck_by = None
        self._put(changed, row)

    def _put(self, entry: Entry, row: Row | None) -> None:
        self._take_in(entry, row)
        entry.version = self.version
        self.changed[entry.uuid] = entry

    def _take_in(self, entry: Entry, row: Row | None) -> None:
        """Put an entry on the sheet.

        The caller has already shown the changes in later entries, computed from the same entries: `later`.
        """
        change = rewrite_row(self.state, entry, row)
        after, since = change.after, change.since
        if problems := validation.list_problems(after, {entry.uuid: ""}, since=since, before=self.state):
            raise Impossible(validation.with_names(problems, after.sheet))
        self.last, self.state = change, after

    def _row(self, uuid: UUID) -> Entry:
        found = self.state.known(uuid)
        if found is None:
            raise _wrong_row(say("This row is not on this sheet."))
        return found

    def _game_row(self, uuid: UUID) -> Entry:
        entry = self._row(uuid)
        if entry.kind == "table":
            raise _wrong_row(say("Correct seat changes under “Seats and dealer”."))
        return entry

    def _table_row(self, uuid: UUID) -> Entry:
        entry = self._row(uuid)
        if entry.kind != "table":
            raise _wrong_row(say("This row is no change of the table."))
        return entry

    def _refuse_strangers(self, players: Iterable[str]) -> None:
        """Refuse players from outside this evening, for access by scoring link alone."""
        if self.by is not None:
            return
        known = {player for seated in self.state.seatings for player in seated}
        if not {*players} <= known | {str(player.pk) for player in here_this_evening(self.state.sheet.evening)}:
            raise Impossible([Problem("players", say("Choose players of the club only."))])

    def _said(self, op: Write | Amend | Insert | Seats, note: str = "") -> NewRow:
        """Return the new entry. Raises Impossible with the missing fields."""
        new = self._seated(op, note) if isinstance(op, Seats) else self._form(op)
        return replace(new, at=self._moment(op))

    def _form(self, op: Write | Amend | Insert) -> NewRow:
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

    def _seated(self, op: Seats, note: str) -> NewRow:
        facts: dict[str, Any] = {"kind": "table", "players": [*op.players]}
        if op.dealer is not None:
            facts["dealer"] = op.dealer
        said = {"owing": [*op.owing], "resting": [*op.resting]}
        facts, attribution = with_moved_ids(facts, {name: some for name, some in said.items() if some}, self.moved)
        self._refuse_strangers(facts["players"])
        return NewRow(facts=facts, uuid=op.uuid, attribution=attribution, note=note)

    def _moment(self, op: Op) -> datetime:
        """Return the time of an operation by the server's clock: not before the last entry, and not in the future."""
        before = [entry.written_at for entry in (*self.state.entries[-1:], *self.fresh[-1:])]
        return min(self.now, max([self._by_our_clock(op.at), *before]))

    def _by_our_clock(self, at: datetime | None) -> datetime:
        if at is None or self.sent is None:
            return self.now
        try:
            return at + (self.now - self.sent)
        except OverflowError:
            return self.now


def _cut(text: str) -> str:
    """Cut an overlong note.

    Only a phone without the engine lets it through, and the games queued after it matter more.
    """
    return text if len(text) <= LONGEST_NOTE else clean_line(text[:LONGEST_NOTE])


def _wrong_row(text: str) -> Impossible:
    return Impossible([Problem("row", text)])


def read_again(state: SheetState, entry: Entry) -> Row:
    """Return the event of an entry that was on this sheet before.

    Raises Impossible if it would seat a player who has left the club, or if it is impossible under other rules.
    """
    row = parse_row(entry.facts, state.rules)
    if isinstance(row, list):  # read it by the rules of its time
        raise Impossible(validation.with_names(row, state.sheet))
    row = get_row(entry, state.rules)
    if isinstance(row, Table):
        newcomers = set(row.players) - set(state.players_before(state.index(entry)))
        if problems := list(validation.stranger_problems(state.sheet, newcomers)):
            raise Impossible(problems)
    return row


# --- Storing ---------------------------------------------------------------------------------------------------------


def store_work(work: Work, *, why: str = "", is_whole: bool = False) -> tuple[Entry, ...]:
    """Store the written and changed entries, and return them in order. `is_whole`: also store the sheet's opening."""
    after = work.state
    touched = {**{entry.uuid: entry for entry in work.fresh}, **work.changed}
    if not touched and not is_whole:
        return ()
    since = 0 if is_whole else min(entry.position for entry in touched.values())
    is_appended = not (work.changed or work.inserted or is_whole)
    if work.inserted:
        store_positions(after)
    if not is_appended:
        free_numbers(after, since)
    _save(work, touched, why)
    if is_whole:
        save_row(after.sheet, by=work.by, why=why)
    version = work.version
    post_state(after, since=since, version=version, only_appended=is_appended)
    if is_appended:
        cache_after_commit(after)
    return tuple(sorted(touched.values(), key=lambda entry: entry.position))


def _save(work: Work, touched: Mapping[UUID, Entry], why: str) -> None:
    for entry, _, line in work.state:
        if entry.uuid in touched:
            entry.number = line.number
    new = {entry.uuid for entry in work.fresh}
    old = [entry for uuid, entry in work.changed.items() if uuid not in new]
    for entry in sorted(old, key=lambda entry: not entry.is_struck):  # a struck entry releases its number
        save_row(entry, by=work.by, why=why)
    _create(work, why or INSERTED)


def _create(work: Work, why: str) -> None:
    """Store new entries as they were first written, and their later changes as changes of their own."""
    if not work.fresh:
        return
    for entry in work.fresh:
        if entry.uuid in work.changed:
            entry.number = None  # another entry may have it by now
    if appended := [entry for entry in work.fresh if entry.uuid not in work.inserted]:
        create_entries(appended, by=work.by)
    for entry in work.fresh:
        if entry.uuid in work.inserted:
            save_row(entry, by=work.by, why=why)
        if changed := work.changed.get(entry.uuid):
            changed.pk = entry.pk
            save_row(changed, by=work.by)
