"""How a row of the cash box is called, and which voucher belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.look.days import date_only, short_day
from dokoclub.settlement.models import CashEntry, Charge
from dokoclub.settlement.selectors.cash_box import Row
from dokoclub.settlement.shown.charge_words import name_payment
from dokoclub.settlement.shown.purposes import name_purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A movement of the cash box, or several of one day that are the same but for the name; the newest first."""

    rows: Sequence[Row]
    words: str  # "Dues November 2026", of several rows alone

    @property
    def row(self) -> Row:
        """The newest: its balance is that after all of them."""
        return self.rows[0]

    @property
    def first(self) -> Row:
        return self.rows[-1]

    @property
    def is_joined(self) -> bool:
        return len(self.rows) > 1

    @property
    def cents(self) -> int:
        return sum(row.cents for row in self.rows)


def join_rows(rows: Sequence[Row]) -> list[Joined]:
    """What everybody paid on one evening for the same is one row. The newest first. No query."""
    found: list[list[Row]] = []
    for row in rows:
        if found and _is_the_same(found[-1][-1], row):
            found[-1].append(row)
        else:
            found.append([row])
    return [Joined(rows=some, words=_of_account(some[0]) if len(some) > 1 else "") for some in found]


def _is_the_same(one: Row, other: Row) -> bool:
    what = _of_account(one)
    if not what or what != _of_account(other) or one.player == other.player:
        return False
    return (one.day, one.cents, one.by, one.late_for) == (other.day, other.cents, other.by, other.late_for)


def _of_account(row: Row) -> str:
    """What a payment of a member's account was for; "" of everything else, and of what was taken back."""
    if row.entry is None or row.entry.player is None or row.is_reversal or row.is_reversed:
        return ""
    return name_payment(row.entry, row.charges)


def what_for(row: Row) -> str:
    """`New cards`, `Ben for Fri 20 Nov`, `Ben for 3 evenings`; a reversing row says that it is one."""
    words = _of_entry(row.entry, row.charges) if row.entry else _of_payment(row)
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def on_page(row: Row) -> str:
    """`New cards`, `Ben: flat amount`, `Ben: Settlement, 3 evenings`: beside its day, which is not said again."""
    if row.entry is not None or row.is_clearing or not row.evenings:
        return what_for(row)
    number = len(row.evenings)
    what = _("flat amount") if row.is_flat else _("Settlement")
    if number > 1:
        evenings = ngettext("%(number)s evening", "%(number)s evenings", number) % {"number": number}
        what = f"{what}, {evenings}"
    words = _("%(name)s: %(what)s") % {"name": row.player.name if row.player else "", "what": what}
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def day_of_evening(row: Row) -> str:
    """`Evening of 20 November`, where the money came on another day; of several evenings nothing."""
    if row.is_clearing or len(row.evenings) != 1 or row.evenings[0] == row.day:
        return ""
    return _("Evening of %(day)s") % {"day": date_only(row.evenings[0])}


def booked_by(row: Row) -> str:
    """`booked by Cleo`, and when, if that was another day than the one on which it counts."""
    by = _("booked by %(name)s") % {"name": row.by or "–"}
    return by if timezone.localdate(row.at) == row.day else f"{by}, {short_day(row.at)}"


def voucher_of(row: Row) -> str:
    """`no. 12`; a payment of an evening, or of a clearing, has that for a voucher."""
    if row.number is not None:
        return _("no. %(number)s") % {"number": row.number}
    return pgettext("voucher", "clearing") if row.is_clearing else pgettext("voucher", "evening")


def _of_entry(entry: CashEntry, charges: Sequence[Charge]) -> str:
    """Whom it names stands before what for."""
    if entry.player is None:
        return name_purpose(entry)
    return _("%(name)s: %(what)s") % {"name": entry.player.name, "what": name_payment(entry, charges)}


def _of_payment(row: Row) -> str:
    name = row.player.name if row.player else ""
    if not row.evenings:
        return name
    if row.is_clearing and len(row.evenings) == 1:
        facts = {"name": name, "day": short_day(row.evenings[0])}
        return _("%(name)s for the clearing of %(day)s") % facts
    if len(row.evenings) == 1:
        return _("%(name)s for %(day)s") % {"name": name, "day": short_day(row.evenings[0])}
    number = len(row.evenings)
    return ngettext("%(name)s for %(number)s evening", "%(name)s for %(number)s evenings", number) % {
        "name": name,
        "number": number,
    }
