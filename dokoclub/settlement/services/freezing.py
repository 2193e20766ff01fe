"""Freezing of evenings: store their lists as rows that never change, undo it while unpaid, and write corrections."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.dates.models import News
from dokoclub.dates.services.reminders import queue_notices, withdraw_notices
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement.models import (
    OF_EVENINGS,
    ClubMoney,
    EveningMoney,
    SettledList,
    SettledShare,
    Transfer,
    TransferKind,
)
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.live import Live, active_members, settle_live
from dokoclub.settlement.services.locks import Changed, all_over, lock_money, lock_monies, save_row
from scoring.money.corrections import correct_listing, flat_corrections
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_money_rules
from scoring.money.shares import Listing
from scoring.money.transfers import Party, net_amounts
from scoring.money.transfers import Transfer as Owed

NEWS: Final = timedelta(days=7)  # Older evenings are settled many at once.
JUST_NOW: Final = timedelta(days=1)  # The members at the closing of older evenings are unknown.
WITHOUT_MONEY: Final = MoneyRules(method="none")  # Payments for them were made long ago.
_AT_ONCE: Final = 100  # rows per statement


@transaction.atomic
def freeze_evening(evening: Evening, *, by: Account | None) -> EveningMoney:
    """Freeze an evening: from now on a change gives a correction. The second time changes nothing.

    Raises StillOpen while it is played, also after it was reopened, Changed if it is deleted.
    """
    money = lock_money(evening)
    if money.evening is None or money.evening.deleted_at:
        raise Changed
    all_over([money])
    if money.frozen_at:
        return money
    found = settle_live(money.evening)
    money.rules = store_money_rules(found.chosen)
    if money.expected is None:
        money.expected = list(found.expected)
    money.day, money.frozen_at, money.frozen_by = money.evening.date, timezone.now(), by
    save_row(money, by=by)
    for one in found.lists:
        save_listing(money, one.listing, kind=one.kind, place=one.place, sheet=one.sheet, by=by)
    _notify(money.evening, [share.party for one in found.lists for share in one.listing.shares], by=by)
    return money


def _notify(evening: Evening, parties: Iterable[Party], *, by: Account | None) -> None:
    """Tell the people of a recent evening that it was settled."""
    if not settings.PUSH_CONTACT or evening.date < timezone.localdate() - NEWS:
        return
    players = {party for party in parties if party is not None}
    accounts = Player.objects.filter(pk__in=players).values_list("account", flat=True)
    page = reverse("settlement:show_evening", args=[evening.pk])
    queue_notices(News.SETTLED, evening.club, list(accounts), subject=evening.pk, day=evening.date, path=page, by=by)


@transaction.atomic
def unfreeze_evening(evening: Evening, *, by: Account) -> EveningMoney:
    """Undo `freeze_evening`: the lists follow the results again, by the same method.

    Transfers of a payment or a clearing that was taken back remain for its record. Raises Changed while anything is
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
    withdraw_notices(News.SETTLED, [evening.pk])
    money.frozen_at = money.frozen_by = None
    save_row(money, by=by)
    return money


def save_listing(
    money: EveningMoney,
    listing: Listing,
    *,
    kind: TransferKind,
    correction: int = 0,
    place: int = 0,
    sheet: Sheet | None = None,
    by: Account | None,
) -> None:
    """Write a list with its shares and transfers, unless it is empty. Three statements."""
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


def after_repost(sheet: Sheet) -> None:
    """Correct a closed evening after a repost, as when players are merged. Hooked into after_repost.

    While an evening is open nothing is computed, since closing does it. No query then.
    """
    if not sheet.evening.is_open:
        after_evening(sheet.evening)


def after_evening(evening: Evening) -> None:
    """Correct an evening that was closed, reopened, deleted, restored or got another stake. Hooked into after_evening.

    One query if not frozen; two more at closing.
    """
    money = EveningMoney.objects.filter(evening=evening).only("frozen_at", "expected").first()
    if money is not None and money.frozen_at:
        correct_monies([money.pk])
    else:
        _save_expected(evening, money)


def _save_expected(evening: Evening, money: EveningMoney | None) -> None:
    """Store the members when an evening is closed, so that later members are not absent. Reopening clears them."""
    if evening.closed_at is None:
        if money is not None and money.expected is not None:
            EveningMoney.objects.filter(pk=money.pk).update(expected=None)
        return
    if (money is not None and money.expected is not None) or timezone.now() - evening.closed_at > JUST_NOW:
        return
    _note_members(evening.club, [evening])


def save_expected_members(club: Club) -> None:
    """Store the members before some leave, so that they still owe for evenings they missed.

    Hooked into clubs' before_fewer. Only if absence costs anything. Two queries, two more if something must be
    stored.
    """
    of_club = money_rules.get_money_rules(ClubMoney.objects.filter(club=club).first())
    over = Evening.objects.filter(club=club, club_evening=True, closed_at__isnull=False)
    unknown = over.filter(Q(money=None) | Q(money__frozen_at=None, money__expected__isnull=True)).select_related(
        "money"
    )
    costly = [one for one in unknown if any(_get_rules(one, of_club).absent_amounts.values())]
    if costly:
        _note_members(club, costly)


