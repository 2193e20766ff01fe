"""What two owe each other over several evenings becomes one payment, which names the transfers that it settles."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.owing import Overview, overview_of
from dokoclub.settlement.selectors.seen import SeenPair
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.paying import made_before, pay_in_held
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
    refuse_other_content(key, club, one, other, stamp)
    if made := made_before(club, one, other, key=key):
        return made
    return _net(club, overview_of(club), SeenPair(one, other, stamp), key=key, by=by)


@transaction.atomic
def net_several(club: Club, seen: Collection[SeenPair], *, key: UUID, by: Account) -> list[Payment]:
    """The same for several pairs, all of them or none: exactly those that the page had shown."""
    club = lock_club(club)
    refuse_other_content(key, club, sorted(map(str, seen)))
    keys = {pair: uuid5(key, str(pair)) for pair in seen}
    made = [made_before(club, pair.one, pair.other, key=own) for pair, own in keys.items()]
    before = [payment for payment in made if payment is not None]
    if before and len(before) < len(made):
        raise Reused
    found = overview_of(club)
    return before or [_net(club, found, pair, key=own, by=by) for pair, own in keys.items()]


def _net(club: Club, found: Overview, seen: SeenPair, *, key: UUID, by: Account) -> Payment:
    """Of a club that is held; `found` is what is open in it."""
    pair = found.seen_as(seen.one, seen.other, seen.stamp)
    if pair is None:
        raise Changed
    not_frozen = {line.evening for line in pair.lines if line.row is None and line.evening is not None}
    for evening in Evening.objects.filter(pk__in=not_frozen).order_by("pk"):
        freeze_evening(evening, by=by)
    between = Q(payer=seen.one, receiver=seen.other) | Q(payer=seen.other, receiver=seen.one)
    rows = (
        Transfer.objects.open()
        .of_evenings_that_are_over()
        .filter(between, club=club, list__money__currency=pair.currency)
        .values_list("pk", flat=True)
    )
    return pay_in_held(club, list(rows), payer=pair.payer, receiver=pair.receiver, cents=pair.cents, key=key, by=by)
