"""Locks for sheets and evenings, saving with history, and hooks after a change: one writer per sheet at a time."""

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

HISTORY: Final = Entry.history.model._meta.db_table  # `Entry.history` creates a class at each access
# Raw SQL, because it runs at each save while others wait.
_STATE: Final = f"""
SELECT sheet.version, evening.version, sheet.closed_at, evening.closed_at, evening.deleted_at, club.deleted_at,
  club.moving_to
FROM "{Sheet._meta.db_table}" sheet
JOIN "{Evening._meta.db_table}" evening ON evening.id = sheet.evening_id
JOIN "{Club._meta.db_table}" club ON club.id = evening.club_id
WHERE sheet.id = %s"""  # noqa: S608
MERGE: Final = "merge"  # marks history records without a change of their own


def lock_sheet(sheet: Sheet) -> Sheet:
    """Lock the sheet until the transaction ends; other writers wait.

    Return its current state. Raises Closed if its evening is deleted for good.
    """
    found = (
        Sheet.objects.select_for_update(of=("self",), no_key=True)
        .select_related("evening__club__version")
        .filter(pk=sheet.pk)
        .first()
    )
    if found is None:
        raise Closed
    return found


def lock_unchanged(sheet: Sheet) -> bool:
    """Lock the sheet like `lock_sheet`. Return whether it is unchanged since it was read and open for writing."""
    lock = " FOR NO KEY UPDATE OF sheet" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_STATE + lock, [sheet.pk])
        return bool(cursor.fetchone() == (sheet.version, sheet.evening.version, None, None, None, None, ""))


def lock_open_sheet(sheet: Sheet) -> Sheet:
    """Lock the sheet like `lock_sheet`. Raises Closed if writing is no longer possible."""
    found = lock_sheet(sheet)
    refuse_closed(found)
    return found


def lock_table(sheet: Sheet) -> Sheet:
    """Lock the evening, then the sheet, for changes to both.

    Closing an evening locks them in the same order.
    """
    Evening.objects.select_for_update(no_key=True).filter(pk=sheet.evening_id).first()
    return lock_sheet(sheet)


def refuse_closed(sheet: Sheet) -> None:
    """Raise Closed for a closed sheet, or IsMoving while the whole club is moving."""
    evening = sheet.evening
    if evening.club.is_moving:
        raise IsMoving(evening.club)
    if sheet.closed_at or evening.closed_at or evening.deleted_at or evening.club.deleted_at:
        raise Closed(sheet)


def lock_evening(evening: Evening) -> Evening:
    """Lock the evening until the transaction ends.

    Return its current state. Raises IsMoving while the whole club is moving.
    """
    held = Evening.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=evening.pk)
    if held.club.is_moving:
        raise IsMoving(held.club)
    return held


def refuse_future_evening(evening: Evening) -> None:
    """Raise ValidationError at `date` for a future day: nobody has played on it yet."""
    try:
        refuse_future(evening.date)
    except ValidationError as refused:
        raise ValidationError({"date": refused.messages}) from None


def save_row(row: Entry | Evening | Sheet, *, by: Account | None, why: str = "") -> None:
    """Save, and record the author in the history (None: a scoring link, or the install itself)."""
    row._history_user = by  # type: ignore[union-attr]
    row._change_reason = why or None  # type: ignore[union-attr]
    row.save()


def create_entries(entries: Sequence[Entry], *, by: Account | None) -> None:
    """Create new entries at the end of their sheets, and their history.

    Two statements for up to some dozen entries. The history is copied inside the database: creating as many models
    again would take longer than all the rest.
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
    """Notify the later apps, inside the transaction: hooks.after_repost."""
    for follow in hooks.after_repost:
        follow(sheet)


def after_evening(evening: Evening) -> None:
    """Notify the later apps that an evening is closed, reopened, deleted or restored: hooks.after_evening."""
    for follow in hooks.after_evening:
        follow(evening)
