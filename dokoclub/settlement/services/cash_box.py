"""Put money into the cash box, take money out, and reverse what was wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.days import day_and_year, refuse_future
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import CashEntry, CashKind
from dokoclub.settlement.selectors.cash_box import closed_through, standing_opening
from dokoclub.settlement.services.refusals import OpenedBefore, OtherCurrency
from dokoclub.standings.models.periods import Period


@transaction.atomic
def book_cash(
    club: Club,
    *,
    cents: int,
    purpose: str,
    day: date,
    key: UUID,
    by: Account | None,
    kind: str = CashKind.BOOKED,
    player: Player | None = None,
) -> CashEntry:
    """A deposit (more than 0 cents) or a withdrawal (less). The same key with the same content writes once.

    A day of a closed year counts on the first day after it. Raises Reused when the key wrote something else,
    OpenedBefore for a second opening balance, and ValidationError for a day to come or before the opening balance.
    """
    lock_club(club)
    if kind == CashKind.BOOKED and not CashEntry.objects.filter(key=key).exists():
        refuse_before_opening(club, day)
    return book_in_held(club, cents=cents, purpose=purpose, day=day, key=key, by=by, kind=kind, player=player)


def refuse_before_opening(club: Club, day: date) -> None:
    """Raise ValidationError for a day before the opening balance, which holds what was there. One query."""
    opening = standing_opening(club)
    if opening is not None and day < opening.day:
        message = _("This is before the opening balance of %(day)s, which already holds it.")
        raise ValidationError(message, code="before", params={"day": day_and_year(opening.day)})


def book_in_held(
    club: Club,
    *,
    cents: int,
    purpose: str,
    day: date,
    key: UUID,
    by: Account | None,
    kind: str = CashKind.BOOKED,
    player: Player | None = None,
    by_table: Period | None = None,
) -> CashEntry:
    """The same for a club that is held already, in its currency. `by_table`: paid out by the table of that time."""
    if written := CashEntry.objects.filter(key=key).first():
        wanted = (club.pk, cents, purpose, day, kind, player.pk if player else None)
        if (
            written.club_id,
            written.cents,
            written.purpose,
            written.day,
            written.kind,
            written.player_id,
        ) != wanted:
            raise Reused
        return written
    refuse_future(day)
    if kind == CashKind.OPENING and standing_opening(club):
        raise OpenedBefore
    return write_in_held(
        CashEntry(
            club=club,
            cents=cents,
            currency=club.currency,
            purpose=purpose,
            day=day,
            key=key,
            kind=kind,
            player=player,
            table_first=by_table.first if by_table else None,
            table_last=by_table.last if by_table else None,
        ),
        by=by,
    )


@transaction.atomic
def reverse_cash(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """The row that takes `entry` back, dated today: a year that was closed stays as it was printed.

    The second time returns the row of the first; a reversing row is not reversed but booked anew. Raises
    OtherCurrency for one in a currency that the club has given up.
    """
    lock_club(entry.club)
    return reverse_in_held(entry, by=by)


def reverse_in_held(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """The same in a club that is held already."""
    if entry.reverses_id is not None:
        return entry
    if reversing := CashEntry.objects.filter(reverses=entry).first():
        return reversing
    if entry.currency != entry.club.currency or entry.kind == CashKind.EXCHANGE:
        raise OtherCurrency
    return write_in_held(_reversing(entry), by=by)


def _reversing(entry: CashEntry) -> CashEntry:
    """What takes it back, dated today; not written."""
    return CashEntry(
        club=entry.club,
        cents=-entry.cents,
        currency=entry.currency,
        purpose=entry.purpose,
        day=timezone.localdate(),
        kind=entry.kind,
        player_id=entry.player_id,
        reverses=entry,
    )


class Cash(NamedTuple):
    """A deposit or a withdrawal that names a player."""

    cents: int
    purpose: str
    day: date
    key: UUID
    player: Player


def book_together(club: Club, rows: Sequence[Cash], *, by: Account | None) -> list[CashEntry]:
    """Many at once, in a club that is held, under keys that wrote nothing yet. Three statements."""
    entries = [CashEntry(club=club, currency=club.currency, **row._asdict()) for row in rows]
    return _write_together(club, entries, by=by)


def reverse_together(entries: Sequence[CashEntry], *, by: Account | None) -> list[CashEntry]:
    """What takes these rows back, dated today, in a club that is held. Raises OtherCurrency."""
    if not entries:
        return []
    club = entries[0].club
    if any(entry.currency != club.currency for entry in entries):
        raise OtherCurrency
    return _write_together(club, [_reversing(entry) for entry in entries], by=by)


def _write_together(club: Club, entries: Sequence[CashEntry], *, by: Account | None) -> list[CashEntry]:
    closed = closed_through(club)
    last = CashEntry.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    for number, entry in enumerate(entries, start=last + 1):
        is_late = closed is not None and entry.day.year <= closed
        entry.counts_on = date(closed + 1, 1, 1) if is_late and closed is not None else entry.day
        entry.number, entry.written_by = number, by
    return list(CashEntry.objects.bulk_create(entries))


def write_in_held(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """With the next number, on the day on which it counts. The club is held."""
    closed = closed_through(entry.club)
    entry.counts_on = entry.day if closed is None else max(entry.day, date(closed + 1, 1, 1))
    last = CashEntry.objects.filter(club=entry.club).aggregate(last=Max("number"))["last"]
    entry.number, entry.written_by = (last or 0) + 1, by
    entry.save(force_insert=True)
    return entry
