"""One writer at a time. Locks are taken in one order: club, evening, its money, transfers by number."""

from __future__ import annotations

from collections.abc import Iterable

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.locks import lock_evening
from dokoclub.settlement.models import ClubMoney, EveningMoney, Transfer
from dokoclub.settlement.services.errors import StillOpen


def lock_money(evening: Evening) -> EveningMoney:
    """The money of an evening, held until the transaction ends, with the evening; made where there is none yet."""
    evening = lock_evening(evening)
    EveningMoney.objects.get_or_create(
        evening=evening, defaults={"club": evening.club, "day": evening.date, "currency": evening.club.currency}
    )
    money = EveningMoney.objects.select_for_update(no_key=True).get(evening=evening)
    money.evening, money.club = evening, evening.club
    return money


def lock_monies(ids: Iterable[int]) -> list[EveningMoney]:
    """Those with these numbers, with evening and club."""
    rows = EveningMoney.objects.select_for_update(of=("self",), no_key=True).select_related("evening__club", "club")
    return list(rows.filter(pk__in=set(ids)).order_by("pk"))


def all_over(monies: Iterable[EveningMoney]) -> None:
    """Nothing can be marked while a list may still change. Raises StillOpen where an evening was opened again."""
    if any(money.evening and money.evening.is_open and not money.evening.deleted_at for money in monies):
        raise StillOpen


def lock_transfers(ids: Iterable[int]) -> list[Transfer]:
    """Those of them that count, with list and payment."""
    rows = (
        Transfer.objects.not_deleted()
        .select_for_update(of=("self",), no_key=True)
        .select_related("list__money", "payment")
    )
    return list(rows.filter(pk__in=set(ids)).order_by("pk"))


def save_row(row: ClubMoney | EveningMoney, *, by: Account | None) -> None:
    """Save, noting in the history who did it."""
    row._history_user = by  # type: ignore[union-attr]
    row.save()