def _get_rules(evening: Evening, of_club: MoneyRules) -> MoneyRules:
    return money_rules.in_force(money_rules.get_rules(getattr(evening, "money", None), of_club), evening.stake)


def _note_members(club: Club, evenings: Iterable[Evening]) -> None:
    """Store the present members for each of the evenings."""
    members = active_members(club)
    EveningMoney.objects.bulk_create(
        [
            EveningMoney(club_id=club.pk, evening=evening, day=evening.date, currency=club.currency, expected=members)
            for evening in evenings
        ],
        update_conflicts=True,
        unique_fields=["evening"],
        update_fields=["expected"],
        batch_size=200,
    )


def correct_monies(ids: Iterable[int]) -> None:
    """Bring the corrections of these monies up to date."""
    for money in lock_monies(ids):
        if money.evening and money.evening.date != money.day:
            EveningMoney.objects.filter(pk=money.pk).update(day=money.evening.date)
        if money.frozen_at:
            recompute_correction(money)


def recompute_correction(money: EveningMoney) -> None:
    """Write the missing correction, in place of an unpaid one. `money` is frozen and locked.

    A deleted evening takes its unpaid transfers with it; paid or cleared amounts are to be paid back. A clearing has
    nothing to correct.
    """
    if money.is_clearing:
        return
    is_there = money.evening is not None and money.evening.deleted_at is None
    found = settle_live(money.evening) if money.evening and is_there else None
    if money.evening and not is_there:
        withdraw_notices(News.SETTLED, [money.evening.pk])
    mine = Transfer.objects.filter(list__money=money, list__let_go=False)
    rows = list(mine.select_for_update(of=("self",), no_key=True).select_related("list").order_by("pk"))
    mine.filter(list__correction=0, payment=None, cleared_by=None).update(gone=not is_there)
    for kind in OF_EVENINGS:
        of_kind = [row for row in rows if row.list.kind == kind]
        standing = [row for row in of_kind if row.is_settled or (is_there and row.list.correction == 0)]
        waiting = [row for row in of_kind if row.list.correction and not row.is_settled and not row.gone]
        lacking = missing_listing(kind, standing, found)
        if not _is_said_by(waiting, lacking):
            _replace(money, kind, waiting, lacking)


def missing_listing(kind: TransferKind, standing: Iterable[Transfer], found: Live | None) -> Listing:
    """Return the listing to add to the existing transfers; `found` is None for a deleted evening. No query."""
    before = [amounts_owed(row) for row in standing]
    seats = found.seats if found else []
    if kind is TransferKind.FLAT:
        return flat_corrections(before, found.settlement.flat.transfers if found else (), seats)
    right = [transfer for listing in found.settlement.lists for transfer in listing.transfers] if found else []
    return correct_listing(before, right, seats)


def _is_said_by(waiting: Sequence[Transfer], lacking: Listing) -> bool:
    """Return whether the waiting corrections equal the missing ones, in as few: then they stay as people saw them."""
    if len(waiting) != len(lacking.transfers) or any(row.payer_id == row.receiver_id for row in waiting):
        return False
    return sum_amounts(amounts_owed(row) for row in waiting) == sum_amounts(lacking.transfers)


def sum_amounts(transfers: Iterable[Owed]) -> Mapping[Party, int]:
    """Return the cents by party, plus: gets; parties that come out even are left out."""
    return {party: cents for party, cents in net_amounts(transfers).items() if cents}


def _replace(money: EveningMoney, kind: TransferKind, waiting: Iterable[Transfer], lacking: Listing) -> None:
    """Replace the waiting corrections; transfers of payments or clearings taken back remain for their record."""
    corrections_of_kind = SettledList.objects.filter(money=money, kind=kind, correction__gte=1)
    unpaid = Transfer.objects.filter(pk__in=[row.pk for row in waiting])
    unpaid.once_settled().update(gone=True)
    unpaid.filter(gone=False).delete()
    corrections_of_kind.filter(transfers=None).delete()
    last = max(corrections_of_kind.values_list("correction", flat=True), default=0)
    if lacking.transfers:
        save_listing(money, lacking, kind=kind, correction=last + 1, by=None)


def amounts_owed(row: Transfer) -> Owed:
    return Owed(row.payer_id, row.receiver_id, row.cents)


@transaction.atomic
def freeze_past_evenings(evenings: Sequence[Evening], *, by: Account | None) -> None:
    """Mark these closed evenings as costing nothing, now or later. They have no money yet.

    Two statements for up to a hundred, and some for each that was closed just now.
    """
    rules = store_money_rules(WITHOUT_MONEY)
    monies = [
        EveningMoney(
            club_id=evening.club_id,
            evening=evening,
            day=evening.date,
            currency=evening.club.currency,
            rules=rules,
        )
        for evening in evenings
    ]
    bulk_create_with_history(monies, EveningMoney, batch_size=_AT_ONCE, default_user=by)
    for evening in evenings:
        if evening.closed_at and timezone.now() - evening.closed_at <= JUST_NOW:
            after_evening(evening)


@transaction.atomic
def after_evenings(evenings: Sequence[int]) -> None:
    """Correct deleted evenings, as the hook of each would. One query if none of them is frozen."""
    frozen = list(EveningMoney.objects.frozen().filter(evening__in=evenings).values_list("pk", flat=True))
    if frozen:
        correct_monies(frozen)
