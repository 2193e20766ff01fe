"""Receives what a phone wrote without a network: all of it or nothing, and exactly once."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.sheet_state import SheetState, get_seal, read_cached_sheet, read_sheet
from dokoclub.evenings.models import Entry, Sending, Sheet
from dokoclub.evenings.services import operations
from dokoclub.evenings.services.apply_operations import Work, store_work
from dokoclub.evenings.services.entries import check_entry, fill_entry, find_repeated
from dokoclub.evenings.services.errors import Impossible
from dokoclub.evenings.services.locks import lock_sheet, lock_unchanged, refuse_closed
from dokoclub.evenings.services.people import add_guest, moved_ids, number_newcomers
from scoring.terms import Problem, say
from scoring.text import clean_line, name_problems

NOBODY_NEW: Final = say("The scoring link can't add people: ask a member with an account.")


class Received(NamedTuple):
    """A batch that is on the sheet. `is_new`: it was written just now; otherwise this is a late copy."""

    state: SheetState
    version: int  # of the sheet after the batch
    changed: tuple[Entry, ...]  # the entries that it wrote, changed or struck; empty for a copy
    guests: Mapping[UUID, str]  # the players for the guests
    differs: bool = False  # the phone had shown other totals
    is_new: bool = True


class Behind(Exception):
    """The sheet is not at the version that the phone knew: somebody wrote there, or it was restored from a backup.

    `entries`: written or changed since; `same`: uuids of the operations that need not be sent again, because their
    entry is there already, even if somebody else wrote it; `moved`: ids of merged players.
    """

    def __init__(
        self, state: SheetState, entries: Iterable[Entry], same: Iterable[UUID], moved: Mapping[str, str]
    ) -> None:
        super().__init__(state.sheet.pk)
        self.state = state
        self.entries = list(entries)
        self.same = list(same)
        self.moved = dict(moved)


class RefusedBatch(Exception):
    """An operation is impossible: its `place` in the batch, from 0, its uuid, and all its problems at their fields."""

    def __init__(self, place: int, uuid: UUID, problems: Iterable[Problem]) -> None:
        super().__init__(place)
        self.place = place
        self.uuid = uuid
        self.problems = list(problems)


def receive_batch(sheet: Sheet, batch: operations.Batch, *, by: Account | None) -> Received:
    """Write the whole batch with one new version of the sheet, and record that it was written.

    The same batch again writes nothing, even if the sheet has been closed or changed since. Raises Reused if the uuid
    belongs to another batch, or to an entry with other facts; Closed, Behind and RefusedBatch. Ten statements for new
    entries, for any number of them.
    """
    early = _work_early(sheet, batch, by)
    try:
        with transaction.atomic():
            return _receive(sheet, batch, by, early)
    except IntegrityError:
        if Sending.objects.filter(uuid=batch.uuid).exists():  # for another sheet, at this very moment
            raise Reused(batch.uuid) from None
        raise


class Early(NamedTuple):
    """Work done before the lock.

    It is valid if the sheet is unchanged once it is locked.
    """

    before: SheetState
    work: Work


def _work_early(sheet: Sheet, batch: operations.Batch, by: Account | None) -> Early | None:
    """Try without the lock. Return None to retry under it: existing entries change, or anything else is not plain."""
    if not all(operations.is_appended(op) for op in batch.ops) or operations.named_guests(batch):
        return None
    try:
        before = read_cached_sheet(copy(sheet))
        return Early(before, _work_out(before, batch, {}, by))
    except Exception:  # sheet and entries may be read at two moments, and then mismatch
        return None


def _receive(sheet: Sheet, batch: operations.Batch, by: Account | None, early: Early | None) -> Received:
    if [*operations.list_guests(batch)] and not Sending.objects.filter(uuid=batch.uuid).exists():
        _enter_guests(sheet.evening.club, batch, by)  # locks the club, which comes before its sheets
    if early is None or not lock_unchanged(early.before.sheet):
        early = None
        sheet = lock_sheet(sheet)
    before = early.before if early else read_sheet(sheet)
    numbers = _number_guests(sheet.evening.club, batch)
    if sent := Sending.objects.filter(uuid=batch.uuid).first():
        return _sent_again(sent, before, batch, numbers)
    refuse_closed(before.sheet)
    work = early.work if early else _work_out(before, batch, numbers, by)
    changed, after = store_work(work), work.state
    version = after.sheet.version
    Sending.objects.create(
        uuid=batch.uuid,
        sheet=after.sheet,
        digest=operations.get_digest(batch),
        base=batch.base,
        version=version,
        ops=len(batch.ops),
        by=by,
    )
    return Received(after, version, changed, numbers, _differs(after, batch, numbers))


def _sent_again(sent: Sending, state: SheetState, batch: operations.Batch, numbers: Mapping[UUID, str]) -> Received:
    """Return the answer to a repeated batch, from the current state."""
    if (sent.sheet_id, sent.digest) != (state.sheet.pk, operations.get_digest(batch)):
        raise Reused(batch.uuid)
    differs = state.sheet.version == sent.version and _differs(state, batch, numbers)
    return Received(state, sent.version, (), numbers, differs, is_new=False)


def _work_out(state: SheetState, batch: operations.Batch, numbers: Mapping[UUID, str], by: Account | None) -> Work:
    """Run all operations, without writing. Raises Behind and RefusedBatch. One query."""
    ops, moved = [operations.with_numbers(op, numbers) for op in batch.ops], moved_ids(state)
    work = Work(state, by, timezone.now(), batch.now, moved)
    if not _is_known_to(batch, work, ops):
        raise Behind(state, _since(state, batch.base), _same(work, ops, batch.base), moved)
    for place, op in enumerate(ops):
        try:
            work.do(op)
        except Impossible as impossible:
            raise RefusedBatch(place, op.uuid, impossible.problems) from None
    return work


# --- Did the phone know this state? ----------------------------------------------------------------------------------


def _is_known_to(batch: operations.Batch, work: Work, ops: list[operations.Op]) -> bool:
    """Return whether the phone knew the current state, apart from entries that this batch also writes."""
    state = work.state
    own = _written_by(work, ops, batch.base)
    if state.sheet.version != batch.base + len({entry.version for entry in own}):
        return False
    rest = [entry for entry in state.entries if entry not in own]
    return not batch.seal or batch.seal == get_seal(state.sheet, rest)


def _written_by(work: Work, ops: list[operations.Op], base: int) -> list[Entry]:
    """Return the last entries if these operations begin with them: another batch of this phone wrote them."""
    last = [entry for entry in work.state.entries if entry.version > base]
    begun = ops[: len(last)]
    same = [entry.uuid for entry in last] == [op.uuid for op in begun]
    is_untouched = all(entry.changed_at is None for entry in last)
    return last if same and is_untouched and all(_stands(work, op) for op in begun) else []


def _since(state: SheetState, base: int) -> list[Entry]:
    return [entry for entry in (*state.entries, *state.struck) if entry.version > base]


def _same(work: Work, ops: Iterable[operations.Op], base: int) -> Iterator[UUID]:
    """Yield operations whose entry exists: under their own uuid, or as the same game written by somebody else."""
    for op in ops:
        there = work.state.numbered(op.number) if isinstance(op, operations.Write) and op.number is not None else None
        if _stands(work, op) or (there and there.version > base and _is_the_game(there, work, op)):
            yield op.uuid


def _stands(work: Work, op: operations.Op) -> bool:
    """Return whether the operation writes a new entry that already exists with the same facts."""
    known = work.state.known(op.uuid)
    try:
        new = work.new_row(op)
        return known is not None and new is not None and bool(find_repeated(known, new, work.state))
    except (Impossible, Reused):
        return False


def _is_the_game(entry: Entry, work: Work, op: operations.Op) -> bool:
    """Return whether the entry contains everything in the operation.

    Credits for calls and a note may be missing in the operation.
    """
    try:
        new = work.new_row(op)
        found = fill_entry(Entry(), check_entry(work.state, new)) if new else Entry()
    except Impossible:
        return False
    is_told = found.attribution in ({}, entry.attribution) and found.note in ("", entry.note)
    return is_told and entry.facts == found.facts


def _differs(state: SheetState, batch: operations.Batch, numbers: Mapping[UUID, str]) -> bool:
    """Return whether the phone has shown other totals than these."""
    if batch.shown is None:
        return False
    names = {f"guest:{uuid}": player for uuid, player in numbers.items()}
    return {names.get(player, player): total for player, total in batch.shown.items()} != dict(state.paper.totals)


# --- Guests ----------------------------------------------------------------------------------------------------------


def _enter_guests(club: Club, batch: operations.Batch, by: Account | None) -> None:
    """Add new guests to the club, once, however often they are sent. A scoring link may not add any."""
    for place, number, guest in operations.list_guests(batch):
        name, uuid = f"guests[{number}].name", batch.ops[place].uuid
        if by is None:
            raise RefusedBatch(place, uuid, [Problem(name, NOBODY_NEW)])
        if isinstance(guest, operations.Namesake):
            continue
        called = clean_line(guest.name)
        if problems := [*name_problems(name, called)]:
            raise RefusedBatch(place, uuid, problems)
        try:
            add_guest(club, name=called, key=guest.uuid, by=by)
        except ValidationError as refusal:
            told = [text.replace("{", "{{").replace("}", "}}") for text in refusal.messages]
            raise RefusedBatch(place, uuid, [Problem(name, text) for text in told]) from None


def _number_guests(club: Club, batch: operations.Batch) -> dict[UUID, str]:
    """Return the ids of the players who are named as guests. One query, if there are any."""
    same = [guest for _, _, guest in operations.list_guests(batch) if isinstance(guest, operations.Namesake)]
    return number_newcomers(club, [*(operations.Guest(uuid, "") for uuid in operations.named_guests(batch)), *same])
