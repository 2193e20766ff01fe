"""Personal data: the debts of a person, the payments an account marked; and version tokens of plain values."""

from hashlib import sha256
from typing import Any, Final

from django.db.models import F, Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.settlement.models import Clearing, EveningMoney, Payment, Transfer

# A missing name is the kitty.
_TRANSFER: Final = {
    "date": F("list__money__day"),
    "from": F("payer__name"),
    "to": F("receiver__name"),
    "paid_at": F("payment__made_at"),
}
LENGTH: Final = 16


def stored_about_player(player: Player) -> tuple[str, list[dict[str, Any]]]:
    """Return the player's debts, receipts and payments, in cents. Hooked into stored_about_player. One query."""
    return "payments", _transfers(Q(payer=player) | Q(receiver=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the same for an account, and its own bookings. Hooked into stored_about. Five queries."""
    taken_back = Payment.objects.filter(taken_back_by=account)
    return "payments", {
        "transfers": _transfers(Q(payer__account=account) | Q(receiver__account=account)),
        "marked_as_paid": list(Payment.objects.filter(made_by=account).values("made_at", "cents")),
        "clearings": list(Clearing.objects.filter(made_by=account).values("made_at", "club__name")),
        "taken_back": list(taken_back.values("taken_back_at", "cents")),
        "evenings_settled": list(EveningMoney.objects.filter(frozen_by=account).values("day", "frozen_at")),
    }


def _transfers(whose: Q) -> list[dict[str, Any]]:
    rows = Transfer.objects.not_deleted().filter(whose).order_by("list__money__day", "pk")
    return [dict(row) for row in rows.values("cents", "club__name", **_TRANSFER)]


def players_of_account(account: Account) -> list[Player]:
    """List the account's players with their clubs, without deleted clubs. One query."""
    found = Player.objects.filter(account=account, club__deleted_at=None).select_related("club")
    return list(found.order_by("club__name", "pk"))


def clubs_of_account(account: Account) -> set[int]:
    """Return the ids of the clubs that the account may read. One query."""
    return set(Membership.objects.filter(account=account).values_list("club", flat=True))


def owners_of_club(club: Club) -> list[str]:
    """List the names of the club's owners. One query."""
    owners = Membership.objects.filter(club=club, owner=True).select_related("account").order_by("pk")
    return [str(owner.account) for owner in owners]


def digest_facts(*facts: object) -> str:
    """Return the version token of plain values; equal values give the same token."""
    return sha256(repr(facts).encode()).hexdigest()[:LENGTH]
