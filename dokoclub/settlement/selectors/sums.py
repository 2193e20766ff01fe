"""The whole money of a club as double entry: box, members, purposes and evenings always come to nothing."""

from __future__ import annotations

from django.db.models import Sum

from dokoclub.clubs.models import Club
from dokoclub.settlement.models import CashEntry, CashKind, Charge, Payment
from dokoclub.settlement.selectors.accounts import balances_of
from dokoclub.settlement.selectors.cash_box import balance_of


def sums_of_accounts(club: Club, currency: str | None = None) -> dict[str, int]:
    """In cents of one currency, that of the club if no other is named.

    What lies in the box, what members owe it, and, with the other sign, where both came from.

    Purposes: what was booked for them by hand or charged; evenings: what was paid for them. Eight queries.
    """
    wanted = currency or club.currency
    booked = (
        CashEntry.objects.filter(club=club, currency=wanted)
        .exclude(kind=CashKind.ACCOUNT)
        .aggregate(sum=Sum("cents", default=0))
    )
    charged = Charge.objects.filter(club=club, currency=wanted).aggregate(sum=Sum("cents", default=0))
    paid = Payment.objects.standing().filter(club=club, currency=wanted)
    came = paid.filter(receiver=None).aggregate(sum=Sum("cents", default=0))["sum"]
    went = paid.filter(payer=None).aggregate(sum=Sum("cents", default=0))["sum"]
    return {
        "box": balance_of(club, wanted),
        "members": sum(balances_of(club, wanted).values()),
        "purposes": -int(booked["sum"]) - int(charged["sum"]),
        "evenings": int(went) - int(came),
    }


def currencies_moved(club: Club) -> list[str]:
    """Every currency in which there is any row of the box, of accounts or of payments. Three queries."""
    tables = (CashEntry, Charge, Payment)
    rows = (model._default_manager.filter(club=club).order_by() for model in tables)
    found = {currency for some in rows for currency in some.values_list("currency", flat=True).distinct()}
    return sorted(found | {club.currency})
