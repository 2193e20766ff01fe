"""Integrity checks: compare frozen lists, payments, clearings and kitties with the right amounts.

Hooked into check_ledger.
"""

from collections.abc import Iterator

from django.db.models import F, Q, Sum

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings.domain.ledger_check import report_breaks
from dokoclub.settlement.models import (
    OF_EVENINGS,
    CashClosing,
    CashEntry,
    Charge,
    Clearing,
    EveningMoney,
    Payment,
    Settled,
    Transfer,
)
from dokoclub.settlement.selectors.accounts import currencies_moved, get_balances, list_standings, sums_of_accounts
from dokoclub.settlement.selectors.kitty import get_statement
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services.freezing import amounts_owed, missing_listing, sum_amounts
from scoring.money.transfers import net_amounts


def check_money(club: Club | None = None) -> Iterator[str]:
    """List all errors in the money of a club, or of all: evenings settled, and payments.

    Eight queries an evening, one a payment.
    """
    mine = ~Q(club__deleted_at=UNFINISHED) if club is None else Q(club=club)
    frozen = EveningMoney.objects.frozen().filter(mine).select_related("evening__club").order_by("pk")
    for money in frozen.iterator(chunk_size=500):
        yield from report_breaks(f"The money of {money.day} in the club {money.club_id}", _evening(money))
    for payment in Payment.objects.filter(mine).order_by("pk").iterator(chunk_size=500):
        yield from report_breaks(f"The payment {payment.pk} in the club {payment.club_id}", _payment(payment))


def _evening(money: EveningMoney) -> Iterator[str]:
    """Yield the errors of an evening. While it is open its corrections wait for its end."""
    if money.is_clearing:
        yield from _clearing(money.clearing)
        return
    evening = money.evening
    if evening and evening.is_open and not evening.deleted_at:
        return
    is_there = evening is not None and evening.deleted_at is None
    found = settle_live(evening) if evening and is_there else None
    rows = Transfer.objects.filter(list__money=money, gone=False).select_related("list")
    for kind in OF_EVENINGS:
        standing = [row for row in rows if row.list.kind == kind]
        for party, cents in sum_amounts(missing_listing(kind, standing, found).transfers).items():
            yield f"The {kind} of {money.day} in the club {money.club_id}: {_who(party)} lacks {cents} cents"


def _clearing(clearing: Clearing) -> Iterator[str]:
    """Yield the errors of a clearing.

    Its payments must equal the transfers it settles; after being taken back it settles nothing and nobody owes its
    payments.
    """
    cleared = [amounts_owed(row) for row in clearing.cleared.all()]
    owed = [amounts_owed(row) for row in Transfer.objects.filter(list__money=clearing.money_id, gone=False)]
    if not clearing.stands and (cleared or owed):
        yield f"The clearing {clearing.pk} was taken back, and yet it settles {len(cleared)} transfers"
    for party, cents in sum_amounts([*owed, *(one._replace(cents=-one.cents) for one in cleared)]).items():
        yield f"The clearing {clearing.pk} of the club {clearing.club_id}: {_who(party)} lacks {-cents} cents"


def _payment(payment: Payment) -> Iterator[str]:
    rows = list(payment.transfers.all())
    if rows and not payment.stands:
        yield f"The payment {payment.pk} was taken back, and yet it settles {len(rows)} transfers"
    if rows:
        due = net_amounts(amounts_owed(row) for row in rows).get(payment.receiver_id, 0)
        if due != payment.cents:
            yield f"The payment {payment.pk} is one of {payment.cents} cents for transfers of {due}"


def _who(party: int | None) -> str:
    return "the kitty" if party is None else f"player {party}"


def check_cash() -> Iterator[str]:
    """List all errors in any kitty. Some thirty queries a club, six a closed year."""
    for club in Club.objects.exclude(deleted_at=UNFINISHED).order_by("pk").iterator(chunk_size=500):
        yield from report_breaks(f"The kitty of the club {club.pk}", cash_problems(club))


def cash_problems(club: Club) -> Iterator[str]:
    """List the errors in the kitty of one club."""
    yield from _entries(club)
    yield from _accounts(club)
    yield from _sums(club)
    for closing in CashClosing.objects.filter(club=club).order_by("year"):
        yield from _closing(club, closing)


def _entries(club: Club) -> Iterator[str]:
    rows = CashEntry.objects.filter(club=club).select_related("reverses").order_by("number")
    for expected, entry in enumerate(rows.iterator(chunk_size=500), start=1):
        if entry.number != expected:
            yield f"The kitty of the club {club.pk} lacks the number {expected}"
            return
        if entry.counts_on < entry.day:
            yield f"The row {entry.number} of the kitty of the club {club.pk} counts before its day"
        undone = entry.reverses
        if undone and (undone.cents, undone.kind, undone.player_id) != (-entry.cents, entry.kind, entry.player_id):
            yield f"The row {entry.number} of the kitty of the club {club.pk} is not what it reverses"


def _accounts(club: Club) -> Iterator[str]:
    """Yield the errors in charges, payments, and settlements."""
    where = f"of the club {club.pk}"
    for settled in Settled.objects.filter(charge__club=club).select_related("charge", "entry"):
        if (settled.charge.player_id, club.pk) != (settled.entry.player_id, settled.entry.club_id):
            yield f"The row {settled.entry.number} {where} settles what somebody else owes"
    by_entries = Sum("settled__cents", filter=Q(settled__entry__reversed_by=None), default=0)
    on_charges = Sum("settles__cents", filter=Q(settles__charge__reversed_by=None), default=0)
    charges = Charge.objects.active().filter(club=club).annotate(gone=by_entries)
    rows = CashEntry.objects.filter(club=club, reversed_by=None).annotate(gone=on_charges)
    for name, some in (("charge", charges), ("row", rows)):
        over = some.filter(gone__gt=F("cents")).exclude(gone=0)  # A row that was paid out has negative cents.
        for pk, cents in over.order_by("pk").values_list("pk", "cents"):
            yield f"The {name} {pk} {where} is settled by more than its {cents} cents"


def _sums(club: Club) -> Iterator[str]:
    """Yield errors in sums: in each currency all accounts and the box sum to zero.

    Nothing is open in a currency that was given up.
    """
    where = f"of the club {club.pk}"
    balances = get_balances(club)
    owed = {one.player.pk: one.owes for one in list_standings(club)}
    for player in sorted(balances.keys() | owed.keys()):
        by_rows, by_items = balances.get(player, 0), owed.get(player, 0)
        if by_rows != by_items:
            yield f"Player {player} {where} owes {by_rows} cents by rows, {by_items} by what is open"
    for currency in currencies_moved(club):
        rest = sum(sums_of_accounts(club, currency).values())
        if rest:
            yield f"The accounts {where} and its kitty come to {rest} cents of {currency}"
        if currency != club.currency and any(get_balances(club, currency).values()):
            yield f"Somebody {where} owes the kitty something in {currency}, which was given up"


def _closing(club: Club, closing: CashClosing) -> Iterator[str]:
    now = get_statement(club, closing.year, closing.currency)
    was = (closing.opening, closing.began, closing.came_in, closing.went_out, closing.rows)
    if was != (now.opening, now.began, now.came_in, now.went_out, len(now.rows)):
        yield (
            f"The year {closing.year} of the kitty of the club {club.pk} was closed with {closing.closing} cents"
            f" in {closing.rows} rows, and comes to {now.closing} in {len(now.rows)}"
        )
