"""What was paid lately in a club, and which evenings it was for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Kind, Payment, Transfer

LAST: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    payment: Payment
    days: tuple[date, ...]  # of the evenings that it settled, the earliest first
    is_clearing: bool = False  # what it settled is of a clearing


def last_payments(club: Club) -> list[Paid]:
    """The last ten that stand, the newest first. Three queries."""
    rows = Payment.objects.standing().filter(club=club).select_related("payer", "receiver", "made_by")
    found = list(rows.order_by("-made_at", "-pk")[:LAST])
    days, cleared = days_settled(found), of_clearings_among(found)
    return [Paid(payment=row, days=days.get(row.pk, ()), is_clearing=row.pk in cleared) for row in found]


def is_settled(evening: Evening) -> bool:
    """Has anything of it been paid, or cleared? One query."""
    return Transfer.objects.settled_of(evening).exists()


def payment_of(club: Club, payment_id: int) -> Payment | None:
    """Standing or taken back. One query."""
    return Payment.objects.filter(club=club, pk=payment_id).select_related("club").first()


def payments_of(club: Club, ids: Collection[int]) -> list[Payment]:
    """Of the club alone, standing or taken back, the earliest first. One query."""
    return list(Payment.objects.filter(club=club, pk__in=ids).select_related("club").order_by("pk"))


def days_settled(payments: Collection[Payment]) -> dict[int, tuple[date, ...]]:
    """By payment: the days of the evenings that it settled, the earliest first. One query, none without payments.

    Those in a closed year of the cash box stay as they were, whatever day the evening gets later.
    """
    kept = {row.pk: tuple(map(date.fromisoformat, row.kept_days)) for row in payments if row.kept_days is not None}
    others = [row.pk for row in payments if row.kept_days is None]
    if not others:
        return kept
    settled = Payment.settles.through.objects.filter(payment__in=others)
    days = settled.order_by("transfer__list__money__day").values_list("payment_id", "transfer__list__money__day")
    found: dict[int, dict[date, None]] = {}
    for payment, day in days:
        found.setdefault(payment, {})[day] = None
    return kept | {payment: tuple(some) for payment, some in found.items()}


def of_clearings_among(payments: Collection[Payment]) -> set[int]:
    """Those that settled payments of a clearing. One query, none without payments."""
    return {pk for pk, kinds in kinds_settled(payments).items() if Kind.CLEARING in kinds}


def kinds_settled(payments: Collection[Payment]) -> dict[int, set[str]]:
    """By payment: of which kinds of lists it settled something. One query, none without payments."""
    if not payments:
        return {}
    settled = Payment.settles.through.objects.filter(payment__in=[row.pk for row in payments])
    found: dict[int, set[str]] = {}
    for payment, kind in settled.values_list("payment_id", "transfer__list__kind").distinct():
        found.setdefault(payment, set()).add(kind)
    return found
