"""The kitty: rows booked by hand and payments by or to players, balances, statements, years and the budget."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any, Final

from django.db.models import Min, Q, Sum
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.settlement.models import (
    BudgetLine,
    CashClosing,
    CashEntry,
    CashKind,
    Charge,
    Payment,
    Settled,
    TransferKind,
)
from dokoclub.settlement.selectors.payments import days_settled, kinds_settled

LAST: Final = 10  # rows on the page of the kitty


@dataclass(frozen=True, slots=True, kw_only=True)
class CashRow:
    """A movement of the kitty, in cents: plus came in. `balance`: after it. `day`: the day on which it counts."""

    day: date
    cents: int
    currency: str
    at: datetime  # when it was written
    by: Account | None
    is_reversal: bool = False
    is_reversed: bool = False
    entry: CashEntry | None = None  # None: a payment
    player: Player | None = None  # the payer, the receiver or the player named in the row
    charges: tuple[Charge, ...] = ()  # settled by this row on an account, or by the row it reverses
    evenings: tuple[date, ...] = ()  # settled by the payment
    is_clearing: bool = False  # It settled payments of a clearing.
    is_flat: bool = False  # It settled flat amounts only.
    balance: int = 0

    @property
    def number(self) -> int | None:
        """Return the number of the voucher; a payment has its evenings instead."""
        return self.entry.number if self.entry else None

    @property
    def late_for(self) -> date | None:
        """Return the day the money changed hands, if it lies in a closed year and counts only in the next one."""
        return self.entry.day if self.entry and self.entry.day != self.entry.counts_on else None

    @property
    def can_be_reversed(self) -> bool:
        """Return whether the row can be reversed: booked by hand and no change of currency."""
        if self.entry is None or self.is_reversed or self.is_reversal:
            return False
        return self.entry.kind != CashKind.EXCHANGE

    @property
    def is_opening(self) -> bool:
        """Return whether this is the opening balance, which is neither income nor expense."""
        return self.entry is not None and self.entry.kind == CashKind.OPENING

    @property
    def comes_in(self) -> bool:
        """Return whether the row counts as a deposit. Reversing a deposit reduces deposits; it adds no withdrawal."""
        return (self.cents > 0) is not self.is_reversal


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A year of the kitty, in cents; `began` + `came_in` + `went_out` lead from `opening` to `closing`."""

    year: int
    currency: str
    opening: int  # from the year before
    began: int  # booked as opening balance
    came_in: int
    went_out: int  # minus
    rows: Sequence[CashRow]  # the oldest first

    @property
    def closing(self) -> int:
        return self.opening + self.began + self.came_in + self.went_out


def get_balance(club: Club, currency: str | None = None) -> int:
    """Return the cents in the kitty now, in the club's currency or another. Two queries."""
    wanted = currency or club.currency
    booked = CashEntry.objects.filter(club=club, currency=wanted).aggregate(cents=Sum("cents", default=0))["cents"]
    return int(booked) + _paid(Q(), Q(taken_back_at__isnull=False), club, wanted)


def get_statement(club: Club, year: int, currency: str | None = None) -> Statement:
    """Return a year's statement in its first currency, or in another.

    Ten queries at most for any number of rows.
    """
    wanted = currency or list_currencies(club, year)[0]
    opening = _before(club, year, wanted)
    rows = list(_with_balance(_rows(club, wanted, _days(year)), opening))
    return Statement(
        year=year,
        currency=wanted,
        opening=opening,
        began=sum(row.cents for row in rows if row.is_opening),
        came_in=sum(row.cents for row in rows if row.comes_in and not row.is_opening),
        went_out=sum(row.cents for row in rows if not row.comes_in and not row.is_opening),
        rows=rows,
    )


def list_statements(club: Club, year: int) -> list[Statement]:
    """List a statement for each currency of the year, the club's own first."""
    return [get_statement(club, year, currency) for currency in list_currencies(club, year)]


def list_currencies(club: Club, year: int) -> list[str]:
    """List the currencies that moved the box in that year, the club's own first. Four queries at most.

    If nothing moved: the currency of the last movement before, or the club's own.
    """
    booked = CashEntry.objects.filter(club=club).order_by()
    paid = Payment.objects.of_kitty().filter(club=club).exclude(cents=0).order_by()
    found = {*booked.filter(counts_on__year=year).values_list("currency", flat=True).distinct()}
    found |= {*paid.filter(_moved_within(_days(year))).values_list("currency", flat=True).distinct()}
    if not found:
        _start, end = _days(year)
        entry = booked.filter(counts_on__lt=end.date()).order_by("-number").first()
        payment = paid.filter(made_at__lt=end).order_by("-made_at", "-pk").first()
        before = [(row.written_at, row.currency) for row in (entry,) if row]
        before += [(row.made_at, row.currency) for row in (payment,) if row]
        found = {max(before)[1] if before else club.currency}
    return sorted(found, key=lambda currency: (currency != club.currency, currency))


