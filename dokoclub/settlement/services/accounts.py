"""What members owe the cash box, and what they pay: each payment says what it settles."""

from __future__ import annotations

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
from dokoclub.core.errors import Reused
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashEntry, CashKind, Charge, ChargeKind, Settled
from dokoclub.settlement.models.cash_box import LONGEST_PURPOSE, MOST_CENTS
from dokoclub.settlement.selectors.accounts import AccountStanding, Item, entries_on_accounts, get_standing
from dokoclub.settlement.services.cash_box import book_in_held, reverse_in_held
from dokoclub.settlement.services.errors import Changed, OtherCurrency

EXPENSE: Final = "expense"
NAMED: Final = 2  # charges that a payment names in its purpose


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
    """He owes so many cents; of an advance the cash box pays them out. The same key writes once.

    Raises Reused where the key wrote something else.
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
    """A booking of its own; what was paid for it becomes credit, an advance comes back into the box.

    The second time returns the booking of the first. Raises OtherCurrency for one in a currency that the club has
    given up.
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
    """Of the cash box, with an advance or an expense that was booked with it. What it settled is open again."""
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
    """He pays so many cents. They go on these charges (None: on all), the earliest first; the rest is credit.

    The same key returns what it wrote. Raises Changed where something else is open than was seen (`stamp`), Reused
    where the key wrote something else.
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
    """One tap: credit goes on what is open, and he pays the rest today; None where the credit was enough.

    Raises Changed where something else is open than was seen, Reused as pay_account.
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
    cents = min(left.open, MOST_CENTS)  # what a row may hold
    return _pay(player, left.items, cents, day=timezone.localdate(), key=key, by=by)


@transaction.atomic
def use_credit(player: Player) -> int:
    """What was paid and went on nothing goes on what is open, the earliest first; how many cents."""
    lock_club(player.club)
    return _use_credit(player, get_standing(player))


@transaction.atomic
def pay_out(player: Player, *, cents: int, purpose: str, day: date, key: UUID, by: Account) -> CashEntry:
    """The cash box gives credit back. Raises Changed for more than there is, Reused as book_cash."""
    lock_club(player.club)
    if not CashEntry.objects.filter(key=key).exists() and cents > get_standing(player).credit:
        raise Changed
    return book_in_held(
        player.club, cents=-cents, purpose=purpose, day=day, key=key, by=by, kind=CashKind.ACCOUNT, player=player
    )


@transaction.atomic
def spend_for_club(player: Player, *, cents: int, purpose: str, day: date, key: UUID, by: Account) -> CashEntry:
    """He paid something for the club: the expense stands in the cash box, and he has as much credit.

    Raises Reused where the key wrote something else.
    """
    club = lock_club(player.club)
    book_in_held(club, cents=-cents, purpose=purpose, day=day, key=uuid5(key, EXPENSE), by=by, player=player)
    return book_in_held(
        club, cents=cents, purpose=purpose, day=day, key=key, by=by, kind=CashKind.ACCOUNT, player=player
    )


def forget_reasons(player: Player) -> None:
    """What happened is nobody's business any more. Hooked into clubs' erase_player."""
    Charge.objects.filter(player=player).update(reason="")


def purpose_of_items(items: Sequence[Item]) -> str:
    """`Dues November 2026, Misdeal`; from three on how many there are. Stored, in the language of who books."""
    if not items:
        return _("On account")
    if len(items) <= NAMED:
        named = ", ".join(item.charge.purpose for item in items)
        return Truncator(named).chars(LONGEST_PURPOSE)
    return ngettext("%(number)s item", "%(number)s items", len(items)) % {"number": len(items)}


def _paid_before(player: Player, key: UUID) -> CashEntry | None:
    """What the key has written. Raises Reused where that was something else."""
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
    """Of the earliest payments on the earliest charges; how many cents."""
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
    """What somebody spent for the club are two rows, each of no use without the other."""
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
    """So many cents of the row go on these, the earliest first. What it settled before becomes more."""
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
