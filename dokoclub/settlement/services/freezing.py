"""Keep the lists of an evening as rows that never change; let go of them while nobody has paid."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement.models import EveningMoney, Kind, SettledList, SettledShare, Transfer
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services.holding import all_over, lock_money, save_row
from dokoclub.settlement.services.refusals import Changed
from scoring.money.rules import store_rules
from scoring.money.shares import Listing


@transaction.atomic
def freeze_evening(evening: Evening, *, by: Account | None) -> EveningMoney:
    """From now on a change gives a correction. The second time changes nothing.

    Raises StillOpen while it is played, also where it was opened again, Changed where it is deleted.
    """
    money = lock_money(evening)
    if money.evening is None or money.evening.deleted_at:
        raise Changed
    all_over([money])
    if money.frozen_at:
        return money
    found = settle_live(money.evening)
    money.rules = store_rules(found.chosen)
    if money.expected is None:
        money.expected = list(found.expected)
    money.day, money.frozen_at, money.frozen_by = money.evening.date, timezone.now(), by
    save_row(money, by=by)
    for one in found.lists:
        keep_listing(money, one.listing, kind=one.kind, place=one.place, sheet=one.sheet, by=by)
    return money


@transaction.atomic
def let_go(evening: Evening, *, by: Account) -> EveningMoney:
    """Undo `freeze`: the lists follow the facts again, by the same method.

    What a payment or a clearing had settled that was taken back stays for its sake. Raises Changed while anything is
    paid or cleared, StillOpen while the evening is open again.
    """
    money = lock_money(evening)
    if money.frozen_at is None:
        return money
    all_over([money])
    if Transfer.objects.filter(list__money=money).exclude(payment=None, cleared_by=None).exists():
        raise Changed
    of_lists = Transfer.objects.filter(list__money=money)
    of_lists.once_settled().update(gone=True)
    money.lists.filter(pk__in=of_lists.once_settled().values("list")).update(let_go=True)
    of_lists.filter(gone=False).delete()
    money.lists.filter(let_go=False).delete()
    money.frozen_at = money.frozen_by = None
    save_row(money, by=by)
    return money


def keep_listing(
    money: EveningMoney,
    listing: Listing,
    *,
    kind: Kind,
    correction: int = 0,
    place: int = 0,
    sheet: Sheet | None = None,
    by: Account | None,
) -> None:
    """Write a list with its shares and transfers; not one that nobody is named in. Three statements."""
    if not listing.shares:
        return
    row = SettledList.objects.create(
        money=money, kind=kind, correction=correction, place=place, sheet=sheet, made_by=by
    )
    SettledShare.objects.bulk_create(
        SettledShare(
            list=row,
            player_id=share.party,
            cents=share.cents,
            reason=share.reason.key,
            numbers=dict(share.reason.numbers),
        )
        for share in listing.shares
    )
    Transfer.objects.bulk_create(
        Transfer(
            club_id=money.club_id,
            list=row,
            payer_id=transfer.payer,
            receiver_id=transfer.receiver,
            cents=transfer.cents,
        )
        for transfer in listing.transfers
    )