def last_rows(club: Club) -> list[CashRow]:
    """List the last ten rows in the club's currency, the newest first, with the balance after each.

    At most six queries.
    """
    rows = sorted(_rows(club, club.currency, last=LAST), key=_in_order)[-LAST:]
    before = get_balance(club) - sum(row.cents for row in rows)
    return list(_with_balance(rows, before))[::-1]


def list_years(club: Club) -> list[int]:
    """List the years with rows, and this year; the newest first. Two queries."""
    first_entry = CashEntry.objects.filter(club=club).aggregate(first=Min("counts_on"))["first"]
    paid = Payment.objects.of_kitty().filter(club=club).exclude(cents=0).aggregate(first=Min("made_at"))["first"]
    this = timezone.localdate().year
    found = [first_entry.year] if first_entry else []
    found += [timezone.localtime(paid).year] if paid else []
    return list(range(this, min([this, *found]) - 1, -1))


def standing_opening(club: Club) -> CashEntry | None:
    """Return the opening balance, unless it was reversed. One query."""
    booked = CashEntry.objects.filter(club=club, kind=CashKind.OPENING, reverses=None)
    return booked.filter(reversed_by=None).first()


def find_closing(club: Club, year: int, currency: str | None = None) -> CashClosing | None:
    """Return the closing of a year in its first currency, or in another. One query."""
    rows = CashClosing.objects.filter(club=club, year=year).select_related("closed_by").order_by("pk")
    return (rows.filter(currency=currency) if currency else rows).first()


def closed_through(club: Club) -> int | None:
    """Return the last closed year; all years before it are closed too. One query."""
    return CashClosing.objects.filter(club=club).values_list("year", flat=True).order_by("-year").first()


def year_to_close(club: Club) -> int | None:
    """Return the last of the years that can be closed now, None if there is none. Five queries at most."""
    return next(reversed(years_to_close(club)), None)


def years_to_close(club: Club) -> range:
    """Return the years that are over and not closed, up to the first with a movement.

    Years before it are closed with it. Five queries at most.
    """
    last, years = closed_through(club), list_years(club)
    first, this = years[-1] if last is None else max(last + 1, years[-1]), timezone.localdate().year
    if first >= this:
        return range(0)
    moved = _next_moved(club, first)
    return range(first, this if moved is None else min(moved + 1, this))


def _next_moved(club: Club, first: int) -> int | None:
    """Return the first year from `first` on with a movement of the box. Two queries."""
    start, _end = _days(first)
    booked = CashEntry.objects.filter(club=club, counts_on__gte=start.date()).aggregate(first=Min("counts_on"))
    paid = Payment.objects.of_kitty().filter(club=club).exclude(cents=0)
    moments = paid.aggregate(
        made=Min("made_at", filter=Q(made_at__gte=start)), back=Min("taken_back_at", filter=Q(taken_back_at__gte=start))
    )
    found = [timezone.localtime(moment).year for moment in moments.values() if moment]
    return min([*found, *([booked["first"].year] if booked["first"] else [])], default=None)


def find_entry(club: Club, entry_id: int) -> CashEntry | None:
    """Return a row booked by hand. One query."""
    return (
        CashEntry.objects.select_related("reversed_by", "written_by", "player").filter(club=club, pk=entry_id).first()
    )


def stored_about(account: Account) -> tuple[str, list[dict[str, Any]]]:
    """Return the rows the account booked, for "what is stored about me". Hooked into stored_about. One query."""
    booked = CashEntry.objects.filter(written_by=account).order_by("pk")
    rows = booked.values("club__name", "day", "cents", "purpose", "written_at")
    return "cash_box_rows_booked", [dict(row) for row in rows]


Span = tuple[datetime, datetime]


def _days(year: int) -> Span:
    """Return the first moment of a year and that of the next one, in the time zone of the table."""
    zone = timezone.get_current_timezone()
    return (
        datetime.combine(date(year, 1, 1), time(), zone),
        datetime.combine(date(year + 1, 1, 1), time(), zone),
    )


def _before(club: Club, year: int, currency: str) -> int:
    """Return the cents at the beginning of a year. Two queries."""
    start, _end = _days(year)
    rows = CashEntry.objects.filter(club=club, currency=currency, counts_on__lt=date(year, 1, 1))
    booked = rows.aggregate(cents=Sum("cents", default=0))
    return int(booked["cents"]) + _paid(Q(made_at__lt=start), Q(taken_back_at__lt=start), club, currency)


def _paid(made: Q, taken_back: Q, club: Club, currency: str) -> int:
    """Return the kitty's sum of payments: those `made`, less those `taken_back`. One query."""
    sums = Payment.objects.filter(made, club=club, currency=currency).aggregate(
        came=Sum("cents", filter=Q(receiver=None), default=0),
        back=Sum("cents", filter=Q(receiver=None) & taken_back, default=0),
        went=Sum("cents", filter=Q(payer=None), default=0),
        again=Sum("cents", filter=Q(payer=None) & taken_back, default=0),
    )
    return int(sums["came"] - sums["back"] - sums["went"] + sums["again"])


