"""What was paid lately in a club, and which evenings it was for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from dokoclub.clubs.models import Club
from dokoclub.settlement.models import Payment

LAST: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    payment: Payment
    days: tuple[date, ...]  # of the evenings that it settled, the earliest first


def last_payments(club: Club) -> list[Paid]:
    """The last ten that stand, the newest first. Two queries."""
    rows = Payment.objects.standing().filter(club=club).select_related("payer", "receiver", "made_by")
    found = list(rows.order_by("-made_at", "-pk")[:LAST])
    days = days_settled(found)
    return [Paid(payment=payment, days=days.get(payment.pk, ())) for payment in found]


def payment_of(club: Club, payment_id: int) -> Payment | None:
    """Standing or taken back. One query."""
    return Payment.objects.filter(club=club, pk=payment_id).select_related("club").first()


def days_settled(payments: Collection[Payment]) -> dict[int, tuple[date, ...]]:
    """By payment: the days of the evenings that it settled, the earliest first. One query, none without payments."""
    if not payments:
        return {}
    settled = Payment.settles.through.objects.filter(payment__in=payments)
    days = settled.order_by("transfer__list__money__day").values_list("payment_id", "transfer__list__money__day")
    found: dict[int, dict[date, None]] = {}
    for payment, day in days:
        found.setdefault(payment, {})[day] = None
    return {payment: tuple(some) for payment, some in found.items()}
