"""What of a tournament's money stands in the cash box, beside what the list says. Cents of the box: plus came in."""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models import Booking, Tournament
from dokoclub.tournaments.selectors.prizes import Prizes


class Owed(NamedTuple):
    start: int  # number
    reason: str  # fee, prize or loss


def wanted_of(prizes: Prizes) -> dict[Owed, int]:
    """What the box gets from everybody, minus: pays out. With what people get it sums to 0. No query."""
    found: dict[Owed, int] = {}
    for posting in prizes.postings:
        if isinstance(posting.who, int):
            owed = Owed(posting.who, posting.reason)
            found[owed] = found.get(owed, 0) - posting.cents
    return found


def booked_of(tournament: Tournament) -> dict[Owed, list[CashEntry]]:
    """The rows that hold, not those that were reversed. One query."""
    rows = Booking.objects.filter(entrant__tournament=tournament, entry__reversed_by=None)
    found: dict[Owed, list[CashEntry]] = {}
    for booking in rows.select_related("entrant", "entry__club"):
        found.setdefault(Owed(booking.entrant.number, booking.reason), []).append(booking.entry)
    return found


def is_all_booked(prizes: Prizes, booked: dict[Owed, list[CashEntry]]) -> bool:
    sums = {owed: sum(row.cents for row in rows) for owed, rows in booked.items()}
    return {owed: cents for owed, cents in wanted_of(prizes).items() if cents} == {
        owed: cents for owed, cents in sums.items() if cents
    }
