"""New entries of a sheet, checked and computed but not yet stored: games, penalties, redeals, changes of the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.core.http import Reused
from dokoclub.evenings.domain import validation
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry
from dokoclub.evenings.services.errors import Impossible
from dokoclub.evenings.services.people import Moves, get_moves
from scoring.contract.event import Event, read_event
from scoring.game.rows import Table
from scoring.text import clean_line

_BESIDE: Final = ("attribution", "note", "reason")  # prefixes of fields that are not facts


@dataclass(frozen=True, kw_only=True)
class NewRow:
    """The content of an entry: `facts` as in contract.stored_rows, `attribution` as in the module of that name."""

    facts: Mapping[str, Any]
    uuid: UUID
    attribution: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    at: datetime | None = None  # the time of play, if not now


Checked = Mapping[str, tuple[NewRow, Event]]  # by the prefix for their problems


def check_entries(state: SheetState, rows: Iterable[tuple[int, NewRow]]) -> Checked:
    """Check entries one after the other. Raises Impossible like `check_entry`, at `rows[INDEX]`."""
    found: dict[str, tuple[NewRow, Event]] = {}
    table = state.players
    for index, new in rows:
        place = f"rows[{index}]"
        event = check_entry(state, new, table=table, place=place)
        table = event.row.players if isinstance(event.row, Table) else table
        found[place] = new, event
    return found


def check_entry(state: SheetState, new: NewRow, *, table: Sequence[str] | None = None, place: str = "") -> Event:
    """Return the event of `new`. Raises Impossible, at `place`, with everything wrong with it on its own."""
    event = validation.read_row(new.facts, dict(new.attribution), new.note, state.sheet, table or state.players)
    if isinstance(event, list):
        raise Impossible(
            validation.with_names((problem.under(place) if place else problem for problem in event), state.sheet)
        )
    return event


def work_out_entries(state: SheetState, rows: Checked, *, by: Account | None) -> tuple[list[Entry], SheetState]:
    """Return the new entries, not stored yet, and the sheet with them. Raises Impossible."""
    sheet, version, now = state.sheet, state.sheet.version + 1, timezone.now()
    entries = [
        fill_entry(
            Entry(
                sheet=sheet,
                uuid=new.uuid,
                position=state.last_position + offset,
                version=version,
                written_at=new.at or now,
                written_by=by,
            ),
            event,
        )
        for offset, (new, event) in enumerate(rows.values(), start=1)
    ]
    after = state.appended(entries, [event.row for _, event in rows.values()])
    places = {entry.uuid: place for entry, place in zip(entries, rows, strict=True)}
    if problems := validation.list_problems(after, places, since=len(state.rows), before=state):
        raise Impossible(validation.with_names(problems, sheet))
    for entry, line in zip(reversed(entries), reversed(after.lines), strict=False):
        entry.number = line.number
    return entries, after


def fill_entry(entry: Entry, event: Event) -> Entry:
    """Copy the stored parts of an event to `entry`, and return it."""
    entry.facts, entry.attribution, entry.note = event.facts, event.attribution, event.note
    entry.kind = entry.facts["kind"]
    return entry


def says_the_same(entry: Entry, event: Event) -> bool:
    """Return whether the entry already has this content."""
    there = (_clean_old_reason(entry.facts), entry.attribution, clean_line(entry.note))
    return there == (event.facts, event.attribution, event.note)


def _clean_old_reason(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with a clean reason: old entries have uncleaned ones."""
    is_given = facts["kind"] == "penalty" and "reason" in facts
    return {**facts, "reason": clean_line(facts["reason"])} if is_given else facts


def find_repeated(known: Entry, new: NewRow, state: SheetState) -> Entry:
    """Return the entry that this form has already written.

    Raises Reused if the first version had other content. Later changes of the entry do not matter, nor does the merge
    of one of its players.
    """
    event = read_event(dict(new.facts), dict(new.attribution), new.note, state.rules, ())
    if isinstance(event, list):
        if all(problem.field.startswith(_BESIDE) for problem in event):
            raise Impossible(validation.with_names(event, state.sheet))  # this can never have been stored
        raise Reused(known.uuid)
    # by the order of the history: its dates follow a clock that may have been set back
    first = known if known.changed_at is None else known.history.earliest("history_id")
    if says_the_same(first, event) or _says_now(first, fill_entry(Entry(), event), get_moves(state.sheet)):
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
