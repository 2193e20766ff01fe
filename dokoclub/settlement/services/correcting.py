"""What changed after an evening was frozen gets a list of its own; the frozen lists are never touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement.models import EveningMoney, Kind, SettledList, Transfer
from dokoclub.settlement.selectors.live import Live, live
from dokoclub.settlement.services.freezing import keep
from dokoclub.settlement.services.holding import held_monies
from scoring.corrections import corrections, flat_corrections
from scoring.shares import Listing
from scoring.transfers import Party, net
from scoring.transfers import Transfer as Owed


def after_repost(sheet: Sheet) -> None:
    """Hooked into AFTER_REPOST: by merging players, a closed sheet is posted anew.

    While an evening is open nothing is worked out: closing it does. No query then.
    """
    if not sheet.evening.is_open:
        after_evening(sheet.evening)


def after_evening(evening: Evening) -> None:
    """Hooked into AFTER_EVENING: closed, reopened, deleted, taken back, another stake. One query where not frozen."""
    correct(EveningMoney.objects.frozen().filter(evening=evening).values_list("pk", flat=True))


def correct(ids: Iterable[int]) -> None:
    """Bring the corrections of these monies up to date."""
    for money in held_monies(ids):
        if money.evening and money.evening.date != money.day:
            EveningMoney.objects.filter(pk=money.pk).update(day=money.evening.date)
        if money.frozen_at:
            recompute(money)


def recompute(money: EveningMoney) -> None:
    """Write the correction that is still missing, in place of one that nobody has paid. `money` is frozen and held.

    A deleted evening takes its unpaid transfers with it; what was paid is to be paid back.
    """
    is_there = money.evening is not None and money.evening.deleted_at is None
    found = live(money.evening) if money.evening and is_there else None
    rows = list(
        Transfer.objects.select_for_update(of=("self",)).select_related("list").filter(list__money=money).order_by("pk")
    )
    Transfer.objects.filter(list__money=money, list__correction=0, payment=None).update(gone=not is_there)
    for kind in Kind:
        of_kind = [row for row in rows if row.list.kind == kind]
        standing = [row for row in of_kind if row.is_paid or (is_there and row.list.correction == 0)]
        waiting = [row for row in of_kind if row.list.correction and not row.is_paid]
        lacking = missing(kind, standing, found)
        if not _is_said_by(waiting, lacking):
            _replace(money, kind, waiting, lacking)


def missing(kind: Kind, standing: Iterable[Transfer], found: Live | None) -> Listing:
    """What must be added to what stands; `found` is None for an evening that is deleted. No query."""
    before = [owed(row) for row in standing]
    seats = found.seats if found else []
    if kind is Kind.FLAT:
        return flat_corrections(before, found.settlement.flat.transfers if found else (), seats)
    right = [transfer for listing in found.settlement.lists for transfer in listing.transfers] if found else []
    return corrections(before, right, seats)


def _is_said_by(waiting: Sequence[Transfer], lacking: Listing) -> bool:
    """Do the corrections that wait come to what is missing, in as few? Then they stay as people have seen them."""
    if len(waiting) != len(lacking.transfers) or any(row.payer_id == row.receiver_id for row in waiting):
        return False
    return amounts(owed(row) for row in waiting) == amounts(lacking.transfers)


def amounts(transfers: Iterable[Owed]) -> Mapping[Party, int]:
    """In cents by party, plus: gets; who comes out even is not among them."""
    return {party: cents for party, cents in net(transfers).items() if cents}


def _replace(money: EveningMoney, kind: Kind, waiting: Iterable[Transfer], lacking: Listing) -> None:
    Transfer.objects.filter(pk__in=[row.pk for row in waiting]).delete()
    SettledList.objects.filter(money=money, kind=kind, correction__gte=1, transfers=None).delete()
    paid = SettledList.objects.filter(money=money, transfers__payment__isnull=False)
    last = max(paid.values_list("correction", flat=True), default=0)
    if lacking.transfers:
        keep(money, lacking, kind=kind, correction=last + 1, by=None)


def owed(row: Transfer) -> Owed:
    return Owed(row.payer_id, row.receiver_id, row.cents)
