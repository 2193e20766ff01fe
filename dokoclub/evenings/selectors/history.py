"""Who changed what and when, and what is stored about a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.models import Entry, Evening, Result, SecretLink, Sending, Sheet
from dokoclub.evenings.selectors.people import Names, fetch_players
from scoring.contract.attribution import Attribution, read_attribution
from scoring.game.game import Game
from scoring.game.rows import Row

_COUNTED: Final = ("games", "won", "scores", "balance", "solos", "solos_won")
_WHERE: Final = {
    "club": F("sheet__evening__club__name"),
    "date": F("sheet__evening__date"),
    "round": F("sheet__round"),
    "table": F("sheet__table"),
}

WRITTEN, CHANGED, STRUCK, RESTORED = "written", "changed", "struck", "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step in the life of a row; `what`: written, changed, struck or restored."""

    what: str
    at: datetime
    by: Account | None  # None: whoever held the pen, or the install itself
    number: int | None  # that it had then
    facts: Row
    attribution: Attribution
    note: str
    why: str  # "undo …" or "merge"; else empty


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    changes: tuple[Change, ...]  # the oldest first
    names: Names


def history_of(entry: Entry) -> History:
    """Everything that was ever done to a row. Two queries."""
    rules = entry.sheet.parsed
    records = list(entry.history.select_related("history_user").order_by("history_date", "history_id"))
    changes, before = [], None
    for record in records:
        try:
            row = facts.row_of(Entry(facts=record.facts, attribution=record.attribution), rules)
        except ValueError:  # points by hand, as the rules wanted them then
            continue
        changes.append(
            Change(
                what=_what(before, record),
                at=record.history_date,
                by=record.history_user,
                number=record.number,
                facts=row,
                attribution=read_attribution(record.attribution, row) if isinstance(row, Game) else Attribution(),
                note=record.note,
                why=record.history_change_reason or "",
            )
        )
        before = record
    return History(
        changes=tuple(changes),
        names=fetch_players(player for change in changes for player in facts.named_in(change.facts)),
    )


def _what(before: Any, record: Any) -> str:
    if before is None:
        return WRITTEN
    if before.struck_at is None and record.struck_at is not None:
        return STRUCK
    return RESTORED if before.struck_at is not None and record.struck_at is None else CHANGED


def stored_about_player(player: Player) -> tuple[str, list[dict[str, Any]]]:
    """The results of a player, with or without an account. Hooked into stored_about_player. One query."""
    results = Result.objects.filter(player=player).order_by("sheet__evening__date", "sheet")
    return "results", list(results.values(*_COUNTED, **_WHERE))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """What the evenings keep about an account, for "what is stored about me". Hooked into stored_about."""
    results = Result.objects.filter(player__account=account).order_by("sheet__evening__date", "sheet")
    changed = Entry.history.filter(history_user=account).exclude(history_type="+")
    return "evenings", {
        "results": list(results.values(*_COUNTED, **_WHERE)),
        "evenings_opened": list(Evening.objects.filter(opened_by=account).values("date", "opened_at")),
        "sheets_opened": list(Sheet.objects.filter(opened_by=account).values("opened_at")),
        "rows_written": list(Entry.objects.filter(written_by=account).values("written_at", "number", "note")),
        "rows_changed": list(changed.values(at=F("history_date"))),
        "sent_at_once": list(Sending.objects.filter(by=account).values("received_at", rows=F("ops"))),
        "secret_links_made": list(SecretLink.objects.filter(made_by=account).values("made_at", "revoked_at")),
    }
