"""Recent payments and clearings of a club, and their evenings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Clearing, Payment, Transfer, TransferKind
from dokoclub.settlement.selectors.open_transfers import OpenLine, digest_lines
from dokoclub.settlement.selectors.owing import open_lines
from scoring.money.corrections import OpenTransfer, clear_all, net_between
from scoring.money.shares import Listing
from scoring.money.transfers import EXACT_UP_TO
from scoring.money.transfers import Transfer as Owed

LAST: Final = 10
LAST_CLEARINGS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    payment: Payment
    days: tuple[date, ...]  # days of the settled evenings, the earliest first
    is_clearing: bool = False  # It settled payments of a clearing.


def last_payments(club: Club) -> list[Paid]:
    """List the last ten payments not taken back, the newest first. Three queries."""
    rows = Payment.objects.active().filter(club=club).select_related("payer", "receiver", "made_by")
    found = list(rows.order_by("-made_at", "-pk")[:LAST])
    days, cleared = days_settled(found), find_clearings_among(found)
    return [Paid(payment=row, days=days.get(row.pk, ()), is_clearing=row.pk in cleared) for row in found]


def is_settled(evening: Evening) -> bool:
    """Return whether anything of the evening was paid or cleared. One query."""
    return Transfer.objects.settled_of(evening).exists()


def find_payment(club: Club, payment_id: int) -> Payment | None:
    """Return a payment, taken back or not. One query."""
    return Payment.objects.filter(club=club, pk=payment_id).select_related("club").first()


def list_payments(club: Club, ids: Collection[int]) -> list[Payment]:
    """List these payments of the club, taken back or not, the earliest first. One query."""
    return list(Payment.objects.filter(club=club, pk__in=ids).select_related("club").order_by("pk"))


def days_settled(payments: Collection[Payment]) -> dict[int, tuple[date, ...]]:
    """Return the days of the evenings that each payment settled, the earliest first.

    One query, none without payments. Days of payments in a closed year of the kitty stay fixed, even if the
    evening moves to another day.
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


def find_clearings_among(payments: Collection[Payment]) -> set[int]:
    """Return the payments that settled payments of a clearing. One query, none without payments."""
    return {pk for pk, kinds in kinds_settled(payments).items() if TransferKind.CLEARING in kinds}


def kinds_settled(payments: Collection[Payment]) -> dict[int, set[str]]:
    """Return the kinds of lists that each payment settled. One query, none without payments."""
    if not payments:
        return {}
    settled = Payment.settles.through.objects.filter(payment__in=[row.pk for row in payments])
    found: dict[int, set[str]] = {}
    for payment, kind in settled.values_list("payment_id", "transfer__list__kind").distinct():
        found.setdefault(payment, set()).add(kind)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The preview of a clearing.

    `straight`: only between parties who owe each other; `through`: through others, the fewest if `is_proven`.
    """

    lines: Sequence[OpenLine]
    straight: Sequence[Owed]
    through: Sequence[Owed]
    names: Mapping[int, Player]

    @property
    def stamp(self) -> str:
        return digest_lines(self.lines)

    @property
    def is_proven(self) -> bool:
        """Return whether fewer payments are impossible."""
        return len({party for one in self.through for party in (one.payer, one.receiver)}) <= EXACT_UP_TO


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared:
    """A clearing with its payments, and the transfers it settled when it was made."""

    clearing: Clearing
    payments: Sequence[Transfer]
    settled: Sequence[Transfer]

    @property
    def can_be_taken_back(self) -> bool:
        return self.clearing.stands and not any(row.is_settled for row in self.payments)


def lines_to_clear(club: Club) -> list[OpenLine]:
    """List all open transfers in the club's currency. Nine queries at most."""
    return [line for line in open_lines(club) if line.currency == club.currency]


def get_preview(club: Club) -> Preview:
    """Return the preview of a clearing. Eleven queries at most."""
    lines = lines_to_clear(club)
    owed = [line.owed for line in lines]
    parties = {party for one in owed for party in (one.payer, one.receiver) if party is not None}
    return Preview(
        lines=lines,
        straight=get_listing(club, owed, through_others=False).transfers,
        through=get_listing(club, owed, through_others=True).transfers,
        names=Player.objects.in_bulk(parties),
    )


def get_listing(club: Club, owed: Sequence[Owed], *, through_others: bool) -> Listing:
    """Return everybody's total and the payments; ties are broken by name. One query."""
    seats = list(Player.objects.filter(club=club).order_by("folded_name", "pk").values_list("pk", flat=True))
    numbered = [OpenTransfer(number, one) for number, one in enumerate(owed)]
    listing = clear_all(numbered, seats).listing
    if through_others:
        return listing
    place = {share.party: index for index, share in enumerate(listing.shares)}
    pairs = {tuple(sorted((one.payer, one.receiver), key=place.__getitem__)) for one in owed}
    nets = [net_between(one, other, numbered).payment for one, other in pairs]
    payments = sorted((one for one in nets if one), key=lambda one: (place[one.payer], place[one.receiver]))
    return Listing(listing.shares, tuple(payments))


def list_clearings(club: Club) -> list[Clearing]:
    """List the last five clearings, the newest first. One query."""
    return list(Clearing.objects.filter(club=club).select_related("money")[:LAST_CLEARINGS])


def find_clearing(club: Club, clearing_id: int) -> Clearing | None:
    """Return a clearing of the club. One query."""
    found = Clearing.objects.filter(club=club, pk=clearing_id)
    return found.select_related("club", "money", "made_by", "taken_back_by").first()


def cleared_by(clearing: Clearing) -> Cleared:
    """Return a clearing with its payments. Two queries."""
    payments = Transfer.objects.filter(list__money=clearing.money).select_related("payer", "receiver", "payment")
    settled = clearing.settles.select_related("payer", "receiver", "list__money").order_by("list__money__day", "pk")
    return Cleared(clearing=clearing, payments=list(payments.order_by("pk")), settled=list(settled))


def has_paid(club: Club, account: Account) -> bool:
    """Return whether the account has ever marked a payment of this club. One query."""
    return Payment.objects.filter(club=club, made_by=account).exists()
