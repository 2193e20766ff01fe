"""What is played at this moment: by somebody, in whatever club, or in a club."""

from __future__ import annotations

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Entry, Evening, Seat, Sheet


def sheet_being_written(account: Account) -> Sheet | None:
    """The open sheet that the account wrote on last; else the youngest one where it sits; else None.

    Two queries at most.
    """
    sheets = Sheet.objects.open().filter(evening__closed_at=None, evening__club__memberships__account=account)
    written = Entry.objects.filter(sheet__in=sheets, written_by=account).order_by("-written_at", "-pk")
    last = written.select_related("sheet").first()
    if last is not None:
        return last.sheet
    seats = Seat.objects.taken().filter(sheet__in=sheets, player__account=account)
    seat = seats.select_related("sheet").order_by("-sheet__opened_at", "-sheet").first()
    return seat.sheet if seat else None


def played_now(club: Club) -> Sheet | Evening | None:
    """The only sheet that is open, else the only evening; None where there are several, or none.

    Two queries at most.
    """
    evenings = Evening.objects.open().filter(club=club)
    sheets = list(Sheet.objects.open().filter(evening__in=evenings)[:2])
    if len(sheets) == 1:
        return sheets[0]
    found = list(evenings[:2])
    return found[0] if len(found) == 1 else None
