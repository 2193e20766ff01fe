"""Members' accounts: charge, pay, use credit, pay out and reverse. Each payment records the charges it settles."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashEntry, CashKind, Charge, ChargeKind, Settled
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.selectors.accounts import AccountStanding, Item, entries_on_accounts, get_standing
from dokoclub.settlement.services.kitty import book_in_held, reverse_in_held
from dokoclub.settlement.services.locks import Changed, OtherCurrency

EXPENSE: Final = "expense"
NAMED: Final = 2  # the most charges that a payment names in its purpose


@transaction.atomic
def charge_player(
    player: Player,
    *,
    kind: str,
    cents: int,
    purpose: str,
    day: date,
    key: UUID,
    by: Account,
    reason: str = "",
    evening: Evening | None = None,
) -> Charge:
    """Charge a player; for an advance the kitty pays the cents out. The same key writes once.

    Raises Reused if the key wrote something else.
    """
    club = lock_club(player.club)
    refuse_other_content(key, player, kind, cents, purpose, day, reason)
    if written := Charge.objects.filter(key=key).first():
        if (written.player_id, written.kind, written.cents, written.purpose) != (player.pk, kind, cents, purpose):
            raise Reused
        return written
    entry = None
    if kind == ChargeKind.ADVANCE:
        box = uuid5(key, "box")
        entry = book_in_held(club, cents=-cents, purpose=purpose, day=day, key=box, by=by, player=player)
    return Charge.objects.create(
        club=club,
        player=player,
        kind=kind,
        cents=cents,
        currency=club.currency,
        purpose=purpose,
        reason=reason,
        day=day,
        evening=evening,
        entry=entry,
        key=key,
        made_by=by,
    )


@transaction.atomic
def take_back_charge(charge: Charge, *, by: Account) -> Charge:
    """Reverse a charge by a booking of its own.

    Payments for it become credit, an advance comes back into the box. The second time returns the booking of the
    first. Raises OtherCurrency for a charge in a currency that the club has given up.
    """
    lock_club(charge.club)
    if charge.reverses_id is not None:
        return charge
    if back := Charge.objects.filter(reverses=charge).first():
        return back
    if charge.currency != charge.club.currency:
        raise OtherCurrency
    if charge.entry:
        reverse_in_held(charge.entry, by=by)
    return _undo(charge, by=by)


@transaction.atomic
def reverse_row(entry: CashEntry, *, by: Account) -> CashEntry:
    """Reverse a row of the kitty, with an advance or an expense booked with it. Its charges are open again."""
    lock_club(entry.club)
    back = reverse_in_held(entry, by=by)
    for other in _twins(entry):
        reverse_in_held(other, by=by)
    charge = Charge.objects.filter(entry=entry, reversed_by=None).first()
    if charge is not None:
        _undo(charge, by=by)
    return back


@transaction.atomic
def pay_account(
    player: Player,
    *,
    cents: int,
    charges: Collection[int] | None,
    day: date,
    stamp: str,
    key: UUID,
    by: Account,
) -> CashEntry:
    """Book a player's payment on these charges (None: on all), the earliest first; the rest is credit.

    The same key returns its entry. Raises Changed if the open charges differ from those seen (`stamp`), Reused if the
    key wrote something else.
    """
    lock_club(player.club)
    refuse_other_content(key, player, cents, charges, day)
    if written := _paid_before(player, key):
        return written
    found = get_standing(player)
    if found.stamp != stamp:
        raise Changed
    chosen = [item for item in found.items if charges is None or item.charge.pk in charges]
    if charges is not None and len(chosen) != len(set(charges)):
        raise Changed
    return _pay(player, chosen, cents, day=day, key=key, by=by)


@transaction.atomic
def pay_all_open(player: Player, *, stamp: str, key: UUID, by: Account) -> CashEntry | None:
    """Settle all open charges in one tap: first by credit, then by a payment of the rest today.

    Return None if the credit was enough. Raises Changed if the open charges differ from those seen, Reused as
    pay_account.
    """
    lock_club(player.club)
    if written := _paid_before(player, key):
        return written
    found = get_standing(player)
    if not found.items:
        return None
    if found.stamp != stamp:
        raise Changed
    _use_credit(player, found)
    left = get_standing(player)
    if not left.items:
        return None
    cents = min(left.open, MOST_CENTS)  # the most that a row holds
    return _pay(player, left.items, cents, day=timezone.localdate(), key=key, by=by)


@transaction.atomic
def use_credit(player: Player) -> int:
    """Use the player's credit for open charges, the earliest first. Return the cents used."""
    lock_club(player.club)
    return _use_credit(player, get_standing(player))


