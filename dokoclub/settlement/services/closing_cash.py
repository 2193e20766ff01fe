"""Close a year of the cash box: it never changes again, and what was forgotten counts in the next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.settlement.models import CashClosing, CashKind, Payment
from dokoclub.settlement.selectors.cash_box import (
    Statement,
    closing_of,
    payments_in,
    statement_of,
    statements_of,
    years_to_close,
)
from dokoclub.settlement.selectors.payments import days_settled
from dokoclub.settlement.services.cash_box import book_cash
from dokoclub.settlement.services.refusals import Changed, NotToClose


@transaction.atomic
def close_year(
    club: Club, year: int, *, seen: int, counted: int | None, books_difference: bool, key: UUID, by: Account
) -> CashClosing:
    """`seen`: the closing balance on the page; `counted`: what lay in the box, if somebody counted, in cents.

    What was counted beyond that is booked on the last day of the year where `books_difference`. Years before it in
    which nothing moved are closed with it. The second time returns the closing of the first. Raises NotToClose, and
    Changed where the year comes to something else by now.
    """
    lock_club(club)
    if closed := closing_of(club, year):
        return closed
    years = years_to_close(club)
    if year not in years:
        raise NotToClose
    found, *others = statements_of(club, year)
    if found.closing != seen:
        raise Changed
    if counted is not None and counted != found.closing and books_difference:
        _book_difference(found, club, counted - found.closing, key=key, by=by)
        found = statement_of(club, year, found.currency)
    _keep_days(club, year)
    for empty in range(years.start, year):
        _close(statements_of(club, empty), club, counted=None, by=by)
    return _close([found, *others], club, counted=counted, by=by)


def _close(found: Sequence[Statement], club: Club, *, counted: int | None, by: Account) -> CashClosing:
    """A year, in each of its currencies; in the first of them it was counted."""
    closed, *_others = CashClosing.objects.bulk_create(
        CashClosing(
            club=club,
            year=one.year,
            currency=one.currency,
            opening=one.opening,
            began=one.began,
            came_in=one.came_in,
            went_out=one.went_out,
            rows=len(one.rows),
            counted=counted if one is found[0] else None,
            closed_by=by,
        )
        for one in found
    )
    return closed


def _book_difference(found: Statement, club: Club, cents: int, *, key: UUID, by: Account) -> None:
    book_cash(
        club,
        cents=cents,
        purpose=_("Difference found in counting"),
        day=date(found.year, 12, 31),
        key=key,
        by=by,
        kind=CashKind.DIFFERENCE,
    )


def _keep_days(club: Club, year: int) -> None:
    """For which evenings was paid is said of a closed year as it was said then."""
    rows = payments_in(club, year)
    days = days_settled(rows)
    for row in rows:
        row.kept_days = [day.isoformat() for day in days.get(row.pk, ())]
    Payment.objects.bulk_update(rows, ["kept_days"], batch_size=200)
