"""Money changed hands: mark transfers as paid, and take that back. Every tap counts once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.kept import seen_as
from dokoclub.settlement.selectors.seen import Seen
from dokoclub.settlement.services.correcting import amounts_owed, recompute_correction
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.holding import all_over, lock_monies, lock_transfers
from dokoclub.settlement.services.refusals import Changed, OtherCurrency
from scoring.money.transfers import Party, net_amounts


@transaction.atomic
def pay_transfer(transfer: Transfer, *, by: Account) -> Payment:
    """The second time returns the payment of the first.

    Raises Changed where the transfer is no more, StillOpen while its evening is open again.
    """
    all_over(lock_monies([transfer.list.money_id]))
    rows = lock_transfers([transfer.pk])
    if not rows or rows[0].cleared_by_id is not None:
        raise Changed
    return rows[0].payment or _pay(rows, by=by)[0]


@transaction.atomic
def pay_seen(evening: Evening, seen: Seen, *, by: Account) -> Payment:
    """The same for what an evening comes to: the first payment freezes it.

    Raises Changed where it does not come to that any more, StillOpen while it is played.
    """
    money = freeze_evening(evening, by=by)
    rows = list(Transfer.objects.alive().filter(list__money=money).select_related("list").order_by("pk"))
    row = dict(zip(seen_as(rows), rows, strict=True)).get(seen)
    if row is None:
        raise Changed
    return pay_transfer(row, by=by)


@transaction.atomic
def pay_all(evening: Evening, *, seen: Collection[Seen], by: Account) -> list[Payment]:
    """Mark everything of an evening as paid that is still open, corrections too, each by itself.

    `seen`: what the page showed as open; nothing more is marked. The second time changes nothing.
    Raises Changed where something else is open, StillOpen while it is played.
    """
    money = freeze_evening(evening, by=by)
    rows = lock_transfers(Transfer.objects.filter(list__money=money).values_list("pk", flat=True))
    still_open = {now: row for now, row in zip(seen_as(rows), rows, strict=True) if not row.is_settled}
    if not still_open.keys() <= set(seen):
        raise Changed
    return _pay(list(still_open.values()), by=by)


def pay_in_held(
    club: Club,
    transfers: Collection[int],
    *,
    payer: Player | None,
    receiver: Player | None,
    cents: int,
    key: UUID,
    by: Account,
) -> Payment:
    """Write one payment in place of several open transfers between these two (None: the cash box).

    The club is locked and the key is new. Raises Changed where one of them is not open any more, is not between the
    two, or where they do not come to `cents`; StillOpen while one of the evenings is open again.
    """
    giver, taker = payer.pk if payer else None, receiver.pk if receiver else None
    monies = Transfer.objects.filter(club=club, pk__in=transfers).values_list("list__money", flat=True)
    all_over(lock_monies(monies))
    rows = [row for row in lock_transfers(transfers) if not row.is_settled and row.club_id == club.pk]
    if len(rows) != len(set(transfers)) or any({row.payer_id, row.receiver_id} != {giver, taker} for row in rows):
        raise Changed
    if net_amounts(amounts_owed(row) for row in rows).get(taker, 0) != cents:
        raise Changed
    currencies = {row.list.money.currency for row in rows}
    if len(currencies) != 1:
        raise Changed
    payment = Payment.objects.create(
        club=club,
        payer_id=giver,
        receiver_id=taker,
        cents=cents,
        currency=currencies.pop(),
        made_by=by,
        key=key,
    )
    for row in rows:
        row.payment = payment
    Transfer.objects.bulk_update(rows, ["payment"])
    _remember(rows)
    return payment


@transaction.atomic
def take_back_payment(payment: Payment, *, by: Account) -> Payment:
    """All that it settled is open again. The second time changes nothing.

    Raises StillOpen while one of the evenings is open again, OtherCurrency where the club has given up that of the
    payment.
    """
    lock_club(payment.club)
    monies = lock_monies(payment.transfers.values_list("list__money", flat=True))
    all_over(monies)
    payment = Payment.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=payment.pk)
    if not payment.stands:
        return payment
    if payment.currency != payment.club.currency:
        raise OtherCurrency
    payment.transfers.update(payment=None)
    payment.taken_back_at, payment.taken_back_by = timezone.now(), by
    payment.save()
    for money in monies:
        recompute_correction(money)
    return payment


@transaction.atomic
def take_back_payments(payments: Iterable[Payment], *, by: Account) -> list[Payment]:
    """The same of several, all of them or none."""
    return [take_back_payment(payment, by=by) for payment in payments]


def made_before(club: Club, one: Party, other: Party, *, key: UUID) -> Payment | None:
    """Return the payment between these two that this key wrote.

    Raises Reused where it wrote something else. One query.
    """
    made = Payment.objects.filter(key=key).first()
    if made is None:
        return None
    if made.club_id != club.pk or {made.payer_id, made.receiver_id} != {one, other}:
        raise Reused
    return made


def _pay(rows: Sequence[Transfer], *, by: Account) -> list[Payment]:
    """Each transfer by itself, as it stands. Three statements, whatever their number."""
    payments = Payment.objects.bulk_create(
        Payment(
            club_id=row.club_id,
            payer_id=row.payer_id,
            receiver_id=row.receiver_id,
            cents=row.cents,
            currency=row.list.money.currency,
            made_by=by,
        )
        for row in rows
    )
    for row, payment in zip(rows, payments, strict=True):
        row.payment = payment
    Transfer.objects.bulk_update(rows, ["payment"])
    _remember(rows)
    return payments


def _remember(rows: Iterable[Transfer]) -> None:
    """What a payment settled is known after it was taken back, too."""
    through = Payment.settles.through
    through.objects.bulk_create(through(payment_id=row.payment_id, transfer_id=row.pk) for row in rows)
