"""How a row of the cash box is called, and which voucher belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.look.days import short_day
from dokoclub.settlement.models import CashEntry, Charge
from dokoclub.settlement.selectors.cash_box import Row
from dokoclub.settlement.shown.charge_words import name_payment


def what_for(row: Row) -> str:
    """`New cards`, `Ben for Fri 20 Nov`, `Ben for 3 evenings`; a reversing row says that it is one."""
    words = _of_entry(row.entry, row.charges) if row.entry else _of_payment(row)
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def voucher_of(row: Row) -> str:
    """`12`; a payment of an evening, or of a clearing, has that for a voucher."""
    if row.number is not None:
        return str(row.number)
    return pgettext("voucher", "clearing") if row.is_clearing else pgettext("voucher", "evening")


def _of_entry(entry: CashEntry, charges: Sequence[Charge]) -> str:
    """Whom it names stands before what for."""
    if entry.player is None:
        return entry.purpose
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
