"""Rows that tests write, correct, strike and restore, one at a time: each is one change of its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.apply_operations import Work, write_on
from dokoclub.evenings.services.entries import NewRow

Json = dict[str, Any]


def write_entry(sheet: Sheet, facts: Json, *, by: Account | None, **more: Any) -> Entry:
    """Write a row. `more` holds further facts of the row, as in NewRow."""
    with write_on(sheet, by=by) as work:
        return work.write(_new(facts, **more))


def write_entries(sheet: Sheet, rows: Sequence[NewRow], *, by: Account | None) -> list[Entry]:
    with write_on(sheet, by=by) as work:
        work.write_all(rows)
    return work.fresh


def insert_entry(stands: Entry, facts: Json, *, by: Account | None, **more: Any) -> Entry:
    """Insert a row in front of another."""
    new = _new(facts, **more)
    with write_on(stands.sheet, by=by) as work:
        work.insert(new, before=_found(work, stands))
    return stands.sheet.entries.get(uuid=new.uuid)


def amend_entry(entry: Entry, facts: Json, *, by: Account | None, **more: Any) -> Entry:
    with _at(entry, by) as (work, found):
        work.amend(found, _new(facts, uuid=entry.uuid, **more))
    return entry


def strike_entry(entry: Entry, *, by: Account | None) -> Entry:
    with _at(entry, by) as (work, found):
        work.strike(found)
    return entry


def restore_entry(entry: Entry, *, by: Account | None) -> Entry:
    with _at(entry, by) as (work, found):
        work.restore(found)
    return entry


def _new(facts: Json, *, uuid: UUID | None = None, attribution: Json | None = None, **more: Any) -> NewRow:
    return NewRow(facts=facts, uuid=uuid or uuid4(), attribution=attribution or {}, **more)


@contextmanager
def _at(entry: Entry, by: Account | None) -> Iterator[tuple[Work, Entry]]:
    """Return the row in its current state; `entry` is reloaded afterwards."""
    with write_on(entry.sheet, by=by) as work:
        yield work, _found(work, entry)
    entry.refresh_from_db()
    entry.sheet = work.state.sheet


def _found(work: Work, entry: Entry) -> Entry:
    found = work.state.known(entry.uuid)
    assert found is not None
    return found
