"""Write rows on a sheet: a game, a penalty, dealt again, a change of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger import facts as rows_as_facts
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.ledger.kept_folds import keep_after, read_kept
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.moved import Moves, moves_of
from dokoclub.evenings.services.posting import Posted, post_fold
from dokoclub.evenings.services.refusals import Impossible, Overtaken
from dokoclub.evenings.services.writing import create_entries, lock_sheet, lock_unchanged, refuse_closed
from dokoclub.look.refusals import Reused
from scoring.contract.kept import with_clean_reason
from scoring.contract.old_paper import parse_row, store_attribution, store_row
from scoring.game.rows import Row, Table
from scoring.text import clean_line


@dataclass(frozen=True, kw_only=True)
class NewRow:
    """A row to be written: `facts` as in scoring.contract.kept, `attribution` as in the module of that name."""

    facts: Mapping[str, Any]
    uuid: UUID
    attribution: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    at: datetime | None = None  # when it was played, if not now


Checked = Mapping[str, tuple[NewRow, Row]]  # by the place where their problems go


def write_entry(
    sheet: Sheet,
    facts: Mapping[str, Any],
    *,
    uuid: UUID,
    expected: int | None,
    by: Account | None,
    attribution: Mapping[str, Any] | None = None,
    note: str = "",
) -> Posted:
    """Write one row and post the sheet anew. `expected`: the number that a game was meant to get.

    The same uuid with the same facts returns the stored entry, also when the sheet has been closed since. Raises
    Reused when the uuid belongs to other facts, Closed, Impossible with all problems, and Overtaken when that number
    has been written meanwhile. `by` is None for who holds the pen. Seven statements, whatever the length of the sheet.
    """
    new = NewRow(facts=facts, uuid=uuid, attribution=attribution or {}, note=note)
    early = _early(sheet, new, expected=expected, by=by)
    with transaction.atomic():
        if early is None or not lock_unchanged(early.after.sheet):
            early = _make_entry(read_sheet(lock_sheet(sheet)), new, expected, by)
        if not early.is_new:
            return Posted(early.entry, early.after, is_new=False)
        refuse_closed(early.after.sheet)
        _store_rows([early.entry], early.after, by=by)
        keep_after(early.after)
    return Posted(early.entry, early.after)


class Made(NamedTuple):
    """A row worked out and not yet written; or one that was written before."""

    entry: Entry
    after: Folded
    is_new: bool = True


def _early(sheet: Sheet, new: NewRow, *, expected: int | None, by: Account | None) -> Made | None:
    """Worked out before anybody has to wait for it; None where it cannot be, which is judged again under the lock."""
    try:
        return _make_entry(read_kept(copy(sheet)), new, expected, by)
    except Exception:  # sheet and rows may be of two moments, and then anything may not fit
        return None


def _make_entry(folded: Folded, new: NewRow, expected: int | None, by: Account | None) -> Made:
    if known := folded.known(new.uuid):
        return Made(find_repeated(known, new, folded), folded, is_new=False)
    refuse_closed(folded.sheet)
    row = check_entry(folded, new)
    if expected is not None and is_overtaken(folded, row, expected):
        raise Overtaken(folded.numbered(expected))
    (entry,), after = work_out_entries(folded, {"": (new, row)}, by=by)
    return Made(entry, after)


@transaction.atomic
def write_entries(sheet: Sheet, rows: Sequence[NewRow], *, by: Account | None) -> list[Entry]:
    """Write many rows at once, in this order: what imports and the demo do. Rows known by their uuid are left alone.

    Raises Closed, and Impossible, with the problems at `rows[INDEX].…`, for the first row that has any. Seven
    statements up to some hundred rows.
    """
    folded = read_sheet(lock_sheet(sheet))
    refuse_closed(folded.sheet)
    known = {entry.uuid for entry in (*folded.entries, *folded.struck)}
    fresh = check_entries(folded, [(index, new) for index, new in enumerate(rows) if new.uuid not in known])
    if not fresh:
        return []
    entries, after = work_out_entries(folded, fresh, by=by)
    _store_rows(entries, after, by=by)
    return entries


def check_entries(folded: Folded, rows: Iterable[tuple[int, NewRow]]) -> Checked:
    """One row after the other. Raises Impossible as `check_entry` does, at `rows[INDEX]`."""
    found: dict[str, tuple[NewRow, Row]] = {}
    table = folded.players
    for index, new in rows:
        place = f"rows[{index}]"
        row = check_entry(folded, new, table=table, place=place)
        table = row.players if isinstance(row, Table) else table
        found[place] = new, row
    return found


def check_entry(folded: Folded, new: NewRow, *, table: Sequence[str] | None = None, place: str = "") -> Row:
    """The row of `new`. Raises Impossible, at `place`, with everything that is wrong with it by itself."""
    row = checks.read_row(new.facts, dict(new.attribution), new.note, folded.sheet, table or folded.players)
    if isinstance(row, list):
        raise Impossible(
            checks.with_names((problem.under(place) if place else problem for problem in row), folded.sheet)
        )
    return row


def is_overtaken(folded: Folded, row: Row, expected: int) -> bool:
    return rows_as_facts.is_game(row) and folded.next_number != expected


def work_out_entries(folded: Folded, rows: Checked, *, by: Account | None) -> tuple[list[Entry], Folded]:
    """The new rows, not written yet, and the sheet with them. Raises Impossible."""
    sheet, version, now = folded.sheet, folded.sheet.version + 1, timezone.now()
    entries = [
        fill_entry(
            Entry(
                sheet=sheet,
                uuid=new.uuid,
                position=folded.last_position + offset,
                version=version,
                written_at=new.at or now,
                written_by=by,
            ),
            new,
            row,
        )
        for offset, (new, row) in enumerate(rows.values(), start=1)
    ]
    after = folded.appended(entries, [row for _, row in rows.values()])
    places = {entry.uuid: place for entry, place in zip(entries, rows, strict=True)}
    if problems := checks.list_problems(after, places, since=len(folded.rows), before=folded):
        raise Impossible(checks.with_names(problems, sheet))
    for entry, line in zip(reversed(entries), reversed(after.lines), strict=False):
        entry.number = line.number
    return entries, after


def _store_rows(entries: list[Entry], after: Folded, *, by: Account | None) -> None:
    create_entries(entries, by=by)
    post_fold(after, since=entries[0].position, version=entries[0].version, only_appended=True)


def fill_entry(entry: Entry, new: NewRow, row: Row) -> Entry:
    """`entry` with the facts of `new`, which is `row`."""
    entry.facts = store_row(row)
    entry.kind = entry.facts["kind"]
    entry.attribution = store_attribution(dict(new.attribution))
    entry.note = clean_line(new.note)
    return entry


def says_the_same(entry: Entry, new: NewRow, row: Row) -> bool:
    """Is that what stands there already?"""
    same = fill_entry(Entry(), new, row)
    there = (_with_clean_reason(entry.facts), entry.attribution, clean_line(entry.note))
    return there == (same.facts, same.attribution, same.note)


def _with_clean_reason(facts: dict[str, Any]) -> dict[str, Any]:
    """Reasons were not cleaned once."""
    is_given = facts["kind"] == "penalty" and "reason" in facts
    return {**facts, "reason": clean_line(facts["reason"])} if is_given else facts


def find_repeated(known: Entry, new: NewRow, folded: Folded) -> Entry:
    """A form came twice. What it wrote is the first version of the row, whatever became of that since.

    Also when one of its players is somebody else by now.
    """
    row = parse_row(dict(new.facts), folded.rules)
    if not isinstance(row, list):
        row = with_clean_reason(row)
        newcomers = row.players if isinstance(row, Table) else ()
        if problems := checks.problems_beside(row, folded.rules, dict(new.attribution), new.note, newcomers):
            raise Impossible(checks.with_names(problems, folded.sheet))  # nobody can have written that
        # by the order of the history: its dates follow a clock that may have been set back
        first = known if known.changed_at is None else known.history.earliest("history_id")
        if says_the_same(first, new, row) or _says_now(first, fill_entry(Entry(), new, row), moves_of(folded.sheet)):
            return known
    raise Reused(known.uuid)


def _says_now(first: Entry, again: Entry, now: Moves) -> bool:
    return all(
        (
            first.note == again.note,
            now.facts(first.facts) == now.facts(again.facts),
            now.attribution(first.attribution) == now.attribution(again.attribution),
        )
    )
