"""Members' accounts with the kitty: charges, payments, open amounts, credit and the sums over all accounts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import BigIntegerField, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashEntry, CashKind, Charge, ChargeKind, Payment, Settled
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.selectors.personal_data import digest_facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A charge that is not paid in full; `left` cents of it are open."""

    charge: Charge
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountStanding:
    """A member's open charges and credit with the kitty, in cents.

    `credit`: paid in and not yet used for a charge; negative if too much was paid out.
    """

    player: Player
    items: Sequence[Item]  # the earliest first
    credit: int

    @property
    def open(self) -> int:
        return sum(item.left for item in self.items)

    @property
    def owes(self) -> int:
        """Return the member's debt; negative if the kitty owes the member."""
        return self.open - self.credit

    @property
    def stamp(self) -> str:
        """Return a version token that changes with every open charge and with the credit."""
        facts = [(item.charge.pk, item.left) for item in self.items]
        return digest_facts(facts, self.credit)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """A row of a member's account, in cents: plus is owed, minus was paid. `balance`: what is owed after it."""

    day: date
    cents: int
    at: datetime
    by: Account | None
    currency: str
    charge: Charge | None = None
    entry: CashEntry | None = None
    settles: tuple[Settled, ...] = ()  # the charges this payment settled
    is_reversed: bool = False
    balance: int = 0

    @property
    def player_id(self) -> int:
        row = self.charge or self.entry
        assert row is not None  # noqa: S101  # A line is one or the other.
        assert row.player_id is not None  # noqa: S101  # Entries here are always on an account.
        return row.player_id

    @property
    def is_reversal(self) -> bool:
        row = self.charge or self.entry
        return row is not None and row.reverses_id is not None

    @property
    def can_be_reversed(self) -> bool:
        return not self.is_reversed and not self.is_reversal

    @property
    def rest(self) -> int:
        """Return the cents of a payment that settled no charge."""
        return 0 if self.entry is None or self.is_reversed else -self.cents - sum(one.cents for one in self.settles)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPerson:
    """The account of one member."""

    standing: AccountStanding
    lines: Sequence[AccountLine]  # the earliest first


def list_standings(club: Club) -> list[AccountStanding]:
    """List the accounts of members, and of former members and guests with something open, by name. Three queries."""
    items, paid_ahead = _items(club), get_credits(club)
    named = {item.charge.player_id for item in items} | {pk for pk, cents in paid_ahead.items() if cents}
    people = [one for one in everybody_in(club) if one.pk in named or (one.left_at is None and not one.guest)]
    by_player: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_player[item.charge.player_id].append(item)
    return [
        AccountStanding(player=player, items=by_player[player.pk], credit=paid_ahead.get(player.pk, 0))
        for player in people
    ]


def keeps_accounts(club: Club) -> bool:
    """Return whether the club uses dues and ever wrote anything on a member's account. One query at most."""
    if not club.uses("dues"):
        return False
    charged, moved = Charge.objects.filter(club=OuterRef("pk")), CashEntry.objects.filter(club=OuterRef("pk"))
    on_accounts = Exists(charged) | Exists(moved.filter(kind=CashKind.ACCOUNT))
    return Club.objects.filter(on_accounts, pk=club.pk).exists()


def get_standing(player: Player) -> AccountStanding:
    """Return a player's open charges and credit. Four queries."""
    items = _items(player.club, player)
    return AccountStanding(player=player, items=items, credit=get_credits(player.club, player).get(player.pk, 0))


def get_person(player: Player) -> AccountPerson:
    """Return a player's account with all its rows. Seven queries for any number of rows."""
    return AccountPerson(standing=get_standing(player), lines=get_lines(player.club, player).get(player.pk, []))


def get_lines(club: Club, player: Player | None = None) -> dict[int, list[AccountLine]]:
    """Return the rows of each player's account by player, the earliest first. Three queries."""
    rows: dict[int, list[AccountLine]] = defaultdict(list)
    found = [*_charge_lines(club, player), *_entry_lines(club, player)]
    for line in sorted(found, key=lambda line: (line.day, line.at)):
        mine = rows[line.player_id]
        mine.append(replace(line, balance=line.cents + (mine[-1].balance if mine else 0)))
    return dict(rows)


def get_credits(club: Club, player: Player | None = None) -> dict[int, int]:
    """Return each player's credit in cents: paid in and not used for a charge, less paid out again. One query."""
    paid = entries_on_accounts(club, player).filter(reverses=None, reversed_by=None)
    rest = F("cents") - _get_settled("entry")
    return {pk: int(cents) for pk, cents in paid.order_by().values_list("player").annotate(sum=Sum(rest))}


def get_balances(club: Club, currency: str | None = None) -> dict[int, int]:
    """Return each player's debt by all rows, reversed ones too: charges less payments, in cents. Two queries."""
    wanted = currency or club.currency
    found = _sums(Charge.objects.filter(club=club, currency=wanted), "player")
    for pk, cents in _sums(entries_on_accounts(club).filter(currency=wanted), "player").items():
        found[pk] = found.get(pk, 0) - cents
    return found


def paid_for(charges: QuerySet[Charge]) -> dict[int, int]:
    """Return the settled cents of each charge. One query."""
    return _sums(Settled.objects.active().filter(charge__in=charges), "charge")


