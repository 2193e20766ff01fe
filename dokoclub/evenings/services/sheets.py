"""Open sheets, correct their opening, close, reopen and withdraw them, set their clock, and change the table."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.core.http import Reused
from dokoclub.evenings.domain import opening, validation
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.domain.sheet_state import SheetState, read_sheet
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services import locks
from dokoclub.evenings.services.apply_operations import write_on
from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.errors import Closed, Conflict, Impossible, Unconfirmed
from dokoclub.evenings.services.posting import post_opening, post_state
from scoring.contract.legacy_rows import SUMS
from scoring.rules.rules import store_rules
from scoring.terms import Problem, say


@transaction.atomic
def open_sheets(
    evening: Evening, tables: Sequence[NewSheet], *, in_round: int, by: Account | None, at: datetime | None = None
) -> list[Sheet]:
    """Open a sheet for every table of a round at once; also for further tables of a round that has begun.

    A table that already has a sheet with the same people gets that one back. Raises Closed, Impossible with the
    problems at `tables[INDEX].…`, and Reused if other people sit at one of these tables.
    """
    evening = locks.lock_evening(evening)
    if evening.closed_at or evening.deleted_at:
        raise Closed
    refuse_impossible(evening, tables)
    there = {sheet.table: sheet for sheet in evening.sheets.filter(round=in_round)}
    for new in tables:
        if new.table in there and there[new.table].players != [scoring_key(player) for player in new.players]:
            raise Reused
    began = at or timezone.now()
    sheets = [there.get(new.table) or _new_sheet(evening, new, in_round=in_round, by=by, at=began) for new in tables]
    if any(new.table not in there for new in tables):
        raise_evening(evening)
    return sheets


@transaction.atomic
def next_round(
    evening: Evening, tables: Sequence[NewSheet], *, by: Account | None, after: int, closing: bool = False
) -> list[Sheet]:
    """Open the round after `after`, the round that the form was made from; `closing`: close that one.

    Raises the same as `open_sheets`.
    """
    sheets = open_sheets(evening, tables, in_round=after + 1, by=by)
    ended = evening.sheets.select_for_update(no_key=True).filter(round=after, closed_at=None) if closing else []
    for sheet in ended:
        end_sheet(sheet, by=by, at=timezone.now())
    if ended:
        locks.after_evening(evening)
    return sheets


def refuse_impossible(evening: Evening, tables: Sequence[NewSheet]) -> None:
    """Raise Impossible for tables that cannot be opened.

    One player at two tables is fine: the page warns about it.
    """
    found = [
        problem.under(f"tables[{index}]")
        for index, new in enumerate(tables)
        for problem in opening.check_opening(new, evening.club)
    ]
    names = [new.table for new in tables]
    found += [
        Problem(f"tables[{index}].table", say("Give each table of a round its own number or name."))
        for index, name in enumerate(names)
        if name in names[:index]
    ]
    if not tables:
        found.append(Problem("tables", say("No table yet: open one.")))
    if found:
        raise Impossible(found)


def _new_sheet(evening: Evening, new: NewSheet, *, in_round: int, by: Account | None, at: datetime) -> Sheet:
    sheet = blank_sheet(evening, new, in_round=in_round, by=by, at=at)
    locks.save_row(sheet, by=by)
    post_opening(SheetState(sheet, (), (), ()))
    return sheet


def blank_sheet(evening: Evening, new: NewSheet, *, in_round: int, by: Account | None, at: datetime) -> Sheet:
    """Return an unsaved sheet. No query."""
    return Sheet(
        evening=evening,
        round=in_round,
        table=new.table,
        rules=store_rules(opening.copy_rules(new.rules, new)),
        players=[scoring_key(player) for player in new.players],
        first_dealer=new.dealer,
        length_kind=new.length_kind,
        length=new.length,
        opened_at=at,
        opened_by=by,
    )


@transaction.atomic
def correct_opening(
    sheet: Sheet, *, players: Sequence[Player], first_dealer: Player, seen: int, by: Account | None
) -> Sheet:
    """Change the people, seat order or first dealer with which the sheet was opened.

    Raises Closed, Impossible (also if a player would be removed who has played), and Conflict(None) if anything was
    written since version `seen`.
    """
    sheet = locks.lock_open_sheet(sheet)
    if (sheet.players, sheet.first_dealer_id) == ([scoring_key(player) for player in players], first_dealer.pk):
        return sheet
    if sheet.version != seen:
        raise Conflict(None)
    rules = sheet.parsed
    new = NewSheet(players=players, rules=rules, first_dealer=first_dealer, table=sheet.table)
    if problems := list(opening.check_opening(new, sheet.evening.club)):
        raise Impossible(problems)
    sheet.players, sheet.first_dealer = [scoring_key(player) for player in players], first_dealer
    state = read_sheet(sheet)
    if problems := validation.list_problems(state, {}):
        raise Impossible(validation.with_names(problems, sheet))
    locks.save_row(sheet, by=by)
    post_state(state, since=0, version=sheet.version + 1)
    return sheet


@transaction.atomic
def close_sheet(sheet: Sheet, *, by: Account | None, at: datetime | None = None) -> Sheet:
    """Close the sheet for writing, and end its scoring link. The second time changes nothing."""
    sheet = locks.lock_table(sheet)
    if sheet.closed_at is None:
        end_sheet(sheet, by=by, at=at or timezone.now())
        raise_evening(sheet.evening)
        locks.after_evening(sheet.evening)
    return sheet


def end_sheet(sheet: Sheet, *, by: Account | None, at: datetime) -> None:
    sheet.closed_at, sheet.closed_by, sheet.pen = at, by, ""
    sheet.version += 1
    locks.save_row(sheet, by=by)


@transaction.atomic
def reopen_sheet(sheet: Sheet, *, by: Account) -> Sheet:
    """Undo `close_sheet`, except for the scoring link.

    The second time changes nothing. Raises Closed if the evening is closed, or if only the sums of the sheet are known.
    """
    sheet = locks.lock_table(sheet)
    if not sheet.evening.is_open or sheet.evening.deleted_at or is_summed(sheet):
        raise Closed(sheet)
    if sheet.closed_at is not None:
        begin_again(sheet, by=by)
        raise_evening(sheet.evening)
        locks.after_evening(sheet.evening)
    return sheet


def set_clock(sheets: Iterable[int], ends_at: datetime | None) -> None:
    """Set the time until which games may begin on the open ones of these sheets; None: no clock.

    Phones get the change. Games recorded in time count however late they arrive (`domain.opening.is_late`). One
    statement.
    """
    others = Sheet.objects.open().filter(pk__in=sheets).exclude(Q(ends_at=ends_at))
    others.update(ends_at=ends_at, version=F("version") + 1)


def is_summed(sheet: Sheet) -> bool:
    """Return whether the list holds only sums of a whole evening, so that it is never written again. One query."""
    return sheet.entries.counted().filter(kind=SUMS).exists()


def begin_again(sheet: Sheet, *, by: Account) -> None:
    sheet.closed_at = sheet.closed_by = None
    sheet.version += 1
    locks.save_row(sheet, by=by)


@transaction.atomic
def withdraw_sheet(sheet: Sheet, *, by: Account) -> None:
    """Delete a sheet that was opened by mistake. Raises ValidationError if it has any entries."""
    sheet = locks.lock_table(sheet)
    locks.refuse_closed(sheet)
    if sheet.entries.exists():
        raise ValidationError(_("This sheet already has games: close it instead."))
    evening = sheet.evening
    sheet.delete()
    raise_evening(evening)


def raise_evening(evening: Evening) -> None:
    """Raise the version of the evening, so that phones fetch it again."""
    Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1)


def change_table(
    sheet: Sheet,
    players: Sequence[Player],
    *,
    uuid: UUID,
    by: Account | None,
    dealer: Player | None = None,
    owing: Collection[Player] = (),
    resting: Collection[Player] = (),
) -> Entry:
    """Change the players at the table (seat order) from the next game on.

    Raises Closed, Impossible and Reused. `dealer`: the next dealer, if not the next by rotation who still sits there;
    `owing`: newcomers who owe a Pflichtsolo; `resting`: leaving players who come back. It is an entry of its own, which
    can be corrected and struck.
    """
    facts, attribution = _row(players, dealer, owing, resting)
    with write_on(sheet, by=by) as work:
        return work.write(NewRow(facts=facts, uuid=uuid, attribution=attribution))


def amend_table(
    entry: Entry,
    players: Sequence[Player],
    *,
    seen: int,
    by: Account | None,
    dealer: Player | None = None,
    owing: Collection[Player] = (),
    resting: Collection[Player] = (),
    confirmed: bool = False,
) -> None:
    """Correct a change of the table.

    `seen`: the version of the sheet that the form was made from. Raises Closed, Impossible, Conflict if the entry was
    changed or struck since, and Unconfirmed if later entries would change and `confirmed` does not say that this was
    shown at `seen`.
    """
    facts, attribution = _row(players, dealer, owing, resting)
    with write_on(entry.sheet, by=by) as work:
        known, version = work.state.known(entry.uuid), work.state.sheet.version
        if known is None:
            raise Closed(work.state.sheet)
        if known.is_struck or known.version > seen:
            raise Conflict(known)
        work.amend(known, NewRow(facts=facts, uuid=known.uuid, attribution=attribution, note=known.note))
        later = work.last.later if work.last else []
        if later and not (confirmed and seen == version):
            raise Unconfirmed(later, version)


def _row(
    players: Sequence[Player], dealer: Player | None, owing: Collection[Player], resting: Collection[Player]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return facts and attribution of a change of the table."""
    facts: dict[str, Any] = {"kind": "table", "players": [scoring_key(player) for player in players]}
    if dealer is not None:
        facts["dealer"] = scoring_key(dealer)
    said = {"owing": owing, "resting": resting}
    return facts, {name: [scoring_key(player) for player in some] for name, some in said.items() if some}
