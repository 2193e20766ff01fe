"""Kitty services: book and reverse rows, store bank details and the budget, close years."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.core.formatting import day_and_year, refuse_future
from dokoclub.core.http import Reused
from dokoclub.settlement.models import BankAccount, BudgetLine, CashClosing, CashEntry, CashKind, ClubBank, Payment
from dokoclub.settlement.models.bank import clean_iban
from dokoclub.settlement.models.kitty import fold_purpose
from dokoclub.settlement.selectors import kitty
from dokoclub.settlement.selectors.payments import days_settled
from dokoclub.settlement.services.locks import Changed, NotToClose, OpenedBefore, OtherCurrency
from dokoclub.standings.models.periods import Period


@transaction.atomic
def book_cash(
    club: Club,
    *,
    cents: int,
    purpose: str,
    day: date,
    key: UUID,
    by: Account | None,
    kind: str = CashKind.BOOKED,
    player: Player | None = None,
) -> CashEntry:
    """Book a deposit (more than 0 cents) or a withdrawal (less). The same key with the same content writes once.

    A day of a closed year counts on the first day after it. Raises Reused when the key wrote something else,
    OpenedBefore for a second opening balance, and ValidationError for a future day or one before the opening balance.
    """
    lock_club(club)
    if kind == CashKind.BOOKED and not CashEntry.objects.filter(key=key).exists():
        refuse_before_opening(club, day)
    return book_in_held(club, cents=cents, purpose=purpose, day=day, key=key, by=by, kind=kind, player=player)


def refuse_before_opening(club: Club, day: date) -> None:
    """Raise ValidationError for a day before the opening balance, which already includes that day. One query."""
    opening = kitty.standing_opening(club)
    if opening is not None and day < opening.day:
        message = _("Already included in the opening balance of %(day)s: choose a later day.")
        raise ValidationError(message, code="before", params={"day": day_and_year(opening.day)})


def book_in_held(
    club: Club,
    *,
    cents: int,
    purpose: str,
    day: date,
    key: UUID,
    by: Account | None,
    kind: str = CashKind.BOOKED,
    player: Player | None = None,
    by_table: Period | None = None,
) -> CashEntry:
    """Book the same in a locked club, in its currency. `by_table`: the period of the table that pays it out."""
    if written := CashEntry.objects.filter(key=key).first():
        wanted = (club.pk, cents, purpose, day, kind, player.pk if player else None)
        if (
            written.club_id,
            written.cents,
            written.purpose,
            written.day,
            written.kind,
            written.player_id,
        ) != wanted:
            raise Reused
        return written
    refuse_future(day)
    if kind == CashKind.OPENING and kitty.standing_opening(club):
        raise OpenedBefore
    return write_in_held(
        CashEntry(
            club=club,
            cents=cents,
            currency=club.currency,
            purpose=purpose,
            day=day,
            key=key,
            kind=kind,
            player=player,
            table_first=by_table.first if by_table else None,
            table_last=by_table.last if by_table else None,
        ),
        by=by,
    )


@transaction.atomic
def reverse_cash(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """Reverse `entry` by a row dated today: a closed year stays as it was printed.

    The second time returns the row of the first; a reversal is not reversed but booked again. Raises OtherCurrency
    for an entry in a currency that the club has given up.
    """
    lock_club(entry.club)
    return reverse_in_held(entry, by=by)


def reverse_in_held(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """Do the same in a locked club."""
    if entry.reverses_id is not None:
        return entry
    if reversing := CashEntry.objects.filter(reverses=entry).first():
        return reversing
    if entry.currency != entry.club.currency or entry.kind == CashKind.EXCHANGE:
        raise OtherCurrency
    return write_in_held(_reversing(entry), by=by)


def _reversing(entry: CashEntry) -> CashEntry:
    """Build the reversal of an entry, dated today, without saving it."""
    return CashEntry(
        club=entry.club,
        cents=-entry.cents,
        currency=entry.currency,
        purpose=entry.purpose,
        day=timezone.localdate(),
        kind=entry.kind,
        player_id=entry.player_id,
        reverses=entry,
    )


class Cash(NamedTuple):
    """A deposit or a withdrawal that names a player."""

    cents: int
    purpose: str
    day: date
    key: UUID
    player: Player


def book_together(club: Club, rows: Sequence[Cash], *, by: Account | None) -> list[CashEntry]:
    """Book many rows at once in a locked club, under unused keys. Three statements."""
    entries = [CashEntry(club=club, currency=club.currency, **row._asdict()) for row in rows]
    return _write_together(club, entries, by=by)


def reverse_together(entries: Sequence[CashEntry], *, by: Account | None) -> list[CashEntry]:
    """Reverse these rows, dated today, in a locked club. Raises OtherCurrency."""
    if not entries:
        return []
    club = entries[0].club
    if any(entry.currency != club.currency for entry in entries):
        raise OtherCurrency
    return _write_together(club, [_reversing(entry) for entry in entries], by=by)


def _write_together(club: Club, entries: Sequence[CashEntry], *, by: Account | None) -> list[CashEntry]:
    closed = kitty.closed_through(club)
    last = CashEntry.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    for number, entry in enumerate(entries, start=last + 1):
        is_late = closed is not None and entry.day.year <= closed
        entry.counts_on = date(closed + 1, 1, 1) if is_late and closed is not None else entry.day
        entry.number, entry.written_by = number, by
    return list(CashEntry.objects.bulk_create(entries))


def write_in_held(entry: CashEntry, *, by: Account | None) -> CashEntry:
    """Save an entry with the next number and the day on which it counts. The club must be locked."""
    closed = kitty.closed_through(entry.club)
    entry.counts_on = entry.day if closed is None else max(entry.day, date(closed + 1, 1, 1))
    last = CashEntry.objects.filter(club=entry.club).aggregate(last=Max("number"))["last"]
    entry.number, entry.written_by = (last or 0) + 1, by
    entry.save(force_insert=True)
    return entry


@transaction.atomic
def save_bank_account(account: Account, *, holder: str, iban: str) -> None:
    """Store an account's bank details in place of the old ones. Raises ValidationError for an invalid IBAN."""
    BankAccount.objects.update_or_create(
        account=account, defaults={"holder": holder, "iban": clean_iban(iban), "changed_at": timezone.now()}
    )