def entries_on_accounts(club: Club, player: Player | None = None) -> QuerySet[CashEntry]:
    """Return the rows of the kitty that move a member's account."""
    rows = CashEntry.objects.filter(club=club, kind=CashKind.ACCOUNT)
    return rows.filter(player=player) if player else rows


def find_charge(club: Club, charge_id: int) -> Charge | None:
    """Return a charge that can be reversed or was reversed, None if there is none. One query."""
    found = Charge.objects.select_related("player", "club", "entry", "made_by", "reversed_by")
    return found.filter(club=club, pk=charge_id, reverses=None).first()


def unpaid_fines(evening: Evening) -> list[Item]:
    """List the fines of an evening that have no payment yet, the latest first. Two queries."""
    charges = Charge.objects.active().filter(evening=evening, kind=ChargeKind.FINE).select_related("player")
    paid = paid_for(charges)
    return [Item(charge=one, left=one.cents) for one in charges.order_by("-pk") if one.pk not in paid]


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """Return a player's account, in cents. Hooked into stored_about_player. Two queries."""
    return "account_with_the_cash_box", _stored(Q(player=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the same for an account, and the charges it made. Hooked into stored_about. Three queries."""
    charged = Charge.objects.filter(made_by=account).order_by("pk").values("club__name", "day", "cents", "purpose")
    return "account_with_the_cash_box", {**_stored(Q(player__account=account)), "charged": list(charged)}


def _stored(whose: Q) -> dict[str, Any]:
    charges = Charge.objects.filter(whose).order_by("day", "pk")
    paid = CashEntry.objects.filter(whose).order_by("day", "pk")
    return {
        "charges": list(charges.values("club__name", "day", "cents", "purpose", "reason")),
        "named_in_the_cash_box": list(paid.values("club__name", "day", "cents", "purpose")),
    }


def _items(club: Club, player: Player | None = None) -> list[Item]:
    """List the open charges. One query."""
    left = F("cents") - _get_settled("charge")
    charges: Any = Charge.objects.active().filter(club=club).annotate(left=left).exclude(left=0)
    charges = (charges.filter(player=player) if player else charges).select_related("player", "due")
    return [Item(charge=charge, left=charge.left) for charge in charges]


def _get_settled(row: str) -> Coalesce:
    """Return the subquery for the settled cents of a charge, or for the cents an entry settled."""
    settled = Settled.objects.active().filter(**{row: OuterRef("pk")}).order_by().values(row)
    return Coalesce(Subquery(settled.annotate(sum=Sum("cents")).values("sum")), 0, output_field=BigIntegerField())


def _sums(rows: QuerySet[Any], by: str) -> dict[int, int]:
    summed = rows.order_by().values_list(by).annotate(sum=Sum("cents"))
    return {pk: int(cents) for pk, cents in summed}


def _charge_lines(club: Club, player: Player | None) -> Iterable[AccountLine]:
    charges = Charge.objects.filter(club=club).select_related("made_by", "reversed_by", "evening", "due")
    for charge in charges.filter(player=player) if player else charges:
        yield AccountLine(
            day=charge.day,
            cents=charge.cents,
            currency=charge.currency,
            at=charge.made_at,
            by=charge.made_by,
            charge=charge,
            is_reversed=hasattr(charge, "reversed_by"),
        )


def _entry_lines(club: Club, player: Player | None) -> Iterable[AccountLine]:
    entries = list(entries_on_accounts(club, player).select_related("written_by", "reversed_by"))
    settles: dict[int, list[Settled]] = defaultdict(list)
    for one in Settled.objects.active().filter(entry__in=entries).select_related("charge__due"):
        settles[one.entry_id].append(one)
    for entry in entries:
        yield AccountLine(
            day=entry.counts_on,
            cents=-entry.cents,
            currency=entry.currency,
            at=entry.written_at,
            by=entry.written_by,
            entry=entry,
            settles=tuple(settles[entry.pk]),
            is_reversed=hasattr(entry, "reversed_by"),
        )


def sums_of_accounts(club: Club, currency: str | None = None) -> dict[str, int]:
    """Return the sums of all accounts in cents of one currency, by default the club's.

    Holds the cash in the box and the members' debts, and with the opposite sign where both came from. Purposes: what
    was booked for them by hand or charged; evenings: payments for them. Eight queries.
    """
    wanted = currency or club.currency
    booked = (
        CashEntry.objects.filter(club=club, currency=wanted)
        .exclude(kind=CashKind.ACCOUNT)
        .aggregate(sum=Sum("cents", default=0))
    )
    charged = Charge.objects.filter(club=club, currency=wanted).aggregate(sum=Sum("cents", default=0))
    paid = Payment.objects.active().filter(club=club, currency=wanted)
    came = paid.filter(receiver=None).aggregate(sum=Sum("cents", default=0))["sum"]
    went = paid.filter(payer=None).aggregate(sum=Sum("cents", default=0))["sum"]
    return {
        "box": get_balance(club, wanted),
        "members": sum(get_balances(club, wanted).values()),
        "purposes": -int(booked["sum"]) - int(charged["sum"]),
        "evenings": int(went) - int(came),
    }


def currencies_moved(club: Club) -> list[str]:
    """List every currency with a row of the kitty, of accounts or of payments. Three queries."""
    tables = (CashEntry, Charge, Payment)
    rows = (model._default_manager.filter(club=club).order_by() for model in tables)
    found = {currency for some in rows for currency in some.values_list("currency", flat=True).distinct()}
    return sorted(found | {club.currency})
