"""Change a row, strike it, take that back, put one in between: what that does to later rows is shown first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.facts import row_of
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.ledger.rewriting import Rewriting, make_room, rewrite_row
from dokoclub.evenings.models import Entry
from dokoclub.evenings.services.entries import NewRow, check_entry, fill_entry, find_repeated, says_the_same
from dokoclub.evenings.services.moved import Moves, moves_of
from dokoclub.evenings.services.posting import Posted, free_numbers, post_fold, store_positions
from dokoclub.evenings.services.refusals import Closed, Impossible, Overtaken, Unconfirmed
from dokoclub.evenings.services.writing import MERGE, lock_sheet, refuse_closed, save_row
from scoring.contract.old_paper import parse_row
from scoring.game.rows import Row, Table

INSERTED: Final = "inserted"  # why the first version of a row is there that did not come at the end
# What a change replaces, and undoing it puts back.
_CONTENT: Final = (
    "kind", "facts", "attribution", "note", "changed_at", "changed_by_id", "struck_at", "struck_by_id",
)  # fmt: skip


@transaction.atomic
def amend_entry(
    entry: Entry,
    facts: Mapping[str, Any],
    *,
    seen: int,
    by: Account | None,
    attribution: Mapping[str, Any] | None = None,
    note: str = "",
    confirmed: bool = False,
) -> Posted:
    """Put other facts into a row. `seen`: the version of the sheet that the form was made from.

    The same facts again change nothing. Raises Closed, Impossible, Overtaken(entry) when the row was changed or struck
    since, and Unconfirmed where later rows would change and `confirmed` does not say that this was shown at `seen`.
    """
    folded, entry = _held(entry)
    new = NewRow(facts=facts, uuid=entry.uuid, attribution=attribution or {}, note=note)
    row = check_entry(folded, new, table=folded.players_before(folded.index(entry)))
    if says_the_same(entry, new, row) and not entry.is_struck:
        return Posted(entry, folded, is_new=False)
    if entry.is_struck or entry.version > seen:
        raise Overtaken(entry)
    change = _confirmed(rewrite_row(folded, entry, row), seen=seen, confirmed=confirmed)
    fill_entry(entry, new, row)
    entry.changed_at, entry.changed_by = timezone.now(), by
    return _posted(change, by=by)


@transaction.atomic
def insert_entry(
    stands: Entry,
    facts: Mapping[str, Any],
    *,
    uuid: UUID,
    seen: int,
    by: Account | None,
    attribution: Mapping[str, Any] | None = None,
    note: str = "",
    confirmed: bool = False,
) -> Posted:
    """Write a row that was forgotten in front of `stands`, struck or not; later games move up.

    The same uuid with the same facts returns the stored entry, also when the sheet has been closed since. Raises Reused
    when it belongs to other facts, Closed, Impossible and Unconfirmed as `amend_entry`.
    """
    folded = read_sheet(lock_sheet(stands.sheet))
    new = NewRow(facts=facts, uuid=uuid, attribution=attribution or {}, note=note)
    if known := folded.known(uuid):
        return Posted(find_repeated(known, new, folded), folded, is_new=False)
    refuse_closed(folded.sheet)
    behind = folded.known(stands.uuid)
    if behind is None:
        raise Closed(folded.sheet)
    row = check_entry(folded, new, table=folded.players_before(folded.index(behind)))
    entry = Entry(sheet=folded.sheet, uuid=uuid, position=behind.position, written_at=timezone.now(), written_by=by)
    make_room((*folded.entries, *folded.struck), entry.position)
    change = _confirmed(rewrite_row(folded, fill_entry(entry, new, row), row), seen=seen, confirmed=confirmed)
    store_positions(change.after)
    return _posted(change, by=by, why=INSERTED)


@transaction.atomic
def strike_entry(entry: Entry, *, seen: int, by: Account | None, confirmed: bool = False) -> Posted:
    """Take the row out: it keeps its place and loses its turn. The second time changes nothing.

    Raises Closed, Impossible (later games need this change of the table), Overtaken and Unconfirmed as `amend_entry`.
    """
    folded, entry = _held(entry)
    if entry.is_struck:
        return Posted(entry, folded, is_new=False)
    if entry.version > seen:
        raise Overtaken(entry)
    change = _confirmed(rewrite_row(folded, entry, None), seen=seen, confirmed=confirmed)
    entry.struck_at, entry.struck_by = timezone.now(), by
    return _posted(change, by=by)


@transaction.atomic
def restore_entry(entry: Entry, *, seen: int, by: Account | None, confirmed: bool = False) -> Posted:
    """Undo `strike_entry`, however long ago it was. The second time changes nothing. Raises the same."""
    folded, entry = _held(entry)
    if not entry.is_struck:
        return Posted(entry, folded, is_new=False)
    if entry.version > seen:
        raise Overtaken(entry)
    row = read_again(folded, entry, entry.facts, entry.attribution)
    change = _confirmed(rewrite_row(folded, entry, row), seen=seen, confirmed=confirmed)
    entry.struck_at = entry.struck_by = None
    return _posted(change, by=by)


@transaction.atomic
def undo_change(
    entry: Entry, *, version: int, by: Account | None, confirmed: bool = False, seen: int | None = None
) -> Posted:
    """Take back the change that made `version` of the sheet: a new row is struck, any other is as it was before.

    The second time changes nothing. Raises Overtaken(entry) when the row was changed again since; Closed, Impossible
    and Unconfirmed (ask again with its version as `seen`) as `amend_entry`.
    """
    folded, entry = _held(entry)
    last, *earlier = entry.history.exclude(history_change_reason=MERGE)[:2]
    why = f"undo {version}"
    if last.history_change_reason == why:
        return Posted(entry, folded, is_new=False)
    if entry.version != version:
        raise Overtaken(entry)
    before = as_before(entry, earlier[0] if earlier else None, moves_of(entry.sheet), by=by)
    row = None if before["struck_at"] else read_again(folded, entry, before["facts"], before["attribution"])
    shown_at = folded.sheet.version if seen is None else seen
    change = _confirmed(rewrite_row(folded, entry, row), seen=shown_at, confirmed=confirmed)
    for name, value in before.items():
        setattr(entry, name, value)
    return _posted(change, by=by, why=why)


def read_again(folded: Folded, entry: Entry, facts: dict[str, Any], attribution: dict[str, Any]) -> Row:
    """Return a row that stood here once.

    Raises Impossible where somebody would sit down who has left the club, and where it cannot be under other rules.
    """
    row = parse_row(facts, folded.rules)
    if isinstance(row, list):  # as the rules were when it stood here
        raise Impossible(checks.with_names(row, folded.sheet))
    row = row_of(Entry(facts=facts, attribution=attribution), folded.rules)
    if isinstance(row, Table):
        newcomers = set(row.players) - set(folded.players_before(folded.index(entry)))
        if problems := list(checks.stranger_problems(folded.sheet, newcomers)):
            raise Impossible(problems)
    return row


def as_before(entry: Entry, earlier: Any, now: Moves, *, by: Account | None) -> dict[str, Any]:
    """Restore the content of the row before its last change, or strike a row that has none."""
    source = entry if earlier is None else earlier
    content = {name: getattr(source, name) for name in _CONTENT}
    if earlier is None:
        content |= {"struck_at": timezone.now(), "struck_by_id": by and by.pk}
    return content | {"facts": now.facts(content["facts"]), "attribution": now.attribution(content["attribution"])}


def _held(entry: Entry) -> tuple[Folded, Entry]:
    """Lock the sheet. Return it with the current state of the row. Raises Closed."""
    folded = read_sheet(lock_sheet(entry.sheet))
    refuse_closed(folded.sheet)
    found = folded.known(entry.uuid)
    if found is None:
        raise Closed(folded.sheet)
    found.sheet = folded.sheet
    return folded, found


def _confirmed(change: Rewriting, *, seen: int, confirmed: bool) -> Rewriting:
    """Raise Impossible if the new list has problems, Unconfirmed if somebody must see the difference first."""
    places = {entry.uuid: "" for entry in change.entries}
    if problems := checks.list_problems(change.after, places, since=change.since, before=change.before):
        raise Impossible(checks.with_names(problems, change.before.sheet))
    version = change.before.sheet.version
    if change.later and not (confirmed and seen == version):
        raise Unconfirmed(change.later, version)
    return change


def _posted(change: Rewriting, *, by: Account | None, why: str = "") -> Posted:
    write_change(change, by=by, why=why)
    return Posted(change.entries[0], change.after)


def write_change(change: Rewriting, *, by: Account | None, why: str = "", is_whole: bool = False) -> None:
    """Save the rows, which have their new content already, and post the sheet from the first of them on.

    `is_whole`: what the sheet was opened with is changed, too.
    """
    after, version = change.after, change.after.sheet.version + 1
    since = 0 if is_whole else min(entry.position for entry in change.entries)
    if not all(entry.is_struck for entry in change.entries):
        free_numbers(after, since)
    for entry in sorted(change.entries, key=lambda entry: not entry.is_struck):  # a struck row gives its number away
        entry.version = version
        if not entry.is_struck:
            entry.number = after.lines[after.index(entry)].number
        save_row(entry, by=by, why=why)
    if is_whole:
        save_row(after.sheet, by=by, why=why)
    post_fold(after, since=since, version=version)
