"""Change a row, strike it, take that back. Whoever changes an old row sees first what it does to later ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.facts import row_of
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.ledger.rewriting import Rewriting, rewrite_row
from dokoclub.evenings.models import Entry
from dokoclub.evenings.services.entries import NewRow, check_entry, fill_entry, says_the_same
from dokoclub.evenings.services.moved import moves_of
from dokoclub.evenings.services.posting import Posted, free_numbers, post_fold
from dokoclub.evenings.services.refusals import Closed, Impossible, Overtaken, Unconfirmed
from dokoclub.evenings.services.writing import MERGE, lock_sheet, refuse_closed, save_row
from scoring.game.rows import Row, Table

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
    return _write(change, by=by)


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
    return _write(change, by=by)


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
    return _write(change, by=by)


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
    before = _as_before(entry, earlier[0] if earlier else None, by=by)
    row = None if before["struck_at"] else read_again(folded, entry, before["facts"], before["attribution"])
    shown_at = folded.sheet.version if seen is None else seen
    change = _confirmed(rewrite_row(folded, entry, row), seen=shown_at, confirmed=confirmed)
    for name, value in before.items():
        setattr(entry, name, value)
    return _write(change, by=by, why=why)


def read_again(folded: Folded, entry: Entry, facts: dict[str, Any], attribution: dict[str, Any]) -> Row:
    """A row that stood here once. Raises Impossible where somebody would sit down who has left the club."""
    row = row_of(Entry(facts=facts, attribution=attribution), folded.rules)
    if isinstance(row, Table):
        newcomers = set(row.players) - set(folded.players_before(folded.index(entry)))
        if problems := list(checks.stranger_problems(folded.sheet, newcomers)):
            raise Impossible(problems)
    return row


def _as_before(entry: Entry, earlier: Any, *, by: Account | None) -> dict[str, Any]:
    """The content of the row before its last change; a row that was only just written is struck."""
    source = entry if earlier is None else earlier
    content = {name: getattr(source, name) for name in _CONTENT}
    if earlier is None:
        content |= {"struck_at": timezone.now(), "struck_by_id": by and by.pk}
    now = moves_of(entry.sheet)
    return content | {"facts": now.facts(content["facts"]), "attribution": now.attribution(content["attribution"])}


def _held(entry: Entry) -> tuple[Folded, Entry]:
    """The sheet, lock_sheet, and the row on it as it is now. Raises Closed."""
    folded = read_sheet(lock_sheet(entry.sheet))
    refuse_closed(folded.sheet)
    found = folded.known(entry.uuid)
    if found is None:
        raise Closed(folded.sheet)
    found.sheet = folded.sheet
    return folded, found


def _confirmed(change: Rewriting, *, seen: int, confirmed: bool) -> Rewriting:
    """Raises Impossible where the list would not hold, Unconfirmed where somebody must look at it first."""
    since = change.after.index(change.entry)
    if problems := checks.list_problems(change.after, {change.entry.uuid: ""}, since=since, before=change.before):
        raise Impossible(checks.with_names(problems, change.before.sheet))
    version = change.before.sheet.version
    if change.later and not (confirmed and seen == version):
        raise Unconfirmed(change.later, version)
    return change


def _write(change: Rewriting, *, by: Account | None, why: str = "") -> Posted:
    """Save the row, which has its new content already, and post the sheet from there on."""
    entry, after = change.entry, change.after
    entry.version = after.sheet.version + 1
    if not entry.is_struck:
        free_numbers(after, entry.position)
        entry.number = after.lines[after.index(entry)].number
    save_row(entry, by=by, why=why)
    post_fold(after, since=entry.position, version=entry.version)
    return Posted(entry, after)
