"""What was corrected on whole sheets of an evening, and what can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings import hooks
from dokoclub.evenings.ledger.other_rules import rules_for
from dokoclub.evenings.models import Evening, Sheet
from scoring.rules.rules import Rules

# The first word of why a sheet has a new version in its history; then come the key, and of players who stood there, who
# sat there, the first game and the last. The first two are the fields of a sheet that they change.
RULES, PLAYERS, UNDO = "rules", "players", "undo"
KINDS: Final = (RULES, PLAYERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """One correction, of all sheets that it changed. `before`, `after`: the first of them, as its history has it."""

    what: str
    key: str
    at: datetime
    by: Account | None
    before: Any
    after: Any
    exchanged: tuple[str, ...]  # of players: ids of who stood there and who sat there, first and last game
    undone: bool
    stands: bool  # what it made is there still, so that it can be taken back


def sheet_by_others(club: Club, rules: Rules) -> Sheet | None:
    """The last sheet of the evening that runs, where that is worked out by other rules. Tournaments have their own.

    One query.
    """
    sheets = Sheet.objects.open().filter(evening__club=club, evening__closed_at=None)
    for unusual in hooks.unusual_evenings:
        sheets = sheets.exclude(evening__in=unusual())
    sheet = sheets.order_by("-evening__date", "-pk").first()
    return sheet if sheet is not None and sheet.rules != rules_for(sheet, rules) else None


def corrections_of(evening: Evening) -> list[Corrected]:
    """The newest first. Two queries, and one for each."""
    sheets = {sheet.pk: sheet for sheet in evening.sheets.all()}
    records = Sheet.history.filter(id__in=sheets).exclude(history_change_reason=None).select_related("history_user")
    told = {(record.history_change_reason, record.id): record for record in records.order_by("-history_id")}
    undone = {reason.removeprefix(f"{UNDO} ") for reason, _ in told if reason.startswith(f"{UNDO} ")}
    found: dict[str, Corrected] = {}
    for (reason, pk), record in told.items():
        what, key, *exchanged = reason.split(" ") if " " in reason else (reason, "")
        if what not in KINDS or key in found:
            continue
        found[key] = Corrected(
            what=what,
            key=key,
            at=record.history_date,
            by=record.history_user,
            before=record.prev_record,
            after=record,
            exchanged=tuple(exchanged),
            undone=key in undone,
            stands=key not in undone and getattr(sheets[pk], what) == getattr(record, what),
        )
    return [*found.values()]
