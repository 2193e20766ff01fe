"""How a row of the cash box is called."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.look.days import short_day
from dokoclub.settlement.selectors.cash_box import Row


def what_for(row: Row) -> str:
    """`New cards`, `Ben for Fri 20 Nov`, `Ben for 3 evenings`; a reversing row says that it is one."""
    words = row.entry.purpose if row.entry else _of_payment(row)
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def _of_payment(row: Row) -> str:
    name = row.player.name if row.player else ""
    if not row.evenings:
        return name
    if len(row.evenings) == 1:
        return _("%(name)s for %(day)s") % {"name": name, "day": short_day(row.evenings[0])}
    number = len(row.evenings)
    return ngettext("%(name)s for %(number)s evening", "%(name)s for %(number)s evenings", number) % {
        "name": name,
        "number": number,
    }