def _rows(club: Club, currency: str, span: Span | None = None, last: int | None = None) -> list[CashRow]:
    """List the rows of a span of time, or enough rows to include the last ones.

    At most four queries: entries, the charges settled on accounts, payments, their evenings.
    """
    entries = CashEntry.objects.filter(club=club, currency=currency).select_related(
        "written_by", "reversed_by", "player"
    )
    payments = Payment.objects.of_kitty().filter(club=club, currency=currency).exclude(cents=0)
    payments = payments.select_related("payer", "receiver", "made_by", "taken_back_by")
    if span is None:
        found = [_of_entry(entry) for entry in entries.order_by("-counts_on", "-pk")[:last]]
        made = payments.order_by("-made_at", "-pk")[:last]
        back = payments.exclude(taken_back_at=None).order_by("-taken_back_at", "-pk")[:last]
        return _with_charges(found) + list(_of_payments(list({*made, *back})))
    start, end = span
    found = [
        _of_entry(entry, until=end.date())
        for entry in entries.filter(counts_on__gte=start.date(), counts_on__lt=end.date()).order_by("pk")
    ]
    inside = payments.filter(_moved_within(span))
    moved = [row for row in _of_payments(list(inside), until=end) if start <= row.at < end]
    return sorted([*_with_charges(found), *moved], key=_in_order)


def _with_charges(rows: list[CashRow]) -> list[CashRow]:
    """Add the settled charges to the rows on accounts. One query, if there are such rows."""
    of = {row.entry.pk: row.entry.reverses_id or row.entry.pk for row in rows if _is_on_account(row) and row.entry}
    if not of:
        return rows
    settled: dict[int, list[Charge]] = {}
    for one in Settled.objects.filter(entry__in=set(of.values())).select_related("charge__due"):
        settled.setdefault(one.entry_id, []).append(one.charge)
    return [
        replace(row, charges=tuple(settled.get(of[row.entry.pk], ()))) if row.entry and row.entry.pk in of else row
        for row in rows
    ]


def _is_on_account(row: CashRow) -> bool:
    return row.entry is not None and row.entry.kind == CashKind.ACCOUNT


def _moved_within(span: Span) -> Q:
    start, end = span
    return Q(made_at__gte=start, made_at__lt=end) | Q(taken_back_at__gte=start, taken_back_at__lt=end)


def payments_in(club: Club, year: int) -> list[Payment]:
    """List the payments for evenings that moved the kitty in that year. One query."""
    rows = Payment.objects.of_kitty().filter(_moved_within(_days(year)), club=club).exclude(cents=0)
    return list(rows.order_by("pk"))


def _of_entry(entry: CashEntry, until: date | None = None) -> CashRow:
    """Turn an entry into a row. `until`: a reversal from that day on does not count, as at the year's end."""
    reversing: CashEntry | None = getattr(entry, "reversed_by", None)
    return CashRow(
        day=entry.counts_on,
        cents=entry.cents,
        currency=entry.currency,
        at=entry.written_at,
        by=entry.written_by,
        entry=entry,
        is_reversal=entry.reverses_id is not None,
        is_reversed=reversing is not None and (until is None or reversing.counts_on < until),
        player=entry.player,
    )


def _of_payments(payments: Sequence[Payment], until: datetime | None = None) -> Iterator[CashRow]:
    """Turn payments into rows; a payment that was taken back gives two rows. Two queries."""
    evenings, kinds_of = days_settled(payments), kinds_settled(payments)
    for payment in payments:
        player, kinds = payment.payer or payment.receiver, kinds_of.get(payment.pk, set())
        row = CashRow(
            day=timezone.localdate(payment.made_at),
            cents=payment.cents if payment.receiver_id is None else -payment.cents,
            currency=payment.currency,
            at=payment.made_at,
            by=payment.made_by,
            player=player,
            evenings=evenings.get(payment.pk, ()),
            is_clearing=TransferKind.CLEARING in kinds,
            is_flat=kinds == {TransferKind.FLAT},
            is_reversed=payment.taken_back_at is not None and (until is None or payment.taken_back_at < until),
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


def _in_order(row: CashRow) -> tuple[date, datetime, bool, int]:
    """Return the sort key: at the same moment vouchers by number, such as the dues of all, then payments."""
    return row.day, row.at, row.number is None, row.number or 0


def _with_balance(rows: Iterable[CashRow], before: int) -> Iterator[CashRow]:
    for row in rows:
        before += row.cents
        yield replace(row, balance=before)


def get_budget(club: Club, year: int, currency: str) -> list[BudgetLine]:
    """List the budget of a year in a currency. One query."""
    return list(BudgetLine.objects.filter(club=club, year=year, currency=currency))
