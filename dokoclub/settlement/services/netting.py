"""What two owe each other over several evenings becomes one payment, which names the transfers that it settles."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.owing import overview_of
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.paying import made_before, pay_transfers
from dokoclub.settlement.services.refusals import Changed
from scoring.money.transfers import Party


@transaction.atomic
def net_two(club: Club, one: Party, other: Party, *, stamp: str, key: UUID, by: Account) -> Payment:
    """Mark all that is open between two (ids; None: the cash box) as paid by one payment; 0 cents where it cancels out.

    Evenings that were not frozen are from now on. The same key returns the payment that it wrote. Raises Changed where
    something else is open by now than was seen (`stamp` of owing.Pair), Reused where the key wrote another payment.
    Taken back by `paying.take_back_payment`.
    """
    club = lock_club(club)
    if made := made_before(club, one, other, key=key):
        return made
    pair = overview_of(club).between(one, other)
    if pair is None or pair.stamp != stamp:
        raise Changed
    not_frozen = {line.evening for line in pair.lines if line.row is None and line.evening is not None}
    for evening in Evening.objects.filter(pk__in=not_frozen).order_by("pk"):
        freeze_evening(evening, by=by)
    between = Q(payer=one, receiver=other) | Q(payer=other, receiver=one)
    rows = Transfer.objects.open().of_evenings_that_are_over().filter(between, club=club).values_list("pk", flat=True)
    return pay_transfers(club, list(rows), payer=pair.payer, receiver=pair.receiver, cents=pair.cents, key=key, by=by)
