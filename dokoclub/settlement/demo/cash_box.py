"""The cash box of the demo club: rows, one of them reversed, and past years closed. Hooked into seed_demo."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import uuid5

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from dokoclub.clubs.models import Club
from dokoclub.settlement.demo.treasurer import treasurer_of
from dokoclub.settlement.models import CashEntry, CashKind
from dokoclub.settlement.selectors.cash_box import statement_of, year_to_close
from dokoclub.settlement.services.cash_box import book_cash, reverse_cash
from dokoclub.settlement.services.closing_cash import close_year

# Days ago, cents, what for.
ROWS: Final = (
    (430, 4000, gettext_noop("What was in the box")),
    (120, -1198, gettext_noop("New cards")),
    (40, 2500, gettext_noop("Entry fees of the tournament")),
    (38, -3450, gettext_noop("Dinner")),
    (38, -3540, gettext_noop("Dinner")),
)
REVERSED: Final = 3  # digits that changed places


def seed_cash_box(club: Club, evenings: int, seed: int) -> None:
    """Nothing where anything is booked."""
    if CashEntry.objects.filter(club=club).exists():
        return
    treasurer = treasurer_of(club)
    written = [
        book_cash(
            club,
            cents=cents,
            purpose=_(what),
            day=timezone.localdate() - timedelta(days=ago),
            key=uuid5(club.key, f"cash-{number}"),
            by=treasurer,
            kind=CashKind.BOOKED if number else CashKind.OPENING,
        )
        for number, (ago, cents, what) in enumerate(ROWS)
    ]
    reverse_cash(written[REVERSED], by=treasurer)
    while (year := year_to_close(club)) is not None:
        found = statement_of(club, year).closing
        key = uuid5(club.key, f"cash-{year}")
        close_year(club, year, seen=found, counted=found, books_difference=False, key=key, by=treasurer)