def forget_bank_account(account: Account) -> None:
    """Delete an account's bank details, if any. Also hooked into accounts' erase_account."""
    BankAccount.objects.filter(account=account).delete()


@transaction.atomic
def save_club_bank(club: Club, *, holder: str, iban: str, by: Account) -> None:
    """Store the club's bank details in place of the old ones. Raises ValidationError for an invalid IBAN."""
    lock_club(club)
    facts = {"holder": holder, "iban": clean_iban(iban), "changed_at": timezone.now(), "changed_by": by}
    ClubBank.objects.update_or_create(club=club, defaults=facts)


def forget_club_bank(club: Club) -> None:
    """Delete the club's bank details, if any."""
    ClubBank.objects.filter(club=club).delete()


@transaction.atomic
def save_budget_line(club: Club, year: int, *, purpose: str, cents: int) -> None:
    """Store the planned cents of a purpose in place of the old ones; 0 cents deletes the line."""
    club = lock_club(club)
    lines = BudgetLine.objects.filter(club=club, year=year, currency=club.currency, folded=fold_purpose(purpose))
    if not cents:
        lines.delete()
        return
    BudgetLine.objects.update_or_create(
        club=club,
        year=year,
        currency=club.currency,
        folded=fold_purpose(purpose),
        defaults={"purpose": purpose, "cents": cents},
    )


@transaction.atomic
def close_year(
    club: Club, year: int, *, seen: int, counted: int | None, books_difference: bool, key: UUID, by: Account
) -> CashClosing:
    """Close a year of the kitty. The second time returns the closing of the first.

    `seen`: the closing balance on the page; `counted`: the cash counted in the box, if anybody counted, in cents.
    With `books_difference`, the difference is booked on the last day of the year. Earlier years without movement are
    closed with it. Raises NotToClose, and Changed if the year comes to something else by now.
    """
    lock_club(club)
    if closed := kitty.find_closing(club, year):
        return closed
    years = kitty.years_to_close(club)
    if year not in years:
        raise NotToClose
    found, *others = kitty.list_statements(club, year)
    if found.closing != seen:
        raise Changed
    if counted is not None and counted != found.closing and books_difference:
        _book_difference(found, club, counted - found.closing, key=key, by=by)
        found = kitty.get_statement(club, year, found.currency)
    _save_days(club, year)
    for empty in range(years.start, year):
        _close(kitty.list_statements(club, empty), club, counted=None, by=by)
    return _close([found, *others], club, counted=counted, by=by)


def _close(found: Sequence[kitty.Statement], club: Club, *, counted: int | None, by: Account) -> CashClosing:
    """Close a year in each of its currencies; the count is for the first of them."""
    closed, *_others = CashClosing.objects.bulk_create(
        CashClosing(
            club=club,
            year=one.year,
            currency=one.currency,
            opening=one.opening,
            began=one.began,
            came_in=one.came_in,
            went_out=one.went_out,
            rows=len(one.rows),
            counted=counted if one is found[0] else None,
            closed_by=by,
        )
        for one in found
    )
    return closed


def _book_difference(found: kitty.Statement, club: Club, cents: int, *, key: UUID, by: Account) -> None:
    book_cash(
        club,
        cents=cents,
        purpose=_("Counting difference"),
        day=date(found.year, 12, 31),
        key=key,
        by=by,
        kind=CashKind.DIFFERENCE,
    )


def _save_days(club: Club, year: int) -> None:
    """Store the evenings' days with the payments of a closed year, so that they stay as shown then."""
    rows = kitty.payments_in(club, year)
    days = days_settled(rows)
    for row in rows:
        row.kept_days = [day.isoformat() for day in days.get(row.pk, ())]
    Payment.objects.bulk_update(rows, ["kept_days"], batch_size=200)
