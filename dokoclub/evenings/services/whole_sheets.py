"""Correct what applies to a whole sheet: the rules of a running evening.

What that does is shown first, from the same change that is written then. Each sheet keeps in its history what was
there before and why it changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.evenings import hooks
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.folded import read_sheet
from dokoclub.evenings.ledger.other_rules import rules_for, with_rules
from dokoclub.evenings.ledger.rewriting import Rewriting
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.selectors.corrected import RULES, UNDO
from dokoclub.evenings.services.corrections import write_change
from dokoclub.evenings.services.refusals import Closed, Impossible, Overtaken, Undecided
from dokoclub.evenings.services.writing import lock_evening, lock_sheet
from dokoclub.look.refusals import Reused
from scoring.rules.rules import Rules


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
    """Work out all sheets of an open evening by other rules. `seen`: the versions of its sheets that were shown.

    The same key again changes nothing. Raises Undecided with what it does until that is `confirmed` as it was `seen`,
    Impossible where a game cannot be under these rules, Closed, ValidationError where it is refused, and Reused where
    the key belongs to another correction.
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
        write_change(change, by=by, why=why, is_whole=True)
    return sheets


@transaction.atomic
def undo_rules(evening: Evening, key: UUID, *, by: Account) -> None:
    """Take `correct_rules` back. The second time changes nothing.

    Raises Overtaken(None) where the rules were corrected again since, or there is no such correction; Impossible,
    Closed and ValidationError as that does.
    """
    evening, why = lock_evening(evening), f"{UNDO} {key}"
    sheets = {sheet.pk: lock_sheet(sheet) for sheet in evening.sheets.order_by("pk")}
    if Sheet.history.filter(id__in=sheets, history_change_reason=why).exists():
        return
    refuse_correction(evening)
    records = list(Sheet.history.filter(id__in=sheets, history_change_reason=f"{RULES} {key}").order_by("id"))
    if not records or any(sheets[record.id].rules != record.rules for record in records):
        raise Overtaken(None)
    changes = [_under(sheets[record.id], record.prev_record.rules) for record in records]
    for change in changes:
        write_change(change, by=by, why=why, is_whole=True)


def refuse_correction(evening: Evening) -> None:
    """Raises Closed, and ValidationError with why neither rules nor players of this evening can be corrected."""
    if evening.closed_at or evening.deleted_at or evening.club.deleted_at:
        raise Closed
    for refused in hooks.correction_refused:
        if reason := refused(evening):
            raise ValidationError(reason)


def _under(sheet: Sheet, stored: dict[str, Any]) -> Rewriting:
    folded = read_sheet(sheet)
    after = with_rules(folded, stored)
    if isinstance(after, list):
        raise Impossible(checks.with_names(after, sheet))
    return Rewriting((), folded, after)


def _decide(changes: Sequence[Rewriting], *, seen: Mapping[int, int] | None, confirmed: bool) -> None:
    undecided = Undecided(changes)
    if changes and not (confirmed and seen == undecided.seen):
        raise undecided
