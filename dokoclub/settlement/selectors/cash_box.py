"""What is in the cash box, and how it came there: booked by hand, and paid by or to players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Min, Q, Sum
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.settlement.models import CashEntry, Payment
from dokoclub.settlement.selectors.payments import days_settled

LAST: Final = 10  # rows on the page of the cash box


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One movement, in cents: plus came in. `balance`: of the cash box after it."""

    day: date
    cents: int
    at: datetime  # when it was written
    by: Account | None
    is_reversal: bool = False
    is_reversed: bool = False
    entry: CashEntry | None = None  # booked by hand, or else a payment:
    player: Player | None = None  # who paid or was paid
    evenings: tuple[date, ...] = ()  # that the payment settled
    balance: int = 0

    @property
    def comes_in(self) -> bool:
        """On which side it counts. What reverses a deposit makes deposits less, not withdrawals more."""
        return (self.cents > 0) is not self.is_reversal


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A year of the cash box, in cents; `came_in` + `went_out` lead from `opening` to `closing`."""

    year: int
    opening: int
    came_in: int
    went_out: int  # minus
    rows: Sequence[Row]  # the oldest first

    @property
    def closing(self) -> int:
        return self.opening + self.came_in + self.went_out


def balance_of(club: Club) -> int:
    """Cents in the cash box now. Two queries."""
    booked = CashEntry.objects.filter(club=club).aggregate(cents=Sum("cents", default=0))["cents"]
    return int(booked) + _paid(Q(), Q(taken_back_at__isnull=False), club)


def statement_of(club: Club, year: int) -> Statement:
    """Five queries, whatever the number of rows; one less without payments."""
    opening = _before(club, year)
    rows = list(_with_balance(_rows(club, _days(year)), opening))
    return Statement(
        year=year,
        opening=opening,
        came_in=sum(row.cents for row in rows if row.comes_in),
        went_out=sum(row.cents for row in rows if not row.comes_in),
        rows=rows,
    )


def last_rows(club: Club) -> list[Row]:
    """The last ten, the newest first, with the balance after each. At most five queries."""
    rows = sorted(_rows(club, last=LAST), key=_in_order)[-LAST:]
    before = balance_of(club) - sum(row.cents for row in rows)
    return list(_with_balance(rows, before))[::-1]


def years_of(club: Club) -> list[int]:
    """Those with rows, and this one; the newest first. Two queries."""
    first_entry = CashEntry.objects.filter(club=club).aggregate(first=Min("day"))["first"]
    paid = Payment.objects.of_cash_box().filter(club=club).exclude(cents=0).aggregate(first=Min("made_at"))["first"]
    this = timezone.localdate().year
    found = [first_entry.year] if first_entry else []
    found += [timezone.localtime(paid).year] if paid else []
    return list(range(this, min([this, *found]) - 1, -1))


def entry_of(club: Club, entry_id: int) -> CashEntry | None:
    """A row booked by hand. One query."""
    return CashEntry.objects.select_related("reversed_by", "written_by").filter(club=club, pk=entry_id).first()


def stored_about(account: Account) -> tuple[str, list[dict[str, Any]]]:
    """What the account booked, for "what is stored about me". Hooked into stored_about. One query."""
    booked = CashEntry.objects.filter(written_by=account).order_by("pk")
    rows = booked.values("club__name", "day", "cents", "purpose", "written_at")
    return "cash_box_rows_booked", [dict(row) for row in rows]


Span = tuple[datetime, datetime]


def _days(year: int) -> Span:
    """From its first moment to that of the next year, in the time of the table."""
    zone = timezone.get_current_timezone()
    return (
        datetime.combine(date(year, 1, 1), time(), zone),
        datetime.combine(date(year + 1, 1, 1), time(), zone),
    )


def _before(club: Club, year: int) -> int:
    """Cents at its beginning. Two queries."""
    start, _end = _days(year)
    booked = CashEntry.objects.filter(club=club, day__lt=date(year, 1, 1)).aggregate(cents=Sum("cents", default=0))
    return int(booked["cents"]) + _paid(Q(made_at__lt=start), Q(taken_back_at__lt=start), club)


def _paid(made: Q, taken_back: Q, club: Club) -> int:
    """What payments came to for the cash box: those `made`, less those `taken_back`. One query."""
    sums = Payment.objects.filter(made, club=club).aggregate(
        came=Sum("cents", filter=Q(receiver=None), default=0),
        back=Sum("cents", filter=Q(receiver=None) & taken_back, default=0),
        went=Sum("cents", filter=Q(payer=None), default=0),
        again=Sum("cents", filter=Q(payer=None) & taken_back, default=0),
    )
    return int(sums["came"] - sums["back"] - sums["went"] + sums["again"])


def _rows(club: Club, span: Span | None = None, last: int | None = None) -> list[Row]:
    """Of a span of time, or enough to hold the last ones. At most three queries: entries, payments, their evenings."""
    entries = CashEntry.objects.filter(club=club).select_related("written_by", "reversed_by")
    payments = Payment.objects.of_cash_box().filter(club=club).exclude(cents=0)
    payments = payments.select_related("payer", "receiver", "made_by", "taken_back_by")
    if span is None:
        found = [_of_entry(entry) for entry in entries.order_by("-day", "-pk")[:last]]
        made = payments.order_by("-made_at", "-pk")[:last]
        back = payments.exclude(taken_back_at=None).order_by("-taken_back_at", "-pk")[:last]
        return found + list(_of_payments(list({*made, *back})))
    start, end = span
    found = [
        _of_entry(entry)
        for entry in entries.filter(day__gte=start.date(), day__lte=(end - timedelta(days=1)).date()).order_by("pk")
    ]
    inside = payments.filter(
        Q(made_at__gte=start, made_at__lt=end) | Q(taken_back_at__gte=start, taken_back_at__lt=end)
    )
    moved = [row for row in _of_payments(list(inside)) if start <= row.at < end]
    return sorted([*found, *moved], key=_in_order)


def _of_entry(entry: CashEntry) -> Row:
    return Row(
        day=entry.day,
        cents=entry.cents,
        at=entry.written_at,
        by=entry.written_by,
        entry=entry,
        is_reversal=entry.reverses_id is not None,
        is_reversed=hasattr(entry, "reversed_by"),
    )


def _of_payments(payments: Sequence[Payment]) -> Iterator[Row]:
    """A payment that was taken back is two rows. One query."""
    evenings = days_settled(payments)
    for payment in payments:
        player = payment.payer or payment.receiver
        row = Row(
            day=timezone.localdate(payment.made_at),
            cents=payment.cents if payment.receiver_id is None else -payment.cents,
            at=payment.made_at,
            by=payment.made_by,
            player=player,
            evenings=evenings.get(payment.pk, ()),
            is_reversed=payment.taken_back_at is not None,
        )
        yield row
        if payment.taken_back_at is not None:
            yield replace(
                row,
                day=timezone.localdate(payment.taken_back_at),
                cents=-row.cents,
                at=payment.taken_back_at,
                by=payment.taken_back_by,
                is_reversal=True,
                is_reversed=False,
            )


def _in_order(row: Row) -> tuple[date, datetime]:
    return row.day, row.at


def _with_balance(rows: Iterable[Row], before: int) -> Iterator[Row]:
    for row in rows:
        before += row.cents
        yield replace(row, balance=before)
