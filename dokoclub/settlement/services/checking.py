"""Do frozen lists and their corrections come to what would be right now? Hooked into check_ledger."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings.ledger.check import report_breaks
from dokoclub.settlement.models import OF_EVENINGS, Clearing, EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services.correcting import amounts_owed, missing_listing, sum_amounts
from scoring.money.transfers import net_amounts


def check_money(club: Club | None = None) -> Iterator[str]:
    """List all that is wrong with the money of a club, or of all: evenings settled, and payments.

    Eight queries an evening, one a payment.
    """
    mine = ~Q(club__deleted_at=UNFINISHED) if club is None else Q(club=club)
    frozen = EveningMoney.objects.frozen().filter(mine).select_related("evening__club").order_by("pk")
    for money in frozen.iterator(chunk_size=500):
        yield from report_breaks(f"The money of {money.day} in the club {money.club_id}", _evening(money))
    for payment in Payment.objects.filter(mine).order_by("pk").iterator(chunk_size=500):
        yield from report_breaks(f"The payment {payment.pk} in the club {payment.club_id}", _payment(payment))


def _evening(money: EveningMoney) -> Iterator[str]:
    """While it is open its corrections wait for its end."""
    if money.is_clearing:
        yield from _clearing(money.clearing)
        return
    evening = money.evening
    if evening and evening.is_open and not evening.deleted_at:
        return
    is_there = evening is not None and evening.deleted_at is None
    found = settle_live(evening) if evening and is_there else None
    rows = Transfer.objects.filter(list__money=money, gone=False).select_related("list")
    for kind in OF_EVENINGS:
        standing = [row for row in rows if row.list.kind == kind]
        for party, cents in sum_amounts(missing_listing(kind, standing, found).transfers).items():
            yield f"The {kind} of {money.day} in the club {money.club_id}: {_who(party)} lacks {cents} cents"


def _clearing(clearing: Clearing) -> Iterator[str]:
    """Its payments come to what it settles; one that was taken back settles nothing and is owed by nobody."""
    cleared = [amounts_owed(row) for row in clearing.cleared.all()]
    owed = [amounts_owed(row) for row in Transfer.objects.filter(list__money=clearing.money_id, gone=False)]
    if not clearing.stands and (cleared or owed):
        yield f"The clearing {clearing.pk} was taken back, and yet it settles {len(cleared)} transfers"
    for party, cents in sum_amounts([*owed, *(one._replace(cents=-one.cents) for one in cleared)]).items():
        yield f"The clearing {clearing.pk} of the club {clearing.club_id}: {_who(party)} lacks {-cents} cents"


def _payment(payment: Payment) -> Iterator[str]:
    rows = list(payment.transfers.all())
    if rows and not payment.stands:
        yield f"The payment {payment.pk} was taken back, and yet it settles {len(rows)} transfers"
    if rows:
        due = net_amounts(amounts_owed(row) for row in rows).get(payment.receiver_id, 0)
        if due != payment.cents:
            yield f"The payment {payment.pk} is one of {payment.cents} cents for transfers of {due}"


def _who(party: int | None) -> str:
    return "the cash box" if party is None else f"player {party}"
