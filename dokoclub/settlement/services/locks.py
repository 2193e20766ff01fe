"""Locks on the money: one writer at a time. The order is: club, evening, its money, transfers by number."""

from collections.abc import Iterable

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.locks import lock_evening
from dokoclub.settlement.models import ClubMoney, EveningMoney, Transfer


class Changed(Exception):
    """The data changed since the user loaded the page, so the write would differ. They must look again."""


class StillOpen(Exception):
    """The evening is still open, so its result is not final."""


class Frozen(Exception):
    """The evening is settled, so its method is fixed."""


class OtherCurrency(Exception):
    """The entry has a currency that the club has given up, so it cannot be reversed."""


class OpenedBefore(Exception):
    """An opening balance is booked already: reverse it first."""


class NotToClose(Exception):
    """This year of the kitty cannot be closed next: it is not over, or one before it is open."""


def lock_money(evening: Evening) -> EveningMoney:
    """Lock an evening and its money until the transaction ends; create the money if there is none yet."""
    evening = lock_evening(evening)
    EveningMoney.objects.get_or_create(
        evening=evening, defaults={"club": evening.club, "day": evening.date, "currency": evening.club.currency}
    )
    money = EveningMoney.objects.select_for_update(no_key=True).get(evening=evening)
    money.evening, money.club = evening, evening.club
    return money


def lock_monies(ids: Iterable[int]) -> list[EveningMoney]:
    """Lock the monies with these ids, with evening and club."""
    rows = EveningMoney.objects.select_for_update(of=("self",), no_key=True).select_related("evening__club", "club")
    return list(rows.filter(pk__in=set(ids)).order_by("pk"))


def all_over(monies: Iterable[EveningMoney]) -> None:
    """Raise StillOpen if one of the evenings was reopened: nothing can be marked while a list may still change."""
    if any(money.evening and money.evening.is_open and not money.evening.deleted_at for money in monies):
        raise StillOpen


def lock_transfers(ids: Iterable[int]) -> list[Transfer]:
    """Lock those of the transfers that count, with list and payment."""
    rows = (
        Transfer.objects.not_deleted()
        .select_for_update(of=("self",), no_key=True)
        .select_related("list__money", "payment")
    )
    return list(rows.filter(pk__in=set(ids)).order_by("pk"))


def save_row(row: ClubMoney | EveningMoney, *, by: Account | None) -> None:
    """Save a row with the author in its history."""
    row._history_user = by  # type: ignore[union-attr]
    row.save()
