"""Put money into the cash box, take money out, and reverse what was wrong."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import CashEntry


@transaction.atomic
def book_cash(club: Club, *, cents: int, purpose: str, day: date, key: UUID, by: Account) -> CashEntry:
    """A deposit (more than 0 cents) or a withdrawal (less). The same key with the same content writes once.

    Raises Reused when the key wrote something else.
    """
    lock_club(club)
    if written := CashEntry.objects.filter(key=key).first():
        if (written.club_id, written.cents, written.purpose, written.day) != (club.pk, cents, purpose, day):
            raise Reused
        return written
    return CashEntry.objects.create(club=club, cents=cents, purpose=purpose, day=day, key=key, written_by=by)


@transaction.atomic
def reverse_cash(entry: CashEntry, *, by: Account) -> CashEntry:
    """The row that takes `entry` back, dated today: a year that was closed stays as it was printed.

    The second time returns the row of the first; a reversing row is not reversed but booked anew.
    """
    lock_club(entry.club)
    if entry.reverses_id is not None:
        return entry
    if reversing := CashEntry.objects.filter(reverses=entry).first():
        return reversing
    return CashEntry.objects.create(
        club=entry.club,
        cents=-entry.cents,
        purpose=entry.purpose,
        day=timezone.localdate(),
        reverses=entry,
        written_by=by,
    )
