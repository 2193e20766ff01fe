"""How the ledger is written: one writer at a time on a sheet, and always in somebody's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.db import connection

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, IsMoving
from dokoclub.core.formatting import refuse_future
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services.errors import Closed

HISTORY: Final = Entry.history.model._meta.db_table  # `Entry.history` makes a class at each look
# By hand: at each save, while others wait.
_STATE: Final = f"""
SELECT sheet.version, evening.version, sheet.closed_at, evening.closed_at, evening.deleted_at, club.deleted_at,
  club.moving_to
FROM "{Sheet._meta.db_table}" sheet
JOIN "{Evening._meta.db_table}" evening ON evening.id = sheet.evening_id
JOIN "{Club._meta.db_table}" club ON club.id = evening.club_id
WHERE sheet.id = %s"""  # noqa: S608
MERGE: Final = "merge"  # why a row of the history is there that tells of no change of its own


def lock_sheet(sheet: Sheet) -> Sheet:
    """The sheet as it is now, held until the transaction ends: who else writes on it, waits.

    Raises Closed where its evening is deleted for good.
    """
    found = (
        Sheet.objects.select_for_update(of=("self",), no_key=True)
        .select_related("evening__club__stamp")
        .filter(pk=sheet.pk)
        .first()
    )
    if found is None:
        raise Closed
    return found


def lock_unchanged(sheet: Sheet) -> bool:
    """Lock it as `lock_sheet` does. Is everything as it was when it was read, and can be written?"""
    lock = " FOR NO KEY UPDATE OF sheet" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_STATE + lock, [sheet.pk])
        return bool(cursor.fetchone() == (sheet.version, sheet.evening.version, None, None, None, None, ""))


def lock_open_sheet(sheet: Sheet) -> Sheet:
    """The same. Raises Closed where nothing can be written any more."""
    found = lock_sheet(sheet)
    refuse_closed(found)
    return found


def lock_table(sheet: Sheet) -> Sheet:
    """lock_sheet behind its evening, for what changes both: whoever ends the evening holds them in that order, too."""
    Evening.objects.select_for_update(no_key=True).filter(pk=sheet.evening_id).first()
    return lock_sheet(sheet)


def refuse_closed(sheet: Sheet) -> None:
    """Raises Closed, and IsMoving where the whole club stands still."""
    evening = sheet.evening
    if evening.club.is_moving:
        raise IsMoving(evening.club)
    if sheet.closed_at or evening.closed_at or evening.deleted_at or evening.club.deleted_at:
        raise Closed(sheet)


def lock_evening(evening: Evening) -> Evening:
    """The evening as it is now, held until the transaction ends. Raises IsMoving where the whole club stands still."""
    held = Evening.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=evening.pk)
    if held.club.is_moving:
        raise IsMoving(held.club)
    return held


def refuse_future_evening(evening: Evening) -> None:
    """Raise ValidationError at `date`: nobody has played on a day that is yet to come."""
    try:
        refuse_future(evening.date)
    except ValidationError as refused:
        raise ValidationError({"date": refused.messages}) from None


def save_row(row: Entry | Evening | Sheet, *, by: Account | None, why: str = "") -> None:
    """Save, noting in the history who did it (None: who held the pen, or the install itself)."""
    row._history_user = by  # type: ignore[union-attr]
    row._change_reason = why or None  # type: ignore[union-attr]
    row.save()


def create_entries(entries: Sequence[Entry], *, by: Account | None) -> None:
    """New rows, the last ones on their sheets, and their history. Two statements up to some dozen rows.

    The history is copied inside the database: as many models again would take longer than all the rest.
    """
    Entry.objects.bulk_create(entries)
    first: dict[int, int] = {}  # position by sheet
    for entry in entries:
        first[entry.sheet_id] = min(entry.position, first.get(entry.sheet_id, entry.position))
    new = " OR ".join(["(sheet_id = %s AND position >= %s)"] * len(first))
    copied = ", ".join(connection.ops.quote_name(str(field.column)) for field in Entry._meta.concrete_fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {HISTORY} "  # noqa: S608
            f"({copied}, history_date, history_user_id, history_type, history_change_reason) "
            f"SELECT {copied}, written_at, %s, '+', NULL FROM {Entry._meta.db_table} "
            f"WHERE {new} ORDER BY sheet_id, position",
            [by.pk if by else None, *(number for pair in first.items() for number in pair)],
        )


def after_repost(sheet: Sheet) -> None:
    """Tell the later apps, inside the transaction: hooks.after_repost."""
    for follow in hooks.after_repost:
        follow(sheet)


def after_evening(evening: Evening) -> None:
    """The same when an evening is closed, reopened, deleted or taken back: hooks.after_evening."""
    for follow in hooks.after_evening:
        follow(evening)
