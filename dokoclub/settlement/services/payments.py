"""Payments and clearings: mark transfers as paid, net them, clear them, and take that back. Every tap counts once."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.dates.models import News
from dokoclub.dates.services.reminders import queue_notices, withdraw_notices
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Clearing, EveningMoney, Payment, Transfer, TransferKind
from dokoclub.settlement.selectors.evening import seen_as
from dokoclub.settlement.selectors.open_transfers import TransferKey, TransferPairKey, digest_lines
from dokoclub.settlement.selectors.owing import Overview, Pair, get_overview
from dokoclub.settlement.selectors.payments import get_listing, lines_to_clear
from dokoclub.settlement.services import freezing
from dokoclub.settlement.services.locks import Changed, OtherCurrency, all_over, lock_monies, lock_transfers, save_row
from scoring.money.rules import store_money_rules
from scoring.money.transfers import Party, net_amounts


@transaction.atomic
def pay_transfer(transfer: Transfer, *, by: Account) -> Payment:
    """Pay one transfer. The second time returns the payment of the first.

    Raises Changed if the transfer no longer exists, StillOpen while its evening is open again.
    """
    all_over(lock_monies([transfer.list.money_id]))
    rows = lock_transfers([transfer.pk])
    if not rows or rows[0].cleared_by_id is not None:
        raise Changed
    return rows[0].payment or _pay(rows, by=by)[0]


@transaction.atomic
def pay_some(evening: Evening, *, seen: Collection[TransferKey], by: Account) -> list[Payment]:
    """Pay the transfers of one row as the page showed them, all or none; the second time changes nothing.

    Raises Changed if the evening comes to something else by now, StillOpen while it is played.
    """
    money = freezing.freeze_evening(evening, by=by)
    rows = lock_transfers(Transfer.objects.filter(list__money=money).values_list("pk", flat=True))
    known = dict(zip(seen_as(rows), rows, strict=True))
    wanted = [known.get(one) for one in dict.fromkeys(seen)]
    found = [row for row in wanted if row is not None and row.cleared_by_id is None]
    if not found or len(found) < len(wanted):
        raise Changed
    return _pay([row for row in found if not row.is_settled], by=by)


@transaction.atomic
def pay_all(evening: Evening, *, seen: Collection[TransferKey], by: Account) -> list[Payment]:
    """Mark all open transfers of an evening as paid, corrections too, each by itself.

    `seen`: the open transfers on the page; nothing more is marked. The second time changes nothing. Raises Changed if
    something else is open, StillOpen while it is played.
    """
    money = freezing.freeze_evening(evening, by=by)
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
    """Write one payment in place of several open transfers between these two (None: the kitty).

    The club is locked and the key is new. Raises Changed if one of them is not open any more, is not between the two,
    or if they do not come to `cents`; StillOpen while one of the evenings is open again.
    """
    giver, taker = payer.pk if payer else None, receiver.pk if receiver else None
    monies = Transfer.objects.filter(club=club, pk__in=transfers).values_list("list__money", flat=True)
    all_over(lock_monies(monies))
    rows = [row for row in lock_transfers(transfers) if not row.is_settled and row.club_id == club.pk]
    if len(rows) != len(set(transfers)) or any({row.payer_id, row.receiver_id} != {giver, taker} for row in rows):
        raise Changed
    if net_amounts(freezing.amounts_owed(row) for row in rows).get(taker, 0) != cents:
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
    _notify(club, [payment], by=by)
    return payment


@transaction.atomic
def take_back_payments(payments: Collection[Payment], *, by: Account) -> list[Payment]:
    """Take back payments of a club, all of them or none; their transfers are open again. Twice changes nothing.

    Raises StillOpen while one of the evenings is open again, OtherCurrency if the club has given up their currency.
    """
    numbers = [payment.pk for payment in payments]
    for club in {payment.club for payment in payments}:
        lock_club(club)
    monies = lock_monies(Transfer.objects.filter(payment__in=numbers).values_list("list__money", flat=True))
    all_over(monies)
    locked = Payment.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    found = list(locked.filter(pk__in=numbers).order_by("pk"))
    for payment in found:
        if payment.stands:
            _take_back(payment, by=by)
    for money in monies:
        freezing.recompute_correction(money)
    return found


def _take_back(payment: Payment, *, by: Account) -> None:
    if payment.currency != payment.club.currency:
        raise OtherCurrency
    payment.transfers.update(payment=None)
    withdraw_notices(News.PAID, [payment.pk])
    payment.taken_back_at, payment.taken_back_by = timezone.now(), by
    payment.save()


def made_before(club: Club, one: Party, other: Party, *, key: UUID) -> Payment | None:
    """Return the payment between these two that this key wrote.

    Raises Reused if it wrote something else. One query.
    """
    made = Payment.objects.filter(key=key).first()
    if made is None:
        return None
    if made.club_id != club.pk or {made.payer_id, made.receiver_id} != {one, other}:
        raise Reused
    return made


def _pay(rows: Sequence[Transfer], *, by: Account) -> list[Payment]:
    """Pay each transfer by itself, at its amount. Three statements for any number."""
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
    if rows:
        _notify(rows[0].club, payments, by=by)
    return payments


def _notify(club: Club, payments: Iterable[Payment], *, by: Account) -> None:
    """Tell everybody who receives one of these payments, once for all that came together."""
    if not settings.PUSH_CONTACT:
        return
    first = {payment.receiver_id: payment for payment in reversed(list(payments)) if payment.receiver_id is not None}
    page, today = reverse("settlement:show_overview", args=[club.pk]), timezone.localdate()
    for player in Player.objects.filter(pk__in=first, account__isnull=False):
        paid = first[player.pk]
        queue_notices(News.PAID, club, [player.account_id], subject=paid.pk, day=today, path=page, by=by)


def _remember(rows: Iterable[Transfer]) -> None:
    """Record the transfers a payment settles, so that they are known after it is taken back."""
    through = Payment.settles.through
    through.objects.bulk_create(through(payment_id=row.payment_id, transfer_id=row.pk) for row in rows)


@transaction.atomic
def clear_all_open(club: Club, *, through_others: bool, stamp: str, key: UUID, by: Account) -> Clearing:
    """Settle all open transfers in the club's currency; the payments of the clearing are owed in their place.

    Freezes evenings that were not frozen. The same key returns its clearing. Raises Changed if the open transfers
    differ from those seen (`stamp`), or there are none; Reused if the key made something else.
    """
    club = lock_club(club)
    if made := Clearing.objects.filter(key=key).first():
        if (made.club_id, made.through_others) != (club.pk, through_others):
            raise Reused
        return made
    lines = lines_to_clear(club)
    if not lines or digest_lines(lines) != stamp:
        raise Changed
    live = {line.evening for line in lines if line.row is None and line.evening is not None}
    for evening in Evening.objects.filter(pk__in=live).select_related("club").order_by("pk"):
        freezing.freeze_evening(evening, by=by)
    rows = _open_rows(club)
    money = EveningMoney(
        club=club,
        day=timezone.localdate(),
        currency=club.currency,
        rules=store_money_rules(freezing.WITHOUT_MONEY),
        expected=[],
        frozen_at=timezone.now(),
        frozen_by=by,
    )
    save_row(money, by=by)
    clearing = Clearing.objects.create(club=club, money=money, through_others=through_others, made_by=by, key=key)
    listing = get_listing(club, [freezing.amounts_owed(row) for row in rows], through_others=through_others)
    freezing.save_listing(money, listing, kind=TransferKind.CLEARING, by=by)
    Transfer.objects.filter(pk__in=[row.pk for row in rows]).update(cleared_by=clearing)
    _remember_clearing(clearing, rows)
    return clearing


def _remember_clearing(clearing: Clearing, rows: Iterable[Transfer]) -> None:
    """Record the transfers a clearing settles, so that they are known after it is taken back."""
    through = Clearing.settles.through
    through.objects.bulk_create(through(clearing_id=clearing.pk, transfer_id=row.pk) for row in rows)


def _open_rows(club: Club) -> list[Transfer]:
    found = Transfer.objects.open().of_evenings_that_are_over().filter(club=club, list__money__currency=club.currency)
    return list(found.select_for_update(of=("self",), no_key=True).order_by("pk"))


@transaction.atomic
def take_back_clearing(clearing: Clearing, *, by: Account) -> Clearing:
    """Take back a clearing: its transfers are open again, and nobody owes its payments.

    The second time changes nothing. Raises Changed once one of its payments was made, or is settled by a later
    clearing; StillOpen while one of the evenings that it settled is open again.
    """
    lock_club(clearing.club)
    clearing = Clearing.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=clearing.pk)
    if not clearing.stands:
        return clearing
    mine = Transfer.objects.filter(list__money=clearing.money_id)
    if mine.exclude(payment=None, cleared_by=None).exists():
        raise Changed
    monies = lock_monies(clearing.cleared.values_list("list__money", flat=True))
    all_over(monies)
    mine.update(gone=True)
    clearing.cleared.update(cleared_by=None)
    clearing.taken_back_at, clearing.taken_back_by = timezone.now(), by
    clearing.save()
    for money in monies:
        freezing.recompute_correction(money)
    return clearing


@transaction.atomic
def net_two(club: Club, one: Party, other: Party, *, stamp: str, key: UUID, by: Account) -> Payment:
    """Mark all that is open between two (ids; None: the kitty) as paid by one payment.

    0 cents if it cancels out. Freezes evenings that were not frozen. The same key returns its payment. Raises Changed
    if something else is open by now than was seen (`stamp` of owing.Pair), Reused if the key wrote another payment.
    Taken back by `take_back_payments`.
    """
    club = lock_club(club)
    refuse_other_content(key, club, one, other, stamp)
    if made := made_before(club, one, other, key=key):
        return made
    pair = _find_pair(get_overview(club), TransferPairKey(one, other, stamp))
    _freeze_evenings([pair], by=by)
    return _net(club, pair, key=key, by=by)


@transaction.atomic
def net_several(club: Club, seen: Collection[TransferPairKey], *, key: UUID, by: Account) -> list[Payment]:
    """Net several pairs, all of them or none: exactly those that the page showed."""
    club = lock_club(club)
    refuse_other_content(key, club, sorted(map(str, seen)))
    keys = {pair: uuid5(key, str(pair)) for pair in seen}
    made = [made_before(club, pair.one, pair.other, key=own) for pair, own in keys.items()]
    before = [payment for payment in made if payment is not None]
    if before and len(before) < len(made):
        raise Reused
    if before:
        return before
    found = get_overview(club)
    pairs = [_find_pair(found, pair) for pair in keys]
    _freeze_evenings(pairs, by=by)
    return [_net(club, pair, key=own, by=by) for pair, own in zip(pairs, keys.values(), strict=True)]


def _find_pair(found: Overview, seen: TransferPairKey) -> Pair:
    pair = found.seen_as(seen.one, seen.other, seen.stamp)
    if pair is None:
        raise Changed
    return pair


def _freeze_evenings(pairs: Iterable[Pair], *, by: Account) -> None:
    """Freeze the evenings behind these pairs, each once."""
    lines = [line for pair in pairs for line in pair.lines]
    not_frozen = {line.evening for line in lines if line.row is None and line.evening is not None}
    for evening in Evening.objects.filter(pk__in=not_frozen).order_by("pk"):
        freezing.freeze_evening(evening, by=by)


def _net(club: Club, pair: Pair, *, key: UUID, by: Account) -> Payment:
    """Net a pair of a locked club, whose evenings are frozen."""
    one, other = (party.pk if party else None for party in (pair.payer, pair.receiver))
    between = Q(payer=one, receiver=other) | Q(payer=other, receiver=one)
    rows = (
        Transfer.objects.open()
        .of_evenings_that_are_over()
        .filter(between, club=club, list__money__currency=pair.currency)
        .values_list("pk", flat=True)
    )
    return pay_in_held(club, list(rows), payer=pair.payer, receiver=pair.receiver, cents=pair.cents, key=key, by=by)
