"""Corrections of whole sheets: the rules of a running evening, and the player of some games.

The effect is shown first, from the same change that is then written. Each sheet keeps its former state and the reason
of the change in its history.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.core.http import Reused
from dokoclub.evenings import hooks
from dokoclub.evenings.domain import validation
from dokoclub.evenings.domain.corrections import Exchange, rules_for, with_player, with_rules
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.domain.results import Rewriting, list_players
from dokoclub.evenings.domain.sheet_state import read_sheet, replay_entries
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.selectors.corrections import PLAYERS, RULES, UNDO
from dokoclub.evenings.services.apply_operations import Work, store_work
from dokoclub.evenings.services.errors import Closed, Conflict, Impossible, Undecided
from dokoclub.evenings.services.locks import MERGE, lock_evening, lock_sheet, refuse_closed
from dokoclub.evenings.services.people import Moves, get_moves
from scoring.rules.rules import Rules
from scoring.terms import Problem, say

# The fields that a change replaces and that undoing a correction restores.
_CONTENT: Final = (
    "kind", "facts", "attribution", "note", "changed_at", "changed_by_id", "struck_at", "struck_by_id",
)  # fmt: skip


@transaction.atomic
def correct_rules(
    evening: Evening,
    rules: Rules,
    *,
    key: UUID,
    by: Account,
    seen: Mapping[int, int] | None = None,
    confirmed: bool = False,
) -> list[Sheet]:
    """Recompute all sheets of an open evening under other rules.

    `seen`: the versions of the sheets that were shown. The same key again changes nothing. Raises Undecided with the
    effect until that is `confirmed` as `seen`, Impossible for a game that these rules do not allow, Closed,
    ValidationError where a hook refuses it, and Reused if the key belongs to another correction.
    """
    evening, why = lock_evening(evening), f"{RULES} {key}"
    sheets = [lock_sheet(sheet) for sheet in evening.sheets.order_by("pk")]
    if records := list(Sheet.history.filter(history_change_reason=why)):
        wanted = {sheet.pk: rules_for(sheet, rules) for sheet in sheets}
        if any(wanted.get(record.id) != record.rules for record in records):
            raise Reused(key)
        return sheets
    refuse_correction(evening)
    changes = [_under(sheet, rules_for(sheet, rules)) for sheet in sheets if sheet.rules != rules_for(sheet, rules)]
    _decide(changes, seen=seen, confirmed=confirmed)
    for change in changes:
        _store(change, by=by, why=why)
    return sheets


@transaction.atomic
def correct_player(
    sheet: Sheet,
    *,
    was: Player,
    really: Player,
    first: int,
    last: int,
    key: UUID,
    by: Account,
    seen: Mapping[int, int] | None = None,
    confirmed: bool = False,
) -> Sheet:
    """Replace the player `was` by `really` in the games `first` to `last`, credits and seats included.

    If `last` is the last game, `really` also replaces `was` from then on. Raises the same as `correct_rules`.
    """
    evening, sheet = lock_evening(sheet.evening), lock_sheet(sheet)
    why = f"{PLAYERS} {key} {was.pk} {really.pk} {first} {last}"
    if record := Sheet.history.filter(history_change_reason__startswith=f"{PLAYERS} {key} ").first():
        if (record.id, record.history_change_reason) != (sheet.pk, why):
            raise Reused(key)
        return sheet
    refuse_correction(evening)
    refuse_closed(sheet)
    if was.pk == really.pk:
        raise Impossible([Problem("really", say("Choose two players."))])
    state = read_sheet(sheet)
    newcomers = {scoring_key(really)} - {*list_players(state)}
    if problems := list(validation.stranger_problems(sheet, newcomers)):
        raise Impossible(problems)
    change = with_player(state, Exchange(scoring_key(was), scoring_key(really), first, last, key))
    if isinstance(change, list):
        raise Impossible(validation.with_names(change, sheet))
    _decide([change], seen=seen, confirmed=confirmed)
    now = timezone.now()
    for entry in change.entries:
        if entry.pk is None:
            entry.written_by = by
        else:
            entry.changed_at, entry.changed_by = now, by
    _store(change, by=by, why=why)
    return sheet


@transaction.atomic
def undo_correction(evening: Evening, key: UUID, *, by: Account) -> None:
    """Undo a correction of whole sheets.

    The second time changes nothing. Raises Conflict if its result was changed since, or if there is no such correction;
    Impossible, Closed and ValidationError like the correction itself.
    """
    evening, why = lock_evening(evening), f"{UNDO} {key}"
    sheets = {sheet.pk: lock_sheet(sheet) for sheet in evening.sheets.order_by("pk")}
    if Sheet.history.filter(id__in=sheets, history_change_reason=why).exists():
        return
    refuse_correction(evening)
    made = Q(history_change_reason=f"{RULES} {key}") | Q(history_change_reason__startswith=f"{PLAYERS} {key} ")
    records = list(Sheet.history.filter(made, id__in=sheets).order_by("id"))
    if not records:
        raise Conflict(None)
    changes = [_before(sheets[record.id], record, by=by) for record in records]
    for change in changes:
        _store(change, by=by, why=why)


def _before(sheet: Sheet, record: Any, *, by: Account) -> Rewriting:
    """Return the sheet as it was before this record of its history."""
    if record.history_change_reason.startswith(RULES):
        if sheet.rules != record.rules:
            raise Conflict(None)
        return _under(sheet, record.prev_record.rules)
    refuse_closed(sheet)
    return _with_former_players(sheet, record, by=by)


def _with_former_players(sheet: Sheet, record: Any, *, by: Account) -> Rewriting:
    now, state = get_moves(sheet), read_sheet(sheet)
    if (sheet.players, sheet.first_dealer_id) != (record.players, record.first_dealer_id):
        raise Conflict(None)
    opened = now.facts({"players": record.prev_record.players, "dealer": str(record.prev_record.first_dealer_id)})
    after = copy(sheet)
    after.players, after.first_dealer_id = opened["players"], int(opened["dealer"])
    changed: dict[UUID, Entry] = {}
    for made, earlier in _pairs(sheet, record.history_change_reason):
        entry = state.known(made.uuid)
        if entry is None or entry.version != made.version:
            raise Conflict(entry)
        former = copy(entry)
        for name, value in _as_before(entry, earlier, now, by=by).items():
            setattr(former, name, value)
        changed[entry.uuid] = former
    entries = sorted((*state.entries, *state.struck), key=lambda entry: entry.position)
    whole = with_rules(replay_entries(after, [changed.get(entry.uuid, entry) for entry in entries]), sheet.rules)
    if isinstance(whole, list):
        raise Impossible(validation.with_names(whole, sheet))
    return Rewriting(tuple(changed.values()), state, whole)


def _pairs(sheet: Sheet, why: str) -> Iterator[tuple[Any, Any]]:
    """Yield the history records written for that reason, each with the previous record of its entry, None if new.

    One query.
    """
    before: dict[int, Any] = {}
    for record in Entry.history.filter(sheet_id=sheet.pk).exclude(history_change_reason=MERGE).order_by("history_id"):
        if record.history_change_reason == why:
            yield record, before.get(record.id)
        before[record.id] = record


def refuse_correction(evening: Evening) -> None:
    """Raise Closed, or ValidationError with the reason why this evening cannot be corrected."""
    if evening.closed_at or evening.deleted_at or evening.club.deleted_at:
        raise Closed
    for refused in hooks.correction_refused:
        if reason := refused(evening):
            raise ValidationError(reason)


def _under(sheet: Sheet, stored: dict[str, Any]) -> Rewriting:
    state = read_sheet(sheet)
    after = with_rules(state, stored)
    if isinstance(after, list):
        raise Impossible(validation.with_names(after, sheet))
    return Rewriting((), state, after)


def _decide(changes: Sequence[Rewriting], *, seen: Mapping[int, int] | None, confirmed: bool) -> None:
    undecided = Undecided(changes)
    if changes and not (confirmed and seen == undecided.seen):
        raise undecided


def _as_before(entry: Entry, earlier: Any, now: Moves, *, by: Account | None) -> dict[str, Any]:
    """Return the entry's content before its last change; an entry that the correction added becomes struck."""
    source = entry if earlier is None else earlier
    content = {name: getattr(source, name) for name in _CONTENT}
    if earlier is None:
        content |= {"struck_at": timezone.now(), "struck_by_id": by and by.pk}
    return content | {"facts": now.facts(content["facts"]), "attribution": now.attribution(content["attribution"])}


def _store(change: Rewriting, *, by: Account, why: str) -> None:
    work = Work(change.after, by, timezone.now())
    for entry in change.entries:
        entry.version = work.version
        if entry.pk is None:
            work.fresh.append(entry)
            work.inserted.add(entry.uuid)
        else:
            work.changed[entry.uuid] = entry
    store_work(work, why=why, is_whole=True)
