"""Bulk import of past evenings: opens, fills and closes them by the dozen in a few statements."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.locks import lock_club
from dokoclub.evenings.domain import results
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.domain.results import list_seats
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening, Result, Seat, Sheet
from dokoclub.evenings.services.apply_operations import Work
from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.locks import after_repost, create_entries, refuse_future_evening
from dokoclub.evenings.services.posting import post_filled
from dokoclub.evenings.services.sheets import blank_sheet, refuse_impossible
from scoring.league.counters import VERSION

LASTED: Final = timedelta(hours=3)
_AT_ONCE: Final = 100  # rows per statement


class Round(NamedTuple):
    began: datetime
    tables: Sequence[NewSheet]


class PastEvening(NamedTuple):
    """A past evening, as the arguments of `open_evening` and `next_round`."""

    rounds: Sequence[Round]
    key: UUID
    day: date
    place: str
    stake: Decimal | int = 0  # cents a point
    club_evening: bool = True

    @property
    def began(self) -> datetime:
        return self.rounds[0].began


@transaction.atomic
def open_past_evening(club: Club, many: Sequence[PastEvening], *, by: Account | None) -> list[Sheet]:
    """Open these evenings like `open_evening`, and return their sheets in order.

    Seven statements for up to a hundred. Raises Impossible and ValidationError like that, and IntegrityError for a key
    that was used before.
    """
    lock_club(club)
    evenings = [
        Evening(
            club=club,
            date=one.day,
            place=one.place,
            club_evening=one.club_evening,
            stake=one.stake,
            opened_at=one.began,
            opened_by=by,
            version=1,
            key=one.key,
        )
        for one in many
    ]
    for evening, one in zip(evenings, many, strict=True):
        evening.clean_fields(exclude=["club", "opened_by"])
        refuse_future_evening(evening)
        for each in one.rounds:
            refuse_impossible(evening, each.tables)
    evenings = bulk_create_with_history(evenings, Evening, batch_size=_AT_ONCE, default_user=by)
    sheets = [
        blank_sheet(evening, table, in_round=number, by=by, at=each.began)
        for evening, one in zip(evenings, many, strict=True)
        for number, each in enumerate(one.rounds, start=1)
        for table in each.tables
    ]
    for sheet in sheets:
        sheet.version, sheet.counted_by = 1, VERSION
    sheets = list(bulk_create_with_history(sheets, Sheet, batch_size=_AT_ONCE, default_user=by))
    empty = [SheetState(sheet, (), (), ()) for sheet in sheets]
    Seat.objects.bulk_create(seat for state in empty for seat in list_seats(state))
    Result.objects.bulk_create(result for state in empty for result in results.list_results(state))
    for sheet in sheets:
        after_repost(sheet)
    return sheets


@transaction.atomic
def fill_past_evening(club: Club, filled: Iterable[tuple[Sheet, Sequence[NewRow]]], *, by: Account | None) -> None:
    """Write entries on empty sheets like `write_on`.

    Raises Impossible. Six statements for some hundred entries, one more for each sheet, and four for each where players
    came or left.
    """
    lock_club(club)
    entries, after = [], []
    for sheet, rows in filled:
        work = Work(SheetState(sheet, (), (), ()), by, timezone.now())
        work.write_all(rows)
        entries += work.fresh
        after.append(work.state)
    create_entries(entries, by=by)
    post_filled(after, version=2)


@transaction.atomic
def close_past_evening(
    evenings: Sequence[Evening], *, by: Account | None, ends: Mapping[int, datetime] | None = None
) -> None:
    """Close evenings like `close_evening`, some hours after each began, or at the times in `ends`, by evening.

    Five statements for up to a hundred.

    The caller notifies the later apps: one by one that would take longer than all the rest.
    """
    sheets = list(Sheet.objects.filter(evening__in=[evening.pk for evening in evenings], closed_at=None))
    ends = ends or {evening.pk: evening.opened_at + LASTED for evening in evenings}
    for evening in evenings:
        evening.closed_at, evening.closed_by = ends[evening.pk], by
        evening.version += 1
    for sheet in sheets:
        sheet.closed_at, sheet.closed_by = ends[sheet.evening_id], by
        sheet.version += 1
    for rows, model in ((sheets, Sheet), (evenings, Evening)):
        fields = ["closed_at", "closed_by", "version"]
        bulk_update_with_history(rows, model, fields, batch_size=_AT_ONCE, default_user=by)
