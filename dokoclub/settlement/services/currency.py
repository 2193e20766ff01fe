"""Another currency from now on: what is past keeps its own, and what lies in the box is changed by two bookings."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club, save_row
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashEntry, CashKind, EveningMoney
from dokoclub.settlement.models.cash_entry import MOST_CENTS
from dokoclub.settlement.selectors.cash_box import balance_of
from dokoclub.settlement.selectors.currency import open_things
from dokoclub.settlement.services.cash_box import write_in_held
from dokoclub.settlement.services.refusals import Changed

_AT_ONCE = 200  # rows a statement


@transaction.atomic
def change_currency(
    club: Club, *, currency: str, rate: Decimal | None, seen: int, key: UUID, by: Account
) -> list[CashEntry]:
    """What lies in the box leaves it in the old currency and comes in the new one, at that rate; rounded half up.

    `seen`: what the page said lies there. The second time changes nothing. Raises Changed where something is open, or
    something else lies in the box.
    """
    club = lock_club(club)
    if club.currency == currency:
        return list(CashEntry.objects.filter(club=club, key__in=[uuid5(key, "out"), uuid5(key, "in")]).order_by("pk"))
    today = timezone.localdate()
    cents = balance_of(club)
    if open_things(club, today) or cents != seen or (cents and rate is None):
        raise Changed
    _keep_currency_of_evenings(club, by=by)
    changed = _exchanged(cents, rate or Decimal(1))
    if abs(cents) > MOST_CENTS or abs(changed) > MOST_CENTS:
        raise Changed
    told = number_format(rate.normalize(), use_l10n=True) if rate else ""
    out = _("Changed into %(currency)s at %(rate)s") % {"currency": currency, "rate": told}
    into = _("Changed from %(currency)s at %(rate)s") % {"currency": club.currency, "rate": told}
    facts = {"club": club, "day": today, "kind": CashKind.EXCHANGE}
    rows = [
        CashEntry(cents=-cents, currency=club.currency, purpose=out, key=uuid5(key, "out"), **facts),
        CashEntry(cents=changed, currency=currency, purpose=into, key=uuid5(key, "in"), **facts),
    ]
    club.currency = currency
    save_row(club, by=by)
    return [write_in_held(row, by=by) for row in rows if row.cents]


def _exchanged(cents: int, rate: Decimal) -> int:
    return int((cents * rate).quantize(Decimal(1), ROUND_HALF_UP))


def _keep_currency_of_evenings(club: Club, *, by: Account) -> None:
    """An evening of which nothing was ever written down about its money says in which currency it was played."""
    without = Evening.objects.filter(club=club, money=None).order_by("pk")
    monies = [EveningMoney(club=club, evening=evening, day=evening.date, currency=club.currency) for evening in without]
    bulk_create_with_history(monies, EveningMoney, batch_size=_AT_ONCE, default_user=by)