@transaction.atomic
def pay_out(player: Player, *, cents: int, purpose: str, day: date, key: UUID, by: Account) -> CashEntry:
    """Pay credit out of the kitty. Raises Changed for more than the credit, Reused as book_cash."""
    lock_club(player.club)
    if not CashEntry.objects.filter(key=key).exists() and cents > get_standing(player).credit:
        raise Changed
    return book_in_held(
        player.club, cents=-cents, purpose=purpose, day=day, key=key, by=by, kind=CashKind.ACCOUNT, player=player
    )


@transaction.atomic
def spend_for_club(player: Player, *, cents: int, purpose: str, day: date, key: UUID, by: Account) -> CashEntry:
    """Book an expense that a player paid for the club, and give the player the same credit.

    Raises Reused if the key wrote something else.
    """
    club = lock_club(player.club)
    book_in_held(club, cents=-cents, purpose=purpose, day=day, key=uuid5(key, EXPENSE), by=by, player=player)
    return book_in_held(
        club, cents=cents, purpose=purpose, day=day, key=key, by=by, kind=CashKind.ACCOUNT, player=player
    )


def forget_reasons(player: Player) -> None:
    """Delete the reasons of a player's charges. Hooked into clubs' erase_player."""
    Charge.objects.filter(player=player).update(reason="")


def purpose_of_items(items: Sequence[Item]) -> str:
    """Return `Dues November 2026, Misdeal`; for three items or more their number.

    Stored in the language of the booking user.
    """
    if not items:
        return _("On account")
    if len(items) <= NAMED:
        named = ", ".join(item.charge.purpose for item in items)
        return Truncator(named).chars(LONGEST_PURPOSE)
    return ngettext("%(number)s item", "%(number)s items", len(items)) % {"number": len(items)}


def _paid_before(player: Player, key: UUID) -> CashEntry | None:
    """Return the entry that the key wrote. Raises Reused if it is something else."""
    written = CashEntry.objects.filter(key=key).first()
    if written is not None and (written.player_id, written.kind) != (player.pk, CashKind.ACCOUNT):
        raise Reused
    return written


def _pay(player: Player, items: Sequence[Item], cents: int, *, day: date, key: UUID, by: Account) -> CashEntry:
    entry = book_in_held(
        player.club,
        cents=cents,
        purpose=purpose_of_items(items),
        day=day,
        key=key,
        by=by,
        kind=CashKind.ACCOUNT,
        player=player,
    )
    _settle(entry, items, cents)
    return entry


def _use_credit(player: Player, found: AccountStanding) -> int:
    """Use the earliest payments for the earliest charges. Return the cents used."""
    budget = max(0, min(found.credit, found.open))
    left = {item.charge.pk: item.left for item in found.items}
    gone = Coalesce(Sum("settles__cents", filter=Q(settles__charge__reversed_by=None)), 0)
    mine = entries_on_accounts(player.club, player).filter(currency=player.club.currency)
    paid = mine.filter(cents__gt=0, reverses=None, reversed_by=None)
    used = 0
    for entry in paid.annotate(gone=gone).order_by("pk"):
        items = [Item(charge=item.charge, left=left[item.charge.pk]) for item in found.items]
        take = min(entry.cents - entry.gone, budget - used)
        for settled in _settle(entry, items, take):
            left[settled.charge_id] -= settled.cents
            used += settled.cents
    return used


def _twins(entry: CashEntry) -> Iterator[CashEntry]:
    """Yield the other row of an expense for the club: its two rows need each other."""
    same = CashEntry.objects.filter(club=entry.club, player=entry.player, cents=-entry.cents, reverses=None)
    for other in same.select_related("club").exclude(player=None):
        if other.key == uuid5(entry.key, EXPENSE) or entry.key == uuid5(other.key, EXPENSE):
            yield other


def _undo(charge: Charge, *, by: Account) -> Charge:
    return Charge.objects.create(
        club=charge.club,
        player=charge.player,
        kind=charge.kind,
        cents=-charge.cents,
        currency=charge.currency,
        purpose=charge.purpose,
        day=timezone.localdate(),
        due=charge.due,
        evening=charge.evening,
        reverses=charge,
        made_by=by,
    )


def _settle(entry: CashEntry, items: Sequence[Item], cents: int) -> list[Settled]:
    """Use this many cents of the row for these items, the earliest first, and add to earlier settlements."""
    left, found = cents, []
    for item in items:
        take = min(item.left, left)
        if take > 0:
            found.append(Settled(charge=item.charge, entry=entry, cents=take))
            left -= take
    wanted = [one.charge_id for one in found]
    before = {one.charge_id: one for one in Settled.objects.filter(entry=entry, charge__in=wanted)}
    for one in found:
        if one.charge_id in before:
            before[one.charge_id].cents += one.cents
    Settled.objects.bulk_update(before.values(), ["cents"])
    Settled.objects.bulk_create(one for one in found if one.charge_id not in before)
    return found
